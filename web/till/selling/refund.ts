/**
 * The refund of a receipt: lines and quantities at their paid amounts, and repayment by the original methods. Partial
 * amounts are differences of cumulative shares, so that all parts add up exactly to the receipt.
 */

import type { Facts } from '../../../domain/deciding/facts.ts';
import { isPart } from '../../../domain/documents/whole-quantities.ts';
import type { InUnit } from '../../../domain/pricing/returned-quantities.ts';
import { shareOf } from '../../../domain/pricing/returned-shares.ts';
import { BONUS_LINE } from '../../../domain/pricing/totals.ts';
import { inUnit } from '../../../domain/sales/goods-return.ts';
import type { PaymentEntry, RefundEntry } from '../../../domain/till/device-entry.schema.ts';
import { cashBack as cashOf } from '../../../domain/till/receipts/change.ts';
import { backOf as backInBase } from '../../../domain/till/receipts/refunded-lines.ts';
import { type BatchQuantity, hasSerials, isWholeBatch, NO_BATCH, tracksBatches } from '../../../domain/values/batch.ts';
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
} from '../../../domain/values/money.ts';
import {
  inBaseUnits,
  printQuantity,
  QUANTITY_ONE,
  quantity,
  readQuantity,
  toQuantity,
} from '../../../domain/values/quantity.ts';
import { convert, IQD, rate, USD } from '../../../domain/values/rate.ts';
import type { RefundedPart, SoldLine, SoldReceipt } from '../device/server-receipt.ts';
import { cashStep, type MoneyTerms } from './payment.ts';
import type { PricedCart } from './priced-cart.ts';

type RefundLine = RefundEntry['lines'][number];

/** Paid or free goods of a line of the receipt, with its earlier refunds. */
export interface Returnable {
  /** The line id; for free goods above those of all lines. */
  readonly key: number;
  /** The line with the unit in which it comes back, and its quantities and price in that unit. */
  readonly line: SoldLine & InUnit;
  /** The units in which it can come back: those in which all its quantities are exact. */
  readonly units: readonly InUnit[];
  readonly isFree: boolean;
  /** Decimal texts, in the unit of `line`. */
  readonly whole: string;
  readonly before: string;
  readonly left: string;
}

/** The units of an item; empty where the item is not known, so that its goods come back in the unit of the receipt. */
export type UnitsOf = (item: number) => readonly InUnit[];

/** The units in which goods come back, by number of the line: that of the receipt where none is chosen. */
export type ChosenUnits = ReadonlyMap<number, number>;

/** Paid goods first. */
export function returnableLines(
  { lines }: Pick<SoldReceipt, 'lines'>,
  refunds: readonly Pick<RefundedPart, 'lines'>[],
  unitsOf: UnitsOf = () => [],
  chosen: ChosenUnits = new Map(),
): readonly Returnable[] {
  const parts = refundedIn(refunds, lines, unitsOf);
  const goods = lines.map((sold) => ({ ...sold, unit_factor: factorIn(unitsOf, sold.item_fk, sold.unit_fk) }));
  const counted = goods.map((sold) => {
    const whole = backInBase([{ lines: [sold] }], sold.line_id);
    const before = backInBase(parts, sold.line_id);
    const counts = [whole.sold, before.sold, whole.bonus, before.bonus];
    const isExact = ({ unit_factor }: InUnit) =>
      counts.every((count) => (count * QUANTITY_ONE) % quantity(unit_factor) === 0n);
    const others = unitsOf(sold.item_fk).filter(({ unit_fk }) => unit_fk !== sold.unit_fk);
    const exact = [sold, ...others].filter(isExact).map(({ unit_fk, unit_factor }) => ({ unit_fk, unit_factor }));
    const units = exact.length > 0 ? exact : [{ unit_fk: sold.unit_fk, unit_factor: sold.unit_factor }];
    const unit = units.find(({ unit_fk }) => unit_fk === chosen.get(sold.line_id)) ?? units[0] ?? sold;
    const count = (base: bigint) => textOf((base * QUANTITY_ONE) / quantity(unit.unit_factor));
    const line = { ...inUnit(sold, unit), quantity: count(whole.sold), bonus_quantity: count(whole.bonus) };
    return { line, units, count, whole, before };
  });
  const returnable = (isFree: boolean) => (of: (typeof counted)[number]) => {
    const [whole, before] = isFree ? [of.whole.bonus, of.before.bonus] : [of.whole.sold, of.before.sold];
    if (whole <= 0n) return [];
    const texts = { whole: of.count(whole), before: of.count(before), left: of.count(whole - before) };
    const key = of.line.line_id + (isFree ? BONUS_LINE : 0);
    return [{ key, line: of.line, units: of.units, isFree, ...texts }];
  };
  return [...counted.flatMap(returnable(false)), ...counted.flatMap(returnable(true))];
}

