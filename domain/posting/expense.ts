/**
 * What an expense posts when it is completed (docs/accounting.md, section 5):
 *
 *   debit  the account of its expense type
 *   credit cash or payable
 */
import type { Expense } from '../cash/expense.ts';
import type { Posting } from '../entries/entry.ts';
import { postOneAmount } from '../entries/one-amount.ts';
import { paidBy } from '../entries/paid-by.ts';

/** `document` is the stream of the expense. */
export function postExpense(expense: Expense, document: string): Posting {
  const debit = { account: { key: 'expense-type', of: expense.expense_type_fk } } as const;
  return postOneAmount(expense, { debit, credit: paidBy(expense) }, 'out', document);
}
