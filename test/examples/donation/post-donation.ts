/**
 * What a donation posts when it is completed:
 *
 *   debit  the account of its expense type
 *   credit the cash account that pays
 */

import { inSystemCurrency, type Posting, posting } from '../../../domain/entries/entry.ts';
import { foreignCash } from '../../../domain/entries/foreign-cash.ts';
import { paidBy } from '../../../domain/entries/paid-by.ts';
import { credit, debit, rule } from '../../../domain/entries/rule-lines.ts';
import { effectiveTime } from '../../../domain/values/effective-date.ts';
import { money, negate } from '../../../domain/values/money.ts';
import { rate } from '../../../domain/values/rate.ts';
import type { Donation } from './donation.ts';

/** The rule as documentation shows it. */
export const DONATION_RULE = rule(
  'donation.ts',
  '5',
  debit('expense-type'),
  credit(['cash', 'bank', 'remittance'], 'paid'),
);

export function postDonation(donated: Donation): Posting {
  const amount = money(donated.amount);
  const outlet = donated.outlet_fk;
  const payment = { ...donated, payment_type: 'cash', supplier_fk: null } as const;
  const lines = inSystemCurrency(
    [
      { outlet, account: { key: 'expense-type', of: donated.expense_type_fk }, amount },
      { outlet, ...paidBy(payment), amount: negate(amount) },
    ],
    {
      currency: donated.currency_fk,
      system: donated.system_currency_fk,
      rate: donated.rate === null ? undefined : rate(donated.rate),
    },
  );
  return posting(effectiveTime(donated.date, donated.time, 'out'), lines, foreignCash(lines));
}
