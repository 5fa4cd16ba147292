/**
 * What a capital transaction posts (docs/accounting.md, section 5, "Stockholders"):
 *
 *   debit  cash      a contribution
 *   credit capital   of the stockholder
 *
 * A withdrawal posts the same with the sides exchanged; foreign money leaves at its carrying rate.
 */

import { cashKey } from '../chart/chart.ts';
import { currencyOf } from '../entries/document-currency.ts';
import { inSystemCurrency, type Posting, posting } from '../entries/entry.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import { inMoneyGiven } from '../entries/money-given.ts';
import type { CapitalTransaction } from '../equity/capital-transaction.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { money, negate } from '../values/money.ts';

export function postCapitalTransaction(transaction: CapitalTransaction): Posting {
  const isContribution = transaction.transaction_type === 'contribution';
  const amount = isContribution ? money(transaction.amount) : negate(money(transaction.amount));
  const { outlet_fk: outlet, stockholder_fk, account_type, account_fk } = transaction;
  const inDocument = inSystemCurrency(
    [
      { outlet, account: { key: cashKey(account_type), of: account_fk }, amount },
      { outlet, account: { key: 'capital', of: stockholder_fk }, amount: negate(amount) },
    ],
    currencyOf(transaction),
  );
  const lines = inMoneyGiven(transaction, transaction.system_currency_fk, inDocument);
  const effective = effectiveTime(transaction.date, transaction.time, isContribution ? 'in' : 'out');
  return posting(effective, lines, foreignCash(lines));
}
