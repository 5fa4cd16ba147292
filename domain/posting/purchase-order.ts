/**
 * What a purchase order posts (docs/accounting.md, sections 3 and 5): only money. An advance payment
 *
 *   debit  supplier advances   at the payment's rate
 *   credit cash                in the currency of the account
 *   debit or credit realised exchange   what the money was rounded to, or where its rate was corrected
 *
 * is a credit with the supplier under the order's stream and the payment's day. It settles purchases made from the
 * order, the oldest payment first:
 *
 *   debit  payable             at the purchase's rate
 *   credit supplier advances   at the payment's rate
 *   debit or credit realised exchange
 *
 * A payment from before it had a rate of its own is open under the order's day, at the order's rate.
 */

import { cashKey } from '../chart/chart.ts';
import { SUPPLIER_SIDE } from '../debts/transaction-side.ts';
import { type Movement, type Posting, posting, reversed } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { foreignCash } from '../entries/foreign-cash.ts';
import type { AdvancePayment, AllocatedAdvance, ReversedAdvance } from '../purchasing/purchase-order-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { type Money, money, negate, subtract } from '../values/money.ts';
import { convert, rate } from '../values/rate.ts';
import { postAllocated, postUnallocated } from './transaction.ts';

/** Movements of foreign cash are numbered by payment; reversals have their own numbers. */
const PAYMENT_STEP = 1_000;
const REVERSAL = 500;

/** The day under which a payment is open: its own, or that of the order for one without a rate of its own. */
export const dayOfAdvance = ({ rate_fk, date, order_date }: AdvancePayment): string =>
  rate_fk === undefined ? order_date : date;

export function postAdvance(of: AdvancePayment, document: string): Posting {
  const at = of.currency_fk === of.system_currency_fk || of.rate === null ? undefined : rate(of.rate);
  const amount = money(of.amount);
  const base = convert(amount, of.currency_fk, of.system_currency_fk, at);
  const party = `supplier-${of.supplier_fk}`;
  const common = { outlet: of.outlet_fk, currency: of.currency_fk, rate: at };
  const account = { key: cashKey(of.account_type ?? 1), of: of.account_fk ?? undefined };
  const lines: EntryLine[] = [
    { ...common, account: { key: 'supplier-advances' }, party, base, foreign: amount },
    ...(of.paid_amount === undefined
      ? [{ ...common, account, base: negate(base), foreign: negate(amount) }]
      : paidInOther(of, money(of.paid_amount), account, base)),
  ];
  const { currency_fk: currency, outlet_fk: outlet } = of;
  const date = dayOfAdvance(of);
  const credit = { party, currency, date, document, outlet, amount: negate(amount) };
  return posting(effectiveTime(of.date, of.time, 'out'), lines, foreignCash(lines, of.payment_id * PAYMENT_STEP), [
    { ...credit, credit: true, ...(at === undefined ? {} : { rate: at }) },
  ]);
}

/** The money of the account in the other currency, and the difference to what the supplier was paid. */
function paidInOther(of: AdvancePayment, paid: Money, account: EntryLine['account'], base: Money): EntryLine[] {
  const { outlet_fk: outlet, system_currency_fk: system, paid_currency_fk: currency = system, paid_rate } = of;
  const at = paid_rate === undefined ? undefined : rate(paid_rate);
  const worth = convert(paid, currency, system, at);
  const difference = subtract(worth, base);
  return [
    { outlet, account, currency, rate: at, base: negate(worth), foreign: negate(paid) },
    {
      outlet,
      account: { key: 'fx-realised' },
      currency: system,
      rate: undefined,
      base: difference,
      foreign: difference,
    },
  ];
}

/** Foreign money returns at the cost at which it left, on the day of the payment or on a later one. */
export function postAdvanceReversed(
  { reversed_date: day, ...of }: AdvancePayment & Pick<ReversedAdvance, 'reversed_date'>,
  document: string,
): Posting {
  const back = reversed(postAdvance(of, document));
  const movements = back.movements.map((movement): Movement => {
    const valued = { by: 'sameCostAs', document, line: movement.line } as const;
    return { ...movement, line: movement.line + REVERSAL, valued };
  });
  return { ...back, ...(day === undefined ? {} : { effective: effectiveTime(day, null, 'in') }), movements };
}

export function postAdvanceAllocated(of: AllocatedAdvance, document: string): Posting {
  return postAllocated(SUPPLIER_SIDE, of, document);
}

export function postAdvanceUnallocated(of: AllocatedAdvance, document: string): Posting {
  return postUnallocated(SUPPLIER_SIDE, of, document);
}
