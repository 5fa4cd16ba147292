/** What an expense must be: its type, an amount above zero, and who is paid. */
import { checkPlace, known, settleCost, systemCurrency, timeOf } from '../kernel/document-rules.ts';
import type { Facts } from '../kernel/facts.ts';
import { Issues } from '../kernel/refusal.ts';
import type { ExpenseInput } from './expense.schema.ts';
import type { Expense } from './expense-events.ts';

export function expenseFacts(input: ExpenseInput, facts: Facts): Expense {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  known(facts, issues, 'expense_type_fk', 'expense_type', input.expense_type_fk);
  const expense: Expense = {
    outlet_fk: input.outlet_fk,
    expense_type_fk: input.expense_type_fk,
    date: input.date,
    time: timeOf(input, facts),
    system_currency_fk: systemCurrency(facts),
    ...settleCost(input, input.outlet_fk, facts, issues, ''),
    reference_number: input.reference_number ?? null,
  };
  issues.throwIfAny();
  return expense;
}
