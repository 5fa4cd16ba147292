/** The online order as a document: its transitions, its number, its postings and its reservations of stock. */

import { itemsThatMayBeOverdue } from '../../debts/overdue.ts';
import { declareDocument } from '../../documents/document.ts';
import { place, series } from '../../documents/placed.ts';
import type { Posting } from '../../entries/entry.ts';
import { NOTHING } from '../../entries/posting-rule.ts';
import { RULES } from '../../entries/rules.ts';
import { ONLINE_ORDER_PAPERS } from '../../paper/goods-papers.ts';
import { postCancelled, postDelivery, postPrepayment } from '../../posting/online-order.ts';
import { reasoned } from '../../schemas/transitions.ts';
import { partsOfSale } from '../promotion-result.ts';
import {
  CancelBody,
  type CancelInput,
  ConfirmBody,
  type ConfirmInput,
  DeliverOrderBody,
  type DeliverOrderInput,
  GiveToDriverBody,
  type GiveToDriverInput,
  ONLINE_ORDER_HELD,
  OnlineOrderBody,
  type OnlineOrderInput,
} from './online-order.schema.ts';
import { ONLINE_ORDER, type OnlineOrderCommand, type OnlineOrderState, onlineOrder, possible } from './online-order.ts';
import type { OnlineOrderEvent } from './online-order-events.ts';
import { reservationClaims } from './online-order-reserved.ts';
import { stockLevels } from './placed-order.ts';

const CONFIRMED = ['confirmed_at', 'confirmed_by_fk'] as const;
const GIVEN = ['given_at', 'given_by_fk'] as const;
const DELIVERED = ['delivered_at', 'delivered_by_fk'] as const;

export const onlineOrderDocument = declareDocument<OnlineOrderState, OnlineOrderCommand, OnlineOrderEvent>()({
  kind: ONLINE_ORDER,
  resource: 'online_orders',
  folder: 'sales',
  listedWith: 'show',
  decider: onlineOrder,
  body: OnlineOrderBody,
  papers: ONLINE_ORDER_PAPERS,
  held: ONLINE_ORDER_HELD,
  create: (input: OnlineOrderInput) => [{ type: 'order', input }],
  change: (input: OnlineOrderInput) => ({ type: 'change', input }),
  transitions: {
    confirm: {
      permission: 'receive',
      body: ConfirmBody,
      command: (input: ConfirmInput) => ({ type: 'confirm', input }),
    },
    give_to_driver: {
      permission: 'home_delivery',
      body: GiveToDriverBody,
      command: (input: GiveToDriverInput) => ({ type: 'give_to_driver', input }),
    },
    deliver: {
      permission: 'home_delivery',
      body: DeliverOrderBody,
      command: (input: DeliverOrderInput) => ({ type: 'deliver', input }),
    },
    return_to_pending: reasoned('receive', 'return_to_pending'),
    return_to_confirmed: reasoned('home_delivery', 'return_to_confirmed'),
    cancel: {
      permission: 'destroy',
      body: CancelBody,
      reasoned: true,
      command: (input: CancelInput) => ({ type: 'cancel', input }),
    },
  },
  possible,
  postings: {
    'online_order.ordered': { does: 'post', post: postPrepayment, rule: RULES.orderPrepayment },
    'online_order.changed': NOTHING,
    'online_order.confirmed': NOTHING,
    'online_order.given_to_driver': NOTHING,
    'online_order.delivered': { does: 'post', post: postDelivery, rule: RULES.orderDelivery },
    'online_order.returned_to_pending': NOTHING,
    'online_order.returned_to_confirmed': { does: 'reverse', of: ['online_order.delivered'] },
    'online_order.cancelled': { does: 'post', post: postCancelled, rule: RULES.orderCancelled },
  },
  steps: {
    'online_order.ordered': { takes: ['ordered_at', 'ordered_by_fk'] },
    'online_order.confirmed': { takes: CONFIRMED },
    'online_order.given_to_driver': { takes: GIVEN },
    'online_order.delivered': { takes: DELIVERED },
    'online_order.returned_to_pending': { undoes: [CONFIRMED, GIVEN] },
    'online_order.returned_to_confirmed': { undoes: [DELIVERED] },
    'online_order.cancelled': { takes: ['cancelled_at', 'cancelled_by_fk'] },
  },
  settings: ['app_setting'],
  levels: ({ lines }) => stockLevels(lines),
  postingsOf: booked,
  ownParts: (state) => (state.status === 'delivered' ? partsOfSale(state.delivery.sale) : undefined),
  claims: reservationClaims,
  numbered: {
    event: 'online_order.ordered',
    prefix: 'OO-',
    inForceBeforePosting: true,
    of: series,
  },
  place,
  openItems: itemsThatMayBeOverdue,
  reversalRefusals: { stock: 'not_enough_stock', cash: 'no_enough_balance' },
});

function booked(state: OnlineOrderState, stream: string): Posting[] {
  if (state.status === 'none') return [];
  return [
    postPrepayment(state.data, stream),
    state.status === 'delivered' ? postDelivery(state.delivery, stream) : undefined,
    state.status === 'cancelled' ? postCancelled(state.cancelled, stream) : undefined,
  ].filter((value) => value !== undefined);
}
