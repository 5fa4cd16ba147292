/** The layaway as a document: its transitions, its number, its postings and its reservations of stock. */
import { declareDocument } from '../../../domain/documents/document.ts';
import { place, series } from '../../../domain/documents/placed.ts';
import type { Posting } from '../../../domain/entries/entry.ts';
import { NOTHING } from '../../../domain/entries/posting-rule.ts';
import { RULES } from '../../../domain/entries/rules.ts';
import { postDelivery, postPrepayment } from '../../../domain/posting/online-order.ts';
import type { OnlineOrderState } from '../../../domain/sales/orders/online-order.ts';
import { reservationClaims } from '../../../domain/sales/orders/online-order-reserved.ts';
import { stockLevels } from '../../../domain/sales/orders/placed-order.ts';
import { partsOfSale } from '../../../domain/sales/promotion-result.ts';
import { GIVEN_UP, reasoned } from '../../../domain/schemas/transitions.ts';
import { CollectBody, type CollectInput, LAYAWAY_HELD, LayawayBody, type LayawayInput } from './layaway.schema.ts';
import { type LayawayCommand, type LayawayState, layaway, possible } from './layaway.ts';
import { LAYAWAY, type LayawayEvent } from './layaway-events.ts';
import { CANCELLED_RULE, postCancelledLayaway } from './post-layaway.ts';

export const layawayDocument = declareDocument<LayawayState, LayawayCommand, LayawayEvent>()({
  kind: LAYAWAY,
  resource: 'layaways',
  folder: 'sales',
  decider: layaway,
  body: LayawayBody,
  held: LAYAWAY_HELD,
  create: (input: LayawayInput) => [{ type: 'draft', input }],
  change: (input: LayawayInput) => ({ type: 'change', input }),
  transitions: {
    confirm: { permission: 'receive', command: () => ({ type: 'confirm' }) },
    complete: {
      permission: 'complete',
      body: CollectBody,
      command: (input: CollectInput) => ({ type: 'complete', input }),
    },
    reopen: reasoned('unclose', 'reopen'),
    cancel: reasoned('destroy', 'cancel'),
    discard: GIVEN_UP.discard,
  },
  possible,
  postings: {
    'layaway.drafted': NOTHING,
    'layaway.draft_changed': NOTHING,
    'layaway.discarded': NOTHING,
    'layaway.opened': { does: 'post', post: postPrepayment, rule: RULES.orderPrepayment },
    'layaway.completed': { does: 'post', post: postDelivery, rule: RULES.orderDelivery },
    'layaway.reopened': { does: 'reverse', of: ['layaway.completed'] },
    'layaway.cancelled': { does: 'post', post: postCancelledLayaway, rule: CANCELLED_RULE },
  },
  settings: ['app_setting'],
  levels: ({ lines }) => stockLevels(lines),
  postingsOf,
  ownParts: (state) => (state.status === 'complete' ? partsOfSale(state.delivery.sale) : undefined),
  claims: (before, after) => reservationClaims(asOrder(before), asOrder(after)),
  numbered: { event: 'layaway.opened', prefix: 'LA-', of: series },
  place,
  reversalRefusals: { stock: 'not_enough_stock', cash: 'no_enough_balance' },
});

function postingsOf(state: LayawayState, stream: string): Posting[] {
  if (state.status !== 'open' && state.status !== 'complete' && state.status !== 'cancelled') return [];
  return [
    postPrepayment(state.data, stream),
    state.status === 'complete' ? postDelivery(state.delivery, stream) : undefined,
    state.status === 'cancelled' ? postCancelledLayaway(state.cancelled, stream) : undefined,
  ].filter((value) => value !== undefined);
}

/** An open layaway reserves its goods as a confirmed order does. */
const asOrder = (state: LayawayState): OnlineOrderState =>
  state.status === 'open' ? { ...state, status: 'confirmed', accepted_minutes: null } : { status: 'none' };
