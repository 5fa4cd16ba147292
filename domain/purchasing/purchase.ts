/**
 * A purchase of goods from a supplier, in cash or on account, with the costs of bringing them here. It posts
 * when goods are received, all at once or in parts; costs that come later are applied to what was received.
 */
import { type Decider, unreachable } from '../kernel/decider.ts';
import type { PaidCost } from '../kernel/document-rules.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { Facts } from '../kernel/facts.ts';
import { wrongState } from '../kernel/refusal.ts';
import type { Discount } from '../sales/totals.ts';
import { everything } from './landed-cost.ts';
import type { ApplyCostInput, PurchaseCostInput, PurchaseInput, ReceiveInput } from './purchase.schema.ts';
import { appliedCosts } from './purchase-costs.ts';
import { checkPurchase, nextReceipt, purchaseFacts } from './purchase-rules.ts';

/** Stream: `purchase-<id>` */
export const PURCHASE = 'purchase';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost, a balance or a posting.

export interface PurchaseLine {
  readonly line_id: number;
  readonly item_fk: number;
  readonly unit_fk: number;
  /** Base units in one unit, and the weight of a base unit, as they were when the line was entered. */
  readonly unit_factor: string;
  readonly unit_weight: string | null;
  readonly quantity: string;
  readonly bonus_quantity: string | null;
  readonly price: string;
  readonly discount: Discount | null;
  readonly tax_fk: number | null;
  readonly tax_percent: string | null;
  readonly tax_recoverable: boolean;
  readonly expire_date: string | null;
  readonly note: string | null;
}

export interface PurchaseCost extends PaidCost {
  readonly cost_id: number;
  readonly cost_type: PurchaseCostInput['cost_type'];
  readonly share_by: 'value' | 'quantity' | 'weight' | 'hand';
  /** By hand only. */
  readonly shares: readonly CostShare[];
}

/** In the cost's currency. */
export interface CostShare {
  readonly line_id: number;
  readonly amount: string;
}

export interface Purchase {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly supplier_fk: number | null;
  readonly date: string;
  readonly time: string | null;
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  readonly rate_fk: number | null;
  readonly rate: string | null;
  readonly payment_type: 'cash' | 'on_account';
  readonly account_fk: number | null;
  readonly account_type: number | null;
  readonly discount: Discount | null;
  readonly costs: readonly PurchaseCost[];
  readonly reference_number: string | null;
  readonly note: string | null;
  readonly lines: readonly PurchaseLine[];
}

/** How much of a line has been received in all, bonus included, in the line's unit. */
export interface Received {
  readonly line_id: number;
  readonly quantity: string;
}

/** Goods that came in together; `receipt` numbers those of a purchase from 0. */
export interface Receipt {
  readonly receipt: number;
  readonly date: string;
  readonly time: string | null;
  readonly before: readonly Received[];
  readonly after: readonly Received[];
}

/** A later cost's share of one receipt, which it counts together with. */
export interface AppliedCost {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly system_currency_fk: number;
  /** Day of the purchase, under which the cost stays open. */
  readonly purchase_date: string;
  readonly receipt: number;
  readonly date: string;
  readonly time: string | null;
  readonly cost: PurchaseCost;
  readonly shares: readonly (CostShare & { readonly item_fk: number })[];
}

export type PurchaseEvent =
  | DomainEvent<'purchase.drafted', Purchase>
  | DomainEvent<'purchase.draft_changed', Purchase>
  | DomainEvent<'purchase.discarded', Record<string, never>>
  /** `receive`: everything came in with it, at its own date. `number` is null until the store gives it. */
  | DomainEvent<'purchase.completed', Purchase & { readonly number: string | null; readonly receive: boolean }>
  | DomainEvent<'purchase.received', Receipt & { readonly purchase: Purchase }>
  | DomainEvent<'purchase.cost_applied', AppliedCost>
  | DomainEvent<'purchase.returned_to_draft', { readonly reason: string | null }>
  | DomainEvent<'purchase.closed', Record<string, never>>
  | DomainEvent<'purchase.opened', { readonly reason: string | null }>;

// State

export type PurchaseState =
  | { readonly status: 'none' }
  | { readonly status: 'discarded'; readonly purchase: Purchase }
  | { readonly status: 'draft'; readonly purchase: Purchase; readonly number: string | null }
  | CompletePurchase;

export interface CompletePurchase {
  readonly status: 'complete' | 'closed';
  readonly purchase: Purchase;
  readonly number: string | null;
  readonly receipts: readonly Receipt[];
  readonly applied: readonly AppliedCost[];
}

