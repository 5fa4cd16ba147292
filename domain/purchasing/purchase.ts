/**
 * A purchase of goods from a supplier, in cash or on account, with landed costs. It posts when goods are received, all
 * at once or in parts; later costs are applied to the receipts.
 */

import { withDueDay } from '../debts/due-date.ts';
import { paymentOf } from '../debts/paid-now.ts';
import { SUPPLIER_SIDE } from '../debts/transaction-side.ts';
import { type Decider, NOT_THERE, unreachable } from '../deciding/decider.ts';
import type { Facts } from '../deciding/facts.ts';
import { type DraftCommand, decideDraft, isDraftCommand, possibleOf, withoutDraft } from '../documents/draft.ts';
import { everything } from '../pricing/purchase-values.ts';
import { withoutTermsDay } from '../values/due-day.ts';
import { ofDraft, postedNow } from '../values/posting-time.ts';
import { wrongState } from '../values/refusal.ts';
import { nextBill, unbilledReceipts, withBill } from './billing.ts';
import { checkGoodsCost, checkNoAllowance, enteredAllowance } from './costs/allowance.ts';
import {
  allCosts,
  checkNoCostWaits,
  enteredCost,
  laterCosts,
  reshared,
  returnedOf,
  withdrawnCost,
  withoutCost,
} from './costs/later-costs.ts';
import { withCostsPaidBefore } from './costs/paid-before.ts';
import { restsOfCosts, withoutRests } from './costs/rest-of-costs.ts';
import { checkNoLandedCost, isTaken, leftCost, type TakenCost, takenCost } from './costs/taken-cost.ts';
import type {
  AllowanceInput,
  ApplyCostInput,
  BillInput,
  CloseInput,
  ModifySalePriceInput,
  PurchaseInput,
  ReceiveInput,
} from './purchase.schema.ts';
import { PURCHASE, type Purchase, type PurchaseEvent, type Received } from './purchase-events.ts';
import { completedPurchase, isWhollyReceived, nextReceipt, purchaseFacts } from './purchase-rules.ts';
import type { CompletePurchase, PurchaseState } from './purchase-state.ts';
import { salePrices } from './sale-prices.ts';

// State.

function evolve(state: PurchaseState, event: PurchaseEvent): PurchaseState {
  switch (event.type) {
    case 'purchase.drafted':
      return { status: 'draft', purchase: event.data, number: null };
    case 'purchase.draft_changed':
      return state.status === 'draft' ? { ...state, purchase: event.data } : state;
    case 'purchase.discarded':
      return state.status === 'draft' ? { ...withoutDraft(state), purchase: state.purchase } : state;
    case 'purchase.completed': {
      const { number, receive, supplier_transaction_fk, ...purchase } = event.data;
      const paid = supplier_transaction_fk === undefined ? {} : { supplier_transaction_fk };
      const receipts = receive ? [everything(purchase)] : [];
      return { status: 'complete', purchase, number, ...paid, receipts, applied: [] };
    }
    case 'purchase.received': {
      const { purchase: _, ...receipt } = event.data;
      return isComplete(state) ? { ...state, receipts: [...state.receipts, receipt] } : state;
    }
    case 'purchase.received_unbilled': {
      const { purchase: _, ...receipt } = event.data;
      if (!isComplete(state)) return state;
      const before_bill = [...(state.before_bill ?? []), receipt.receipt];
      return { ...state, receipts: [...state.receipts, receipt], before_bill };
    }
    case 'purchase.billed': {
      const { purchase: _, ...bill } = event.data;
      return isComplete(state) ? withBill(state, bill) : state;
    }
    case 'purchase.sale_prices_set':
      return state;
    case 'purchase.cost_applied':
      return isComplete(state) ? { ...state, applied: [...state.applied, event.data] } : state;
    case 'purchase.cost_entered':
      return isComplete(state) ? { ...state, entered: [...(state.entered ?? []), event.data] } : state;
    case 'purchase.cost_shared':
      return isComplete(state) ? { ...state, shared: [...(state.shared ?? []), event.data] } : state;
    case 'purchase.cost_withdrawn':
      return isComplete(state) ? withoutCost(state, event.data.cost_id) : state;
    case 'purchase.returned_to_draft':
      return isComplete(state) ? { status: 'draft', purchase: withAppliedCosts(state), number: state.number } : state;
    case 'purchase.closed':
      return isComplete(state) ? { ...state, status: 'closed' } : state;
    case 'purchase.opened':
      return isComplete(state) ? { ...state, status: 'complete' } : state;
    default:
      return unreachable(event);
  }
}

