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
import { BONUS_LINE } from '../../../domain/sales/totals.ts';
import { cashBack as cashOf } from '../../../domain/till/change.ts';
import type { PaymentEntry, RefundEntry } from '../../../domain/till/device-entry.ts';
import type { RefundedPart, SoldLine, SoldReceipt } from '../device/server-receipt.ts';
import { cashStep, type MoneyTerms } from './payment.ts';
import type { PricedCart } from './priced-cart.ts';

type RefundLine = RefundEntry['lines'][number];

/** Paid or free goods of a line of the receipt, with its earlier refunds. */
export interface Returnable {
  /** The line id; for free goods above those of all lines. */
  readonly key: number;
  readonly line: SoldLine;
  readonly isFree: boolean;
  /** Decimal texts. */
  readonly whole: string;
  readonly before: string;
  readonly left: string;
}

/** Paid goods first. */
export function returnableLines(
  { lines }: Pick<SoldReceipt, 'lines'>,
  refunds: readonly Pick<RefundedPart, 'lines'>[],
): readonly Returnable[] {
  const goods = [
    ...lines.map((line) => ({ line, isFree: false, key: line.line_id })),
    ...lines.map((line) => ({ line, isFree: true, key: line.line_id + BONUS_LINE })),
  ];
  return goods.flatMap(({ line, isFree, key }) => {
    const countOf = (of: Counted) => quantity((isFree ? of.bonus_quantity : of.quantity) ?? '0');
    const whole = countOf(line);
    if (whole <= 0n) return [];
    const back = refunds.flatMap((refund) => refund.lines.filter((returned) => returned.line === line.line_id));
    const before = back.reduce((total, returned) => total + countOf(returned), 0n);
    const texts = { whole: textOf(whole), before: textOf(before), left: textOf(whole - before) };
    return [{ key, line, isFree, ...texts }];
  });
}

type Counted = Pick<SoldLine, 'quantity' | 'bonus_quantity'>;

const textOf = (count: bigint): string => printQuantity(toQuantity(count));

/** The returned quantity by key; other goods are not returned. */
export type Returned = ReadonlyMap<number, string>;

/** Whether a typed quantity is valid: a number from zero to the unreturned quantity. */
export function canComeBack(text: string, { left }: Returnable): boolean {
  const value = readQuantity(text);
  return value !== undefined && value >= 0n && value <= quantity(left);
}

export function refundLines(
  lines: readonly Pick<Returnable, 'key' | 'line' | 'isFree' | 'before'>[],
  returned: Returned,
  decimals: number,
): readonly RefundLine[] {
  const unit = smallestUnit(decimals);
  const isBack = (key: number) => quantity(backOf(key, returned)) > 0n;
  return lines.flatMap(({ key, line, isFree, before }) => {
    const { line_id, item_fk, unit_fk, price, discount_amount, tax_amount, total_amount } = line;
    // Free goods of a line whose paid goods come back are in the same refunded line.
    if (!isBack(key) || (isFree && isBack(line_id))) return [];
    const count = isFree ? '0' : backOf(key, returned);
    const part = (amount: Money) => shareOf(amount, before, count, line.quantity, unit);
    const [discount, tax] = [money(discount_amount), money(tax_amount)];
    const gross = add(subtract(money(total_amount), tax), discount);
    // Each part is rounded separately, as on the server.
    const total = add(subtract(part(gross), part(discount)), part(tax));
    const bonus = line_id + BONUS_LINE;
    return [
      {
        ...{ line: line_id, item_fk, unit_fk, quantity: count, price },
        ...(isBack(bonus) ? { bonus_quantity: backOf(bonus, returned) } : {}),
        discount_amount: printMoney(part(discount)),
        tax_amount: printMoney(part(tax)),
        // A part of goods that cost nearly nothing may be one unit below zero, which the server refuses.
        total_amount: printMoney(total < 0n ? ZERO : total),
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
  /** What is kept for gifts that stay: by this refund, and by all of them. */
  readonly worth?: { readonly now: Money; readonly inAll: Money };
}

/**
 * Repayment: first the amount that the customer still owes for the receipt, then the payment app, then cash in the
 * system currency from `account`, rounded to the step of cash. Amounts of earlier refunds are deducted for each method.
 */
export function paidBack(repaying: Repaying, terms: MoneyTerms, account: number): readonly PaymentEntry[] {
  const { lines, returned, receipt, refunds, worth } = repaying;
  const before = refunds.flatMap(({ payments }) => payments);
  const back: PaymentEntry[] = [];
  let rest = subtract(refundTotal(refundLines(lines, returned, terms.decimals)), worth?.now ?? ZERO);
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
function cashPart(
  { lines, returned, receipt, worth }: Repaying,
  repaid: SoldReceipt['payments'],
  terms: MoneyTerms,
): Money {
  const step = cashStep(terms);
  const paid = lines.filter(({ isFree }) => !isFree);
  const counts = new Map(paid.map(({ key, before }) => [key, sumOf(before, backOf(key, returned))]));
  const parts = paid.map((each) => ({ ...each, before: '0' }));
  const inAll = worth?.inAll ?? ZERO;
  const all = subtract(refundTotal(refundLines(parts, counts, terms.decimals)), inAll);
  const due = subtract(all, sum([paidAs('credit', repaid, terms), paidAs('app', repaid, terms)]));
  const kept = keptCash(receipt, terms) ?? due;
  const isLast = inAll <= 0n && paid.every(({ key, left }) => quantity(backOf(key, returned)) >= quantity(left));
  return cashOf({ due: isLast ? kept : due, kept, before: paidAs('cash', repaid, terms) }, step);
}

const backOf = (key: number, returned: Returned): string => returned.get(key) ?? '0';

const sumOf = (one: string, other: string): string => textOf(quantity(one) + quantity(other));

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

/** The whole unreturned quantity of every line, with its free goods. */
export const everythingLeft = (lines: readonly Returnable[]): Returned =>
  new Map(lines.map(({ key, left }) => [key, left]));

/** Goods without a receipt, at the cart's current prices; a gift comes back with the goods that earned it. */
export function lineOfCart({
  own,
  item_fk,
  unit_fk,
  quantity: count,
  bonus_quantity,
  price,
  amounts,
  total,
}: PricedCart['lines'][number]): RefundLine[] {
  if (!own) return [];
  const discount_amount = printMoney(add(amounts.itemDiscount, amounts.invoiceDiscount));
  const paid = { discount_amount, tax_amount: printMoney(amounts.tax), total_amount: printMoney(total) };
  const free = bonus_quantity ? { bonus_quantity } : {};
  return [{ line: null, item_fk, unit_fk, quantity: count, ...free, price, ...paid }];
}
