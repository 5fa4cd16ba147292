/**
 * An online order: pending until the shop confirms it, then delivered or cancelled. Its prices and postings are those
 * of a sale, made on delivery; a prepayment is a credit of the customer until then.
 */
import { type Decider, NOT_THERE, unreachable } from '../../deciding/decider.ts';
import type { Facts } from '../../deciding/facts.ts';
import { withoutMoney } from '../../documents/other-money.ts';
import type { CancelOwnOrderInput, PlaceOrderInput } from '../../mobile/placed-order.schema.ts';
import { withoutFreeGoods } from '../../pricing/free-goods.ts';
import { Refusal, wrongState } from '../../values/refusal.ts';
import type {
  CancelInput,
  ConfirmInput,
  DeliverOrderInput,
  GiveToDriverInput,
  OnlineOrderInput,
} from './online-order.schema.ts';
import type { Cancelled, Delivery, OnlineOrder, OnlineOrderEvent } from './online-order-events.ts';
import {
  cancelled,
  changedFacts,
  confirmed,
  deliveredFacts,
  driverFacts,
  orderFacts,
  ownCancelRefusal,
  withDriver,
} from './online-order-rules.ts';

import { placedFacts } from './placed-order.ts';

/** Stream: `online_order-<id>` */
export const ONLINE_ORDER = 'online_order';

// State.

interface Entered {
  /** The order as entered; after delivery, with the payment made then. */
  readonly data: OnlineOrder;
  readonly number: string | null;
}
interface Accepted extends Entered {
  readonly accepted_minutes: number | null;
  readonly reserves: boolean;
}

export type OnlineOrderState =
  | { readonly status: 'none' }
  | ({ readonly status: 'pending' } & Entered)
  | ({ readonly status: 'confirmed' } & Accepted)
  | ({ readonly status: 'delivered'; readonly delivery: Delivery } & Accepted)
  | ({ readonly status: 'cancelled'; readonly cancelled: Cancelled } & Entered);

function evolve(state: OnlineOrderState, event: OnlineOrderEvent): OnlineOrderState {
  if (event.type === 'online_order.ordered') {
    const { number, ...data } = event.data;
    return { status: 'pending', data, number };
  }
  if (state.status === 'none') return state;
  const { data, number } = state;
  switch (event.type) {
    case 'online_order.changed':
      return { status: 'pending', data: event.data, number };
    case 'online_order.confirmed': {
      const { order, accepted_minutes, reserves } = event.data;
      return { status: 'confirmed', data: order, number, accepted_minutes, reserves };
    }
    case 'online_order.given_to_driver':
      return state.status === 'confirmed' ? { ...state, data: withDriver(data, event.data.driver_fk) } : state;
    case 'online_order.delivered': {
      if (state.status !== 'confirmed') return state;
      const { date, time } = data;
      const paid = { ...withoutFreeGoods(data), ...event.data.sale, date, time };
      return { ...state, status: 'delivered', data: paid, delivery: event.data };
    }
    case 'online_order.returned_to_pending':
      return { status: 'pending', data, number };
    case 'online_order.returned_to_confirmed': {
      if (state.status !== 'delivered') return state;
      const { delivery: _delivery, ...rest } = state;
      return { ...rest, data: withoutMoney(data), status: 'confirmed' };
    }
    case 'online_order.cancelled':
      return { status: 'cancelled', data, number, cancelled: event.data };
    default:
      return unreachable(event);
  }
}

// Commands.

export type OnlineOrderCommand =
  | { readonly type: 'order'; readonly input: OnlineOrderInput }
  /** From the application, by the signed-in online customer; customers can cancel only their own orders. */
  | { readonly type: 'place'; readonly input: PlaceOrderInput; readonly customer: number }
  | { readonly type: 'cancel_own'; readonly input: CancelOwnOrderInput; readonly customer: number }
  | { readonly type: 'change'; readonly input: OnlineOrderInput }
  | { readonly type: 'confirm'; readonly input: ConfirmInput }
  | { readonly type: 'give_to_driver'; readonly input: GiveToDriverInput }
  | { readonly type: 'deliver'; readonly input: DeliverOrderInput }
  | { readonly type: 'return_to_pending'; readonly reason: string | null }
  | { readonly type: 'return_to_confirmed'; readonly reason: string | null }
  | { readonly type: 'cancel'; readonly input: CancelInput };

