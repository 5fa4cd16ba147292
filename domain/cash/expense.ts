/**
 * An expense of a type, paid in cash or owed to a supplier. It posts when it is completed and is taken back
 * whole when it returns to draft.
 */
import type { PaidCost } from '../kernel/document-rules.ts';
import { type DraftedEvent, draftedDecider } from '../kernel/drafted.ts';
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

export type ExpenseEvent = DraftedEvent<typeof EXPENSE, Expense>;

export const expense = draftedDecider<typeof EXPENSE, ExpenseInput, Expense>(EXPENSE, { facts: expenseFacts });
