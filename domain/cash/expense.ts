/**
 * An expense of a type, paid in cash or owed to a supplier. It posts when it is completed and is taken back
 * whole when it returns to draft.
 */
import { type Decider, unreachable } from '../kernel/decider.ts';
import type { PaidCost } from '../kernel/document-rules.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { Facts } from '../kernel/facts.ts';
import { wrongState } from '../kernel/refusal.ts';
import type { ExpenseInput } from './expense.schema.ts';
import { expenseFacts } from './expense-rules.ts';

/** Stream: `expense-<id>` */
export const EXPENSE = 'expense';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a balance or a posting.

export interface Expense extends PaidCost {
  readonly outlet_fk: number;
  readonly expense_type_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly system_currency_fk: number;
  readonly reference_number: string | null;
}

export type ExpenseEvent =
  | DomainEvent<'expense.drafted', Expense>
  | DomainEvent<'expense.draft_changed', Expense>
  | DomainEvent<'expense.discarded', Record<string, never>>
  | DomainEvent<'expense.completed', Expense & { readonly number: string | null }>
  | DomainEvent<'expense.returned_to_draft', { readonly reason: string | null }>;

// State

export type ExpenseState =
  | { readonly status: 'none' }
  | { readonly status: 'discarded'; readonly expense: Expense }
  | { readonly status: 'draft' | 'complete'; readonly expense: Expense; readonly number: string | null };

function evolve(state: ExpenseState, event: ExpenseEvent): ExpenseState {
  switch (event.type) {
    case 'expense.drafted':
      return { status: 'draft', expense: event.data, number: null };
    case 'expense.draft_changed':
      return state.status === 'draft' ? { ...state, expense: event.data } : state;
    case 'expense.discarded':
      return state.status === 'draft' ? { status: 'discarded', expense: state.expense } : state;
    case 'expense.completed': {
      const { number, ...expense } = event.data;
      return { status: 'complete', expense, number };
    }
    case 'expense.returned_to_draft':
      return state.status === 'complete' ? { ...state, status: 'draft' } : state;
    default:
      return unreachable(event);
  }
}

// Commands

export type ExpenseCommand =
  | { readonly type: 'draft'; readonly input: ExpenseInput }
  | { readonly type: 'change'; readonly input: ExpenseInput }
  | { readonly type: 'discard' }
  | { readonly type: 'complete' }
  | { readonly type: 'return_to_draft'; readonly reason: string | null };

function decide(command: ExpenseCommand, state: ExpenseState, facts: Facts): readonly ExpenseEvent[] {
  switch (command.type) {
    case 'draft':
      if (state.status !== 'none') return [];
      return [{ type: 'expense.drafted', v: 1, data: expenseFacts(command.input, facts) }];
    case 'change': {
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      const data = expenseFacts(command.input, facts);
      return JSON.stringify(data) === JSON.stringify(state.expense)
        ? []
        : [{ type: 'expense.draft_changed', v: 1, data }];
    }
    case 'discard':
      if (state.status === 'discarded') return [];
      if (state.status !== 'draft' || state.number !== null) throw wrongState(state.status, possible(state));
      return [{ type: 'expense.discarded', v: 1, data: {} }];
    case 'complete':
      if (state.status === 'complete') return [];
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      return [{ type: 'expense.completed', v: 1, data: { ...state.expense, number: state.number } }];
    case 'return_to_draft':
      if (state.status === 'draft') return [];
      if (state.status !== 'complete') throw wrongState(state.status, possible(state));
      return [{ type: 'expense.returned_to_draft', v: 1, data: { reason: command.reason } }];
    default:
      return unreachable(command);
  }
}

/** The transitions that are possible now. */
export function possible(state: ExpenseState): readonly string[] {
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

export const expense: Decider<ExpenseState, ExpenseCommand, ExpenseEvent, Facts> = {
  initial: { status: 'none' },
  evolve,
  decide,
};
