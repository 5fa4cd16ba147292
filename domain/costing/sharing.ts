/**
 * One average over several inventories: their total value is shared by quantity, so that the account of each inventory
 * equals the value of its stock. Shares are kept while they are right to a thousandth, and are shared anew when the
 * average moves: issues at the average change no other inventory.
 */
import { type Part, total } from './parts.ts';
import type { Share } from './share.ts';

/** Tolerance in units of the fourth decimal: below the smallest amount of any currency. */
const KEPT_WITHIN = 10n;

export const NO_SHARES: readonly Share[] = [];

/**
 * Sets the values of the parts to their shares, and returns the changes. Quantities that add up to zero can have a value
 * when inventories begin to share one average and goods only leave after their sale: they keep it until goods move.
 */
export function shareAnew(parts: readonly Part[]): readonly Share[] {
  const { quantity, value } = total(parts);
  if (isShared(parts, quantity, value) || (quantity === 0n && value !== 0n)) return NO_SHARES;
  const right = sharesOf(parts, quantity, value);
  const shares: Share[] = [];
  parts.forEach((part, index) => {
    const change = (right[index] ?? 0n) - part.value;
    if (change === 0n || part.pool.kind !== 'stock') return;
    shares.push({ inventory: part.pool.inventory, outlet: part.outlet, value: change });
    part.value += change;
  });
  return shares;
}

function isShared(parts: readonly Part[], quantity: bigint, value: bigint): boolean {
  const whole = quantity < 0n ? -quantity : quantity;
  return parts.every((part) => {
    if (part.quantity === 0n || quantity === 0n) return part.value === 0n;
    const off = part.value * quantity - part.quantity * value;
    return (off < 0n ? -off : off) < whole * KEPT_WITHIN;
  });
}

/**
 * Shares by largest remainder, lower inventory numbers first; quantities may have either sign. When they add up to
 * zero there is no value to share.
 */
function sharesOf(parts: readonly Part[], quantity: bigint, value: bigint): bigint[] {
  if (quantity === 0n) return parts.map(() => 0n);
  const sign = quantity < 0n ? -1n : 1n;
  const whole = quantity * sign;
  const exact = parts.map((part) => part.quantity * value * sign);
  const floors = exact.map((entry) => (entry - modulo(entry, whole)) / whole);
  const order = exact
    .map((entry, index) => ({ index, rest: modulo(entry, whole), name: inventoryOf(parts[index]) }))
    .sort((a, b) => (a.rest === b.rest ? a.name - b.name : a.rest > b.rest ? -1 : 1));
  let left = value - floors.reduce((sum, floor) => sum + floor, 0n);
  for (const { index } of order) {
    if (left === 0n) break;
    floors[index] = (floors[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return floors;
}

const modulo = (value: bigint, by: bigint): bigint => ((value % by) + by) % by;
const inventoryOf = (part: Part | undefined): number => (part?.pool.kind === 'stock' ? part.pool.inventory : 0);

/** The differences of `now` to `before`, without zeros. */
export function sharesSince(before: readonly Share[], now: readonly Share[]): readonly Share[] {
  if (before.length === 0) return now;
  const sums = new Map<number, Share>(now.map((share) => [share.inventory, share]));
  for (const { inventory, outlet, value } of before) {
    sums.set(inventory, { inventory, outlet, value: (sums.get(inventory)?.value ?? 0n) - value });
  }
  return [...sums.values()].filter(({ value }) => value !== 0n);
}