/** Later costs become costs of the draft when the purchase returns to draft, so that none is lost. */
function withAppliedCosts(state: CompletePurchase): Purchase {
  const { is_paid_before: _, ...purchase } = state.purchase;
  return withoutTermsDay({ ...purchase, costs: allCosts(state) });
}

export function isComplete(state: PurchaseState): state is CompletePurchase {
  return state.status === 'complete' || state.status === 'closed';
}

// Commands.

export type PurchaseCommand =
  | DraftCommand<PurchaseInput>
  /** Drafts and completes in one step. */
  | { readonly type: 'enter'; readonly input: PurchaseInput; readonly receive: boolean }
  | { readonly type: 'complete'; readonly receive: boolean }
  | { readonly type: 'receive'; readonly input: ReceiveInput }
  | { readonly type: 'bill'; readonly input: BillInput }
  | { readonly type: 'apply_cost'; readonly input: ApplyCostInput }
  | { readonly type: 'apply_allowance'; readonly input: AllowanceInput }
  | { readonly type: 'withdraw_cost'; readonly cost_id: number; readonly reason: string | null }
  /** Goods went back, or their return was taken back: later costs are shared over what stayed. */
  | { readonly type: 'share_costs'; readonly returned: readonly Received[] }
  /** A landed cost was completed, or taken back. */
  | { readonly type: 'take_landed_cost'; readonly taken: TakenCost; readonly returned: readonly Received[] }
  | {
      readonly type: 'leave_landed_cost';
      readonly landed_cost_fk: number;
      readonly reason: string | null;
      readonly returned: readonly Received[];
    }
  | { readonly type: 'modify_sale_price'; readonly input: ModifySalePriceInput }
  | { readonly type: 'return_to_draft'; readonly reason: string | null }
  | { readonly type: 'close'; readonly input?: CloseInput }
  | { readonly type: 'open'; readonly reason: string | null };

function decide(command: PurchaseCommand, state: PurchaseState, facts: Facts): readonly PurchaseEvent[] {
  const before = state.status === 'draft' ? state.purchase : undefined;
  const entered = (input: PurchaseInput) => purchaseFacts(input, facts, before);
  if (isDraftCommand(command)) {
    const draft = state.status === 'draft' ? { ...state, data: state.purchase } : state;
    return decideDraft(PURCHASE, command, draft, {
      possible: possible(state),
      facts: (input: PurchaseInput) => ofDraft(entered(input), facts),
    });
  }
  switch (command.type) {
    case 'enter':
      if (state.status !== 'none') return [];
      return completed(entered(command.input), null, command.receive, facts);
    case 'complete':
      if (state.status === 'complete') return [];
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      return completed(postedNow(state.purchase, facts), state.number, command.receive, facts);
    default:
      return decideComplete(command, state, facts);
  }
}

function completed(entered: Purchase, number: string | null, receive: boolean, facts: Facts): readonly PurchaseEvent[] {
  const { purchase: data, later } = withCostsPaidBefore(completedPurchase(entered, receive, facts), receive);
  const payment = paymentOf(SUPPLIER_SIDE, data, facts);
  const paid = payment === undefined ? {} : { supplier_transaction_fk: payment };
  const due = withDueDay(data, { kind: 'supplier', id: data.supplier_fk }, facts);
  return [{ type: 'purchase.completed', v: 1, data: { ...due, number, receive, ...paid } }, ...later];
}

