/** Changes of movements as differences: added, revalued, or reversed. */

import { negate, subtract, ZERO } from '../values/money.ts';
import { toQuantity } from '../values/quantity.ts';
import type { Valued } from './fold.ts';
import { byEffect, type CostDelta, type PostedMovement, poolKey } from './movement.ts';
import { NO_SHARES, sharesSince } from './sharing.ts';

/** The change of one movement; `added` is its new value less its former value. */
export function difference(
  kind: CostDelta['kind'],
  movement: PostedMovement,
  position: bigint,
  added: Valued,
): CostDelta {
  const { quantity, value, variance } = added;
  const shares = added.shares.toSorted((a, b) => a.inventory - b.inventory);
  const { posted } = movement;
  const carried = { movement: posted, restatement: ZERO, reversal: negate(posted) }[kind];
  return { kind, movement, position, quantity, value, variance, cost: subtract(value, carried), shares };
}

export const turned = ({ quantity, value, variance, shares }: Valued): Valued => ({
  quantity: toQuantity(-quantity),
  value: negate(value),
  variance: negate(variance),
  shares: sharesSince(shares, NO_SHARES),
});

const since = (before: Valued, now: Valued): Valued => ({
  quantity: toQuantity(now.quantity - before.quantity),
  value: subtract(now.value, before.value),
  variance: subtract(now.variance, before.variance),
  shares: sharesSince(before.shares, now.shares),
});

const isNothing = ({ quantity, value, variance, shares }: Valued): boolean =>
  quantity === 0n && value === 0n && variance === 0n && shares.length === 0;

export function restatements(
  before: ReadonlyMap<PostedMovement, Valued>,
  own: ReadonlySet<PostedMovement>,
  position: bigint,
): CostDelta[] {
  return [...before]
    .filter(([movement, earlier]) => !own.has(movement) && !isNothing(since(earlier, movement)))
    .sort(([a], [b]) => byEffect(a, b) || (poolKey(a.pool) < poolKey(b.pool) ? -1 : 1))
    .map(([movement, earlier]) => difference('restatement', movement, position, since(earlier, movement)));
}