function decide(command: OnlineOrderCommand, state: OnlineOrderState, facts: Facts): readonly OnlineOrderEvent[] {
  if (command.type === 'order' || command.type === 'place') {
    if (state.status !== 'none') return [];
    const { type, input } = command;
    const order = type === 'order' ? orderFacts(input, facts) : placedFacts(input, command.customer, facts);
    return [{ type: 'online_order.ordered', v: 1, data: { ...order, number: null } }];
  }
  if (command.type === 'cancel_own') return cancelledByCustomer(command, state, facts);
  if (LEADS_TO[command.type] === state.status && !STAYS.has(command.type)) return [];
  if (state.status === 'none' || !possible(state).includes(command.type)) {
    throw wrongState(state.status, possible(state));
  }
  const { data } = state;
  switch (command.type) {
    case 'change': {
      const changed = changedFacts(command.input, data, facts);
      const same = JSON.stringify(changed) === JSON.stringify(data);
      return same ? [] : [{ type: 'online_order.changed', v: 1, data: changed }];
    }
    case 'confirm':
      return [{ type: 'online_order.confirmed', v: 1, data: confirmed(data, command.input, facts) }];
    case 'give_to_driver': {
      const driver_fk = driverFacts(command.input, facts);
      return driver_fk === (data.driver_fk ?? null)
        ? []
        : [{ type: 'online_order.given_to_driver', v: 1, data: { driver_fk } }];
    }
    case 'deliver':
      return [{ type: 'online_order.delivered', v: 1, data: deliveredFacts(data, command.input, facts) }];
    case 'return_to_pending':
      return [{ type: 'online_order.returned_to_pending', v: 1, data: { reason: command.reason } }];
    case 'return_to_confirmed':
      return [{ type: 'online_order.returned_to_confirmed', v: 1, data: { reason: command.reason } }];
    case 'cancel':
      return [{ type: 'online_order.cancelled', v: 1, data: cancelled(data, command.input, facts) }];
    default:
      return unreachable(command);
  }
}

/** An order of another customer is treated as nonexistent. */
function cancelledByCustomer(
  { input, customer }: Extract<OnlineOrderCommand, { type: 'cancel_own' }>,
  state: OnlineOrderState,
  facts: Facts,
): readonly OnlineOrderEvent[] {
  if (state.status === 'none' || state.data.online_customer_fk !== customer) {
    throw new Refusal('not_found', [{ field: '', message: 'not_found' }]);
  }
  if (state.status === 'cancelled') return [];
  const message = ownCancelRefusal(state.status, state.data);
  if (message) throw new Refusal('validation', [{ field: '', message }]);
  const reason = input.reason || null;
  return [{ type: 'online_order.cancelled', v: 1, data: cancelled(state.data, { reason }, facts) }];
}

const LEADS_TO = {
  change: 'pending',
  confirm: 'confirmed',
  give_to_driver: 'confirmed',
  deliver: 'delivered',
  return_to_pending: 'pending',
  return_to_confirmed: 'confirmed',
  cancel: 'cancelled',
} as const;

/** Commands that do not change the status; the content decides whether they have an effect. */
const STAYS: ReadonlySet<OnlineOrderCommand['type']> = new Set(['change', 'give_to_driver']);

/** The transitions that the state allows. */
export function possible(state: OnlineOrderState): readonly string[] {
  switch (state.status) {
    case 'none':
      return ['enter'];
    case 'pending':
      return ['change', 'confirm', 'cancel'];
    case 'confirmed': {
      // An order that the customer collects has no driver.
      const driven = state.data.received_type === 'collected' ? [] : ['give_to_driver'];
      return [...driven, 'deliver', 'return_to_pending', 'cancel'];
    }
    case 'delivered':
      return ['return_to_confirmed'];
    case 'cancelled':
      return [];
    default:
      return unreachable(state);
  }
}

export const onlineOrder: Decider<OnlineOrderState, OnlineOrderCommand, OnlineOrderEvent, Facts> = {
  initial: NOT_THERE,
  evolve,
  decide,
};
