/**
 * A purchase order: drafted, billed when the supplier confirms it with a bill, and closed when purchases have taken
 * all of it. It posts only advance payments and their allocations to purchases.
 */
import { type Decider, NOT_THERE, unreachable } from '../deciding/decider.ts';
import type { Facts } from '../deciding/facts.ts';
import { type DraftCommand, decideDraft, isDraftCommand, possibleOf, withoutDraft } from '../documents/draft.ts';
import { wrongState } from '../values/refusal.ts';
import { allocatedAdvances, staying, unreversed } from './order-advances.ts';
import { delivered, isWhollyPurchased, purchasedOf } from './order-purchases.ts';
import type { PayInput, PurchaseOrderInput } from './purchase-order.schema.ts';
import type { Purchased, PurchaseOrder, PurchaseOrderEvent } from './purchase-order-events.ts';
import { checkOrder, orderFacts, paymentFacts, reversedPayment } from './purchase-order-rules.ts';
import type { BilledOrder, MadePurchase } from './purchase-order-state.ts';

/** Stream: `purchase_order-<id>` */
export const PURCHASE_ORDER = 'purchase_order';

// State.

export type PurchaseOrderState =
  | { readonly status: 'none' }
  | { readonly status: 'reversed'; readonly order: PurchaseOrder; readonly number: string | null }
  | { readonly status: 'discarded'; readonly order: PurchaseOrder }
  | ({ readonly status: 'draft'; readonly order: PurchaseOrder; readonly number: string | null } & Partial<OfThePast>)
  | BilledOrder;

/** What a returned order keeps, all of it reversed, so that numbers of payments and allocations are not used again. */
type OfThePast = Pick<BilledOrder, 'payments' | 'allocations'>;

function evolve(state: PurchaseOrderState, event: PurchaseOrderEvent): PurchaseOrderState {
  switch (event.type) {
    case 'purchase_order.drafted':
      return { status: 'draft', order: event.data, number: null };
    case 'purchase_order.draft_changed':
      return state.status === 'draft' ? { ...state, order: event.data } : state;
    case 'purchase_order.discarded':
      return state.status === 'draft' ? { ...withoutDraft(state), order: state.order } : state;
    case 'purchase_order.billed': {
      const { number, ...order } = event.data;
      const { payments = [], allocations = [] } = state.status === 'draft' ? state : {};
      const begun = { closed_by: null, payments, purchases: [], allocations };
      return { status: 'bill', order, number, ...begun, delivered: delivered(order, []) };
    }
    case 'purchase_order.returned_to_draft':
      return isBilled(state)
        ? { status: 'draft', order: state.order, number: state.number, ...reversedOf(state) }
        : state;
    default:
      return isBilled(state) ? evolveBilled(state, event) : state;
  }
}

function reversedOf({ payments, allocations }: BilledOrder): Partial<OfThePast> {
  return payments.length === 0 ? {} : { payments, allocations };
}

type Drafting = 'drafted' | 'draft_changed' | 'discarded' | 'billed' | 'returned_to_draft';

function evolveBilled(
  state: BilledOrder,
  event: Exclude<PurchaseOrderEvent, { type: `purchase_order.${Drafting}` }>,
): BilledOrder {
  switch (event.type) {
    case 'purchase_order.paid':
      return { ...state, payments: [...state.payments, { ...event.data, standing: true }] };
    case 'purchase_order.payment_reversed': {
      const { payment_id, reversed_date } = event.data;
      const back = { standing: false, ...(reversed_date === undefined ? {} : { reversed_date }) };
      const payments = state.payments.map((payment) =>
        payment.payment_id === payment_id ? { ...payment, ...back } : payment,
      );
      return { ...state, payments };
    }
    case 'purchase_order.purchased':
      return withPurchases(state, [...state.purchases, event.data]);
    case 'purchase_order.purchase_taken_back':
      return withPurchases(
        state,
        state.purchases.filter((purchase) => purchase.purchase_fk !== event.data.purchase_fk),
      );
    case 'purchase_order.advance_allocated':
      return { ...state, allocations: [...state.allocations, { ...event.data, standing: true }] };
    case 'purchase_order.advance_unallocated': {
      const { allocation_id } = event.data;
      const allocations = state.allocations.map((allocation) =>
        allocation.allocation_id === allocation_id ? { ...allocation, standing: false } : allocation,
      );
      return { ...state, allocations };
    }
    case 'purchase_order.closed':
      return { ...state, status: 'closed', closed_by: event.data.by };
    case 'purchase_order.opened':
      return { ...state, status: 'bill', closed_by: null };
    default:
      return unreachable(event);
  }
}

function withPurchases(state: BilledOrder, purchases: readonly Purchased[]): BilledOrder {
  return { ...state, purchases, delivered: delivered(state.order, purchases) };
}

export function isBilled(state: PurchaseOrderState): state is BilledOrder {
  return state.status === 'bill' || state.status === 'closed';
}

// Commands.

export type PurchaseOrderCommand =
  | DraftCommand<PurchaseOrderInput>
  /** Drafts and bills in one step. */
  | { readonly type: 'enter'; readonly input: PurchaseOrderInput }
  | { readonly type: 'bill' }
  | { readonly type: 'return_to_draft'; readonly reason: string | null }
  | { readonly type: 'pay'; readonly input: PayInput }
  | {
      readonly type: 'reverse_payment';
      readonly payment_id: number;
      readonly reason: string | null;
      readonly date?: string | null;
    }
  | { readonly type: 'purchase'; readonly made: MadePurchase }
  | { readonly type: 'take_back_purchase'; readonly purchase_fk: number }
  | { readonly type: 'close' }
  | { readonly type: 'open'; readonly reason: string | null };

