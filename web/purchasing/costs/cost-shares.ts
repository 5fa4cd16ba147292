/** The allocation of a later cost over the received goods of a purchase, for display and sending. */

import { baseUnits, lineValues, wholeQuantity } from '../../../domain/pricing/purchase-values.ts';
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
  /** Weight of the goods from the item's record, in kilograms; empty when unknown. */
  readonly weight: string;
  readonly base: Quantity;
}

export function sharedLines(purchase: ReadPurchase): SharedLine[] {
  return lineValues(purchase).map(({ line, whole, net }) => {
    const base = baseUnits(whole);
    const weight = line.unit_weight === null ? '' : printQuantity(inBaseUnits(base, quantity(line.unit_weight)));
    const { line_id, item_fk } = line;
    return { line_id, item_fk, count: printQuantity(wholeQuantity(line)), value: printMoney(net.base), weight, base };
  });
}

export type ShareBy = 'value' | 'quantity' | 'weight' | 'hand';

export interface Typed {
  /** Keyed by line. */
  readonly weights: Readonly<Record<number, string>>;
  readonly shares: Readonly<Record<number, string>>;
}

export const weightOf = (line: SharedLine, { weights }: Typed): string => weights[line.line_id] ?? line.weight;

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

function weightBy(line: SharedLine, by: 'value' | 'quantity' | 'weight', typed: Typed): bigint | undefined {
  if (by === 'value') return readMoney(line.value);
  if (by === 'quantity') return line.base;
  const weight = readQuantity(weightOf(line, typed));
  return weight === undefined || weight <= 0n ? undefined : weight;
}

/** The unallocated amount of a manual allocation; undefined while a typed amount is invalid. */
export function leftToShare(amount: string, shares: readonly (string | undefined)[]): Money | undefined {
  const total = readMoney(amount);
  const read = shares.map((share) => (share === undefined || share === '' ? 0n : readMoney(share)));
  if (total === undefined || read.some((share) => share === undefined || share < 0n)) return undefined;
  return toMoney(read.reduce<bigint>((left, share) => left - (share ?? 0n), total));
}

/** Typed weights are not stored in items: the resulting shares are sent as a manual allocation. */
export function sharing(lines: readonly SharedLine[], by: ShareBy, amount: string, typed: Typed, unit: Money) {
  const own = by === 'weight' && lines.some((line) => weightOf(line, typed) !== line.weight);
  if (by !== 'hand' && !own) return { share_by: by };
  const shares = shownShares(lines, by, amount, typed, unit).flatMap((share, index) => {
    const line = lines[index];
    return line && share && readMoney(share) !== 0n ? [{ line_id: line.line_id, amount: share }] : [];
  });
  return { share_by: 'hand', shares };
}
