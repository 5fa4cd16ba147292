/**
 * What an expense posts when it is completed (accounting.md, section 5):
 *
 *   debit  the account of its expense type
 *   credit cash or payable
 */
import type { Expense } from '../cash/expense.ts';
import { effectiveTime } from '../kernel/effective-date.ts';
import { money, negate } from '../kernel/money.ts';
import { rate } from '../kernel/rate.ts';
import { inSystemCurrency, type Posting, posting } from './entry.ts';
import { foreignCash } from './foreign-cash.ts';
import { openedBy } from './open-items.ts';
import { paidBy } from './paid-by.ts';

/** `document` is the stream of the expense: what is owed stays open under that name. */
export function postExpense(expense: Expense, document: string): Posting {
  const amount = money(expense.amount);
  const outlet = expense.outlet_fk;
  const lines = inSystemCurrency(
    [
      { outlet, account: { key: 'expense-type', of: expense.expense_type_fk }, amount },
      { outlet, ...paidBy(expense), amount: negate(amount) },
    ],
    {
      currency: expense.currency_fk,
      system: expense.system_currency_fk,
      rate: expense.rate === null ? undefined : rate(expense.rate),
    },
  );
  const effective = effectiveTime(expense.date, expense.time, 'out');
  return posting(effective, lines, foreignCash(lines), openedBy(lines, expense.date, document));
}