/** Number of base units in a unit; 1 where the item is not known. */
export const factorIn = (unitsOf: UnitsOf, item: number, unit: number): string =>
  unitsOf(item).find(({ unit_fk }) => unit_fk === unit)?.unit_factor ?? '1';

/** Refunds with the units of their lines, which are those of the receipt where an earlier server does not say. */
export const refundedIn = (
  refunds: readonly Pick<RefundedPart, 'lines'>[],
  lines: readonly SoldLine[],
  unitsOf: UnitsOf,
) =>
  refunds.map((refund) => ({
    lines: refund.lines.flatMap((back) => {
      const sold = lines.find(({ line_id }) => line_id === back.line);
      if (!sold) return [];
      const { unit_fk = sold.unit_fk, quantity, bonus_quantity = null } = back;
      const unit_factor = factorIn(unitsOf, sold.item_fk, unit_fk);
      return [{ line_id: sold.line_id, unit_fk, unit_factor, quantity, bonus_quantity }];
    }),
  }));

const textOf = (count: bigint): string => printQuantity(toQuantity(count));

/** The returned quantity by key; other goods are not returned. */
export type Returned = ReadonlyMap<number, string>;

/** Whether a typed quantity is valid: a number from zero to the unreturned quantity. */
export function canComeBack(text: string, { left }: Returnable): boolean {
  const value = readQuantity(text);
  return value !== undefined && value >= 0n && value <= quantity(left);
}

/** False for a part of goods that were sold as a whole, in a unit that is whole only. */
export function isWholeAsSold(text: string, { line, whole }: Returnable, facts: Pick<Facts, 'record'>): boolean {
  return isPart(quantity(whole), { ...line }, facts) || !isPart(quantity(text), { ...line }, facts);
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
        line: line_id,
        item_fk,
        unit_fk,
        quantity: count,
        price,
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
  method: 'cash',
  amount: printMoney(amount),
  account_fk: account,
  rate_fk: null,
  rate: null,
  reference_number: null,
});

/** The whole unreturned quantity of every line, with its free goods. */
export const everythingLeft = (lines: readonly Returnable[]): Returned =>
  new Map(lines.map(({ key, left }) => [key, left]));

type CartGoods = Pick<PricedCart['lines'][number], 'own' | 'item' | 'unit_factor' | 'quantity' | 'bonus_quantity'>;

/** The scanned or chosen batch of goods that come back: what would be sold next says nothing of them. */
export function batchesBack({ own, item, unit_factor, quantity: count, bonus_quantity }: CartGoods): BatchQuantity[] {
  if (!own?.batch || !tracksBatches(item)) return [];
  const both = toQuantity(quantity(count) + quantity(bonus_quantity ?? '0'));
  return [{ ...own.batch, quantity: printQuantity(inBaseUnits(both, quantity(unit_factor))) }];
}

/** Whether the batch on the package is still to be asked for. */
export const lacksBatch = ({ own, item }: Pick<CartGoods, 'own' | 'item'>): boolean =>
  own !== undefined && (!isWholeBatch(item, own.batch ?? NO_BATCH) || (hasSerials(item) && own.quantity !== '1'));

/** Goods without a receipt, at the cart's current prices; a gift comes back with the goods that earned it. */
export function lineOfCart({
  own,
  item,
  unit_factor,
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
  const batches = batchesBack({ own, item, unit_factor, quantity: count, bonus_quantity });
  const named = batches.length > 0 ? { batches: [...batches] } : {};
  return [{ line: null, item_fk, unit_fk, quantity: count, ...free, price, ...named, ...paid }];
}
