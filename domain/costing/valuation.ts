/**
 * The exact value of one movement for the holding before it, at the moving average (docs/accounting.md, section 4).
 * Quantities have six decimals, values four. An issue of everything takes the whole value, so value is zero when
 * quantity is zero.
 */

import type { Movement } from '../entries/entry.ts';
import { allocate, divideRounded } from '../values/fixed-point.ts';
import { extend, type Money, toMoney, ZERO } from '../values/money.ts';
import { type Quantity, toQuantity } from '../values/quantity.ts';

export interface Holding {
  readonly quantity: bigint;
  readonly value: bigint;
}

/** The effect of a movement on its pool. */
export interface MovementValue {
  /** The entered quantity; for a count, the difference to the holding of the pool. */
  readonly quantity: Quantity;
  readonly value: Money;
  /**
   * The part of `value` that differs from the given value because the pool was below zero; zero without `varianceTo`.
   */
  readonly variance: Money;
}

/** Values that costing looks up beyond the pool's present holding. */
export interface Surroundings {
  /**
   * What stands in the movement's own inventory, with goods that are sold and not delivered: a count counts it, of one
   * inventory also where the average covers several.
   */
  readonly shelf: bigint;
  /** Quantity and value of the movement named by a `like` movement, when it is earlier in the order of effect. */
  readonly like: Holding | undefined;
  /** Signed total value of the movements named by an `inputs` movement. */
  readonly inputs: bigint;
  /**
   * Cost to use when the pool holds nothing: the last positive holding, else the last purchase; undefined when there
   * was none.
   */
  provisional(): Holding | undefined;
  /** Cost of the given number of goods that leave next under FIFO; undefined under moving average. */
  readonly oldest: ((count: bigint) => bigint) | undefined;
}

/** The value of a movement on a pool that holds `before`; quantity and value are signed. */
export function valuation(
  movement: Pick<Movement, 'quantity' | 'valued' | 'posted' | 'varianceTo'>,
  before: Holding,
  around: Surroundings,
): MovementValue {
  const { valued, posted, varianceTo } = movement;
  if (valued.by === 'carried' || valued.by === 'entered') {
    const value = valued.by === 'entered' ? posted : carried(movement, before);
    return { quantity: movement.quantity, value: toMoney(value), variance: ZERO };
  }
  const quantity = valued.by === 'count' ? toQuantity(valued.real - around.shelf) : movement.quantity;
  const given = valued.by === 'statedCost' ? posted : givenValue(valued, quantity, before, around);
  if (given === undefined) return { quantity, value: issue(-quantity, before, around), variance: ZERO };
  const value = quantity > 0n ? receive(quantity, given, before) : giveBack(quantity, given, before, around);
  return { quantity, value: toMoney(value), variance: toMoney(varianceTo ? value - given : ZERO) };
}

/**
 * A foreign balance on either side of an account: what adds to it has the value of its entry, what reduces it takes its
 * share of the carried value, and a rest beyond it begins a balance on the other side at the value of its entry.
 */
function carried({ quantity, posted }: Pick<Movement, 'quantity' | 'posted'>, before: Holding): bigint {
  const left = before.quantity + quantity;
  if (left === 0n) return -before.value;
  if (before.quantity === 0n || before.quantity > 0n === quantity > 0n) return posted;
  const isReduced = before.quantity > 0n === left > 0n;
  if (isReduced) return divideRounded(before.value * quantity, before.quantity);
  return divideRounded(posted * left, quantity) - before.value;
}

/** The value that comes with the movement; undefined for goods that leave at the average. */
function givenValue(
  valued: Movement['valued'],
  quantity: Quantity,
  before: Holding,
  around: Surroundings,
): bigint | undefined {
  if (valued.by === 'fromComponents') return allocate(valued.plus - around.inputs, valued.weights)[valued.part] ?? 0n;
  if (valued.by === 'sameCostAs' && around.like && around.like.quantity !== 0n) {
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

/** True when the value comes with the movement; false when it is calculated. */
export const isGiven = ({ valued, quantity }: Pick<Movement, 'valued' | 'quantity'>): boolean =>
  quantity >= 0n || valued.by === 'statedCost' || valued.by === 'sameCostAs' || valued.by === 'fromComponents';

/** The document whose layers the goods of the movement take first, under FIFO. */
export const originOf = ({ valued }: Pick<Movement, 'valued'>): string | undefined =>
  valued.by === 'average' ? valued.origin : undefined;

/**
 * Goods that leave at the average or by FIFO. Quantities beyond the stock leave at a provisional cost: the last
 * average, else the last purchase.
 */
function issue(count: bigint, { quantity, value }: Holding, around: Surroundings): Money {
  if (count === quantity) return toMoney(-value);
  if (around.oldest && quantity > 0n) return toMoney(-around.oldest(count));
  if (quantity !== 0n && (quantity > 0n || value !== 0n)) return toMoney(-divideRounded(value * count, quantity));
  const last = around.provisional();
  return toMoney(last ? -divideRounded(last.value * count, last.quantity) : ZERO);
}

/**
 * Goods received at a given value. The part that fills a negative pool replaces the provisional cost: the pool keeps
 * the true cost of the remaining goods, and the difference is a variance.
 */
function receive(count: bigint, given: bigint, { quantity, value }: Holding): bigint {
  if (quantity >= 0n) return given;
  const left = quantity + count;
  if (left > 0n) return divideRounded(given * left, count) - value;
  return left === 0n ? -value : divideRounded(value * left, quantity) - value;
}

/**
 * A value removed with its goods (a purchase return), or added without goods (a cost applied to a receipt), as far as
 * the pool can bear it: never below zero, and zero when nothing remains.
 */
function giveBack(change: bigint, given: bigint, before: Holding, around: Surroundings): bigint {
  const left = before.quantity + change;
  if (left === 0n) return -before.value;
  if (left < 0n) return change === 0n ? 0n : issue(-change, before, around);
  return before.value + given < 0n ? -before.value : given;
}
