/**
 * What an income posts when it is completed (docs/accounting.md, section 5):
 *
 *   debit  cash or receivable
 *   credit the account of its income type
 */
import type { Income } from '../cash/income.ts';
import type { Posting } from '../entries/entry.ts';
import { postOneAmount } from '../entries/one-amount.ts';
import { receivedFrom } from '../entries/paid-by.ts';

/** `document` is the stream of the income. */
export function postIncome(income: Income, document: string): Posting {
  const credit = { account: { key: 'income-type', of: income.income_type_fk } } as const;
  return postOneAmount(income, { debit: receivedFrom(income), credit }, 'in', document);
}
