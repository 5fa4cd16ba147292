/** The allocation of a later cost over the received goods of a purchase, for display and sending. */

import { baseUnits, lineValues, type SharedBy, wholeQuantity } from '../../../domain/pricing/purchase-values.ts';
import { allocateUnits } from '../../../domain/values/fixed-point.ts';
import { type Money, printMoney, readMoney, toMoney } from '../../../domain/values/money.ts';
import { inBaseUnits, printQuantity, type Quantity, quantity, readQuantity } from '../../../domain/values/quantity.ts';
import type { ReadPurchase } from '../read-purchase.ts';

export interface SharedLine {
  readonly line_id: number;
  readonly item_fk: number;
  /** Ordered with bonus, in the line's unit: what has not come yet takes its share later. */
  readonly count: string;
  /** Price after discounts, in the system currency. */
  readonly value: string;
  /** Weight of the goods in kilograms and their volume in cubic metres, from the item's record; empty when unknown. */
  readonly weight: string;
  readonly volume: string;
  readonly base: Quantity;
}

export function sharedLines(purchase: ReadPurchase): SharedLine[] {
  return lineValues(purchase).map(({ line, whole, net }) => {
    const base = baseUnits(whole);
    const sizeOf = (each: string | null | undefined) => (each ? printQuantity(inBaseUnits(base, quantity(each))) : '');
    const [weight, volume] = [sizeOf(line.unit_weight), sizeOf(line.unit_volume)];
    const { line_id, item_fk } = line;
    const count = printQuantity(wholeQuantity(line));
    return { line_id, item_fk, count, value: printMoney(net.base), weight, volume, base };
  });
}

export type ShareBy = SharedBy | 'hand';
export type Size = 'weight' | 'volume';

export interface Typed {
  /** Keyed by line. */
  readonly sizes: Readonly<Record<Size, Readonly<Record<number, string>>>>;
  readonly shares: Readonly<Record<number, string>>;
}

export const NOTHING_TYPED: Typed = { sizes: { weight: {}, volume: {} }, shares: {} };

export const isSize = (by: ShareBy): by is Size => by === 'weight' || by === 'volume';

export const shownSize = (line: SharedLine, by: Size, { sizes }: Typed): string => sizes[by][line.line_id] ?? line[by];

export const withSize = (typed: Typed, by: Size, line: SharedLine, size: string): Typed => ({
  ...typed,
  sizes: { ...typed.sizes, [by]: { ...typed.sizes[by], [line.line_id]: size } },
});

/**
 * Shares in the order of the lines, in multiples of `unit`, the smallest unit of the cost's currency; with manual
 * allocation the typed ones. Undefined while something is missing.
 */
export function shownShares(
  lines: readonly SharedLine[],
  by: ShareBy,
  amount: string,
  typed: Typed,
  unit: Money,
): (string | undefined)[] {
  if (by === 'hand') return lines.map((line) => typed.shares[line.line_id] ?? '');
  const total = readMoney(amount);
  const weights = lines.map((line) => weightBy(line, by, typed));
  if (total === undefined || weights.some((weight) => weight === undefined)) return lines.map(() => undefined);
  if (weights.every((weight) => weight === 0n)) return lines.map(() => undefined);
  return allocateUnits(
    total,
    weights.filter((weight) => weight !== undefined),
    unit,
  ).map((share) => printMoney(toMoney(share)));
}

function weightBy(line: SharedLine, by: SharedBy, typed: Typed): bigint | undefined {
  if (by === 'value') return readMoney(line.value);
  if (by === 'quantity') return line.base;
  const size = readQuantity(shownSize(line, by, typed));
  return size === undefined || size <= 0n ? undefined : size;
}

/** The unallocated amount of a manual allocation; undefined while a typed amount is invalid. */
export function leftToShare(amount: string, shares: readonly (string | undefined)[]): Money | undefined {
  const total = readMoney(amount);
  const read = shares.map((share) => (share === undefined || share === '' ? 0n : readMoney(share)));
  if (total === undefined || read.some((share) => share === undefined || share < 0n)) return undefined;
  return toMoney(read.reduce<bigint>((left, share) => left - (share ?? 0n), total));
}

/** Typed weights and volumes are not stored in items: the resulting shares are sent as a manual allocation. */
export function sharing(lines: readonly SharedLine[], by: ShareBy, amount: string, typed: Typed, unit: Money) {
  const own = isSize(by) && lines.some((line) => shownSize(line, by, typed) !== line[by]);
  if (by !== 'hand' && !own) return { share_by: by };
  const shares = shownShares(lines, by, amount, typed, unit).flatMap((share, index) => {
    const line = lines[index];
    return line && share && readMoney(share) !== 0n ? [{ line_id: line.line_id, amount: share }] : [];
  });
  return { share_by: 'hand', shares };
}
