/**
 * Goods that come back from a customer, as a rule from one of our sales: at its prices, discounts, tax and
 * recorded cost. It posts when it is completed, and is taken back whole when it returns to draft.
 */
import { type Decider, unreachable } from '../kernel/decider.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { Facts } from '../kernel/facts.ts';
import { wrongState } from '../kernel/refusal.ts';
import type { SaleReturnInput } from './sale-return.schema.ts';
import { completedReturn, returnFacts } from './sale-return-rules.ts';
import type { Discount } from './totals.ts';

/** Stream: `sale_return-<id>` */
export const SALE_RETURN = 'sale_return';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost, a balance or a posting.

export interface SaleReturnLine {
  readonly line_id: number;
  readonly sale_line_id: number | null;
  readonly item_fk: number;
  readonly item_type: 'goods' | 'service';
  readonly unit_fk: number;
  /** Base units in one unit. */
  readonly unit_factor: string;
  readonly quantity: string;
  readonly bonus_quantity: string | null;
  /** What had come back of the sale's line before, and of the goods given free with it. */
  readonly returned_before: string;
  readonly bonus_returned_before: string;
  readonly price: string;
  readonly discount: Discount | null;
  readonly tax_percent: string | null;
  /** Price × quantity, shares of both discounts and of the tax, in the currency of the return. */
  readonly gross_amount: string;
  readonly discount_amount: string;
  readonly tax_amount: string;
  readonly note: string | null;
}

export interface SaleReturn {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly sale_fk: number | null;
  readonly sale_date: string | null;
  readonly customer_fk: number | null;
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
  readonly rounding_step: string | null;
  /** What of it closes the sale's own debt; the rest stays the customer's credit. Null while a draft. */
  readonly settled_amount: string | null;
  readonly reference_number: string | null;
  readonly note: string | null;
  readonly lines: readonly SaleReturnLine[];
}

export type SaleReturnEvent =
  | DomainEvent<'sale_return.drafted', SaleReturn>
  | DomainEvent<'sale_return.draft_changed', SaleReturn>
  | DomainEvent<'sale_return.discarded', Record<string, never>>
  | DomainEvent<'sale_return.completed', SaleReturn & { readonly number: string | null }>
  | DomainEvent<'sale_return.returned_to_draft', { readonly reason: string | null }>;

// State

export type SaleReturnState =
  | { readonly status: 'none' }
  | { readonly status: 'discarded'; readonly saleReturn: SaleReturn }
  | { readonly status: 'draft' | 'complete'; readonly saleReturn: SaleReturn; readonly number: string | null };

function evolve(state: SaleReturnState, event: SaleReturnEvent): SaleReturnState {
  switch (event.type) {
    case 'sale_return.drafted':
      return { status: 'draft', saleReturn: event.data, number: null };
    case 'sale_return.draft_changed':
      return state.status === 'draft' ? { ...state, saleReturn: event.data } : state;
    case 'sale_return.discarded':
      return state.status === 'draft' ? { status: 'discarded', saleReturn: state.saleReturn } : state;
    case 'sale_return.completed': {
      const { number, ...saleReturn } = event.data;
      return { status: 'complete', saleReturn, number };
    }
    case 'sale_return.returned_to_draft':
      return state.status === 'complete' ? { ...state, status: 'draft' } : state;
    default:
      return unreachable(event);
  }
}

// Commands

export type SaleReturnCommand =
  | { readonly type: 'draft'; readonly input: SaleReturnInput }
  | { readonly type: 'change'; readonly input: SaleReturnInput }
  | { readonly type: 'discard' }
  | { readonly type: 'complete' }
  | { readonly type: 'return_to_draft'; readonly reason: string | null };

function decide(command: SaleReturnCommand, state: SaleReturnState, facts: Facts): readonly SaleReturnEvent[] {
  switch (command.type) {
    case 'draft':
      if (state.status !== 'none') return [];
      return [{ type: 'sale_return.drafted', v: 1, data: returnFacts(command.input, facts) }];
    case 'change': {
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      const data = returnFacts(command.input, facts);
      return JSON.stringify(data) === JSON.stringify(state.saleReturn)
        ? []
        : [{ type: 'sale_return.draft_changed', v: 1, data }];
    }
    case 'discard':
      if (state.status === 'discarded') return [];
      if (state.status !== 'draft' || state.number !== null) throw wrongState(state.status, possible(state));
      return [{ type: 'sale_return.discarded', v: 1, data: {} }];
    case 'complete': {
      if (state.status === 'complete') return [];
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      const data = { ...completedReturn(state.saleReturn, facts), number: state.number };
      return [{ type: 'sale_return.completed', v: 1, data }];
    }
    case 'return_to_draft':
      if (state.status === 'draft') return [];
      if (state.status !== 'complete') throw wrongState(state.status, possible(state));
      return [{ type: 'sale_return.returned_to_draft', v: 1, data: { reason: command.reason } }];
    default:
      return unreachable(command);
  }
}

/** The transitions that are possible now. */
export function possible(state: SaleReturnState): readonly string[] {
  switch (state.status) {
    case 'none':
      return ['draft'];
    case 'draft':
      return state.number === null ? ['change', 'complete', 'discard'] : ['change', 'complete'];
    case 'complete':
      return ['return_to_draft'];
    case 'discarded':
      return [];
    default:
      return unreachable(state);
  }
}

export const saleReturn: Decider<SaleReturnState, SaleReturnCommand, SaleReturnEvent, Facts> = {
  initial: { status: 'none' },
  evolve,
  decide,
};
