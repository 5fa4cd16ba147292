/**
 * What a layaway posts (docs/accounting.md, sections 2 and 5). When it is opened, the deposit:
 *
 *   debit  cash
 *   credit customer advances      an open credit under the layaway's stream
 *
 * When the goods are collected, the postings of a sale less the deposit, as an online order is delivered. When it is
 * cancelled, the deposit is returned, or kept as the income that the document names:
 *
 *   debit  customer advances
 *   credit cash, or the account of the income type
 */

import { currencyOf } from '../../../domain/entries/document-currency.ts';
import { inSystemCurrency, type Posting, posting } from '../../../domain/entries/entry.ts';
import { credit, debit, rule } from '../../../domain/entries/rule-lines.ts';
import { MONEY } from '../../../domain/entries/rule-sides.ts';
import { postCancelled } from '../../../domain/posting/online-order.ts';
import { effectiveTime } from '../../../domain/values/effective-date.ts';
import { money, negate } from '../../../domain/values/money.ts';
import type { Cancelled } from './layaway-events.ts';

/** The rule of a cancelled layaway, as documentation shows it; the others are those of an online order. */
export const CANCELLED_RULE = rule(
  'layaway.ts',
  '5',
  debit('customer-advances', 'paid_in_advance'),
  credit([...MONEY, 'income-type']),
);

/** `document` is the stream of the layaway, under which its deposit is open. */
export function postCancelledLayaway(
  { reason, refund, income_type_fk }: Cancelled,
  document: string,
): Posting | undefined {
  if (income_type_fk === null) {
    return postCancelled({ reason, order_cancellation_message_fk: null, message: null, refund }, document);
  }
  const { outlet_fk: outlet, customer_fk, currency_fk: currency, date, time, prepayment } = refund;
  const party = `customer-${customer_fk}`;
  const amount = money(prepayment.amount);
  const lines = inSystemCurrency(
    [
      { outlet, party, account: { key: 'customer-advances' }, amount },
      { outlet, account: { key: 'income-type', of: income_type_fk }, amount: negate(amount) },
    ],
    currencyOf(refund),
  );
  const settled = { party, currency, date: prepayment.date, document, outlet, amount, credit: true } as const;
  return posting(effectiveTime(date, time, 'in'), lines, [], [settled]);
}
