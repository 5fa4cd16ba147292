/** An expense: its type, an amount above zero, and its payment. Foreign amounts are converted at the out rate. */

import { typedDueDay, withDueDay } from '../debts/due-date.ts';
import type { Facts } from '../deciding/facts.ts';
import { type PaidCost, settleCost } from '../documents/costs.ts';
import { checkPlace, known, systemCurrency, timeOf } from '../documents/document-rules.ts';
import { type DraftedEvent, draftedDecider } from '../documents/drafted.ts';
import type { DueDay } from '../values/due-day.ts';
import { Issues } from '../values/refusal.ts';
import type { ExpenseInput } from './expense.schema.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a balance or a posting.

/** Stream: `expense-<id>` */
export const EXPENSE = 'expense';

export interface Expense extends PaidCost, DueDay {
  readonly outlet_fk: number;
  readonly expense_type_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly system_currency_fk: number;
  readonly reference_number: string | null;
}

export type ExpenseEvent = DraftedEvent<typeof EXPENSE, Expense>;

export const expense = draftedDecider<typeof EXPENSE, ExpenseInput, Expense>(EXPENSE, {
  facts: expenseFacts,
  completed: (data, facts) => withDueDay(data, { kind: 'supplier', id: data.supplier_fk }, facts),
});

function expenseFacts(input: ExpenseInput, facts: Facts): Expense {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  known(facts, issues, 'expense_type_fk', 'expense_type', input.expense_type_fk);
  const expense: Expense = {
    outlet_fk: input.outlet_fk,
    expense_type_fk: input.expense_type_fk,
    date: input.date,
    time: timeOf(input, facts),
    system_currency_fk: systemCurrency(facts),
    ...settleCost(input, input, facts, issues, ''),
    ...typedDueDay(input, input.payment_type === 'on_account', issues),
    reference_number: input.reference_number ?? null,
  };
  issues.throwIfAny();
  return expense;
}