function decide(command: PurchaseOrderCommand, state: PurchaseOrderState, facts: Facts): readonly PurchaseOrderEvent[] {
  const before = state.status === 'draft' ? state.order : undefined;
  const entered = (input: PurchaseOrderInput) => orderFacts(input, facts, before);
  if (isDraftCommand(command)) {
    const draft = state.status === 'draft' ? { ...state, data: state.order } : state;
    return decideDraft(PURCHASE_ORDER, command, draft, { possible: possible(state), facts: entered });
  }
  switch (command.type) {
    case 'enter':
      return state.status === 'none' ? [billed(entered(command.input), null)] : [];
    case 'bill':
      if (state.status === 'bill') return [];
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      return [billed(state.order, state.number)];
    default:
      if (command.type === 'return_to_draft' && state.status === 'draft') return [];
      if (!isBilled(state)) throw wrongState(state.status, possible(state));
      return decideBilled(command, state, facts);
  }
}

function billed(order: PurchaseOrder, number: string | null): PurchaseOrderEvent {
  checkOrder(order);
  return { type: 'purchase_order.billed', v: 1, data: { ...order, number } };
}

type OfADraft = DraftCommand<unknown>['type'] | 'enter' | 'bill';

function decideBilled(
  command: Exclude<PurchaseOrderCommand, { type: OfADraft }>,
  state: BilledOrder,
  facts: Facts,
): readonly PurchaseOrderEvent[] {
  switch (command.type) {
    case 'purchase':
      return purchasedEvents(command.made, state);
    case 'take_back_purchase':
      return reversedEvents(command.purchase_fk, state);
    case 'reverse_payment': {
      const data = reversedPayment(command, state);
      return data ? [{ type: 'purchase_order.payment_reversed', v: 1, data }] : [];
    }
    case 'open':
      if (state.status === 'bill') return [];
      if (!possible(state).includes('open')) throw wrongState(state.status, possible(state));
      return [{ type: 'purchase_order.opened', v: 1, data: { reason: command.reason } }];
    case 'close':
      if (state.status === 'closed') return [];
      return [{ type: 'purchase_order.closed', v: 1, data: { by: 'hand' } }];
    case 'return_to_draft':
      if (!possible(state).includes('return_to_draft')) throw wrongState(state.status, possible(state));
      return [{ type: 'purchase_order.returned_to_draft', v: 1, data: { reason: command.reason } }];
    case 'pay': {
      if (state.status !== 'bill') throw wrongState(state.status, possible(state));
      const data = paymentFacts(command.input, state, facts);
      return data ? [{ type: 'purchase_order.paid', v: 1, data }] : [];
    }
    default:
      return unreachable(command);
  }
}

/**
 * A purchase takes its quantities from the order once; whenever its debt increases, the advances settle as much as
 * possible, of the oldest day first.
 */
function purchasedEvents(made: MadePurchase, state: BilledOrder): PurchaseOrderEvent[] {
  const data = purchasedOf(made, state);
  const events: PurchaseOrderEvent[] = data ? [{ type: 'purchase_order.purchased', v: 1, data }] : [];
  const allocated = allocatedAdvances(made, state);
  events.push(
    ...allocated.map((part): PurchaseOrderEvent => ({ type: 'purchase_order.advance_allocated', v: 1, data: part })),
  );
  if (data && isWhollyPurchased(state.order, [...state.purchases, data])) {
    events.push({ type: 'purchase_order.closed', v: 1, data: { by: 'purchases' } });
  }
  return events;
}

function reversedEvents(purchase_fk: number, state: BilledOrder): PurchaseOrderEvent[] {
  if (!state.purchases.some((purchase) => purchase.purchase_fk === purchase_fk)) return [];
  const unallocated = unreversed(state.allocations)
    .filter((allocation) => allocation.purchase_fk === purchase_fk)
    .map((data): PurchaseOrderEvent => ({ type: 'purchase_order.advance_unallocated', v: 1, data }));
  const events: PurchaseOrderEvent[] = [
    ...unallocated,
    { type: 'purchase_order.purchase_taken_back', v: 1, data: { purchase_fk } },
  ];
  if (state.closed_by === 'purchases') events.push({ type: 'purchase_order.opened', v: 1, data: { reason: null } });
  return events;
}

/** An order closed by its purchases is reopened only by reversing one of them. */
export function possible(state: PurchaseOrderState): readonly string[] {
  const isPaid = isBilled(state) && unreversed(state.payments).length > 0;
  const paid = isPaid ? ['reverse_payment'] : [];
  const isUntouched = isBilled(state) && staying(state.payments).length === 0 && state.purchases.length === 0;
  const isOpenedByHand = state.status === 'closed' && state.closed_by === 'hand';
  return possibleOf(state, 'bill', {
    bill: ['pay', ...paid, 'close', ...(isUntouched ? ['return_to_draft'] : [])],
    closed: isOpenedByHand ? ['open', ...paid] : paid,
  });
}

export const purchaseOrder: Decider<PurchaseOrderState, PurchaseOrderCommand, PurchaseOrderEvent, Facts> = {
  initial: NOT_THERE,
  evolve,
  decide,
};
