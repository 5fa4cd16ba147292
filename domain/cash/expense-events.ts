/** What happens to an expense, as it is stored. */
import type { PaidCost } from '../kernel/document-rules.ts';
import type { DraftedEvent } from '../kernel/drafted.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a balance or a posting.

/** Stream: `expense-<id>` */
export const EXPENSE = 'expense';

export interface Expense extends PaidCost {
  readonly outlet_fk: number;
  readonly expense_type_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly system_currency_fk: number;
  readonly reference_number: string | null;
}

export type ExpenseEvent = DraftedEvent<typeof EXPENSE, Expense>;
