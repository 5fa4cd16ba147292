/**
 * What an online order posts (docs/accounting.md, sections 2 and 5). The prepayment, at once:
 *
 *   debit  cash                   in the currency of the account (docs/decisions/0227)
 *   credit customer advances      an open credit under the order's stream
 *
 * On delivery, the postings of a sale (sale.ts), on the day of the delivery, less the prepayment:
 *
 *   debit  customer advances      the used part of the prepayment
 *   debit  cash                   the rest
 *
 * Returning to confirmed reverses the delivery and keeps the prepayment. A cancellation refunds it:
 *
 *   debit  customer advances, credit cash
 */

import { cashKey } from '../chart/chart.ts';
import { inSystemCurrency, type Posting, posting, withBatches } from '../entries/entry.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import { inMoneyGiven } from '../entries/money-given.ts';
import type { Cancelled, Delivery, OnlineOrder, Prepayment, Refund } from '../sales/orders/online-order-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { type Money, money, negate } from '../values/money.ts';
import { rate } from '../values/rate.ts';
import { postSale } from './sale.ts';

/** Offset of the line numbers of prepaid foreign cash, so that they differ from those of the delivery. */
const PREPAYMENT = 1_000;
const REFUND = 2_000;

/** `document` is the stream of the order. */
export function postPrepayment(order: OnlineOrder, document: string): Posting | undefined {
  const { prepayment } = order;
  if (!prepayment) return undefined;
  const { date, time } = prepayment;
  return moneyOf({ ...order, prepayment, date, time }, money(prepayment.amount), document, PREPAYMENT);
}

export function postDelivery({ sale, prepaid, ...delivery }: Delivery, document: string): Posting {
  const before = prepaid ? { amount: money(prepaid.amount), date: prepaid.date } : undefined;
  return withBatches(postSale(sale, document, before), delivery);
}

export function postCancelled({ refund }: Cancelled, document: string): Posting | undefined {
  return refund ? moneyOf(refund, negate(money(refund.prepayment.amount)), document, REFUND) : undefined;
}

/** A positive amount is received, a negative one refunded. */
function moneyOf(
  of: Refund & { readonly prepayment: Prepayment },
  amount: Money,
  document: string,
  first: number,
): Posting {
  const { outlet_fk: outlet, currency_fk: currency, prepayment } = of;
  const party = `customer-${of.customer_fk}`;
  const at = of.rate === null ? undefined : rate(of.rate);
  const whole = inSystemCurrency(
    [
      { outlet, account: { key: cashKey(prepayment.account_type), of: prepayment.account_fk }, amount },
      { outlet, party, account: { key: 'customer-advances' }, amount: negate(amount) },
    ],
    { currency, system: of.system_currency_fk, rate: at },
  );
  const lines = inMoneyGiven(prepayment, of.system_currency_fk, whole);
  const own = { party, currency, date: prepayment.date, document, outlet };
  const credit = { ...own, amount: negate(amount), credit: true } as const;
  return posting(effectiveTime(of.date, of.time, amount > 0n ? 'in' : 'out'), lines, foreignCash(lines, first), [
    at === undefined ? credit : { ...credit, rate: at },
  ]);
}
