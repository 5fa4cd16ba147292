/**
 * The refund of a receipt: lines and quantities at their paid amounts, and repayment by the original methods. Partial
 * amounts are differences of cumulative shares, so that all parts add up exactly to the receipt.
 */
import { shareOf } from '../../../domain/catalogue/returned-quantities.ts';
import {
  add,
  lesser,
  type Money,
  money,
  printMoney,
  smallestUnit,
  subtract,
  sum,
  ZERO,
} from '../../../domain/kernel/money.ts';
import { printQuantity, quantity, readQuantity, toQuantity } from '../../../domain/kernel/quantity.ts';
import { convert, IQD, rate, USD } from '../../../domain/kernel/rate.ts';
import { payableCash } from '../../../domain/till/change.ts';
import type { PaymentEntry, RefundEntry } from '../../../domain/till/device-entry.ts';
import type { RefundedPart, SoldLine, SoldReceipt } from '../device/server-receipt.ts';
import { cashStep, type MoneyTerms } from './payment.ts';
import type { PricedCart } from './priced-cart.ts';

type RefundLine = RefundEntry['lines'][number];

/** A line of the receipt with its earlier refunds. */
export interface Returnable {
  readonly line: SoldLine;
  /** Decimal text. */
  readonly before: string;
  readonly left: string;
}

/** Free goods have no amount to refund and are excluded. */
export function returnableLines(
  receipt: Pick<SoldReceipt, 'lines'>,
  refunds: readonly Pick<RefundedPart, 'lines'>[],
): readonly Returnable[] {
  return receipt.lines.flatMap((line) => {
    const whole = quantity(line.quantity);
    if (whole <= 0n) return [];
    const back = refunds.flatMap(({ lines }) => lines.filter((returned) => returned.line === line.line_id));
    const before = back.reduce((total, returned) => total + quantity(returned.quantity), 0n);
    return [{ line, before: printQuantity(toQuantity(before)), left: printQuantity(toQuantity(whole - before)) }];
  });
}

/** The returned quantity by line id; other lines are not returned. */
export type Returned = ReadonlyMap<number, string>;

/** Whether a typed quantity is valid: a number from zero to the unreturned quantity. */
export function canComeBack(text: string, { left }: Returnable): boolean {
  const value = readQuantity(text);
  return value !== undefined && value >= 0n && value <= quantity(left);
}

export function refundLines(
  lines: readonly Pick<Returnable, 'line' | 'before'>[],
  returned: Returned,
  decimals: number,
): readonly RefundLine[] {
  const unit = smallestUnit(decimals);
  return lines.flatMap(({ line, before }) => {
    const count = returned.get(line.line_id) ?? '0';
    if ((readQuantity(count) ?? 0n) <= 0n) return [];
    const part = (amount: string) => shareOf(money(amount), before, count, line.quantity, unit);
    const { item_fk, unit_fk, price, discount_amount, tax_amount, total_amount } = line;
    return [
      {
        ...{ line: line.line_id, item_fk, unit_fk, quantity: count, price },
        discount_amount: printMoney(part(discount_amount)),
        tax_amount: printMoney(part(tax_amount)),
        total_amount: printMoney(part(total_amount)),
      },
    ];
  });
}

export const refundTotal = (lines: readonly Pick<RefundLine, 'total_amount'>[]): Money =>
  sum(lines.map(({ total_amount }) => money(total_amount)));

/** A refund of returned quantities, with the receipt and its earlier refunds. */
export interface Repaying {
  readonly lines: readonly Returnable[];
  readonly returned: Returned;
  readonly receipt: Pick<SoldReceipt, 'payments' | 'change'>;
  readonly refunds: readonly Pick<RefundedPart, 'payments'>[];
}

/**
 * Repayment: first the amount that the customer still owes for the receipt, then the payment app, then cash in the
 * system currency from `account`, rounded to the step of cash. Amounts of earlier refunds are deducted for each method.
 */
