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
import type { PaymentEntry, RefundEntry } from '../../../domain/till/device-entry.ts';
import type { RefundedPart, SoldLine, SoldReceipt } from '../device/server-receipt.ts';
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

export function refundLines(lines: readonly Returnable[], returned: Returned, decimals: number): readonly RefundLine[] {
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

/**
 * Repayment: first the amount that the customer still owes for the receipt, then the payment app, then cash in the
 * system currency from `account`. Amounts of earlier refunds are deducted for each method.
 */
export function paidBack(
  total: Money,
  receipt: Pick<SoldReceipt, 'payments'>,
  refunds: readonly Pick<RefundedPart, 'payments'>[],
  account: number,
): readonly PaymentEntry[] {
  const of = (payments: SoldReceipt['payments'], method: PaymentEntry['method']) =>
    sum(payments.filter((payment) => payment.method === method).map(({ amount }) => money(amount)));
  const back: PaymentEntry[] = [];
  let rest = total;
  for (const method of ['credit', 'app'] as const) {
    const given = sum(refunds.map(({ payments }) => of(payments, method)));
    const most = subtract(of(receipt.payments, method), given);
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
  if (rest > 0n) back.push(cashBack(rest, account));
  return back;
}

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