function evolve(state: PurchaseState, event: PurchaseEvent): PurchaseState {
  switch (event.type) {
    case 'purchase.drafted':
      return { status: 'draft', purchase: event.data, number: null };
    case 'purchase.draft_changed':
      return state.status === 'draft' ? { ...state, purchase: event.data } : state;
    case 'purchase.discarded':
      return state.status === 'draft' ? { status: 'discarded', purchase: state.purchase } : state;
    case 'purchase.completed': {
      const { number, receive, ...purchase } = event.data;
      return { status: 'complete', purchase, number, receipts: receive ? [everything(purchase)] : [], applied: [] };
    }
    case 'purchase.received': {
      const { purchase: _, ...receipt } = event.data;
      return isComplete(state) ? { ...state, receipts: [...state.receipts, receipt] } : state;
    }
    case 'purchase.cost_applied':
      return isComplete(state) ? { ...state, applied: [...state.applied, event.data] } : state;
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

/** Costs that were applied later are the draft's own when the purchase is entered again: none is lost. */
function withAppliedCosts({ purchase, applied }: CompletePurchase): Purchase {
  const costs = new Map([...purchase.costs, ...applied.map((each) => each.cost)].map((cost) => [cost.cost_id, cost]));
  return { ...purchase, costs: [...costs.values()] };
}

export function isComplete(state: PurchaseState): state is CompletePurchase {
  return state.status === 'complete' || state.status === 'closed';
}

// Commands

export type PurchaseCommand =
  | { readonly type: 'draft'; readonly input: PurchaseInput }
  /** Drafted and completed in one step. */
  | { readonly type: 'enter'; readonly input: PurchaseInput; readonly receive: boolean }
  | { readonly type: 'change'; readonly input: PurchaseInput }
  | { readonly type: 'discard' }
  | { readonly type: 'complete'; readonly receive: boolean }
  | { readonly type: 'receive'; readonly input: ReceiveInput }
  | { readonly type: 'apply_cost'; readonly input: ApplyCostInput }
  | { readonly type: 'return_to_draft'; readonly reason: string | null }
  | { readonly type: 'close' }
  | { readonly type: 'open'; readonly reason: string | null };

function decide(command: PurchaseCommand, state: PurchaseState, facts: Facts): readonly PurchaseEvent[] {
  switch (command.type) {
    case 'draft':
      if (state.status !== 'none') return [];
      return [{ type: 'purchase.drafted', v: 1, data: purchaseFacts(command.input, facts) }];
    case 'enter':
      if (state.status !== 'none') return [];
      return [completed(purchaseFacts(command.input, facts), null, command.receive)];
    case 'change': {
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      const data = purchaseFacts(command.input, facts);
      return JSON.stringify(data) === JSON.stringify(state.purchase)
        ? []
        : [{ type: 'purchase.draft_changed', v: 1, data }];
    }
    case 'discard':
      if (state.status === 'discarded') return [];
      if (state.status !== 'draft' || state.number !== null) throw wrongState(state.status, possible(state));
      return [{ type: 'purchase.discarded', v: 1, data: {} }];
    case 'complete':
      if (state.status === 'complete') return [];
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      return [completed(state.purchase, state.number, command.receive)];
    default:
      return decideComplete(command, state, facts);
  }
}

function completed(data: Purchase, number: string | null, receive: boolean): PurchaseEvent {
  checkPurchase(data);
  return { type: 'purchase.completed', v: 1, data: { ...data, number, receive } };
}

/** What may happen to a purchase that was completed. */
function decideComplete(
  command: Exclude<PurchaseCommand, { type: 'draft' | 'enter' | 'change' | 'discard' | 'complete' }>,
  state: PurchaseState,
  facts: Facts,
): readonly PurchaseEvent[] {
  if (command.type === 'return_to_draft' && state.status === 'draft') return [];
  if (command.type === 'close' && state.status === 'closed') return [];
  if (command.type === 'open' && state.status === 'complete') return [];
  const asked = command.type === 'open' ? 'closed' : 'complete';
  if (state.status !== asked) throw wrongState(state.status, possible(state));
  switch (command.type) {
    case 'receive': {
      const receipt = nextReceipt(command.input, state, facts);
      return receipt ? [{ type: 'purchase.received', v: 1, data: { ...receipt, purchase: state.purchase } }] : [];
    }
    case 'apply_cost':
      return appliedCosts(command.input, state, facts).map((data) => ({ type: 'purchase.cost_applied', v: 1, data }));
    case 'return_to_draft':
      return [{ type: 'purchase.returned_to_draft', v: 1, data: { reason: command.reason } }];
    case 'close':
      return [{ type: 'purchase.closed', v: 1, data: {} }];
    case 'open':
      return [{ type: 'purchase.opened', v: 1, data: { reason: command.reason } }];
    default:
      return unreachable(command);
  }
}

/** The transitions that are possible now. */
export function possible(state: PurchaseState): readonly string[] {
  switch (state.status) {
    case 'none':
      return ['draft'];
    case 'draft':
      return state.number === null ? ['change', 'complete', 'discard'] : ['change', 'complete'];
    case 'complete':
      return ['receive', 'apply_cost', 'return_to_draft', 'close'];
    case 'closed':
      return ['open'];
    case 'discarded':
      return [];
    default:
      return unreachable(state);
  }
}

export const purchase: Decider<PurchaseState, PurchaseCommand, PurchaseEvent, Facts> = {
  initial: { status: 'none' },
  evolve,
  decide,
};
