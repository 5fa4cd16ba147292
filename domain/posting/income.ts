/**
 * What an income posts when it is completed (accounting.md, section 5):
 *
 *   debit  cash or receivable
 *   credit the account of its income type
 */
import type { Income } from '../cash/income.ts';
import { effectiveTime } from '../kernel/effective-date.ts';
import { money, negate } from '../kernel/money.ts';
import { rate } from '../kernel/rate.ts';
import { inSystemCurrency, type Posting, posting } from './entry.ts';
import { foreignCash } from './foreign-cash.ts';
import { openedBy } from './open-items.ts';
import { receivedFrom } from './paid-by.ts';

/** `document` is the stream of the income: what is owed stays open under that name. */
export function postIncome(income: Income, document: string): Posting {
  const amount = money(income.amount);
  const outlet = income.outlet_fk;
  const lines = inSystemCurrency(
    [
      { outlet, ...receivedFrom(income), amount },
      { outlet, account: { key: 'income-type', of: income.income_type_fk }, amount: negate(amount) },
    ],
    {
      currency: income.currency_fk,
      system: income.system_currency_fk,
      rate: income.rate === null ? undefined : rate(income.rate),
    },
  );
  const effective = effectiveTime(income.date, income.time, 'in');
  return posting(effective, lines, foreignCash(lines), openedBy(lines, income.date, document));
}
