/**
 * What an online order posts (accounting.md, sections 2 and 5). What is paid with it, at once:
 *
 *   debit  cash
 *   credit customer advances      an open credit under the order's name
 *
 * When it is delivered, what a sale posts (sale.ts), on the day of the delivery, less what was paid in advance:
 *
 *   debit  customer advances      what of the prepayment pays for it
 *   debit  cash                   the rest
 *
 * Returning to confirmed takes back the delivery and leaves the prepayment. A cancellation gives it back:
 *
 *   debit  customer advances, credit cash
 */
import { effectiveTime } from '../kernel/effective-date.ts';
import { type Money, money, negate } from '../kernel/money.ts';
import { rate } from '../kernel/rate.ts';
import { cashKey } from '../ledger/chart.ts';
import type { Cancelled, Delivery, OnlineOrder, Prepayment, Refund } from '../sales/online-order.ts';
import { inSystemCurrency, type Posting, posting, withBatches } from './entry.ts';
import { foreignCash } from './foreign-cash.ts';
import { postSale } from './sale.ts';

/** Movements of foreign cash are numbered apart from those of the delivery. */
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

/** Money is received for a positive amount, refunded for a negative one. */
function moneyOf(
  of: Refund & { readonly prepayment: Prepayment },
  amount: Money,
  document: string,
  first: number,
): Posting {
  const { outlet_fk: outlet, currency_fk: currency, prepayment } = of;
  const party = `customer-${of.customer_fk}`;
  const at = of.rate === null ? undefined : rate(of.rate);
  const lines = inSystemCurrency(
    [
      { outlet, account: { key: cashKey(prepayment.account_type), of: prepayment.account_fk }, amount },
      { outlet, party, account: { key: 'customer-advances' }, amount: negate(amount) },
    ],
    { currency, system: of.system_currency_fk, rate: at },
  );
  const own = { party, currency, date: prepayment.date, document, outlet };
  const credit = { ...own, amount: negate(amount), credit: true } as const;
  return posting(effectiveTime(of.date, of.time, amount > 0n ? 'in' : 'out'), lines, foreignCash(lines, first), [
    at === undefined ? credit : { ...credit, rate: at },
  ]);
}
