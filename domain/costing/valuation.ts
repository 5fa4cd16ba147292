/**
 * What one movement is worth, given what the pool holds before it: the moving average, exactly
 * (accounting.md, section 4). Quantities have six decimals, values four; an issue of all takes all of the
 * value, so value is zero when quantity is zero.
 */
import { allocate, divideRounded } from '../kernel/fixed-point.ts';
import { extend, type Money, toMoney, ZERO } from '../kernel/money.ts';
import { type Quantity, toQuantity } from '../kernel/quantity.ts';
import type { Movement } from '../posting/entry.ts';

export interface Holding {
  readonly quantity: bigint;
  readonly value: bigint;
}

/** What a movement does to its pool. */
export interface MovementValue {
  /** As it was entered; of a count the difference to what the pool held. */
  readonly quantity: Quantity;
  readonly value: Money;
  /** The part of `value` that was not brought along, because the pool was below zero; zero without `varianceTo`. */
  readonly variance: Money;
}

/** What costing looks up beyond the pool's present holding. */
export interface Surroundings {
  /** What its own inventory holds, where the average is taken over more than that: a count is of one inventory. */
  readonly own: bigint;
  /** The movement that a `like` movement names, when it stands earlier in the order of effect. */
  readonly like: Holding | undefined;
  /** What the movements are worth that an `inputs` movement names, with their sign. */
  readonly inputs: bigint;
  /** Where the pool holds nothing: the last holding above zero, else the last purchase; undefined when there was none. */
  provisional(): Holding | undefined;
  /** What so many of the oldest goods cost, where they leave first in, first out; undefined at the moving average. */
  readonly oldest: ((count: bigint) => bigint) | undefined;
}

/** A movement on a pool that holds `before`; quantity and value are signed. */
export function valuation(
  movement: Pick<Movement, 'quantity' | 'valued' | 'posted' | 'varianceTo'>,
  before: Holding,
  around: Surroundings,
): MovementValue {
  const { valued, posted, varianceTo } = movement;
  const quantity = valued.by === 'count' ? toQuantity(valued.real - around.own) : movement.quantity;
  const given = valued.by === 'fact' ? posted : givenValue(valued, quantity, before, around);
  if (given === undefined) return { quantity, value: issue(-quantity, before, around), variance: ZERO };
  const value = quantity > 0n ? receive(quantity, given, before) : giveBack(quantity, given, before, around);
  return { quantity, value: toMoney(value), variance: toMoney(varianceTo ? value - given : ZERO) };
}

/** The value that the movement brings along; undefined for goods that leave at the average. */
function givenValue(
  valued: Movement['valued'],
  quantity: Quantity,
  before: Holding,
  around: Surroundings,
): bigint | undefined {
  if (valued.by === 'inputs') return allocate(valued.plus - around.inputs, valued.weights)[valued.part] ?? 0n;
  if (valued.by === 'like' && around.like && around.like.quantity !== 0n) {
    const { value, quantity: whole } = around.like;
    const after = valued.after ?? 0n;
    return divideRounded(value * (after + quantity), whole) - divideRounded(value * after, whole);
  }
  if (quantity < 0n) return undefined;
  if (before.quantity > 0n) return divideRounded(before.value * quantity, before.quantity);
  if ((valued.by === 'average' || valued.by === 'count') && valued.unitCost !== undefined) {
    return extend(valued.unitCost, quantity);
  }
  const last = around.provisional();
  return last ? divideRounded(last.value * quantity, last.quantity) : 0n;
}

/** Whether the movement brings its value, rather than leaving at a calculated one. */
export const isGiven = ({ valued, quantity }: Pick<Movement, 'valued' | 'quantity'>): boolean =>
  quantity >= 0n || valued.by === 'fact' || valued.by === 'like' || valued.by === 'inputs';

/** Goods that leave at the average, or the oldest first. Beyond what is there, they leave at a provisional cost: the last average, or the last purchase. */
function issue(count: bigint, { quantity, value }: Holding, around: Surroundings): Money {
  if (count === quantity) return toMoney(-value);
  if (around.oldest && quantity > 0n) return toMoney(-around.oldest(count));
  if (quantity !== 0n && (quantity > 0n || value !== 0n)) return toMoney(-divideRounded(value * count, quantity));
  const last = around.provisional();
  return toMoney(last ? -divideRounded(last.value * count, last.quantity) : ZERO);
}

/**
 * Goods that come in at a value of their own. What fills up a negative pool replaces the provisional cost there:
 * the pool keeps the true cost of what is left, and the rest of the value is a variance.
 */
function receive(count: bigint, given: bigint, { quantity, value }: Holding): bigint {
  if (quantity >= 0n) return given;
  const left = quantity + count;
  if (left > 0n) return divideRounded(given * left, count) - value;
  return left === 0n ? -value : divideRounded(value * left, quantity) - value;
}

/**
 * A value that is taken out with its goods (a purchase return), or added without any (a cost applied to a
 * receipt), as far as the pool can bear it: never below zero, and zero when nothing is left.
 */
function giveBack(change: bigint, given: bigint, before: Holding, around: Surroundings): bigint {
  const left = before.quantity + change;
  if (left === 0n) return -before.value;
  if (left < 0n) return change === 0n ? 0n : issue(-change, before, around);
  return before.value + given < 0n ? -before.value : given;
}
