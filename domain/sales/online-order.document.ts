/** The online order as a document: its transitions, its number, what it has in the books and what it keeps in stock. */
import { declareDocument } from '../kernel/document.ts';
import { ReasonBody } from '../kernel/fields.schema.ts';
import type { Posting } from '../posting/entry.ts';
import { postCancelled, postDelivery, postPrepayment } from '../posting/online-order.ts';
import {
  CancelBody,
  type CancelInput,
  ConfirmBody,
  type ConfirmInput,
  DeliverOrderBody,
  type DeliverOrderInput,
  OnlineOrderBody,
  type OnlineOrderInput,
} from './online-order.schema.ts';
import {
  ONLINE_ORDER,
  type OnlineOrderCommand,
  type OnlineOrderEvent,
  type OnlineOrderState,
  onlineOrder,
  possible,
} from './online-order.ts';
import { reservationClaims } from './online-order-reserved.ts';

type Reasoned = { readonly reason: string | null };

export const onlineOrderDocument = declareDocument<OnlineOrderState, OnlineOrderCommand, OnlineOrderEvent>({
  kind: ONLINE_ORDER,
  resource: 'online_orders',
  listedWith: 'show',
  decider: onlineOrder,
  body: OnlineOrderBody,
  create: (input: OnlineOrderInput) => [{ type: 'order', input }],
  change: (input: OnlineOrderInput) => ({ type: 'change', input }),
  transitions: {
    confirm: {
      permission: 'receive',
      body: ConfirmBody,
      command: (input: ConfirmInput) => ({ type: 'confirm', input }),
    },
    deliver: {
      permission: 'home_delivery',
      body: DeliverOrderBody,
      command: (input: DeliverOrderInput) => ({ type: 'deliver', input }),
    },
    return_to_pending: {
      permission: 'receive',
      body: ReasonBody,
      reasoned: true,
      command: ({ reason }: Reasoned) => ({ type: 'return_to_pending', reason }),
    },
    return_to_confirmed: {
      permission: 'home_delivery',
      body: ReasonBody,
      reasoned: true,
      command: ({ reason }: Reasoned) => ({ type: 'return_to_confirmed', reason }),
    },
    cancel: {
      permission: 'destroy',
      body: CancelBody,
      reasoned: true,
      command: (input: CancelInput) => ({ type: 'cancel', input }),
    },
  },
  possible,
  postingsOf: booked,
  claims: reservationClaims,
  numbered: {
    event: 'online_order.ordered',
    prefix: 'OO-',
    inForceBeforePosting: true,
    of: (state) => ({
      outlet: state.status === 'none' ? 0 : state.data.outlet_fk,
      date: state.status === 'none' ? '' : state.data.date,
    }),
  },
  place: (state) =>
    state.status === 'none' ? undefined : { outlet: state.data.outlet_fk, inventory: state.data.inventory_fk },
  openItems: (input) =>
    input['payment_type'] === 'on_account' && input['customer_fk']
      ? { party: `customer-${input['customer_fk']}`, currency: Number(input['currency_fk']) }
      : undefined,
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