/** Decides commands on a completed purchase. */
function decideComplete(
  command: Exclude<PurchaseCommand, { type: DraftCommand<unknown>['type'] | 'enter' | 'complete' }>,
  state: PurchaseState,
  facts: Facts,
): readonly PurchaseEvent[] {
  if (command.type === 'return_to_draft' && state.status === 'draft') return [];
  if (command.type === 'share_costs') return isComplete(state) ? sharedAnew(state, command.returned) : [];
  if (command.type === 'take_landed_cost') {
    if (!isComplete(state)) throw wrongState(state.status, possible(state));
    return withShares(takenCost(command.taken, state), state, command.returned);
  }
  if (command.type === 'leave_landed_cost') {
    const { landed_cost_fk, reason, returned } = command;
    return isComplete(state) ? withShares(leftCost(landed_cost_fk, reason, state), state, returned) : [];
  }
  if (command.type === 'close' && state.status === 'closed') return [];
  if (command.type === 'open' && state.status === 'complete') return [];
  if (!isOpenFor(command.type, state)) throw wrongState(state.status, possible(state));
  const back = returnedOf(state, facts);
  switch (command.type) {
    case 'receive': {
      const receipt = nextReceipt(command.input, state, facts);
      if (!receipt) return [];
      const type = command.input.billed === false ? 'purchase.received_unbilled' : 'purchase.received';
      // Goods that came are here, whatever was allowed for them.
      const came = { type, v: 1, data: { ...receipt, purchase: state.purchase } } as const;
      const after = evolve(state, came);
      return isComplete(after) ? [came, ...reshared(after, back)] : [came];
    }
    case 'bill': {
      if (!state.before_bill) throw wrongState(state.status, possible(state));
      const bill = nextBill(command.input, state, facts);
      if (!bill) return [];
      return withShares([{ type: 'purchase.billed', v: 1, data: { ...bill, purchase: state.purchase } }], state, back);
    }
    case 'modify_sale_price': {
      const data = salePrices(command.input, state.purchase, facts);
      return data ? [{ type: 'purchase.sale_prices_set', v: 1, data }] : [];
    }
    case 'apply_cost':
      return withShares(enteredCost(command.input, state, facts), state, back);
    case 'apply_allowance':
      return withShares(enteredAllowance(command.input, state, facts), state, back);
    case 'withdraw_cost':
      checkNoLandedCost(state, command.cost_id);
      return withShares(withdrawnCost(command.cost_id, command.reason, state), state, back);
    case 'return_to_draft':
      checkNoAllowance(state);
      checkNoLandedCost(state);
      return [{ type: 'purchase.returned_to_draft', v: 1, data: { reason: command.reason } }];
    case 'close':
      return withShares(closed(command.input?.date ?? undefined, state, facts), state, back);
    case 'open':
      return withShares(opened(command.reason, state), state, back);
    default:
      return unreachable(command);
  }
}

function closed(day: string | undefined, state: CompletePurchase, facts: Facts): readonly PurchaseEvent[] {
  checkNoCostWaits(state);
  return [{ type: 'purchase.closed', v: 1, data: {} }, ...restsOfCosts(day, state, facts)];
}

const opened = (reason: string | null, state: CompletePurchase): readonly PurchaseEvent[] => [
  { type: 'purchase.opened', v: 1, data: { reason } },
  ...withoutRests(state, reason),
];

/** The events, and what they change of the shares of later costs. */
function withShares(
  events: readonly PurchaseEvent[],
  state: CompletePurchase,
  returned: readonly Received[],
): readonly PurchaseEvent[] {
  const after = events.reduce<PurchaseState>(evolve, state);
  return isComplete(after) && events.length > 0 ? [...events, ...sharedAnew(after, returned)] : events;
}

function sharedAnew(state: CompletePurchase, returned: readonly Received[]): readonly PurchaseEvent[] {
  const events = reshared(state, returned);
  const after = events.reduce<PurchaseState>(evolve, state);
  if (isComplete(after)) checkGoodsCost(after);
  return events;
}

export const possible = (state: PurchaseState): readonly string[] =>
  possibleOf(state, 'complete', {
    complete: isComplete(state) ? possibleOfComplete(state) : [],
    closed: isComplete(state) ? possibleOfClosed(state) : [],
  });

const possibleOfComplete = (state: CompletePurchase): readonly string[] => [
  ...(isWhollyReceived(state) ? [] : ['receive']),
  ...possibleOfValue(state),
  'modify_sale_price',
  'return_to_draft',
  'close',
];

const possibleOfClosed = (state: CompletePurchase): readonly string[] => [
  ...(state.receipts.length > 0 ? possibleOfValue(state) : []),
  'open',
];

/** What changes the value of goods that came, and what is owed for them. */
const possibleOfValue = (state: CompletePurchase): readonly string[] => [
  ...(unbilledReceipts(state).length > 0 ? ['bill'] : []),
  'apply_cost',
  'apply_allowance',
  ...(laterCosts(state).some((cost) => !isTaken(cost, state)) ? ['withdraw_cost'] : []),
];

const OF_VALUE: ReadonlySet<string> = new Set(['bill', 'apply_cost', 'apply_allowance', 'withdraw_cost']);

/** The goods of a closed purchase are billed, and their value is corrected, like others. */
const isOpenFor = (command: PurchaseCommand['type'], state: PurchaseState): state is CompletePurchase =>
  isComplete(state) &&
  (state.status === 'complete' || command === 'open' || (OF_VALUE.has(command) && state.receipts.length > 0));

export const purchase: Decider<PurchaseState, PurchaseCommand, PurchaseEvent, Facts> = {
  initial: NOT_THERE,
  evolve,
  decide,
};
