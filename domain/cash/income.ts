/**
 * An income of a type that is no sale, received in cash or owed by a customer. It posts when it is completed and
 * is taken back whole when it returns to draft.
 */
import { type Decider, unreachable } from '../kernel/decider.ts';
import type { SettledCurrency } from '../kernel/document-rules.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { Facts } from '../kernel/facts.ts';
import { wrongState } from '../kernel/refusal.ts';
import type { IncomeInput } from './income.schema.ts';
import { incomeFacts } from './income-rules.ts';

/** Stream: `income-<id>` */
export const INCOME = 'income';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a balance or a posting.

export interface Income extends SettledCurrency {
  readonly outlet_fk: number;
  readonly income_type_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly amount: string;
  readonly payment_type: 'cash' | 'on_account';
  readonly customer_fk: number | null;
  readonly account_fk: number | null;
  readonly account_type: number | null;
  readonly reference_number: string | null;
  readonly note: string | null;
}

export type IncomeEvent =
  | DomainEvent<'income.drafted', Income>
  | DomainEvent<'income.draft_changed', Income>
  | DomainEvent<'income.discarded', Record<string, never>>
  | DomainEvent<'income.completed', Income & { readonly number: string | null }>
  | DomainEvent<'income.returned_to_draft', { readonly reason: string | null }>;

// State

export type IncomeState =
  | { readonly status: 'none' }
  | { readonly status: 'discarded'; readonly income: Income }
  | { readonly status: 'draft' | 'complete'; readonly income: Income; readonly number: string | null };

function evolve(state: IncomeState, event: IncomeEvent): IncomeState {
  switch (event.type) {
    case 'income.drafted':
      return { status: 'draft', income: event.data, number: null };
    case 'income.draft_changed':
      return state.status === 'draft' ? { ...state, income: event.data } : state;
    case 'income.discarded':
      return state.status === 'draft' ? { status: 'discarded', income: state.income } : state;
    case 'income.completed': {
      const { number, ...income } = event.data;
      return { status: 'complete', income, number };
    }
    case 'income.returned_to_draft':
      return state.status === 'complete' ? { ...state, status: 'draft' } : state;
    default:
      return unreachable(event);
  }
}

// Commands

export type IncomeCommand =
  | { readonly type: 'draft'; readonly input: IncomeInput }
  | { readonly type: 'change'; readonly input: IncomeInput }
  | { readonly type: 'discard' }
  | { readonly type: 'complete' }
  | { readonly type: 'return_to_draft'; readonly reason: string | null };

function decide(command: IncomeCommand, state: IncomeState, facts: Facts): readonly IncomeEvent[] {
  switch (command.type) {
    case 'draft':
      if (state.status !== 'none') return [];
      return [{ type: 'income.drafted', v: 1, data: incomeFacts(command.input, facts) }];
    case 'change': {
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      const data = incomeFacts(command.input, facts);
      return JSON.stringify(data) === JSON.stringify(state.income)
        ? []
        : [{ type: 'income.draft_changed', v: 1, data }];
    }
    case 'discard':
      if (state.status === 'discarded') return [];
      if (state.status !== 'draft' || state.number !== null) throw wrongState(state.status, possible(state));
      return [{ type: 'income.discarded', v: 1, data: {} }];
    case 'complete':
      if (state.status === 'complete') return [];
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      return [{ type: 'income.completed', v: 1, data: { ...state.income, number: state.number } }];
    case 'return_to_draft':
      if (state.status === 'draft') return [];
      if (state.status !== 'complete') throw wrongState(state.status, possible(state));
      return [{ type: 'income.returned_to_draft', v: 1, data: { reason: command.reason } }];
    default:
      return unreachable(command);
  }
}

/** The transitions that are possible now. */
export function possible(state: IncomeState): readonly string[] {
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

export const income: Decider<IncomeState, IncomeCommand, IncomeEvent, Facts> = {
  initial: { status: 'none' },
  evolve,
  decide,
};