export function paidBack(repaying: Repaying, terms: MoneyTerms, account: number): readonly PaymentEntry[] {
  const { lines, returned, receipt, refunds } = repaying;
  const before = refunds.flatMap(({ payments }) => payments);
  const back: PaymentEntry[] = [];
  let rest = refundTotal(refundLines(lines, returned, terms.decimals));
  for (const method of ['credit', 'app'] as const) {
    const most = subtract(paidAs(method, receipt.payments, terms), paidAs(method, before, terms));
    const part = lesser(rest, most > 0n ? most : ZERO);
    if (part <= 0n) continue;
    back.push({
      method,
      amount: printMoney(part),
      account_fk: null,
      rate_fk: null,
      rate: null,
      reference_number: null,
    });
    rest = subtract(rest, part);
  }
  const cash = cashPart(repaying, [...before, ...back], terms);
  return cash > 0n ? [...back, cashBack(cash, account)] : back;
}

/**
 * The payable cash of all parts together, less the cash of earlier parts. The last part takes the rest of the cash that
 * was kept. `repaid` are all payments to the customer, except the cash of this part.
 */
function cashPart({ lines, returned, receipt }: Repaying, repaid: SoldReceipt['payments'], terms: MoneyTerms): Money {
  const step = cashStep(terms);
  const parts = lines.map(({ line, before }) => ({ line, before: '0', back: sumOf(before, backOf(line, returned)) }));
  const counts = new Map(parts.map(({ line, back }) => [line.line_id, back]));
  const all = refundTotal(refundLines(parts, counts, terms.decimals));
  const due = subtract(all, sum([paidAs('credit', repaid, terms), paidAs('app', repaid, terms)]));
  const kept = keptCash(receipt, terms) ?? due;
  const isLast = lines.every(({ line, left }) => quantity(backOf(line, returned)) >= quantity(left));
  const together = payableCash(isLast ? kept : lesser(due, kept), step);
  return payableCash(subtract(together, paidAs('cash', repaid, terms)), step);
}

const backOf = ({ line_id }: SoldLine, returned: Returned): string => returned.get(line_id) ?? '0';

const sumOf = (one: string, other: string): string =>
  printQuantity(toQuantity((readQuantity(one) ?? 0n) + (readQuantity(other) ?? 0n)));

/** Payments by the method, in the system currency. */
const paidAs = (method: PaymentEntry['method'], payments: SoldReceipt['payments'], terms: MoneyTerms): Money =>
  sum(payments.filter((payment) => payment.method === method).map((payment) => baseOf(payment, terms)));

function baseOf({ amount, rate: at }: SoldReceipt['payments'][number], { currency_fk: system }: MoneyTerms): Money {
  if (!at) return money(amount);
  return convert(money(amount), system === IQD ? USD : IQD, system, rate(at));
}

/** The cash of the receipt that stayed in the drawer; undefined when the change is unknown. */
const keptCash = ({ payments, change }: Repaying['receipt'], terms: MoneyTerms): Money | undefined =>
  change === undefined ? undefined : subtract(paidAs('cash', payments, terms), money(change));

/** Cash in the system currency. */
export const cashBack = (amount: Money, account: number): PaymentEntry => ({
  ...{ method: 'cash', amount: printMoney(amount), account_fk: account },
  ...{ rate_fk: null, rate: null, reference_number: null },
});

/** The whole unreturned quantity of every line. */
export const everythingLeft = (lines: readonly Returnable[]): Returned =>
  new Map(lines.map(({ line, left }) => [line.line_id, left]));

/** Goods without a receipt, at the cart's current prices; free goods of promotions cannot be returned. */
export function lineOfCart({
  own,
  item_fk,
  unit_fk,
  quantity: count,
  price,
  amounts,
  total,
}: PricedCart['lines'][number]): RefundLine[] {
  if (!own) return [];
  const discount_amount = printMoney(add(amounts.itemDiscount, amounts.invoiceDiscount));
  const paid = { discount_amount, tax_amount: printMoney(amounts.tax), total_amount: printMoney(total) };
  return [{ line: null, item_fk, unit_fk, quantity: count, price, ...paid }];
}
