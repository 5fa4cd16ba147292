/**
 * The value of each purchase line: its price after discounts, its tax, and its share of the landed costs
 * (docs/accounting.md, section 3). Totals are converted once and shared over the lines by largest remainder. Partial
 * receipts take the difference of two cumulative shares, so that all parts add up exactly.
 */

import type { Purchase, PurchaseCost, PurchaseLine, Receipt, Received } from '../purchasing/purchase-events.ts';
import { allocate, allocateUnits, divideRounded } from '../values/fixed-point.ts';
import { type Money, money, smallestUnit, subtract, sum, toMoney, ZERO } from '../values/money.ts';
import { printQuantity, QUANTITY_ONE, type Quantity, quantity, toQuantity } from '../values/quantity.ts';
import { type CurrencyId, convert, rate } from '../values/rate.ts';
import { partOf } from './returned-shares.ts';
import { type DocumentTotals, documentTotals, type PricedDocument } from './totals.ts';

/** An amount in the currency of its document or cost, and in the system currency. */
export interface InBoth {
  readonly foreign: Money;
  readonly base: Money;
}

export interface LineValue {
  readonly line: PurchaseLine;
  /** Including bonus. */
  readonly whole: ExactCount;
  /** After both discounts, before tax. */
  readonly net: InBoth;
  readonly tax: InBoth;
  /** The line's share of each cost, in the order of the purchase's costs. */
  readonly costs: readonly InBoth[];
}

export function purchaseTotals(purchase: Omit<PricedDocument, 'delivery_charge' | 'rounding_step'>): DocumentTotals {
  return documentTotals({ ...purchase, delivery_charge: null, rounding_step: null });
}

export function wholeQuantity(line: PurchaseLine): Quantity {
  return toQuantity(quantity(line.quantity) + quantity(line.bonus_quantity ?? '0'));
}

/**
 * A count of base units with twelve decimals: a quantity times the factor of its unit. Nothing is divided, so shares of
 * amounts are exact, and the same in whatever unit the goods were counted.
 */
export type ExactCount = bigint & { readonly __exact: true };

const asExact = (count: bigint): ExactCount => count as ExactCount;

export const exactly = (count: Quantity, factor: string): ExactCount => asExact(count * quantity(factor));

/** All of a line, including bonus. */
export const wholeOf = (line: PurchaseLine): ExactCount => exactly(wholeQuantity(line), line.unit_factor);

/** In base units, rounded to the sixth decimal. */
export const baseUnits = (count: bigint): Quantity => toQuantity(divideRounded(count, QUANTITY_ONE));

/** The count in the unit of the line where that is exact, otherwise in base units. */
export function countedAs(
  count: bigint,
  { line_id, unit_factor }: Pick<PurchaseLine, 'line_id' | 'unit_factor'>,
): Received {
  const factor = quantity(unit_factor);
  return count % factor === 0n
    ? { line_id, quantity: printQuantity(toQuantity(count / factor)) }
    : { line_id, quantity: printQuantity(baseUnits(count)), unit_factor: '1' };
}

/** The counts of a line, which may name units of their own. */
export function receivedOf(
  line: Pick<PurchaseLine, 'line_id' | 'unit_factor'>,
  received: readonly Received[],
): ExactCount {
  const own = received.filter(({ line_id }) => line_id === line.line_id);
  const counts = own.map(({ quantity: count, unit_factor = line.unit_factor }) =>
    exactly(quantity(count), unit_factor),
  );
  return asExact(counts.reduce<bigint>((total, count) => total + count, 0n));
}

/** The full quantity of each line, including bonus. */
export function wholeLines(purchase: Pick<Purchase, 'lines'>): Received[] {
  return purchase.lines.map((line) => ({ line_id: line.line_id, quantity: printQuantity(wholeQuantity(line)) }));
}

/** The receipt of a purchase that is received completely on completion. */
export function everything(purchase: Pick<Purchase, 'lines' | 'date' | 'time' | 'batches'>): Receipt {
  const { date, time, batches } = purchase;
  return { receipt: 0, date, time, before: [], after: wholeLines(purchase), ...(batches ? { batches } : {}) };
}

/** Throws RangeError when a foreign purchase or cost has no rate. */
export function lineValues(purchase: Purchase): LineValue[] {
  const { lines } = purchaseTotals(purchase);
  const system = purchase.system_currency_fk;
  const amounts = [...lines.map((line) => line.net), ...lines.map((line) => line.tax)];
  const bases = allocate(inSystem(sum(amounts), purchase.currency_fk, purchase.rate, system), amounts);
  const valued = purchase.lines.map((line, index) => ({
    line,
    whole: wholeOf(line),
    net: { foreign: amounts[index] ?? ZERO, base: toMoney(bases[index] ?? ZERO) },
    tax: { foreign: amounts[lines.length + index] ?? ZERO, base: toMoney(bases[lines.length + index] ?? ZERO) },
  }));
  const weighed = valued.map(({ line, whole, net }) => ({ line, received: whole, value: net.base }));
  const shares = purchase.costs.map((cost) => costShares(cost, weighed, system));
  return valued.map((value, index) => ({ ...value, costs: shares.map((share) => share[index] ?? NOTHING) }));
}

const NOTHING: InBoth = { foreign: ZERO, base: ZERO };

/**
 * A part of a line over which a cost is shared: the line, its received quantity, and its value in the system currency.
 */
export interface Weighed {
  readonly line: PurchaseLine;
  readonly received: ExactCount;
  readonly value: Money;
}

/**
 * The cost's shares, in the order of `parts`. With sharing by hand, a line's share is divided over its parts by
 * quantity.
 */
export function costShares(cost: PurchaseCost, parts: readonly Weighed[], system: CurrencyId): InBoth[] {
  if (parts.length === 0) return [];
  const total = money(cost.amount);
  const unit = smallestUnit(cost.decimals);
  const foreign =
    cost.share_by === 'hand'
      ? handShares(cost, parts, unit)
      : allocateUnits(total, weights(cost.share_by, parts), unit);
  const base = allocate(inSystem(total, cost.currency_fk, cost.rate, system), foreign);
  return parts.map((_, index) => ({
    foreign: toMoney(foreign[index] ?? ZERO),
    base: toMoney(base[index] ?? ZERO),
  }));
}

const weights = (by: SharedBy, parts: readonly Weighed[]): bigint[] =>
  parts.map(({ line, received, value }) => (by === 'value' ? value : sizeOf(by, line, baseUnits(received))));

/** What a cost is shared by, unless its shares are entered by hand. */
export type SharedBy = Exclude<PurchaseCost['share_by'], 'hand'>;

type Measured = Pick<PurchaseLine, 'unit_weight' | 'unit_volume'>;

/** The weight or volume of one base unit; zero when it is unknown. */
export const unitSize = (by: 'weight' | 'volume', { unit_weight, unit_volume }: Measured): Quantity =>
  quantity((by === 'weight' ? unit_weight : unit_volume) ?? '0');

/** So many base units of a line, or their weight or volume. */
export const sizeOf = (by: Exclude<SharedBy, 'value'>, line: Measured, count: Quantity): bigint =>
  by === 'quantity' ? count : count * unitSize(by, line);

/** What a refusal says when goods have not what the cost is shared by. */
export const MISSING = { weight: 'weight_missing', volume: 'volume_missing' } as const;

function handShares(cost: PurchaseCost, parts: readonly Weighed[], unit: Money): bigint[] {
  const shares = parts.map(() => 0n);
  for (const { line_id, amount } of cost.shares) {
    const own = parts.flatMap((part, index) => (part.line.line_id === line_id ? [index] : []));
    const divided = allocateUnits(
      money(amount),
      own.map((index) => parts[index]?.received ?? 0n),
      unit,
    );
    own.forEach((index, position) => {
      shares[index] = divided[position] ?? 0n;
    });
  }
  return shares;
}

/** The part of an amount between two cumulative quantities of a whole; payable amounts are multiples of `unit`. */
export function portion(of: InBoth, before: bigint, after: bigint, whole: bigint, unit: Money): InBoth {
  const between = (amount: Money, step: Money) =>
    subtract(partOf(amount, after, whole, step), partOf(amount, before, whole, step));
  return { foreign: between(of.foreign, unit), base: between(of.base, smallestUnit(undefined)) };
}

function inSystem(amount: Money, from: CurrencyId, at: string | null, system: CurrencyId): Money {
  return convert(amount, from, system, at === null ? undefined : rate(at));
}
