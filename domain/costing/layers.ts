/**
 * First in, first out: stock is a list of layers, oldest first, each with the goods of one receipt. Issued goods take
 * the oldest layers; goods that leave at a value of their own (a purchase return, missing goods of a delivery) take
 * the newest. The layers add up exactly to the holding; the list is empty when nothing is held.
 */
import { defined } from '../kernel/defined.ts';
import { divideRounded } from '../kernel/fixed-point.ts';
import type { Holding } from './valuation.ts';

export interface Layer {
  /** Stream of the receiving document; empty for stock from before the method began. */
  readonly document: string;
  readonly quantity: bigint;
  readonly value: bigint;
}

/** The change that a movement made to stock in layers. */
export interface StockChange extends Holding {
  readonly document: string;
  /** True when the value comes with the movement; false when it is calculated. */
  readonly isGiven: boolean;
}

export const layersOf = ({ quantity, value }: Holding): readonly Layer[] =>
  quantity > 0n ? [{ document: '', quantity, value }] : [];

/** The cost of the `count` oldest goods; quantities beyond the stock cost as much as the newest layer. */
export function costOfOldest(layers: readonly Layer[], count: bigint): bigint {
  let left = count;
  let cost = 0n;
  for (const { quantity, value } of layers) {
    if (left <= 0n) break;
    cost += left >= quantity ? value : divideRounded(value * left, quantity);
    left -= quantity;
  }
  const newest = layers.at(-1);
  return left > 0n && newest ? cost + divideRounded(newest.value * left, newest.quantity) : cost;
}

/** The layers after the movement `moved` on a holding of `before`. */
export function layersAfter(layers: readonly Layer[], before: Holding, moved: StockChange): readonly Layer[] {
  const { document } = moved;
  const after = { quantity: before.quantity + moved.quantity, value: before.value + moved.value };
  if (after.quantity <= 0n) return [];
  if (before.quantity <= 0n) return [{ document, ...after }];
  if (moved.quantity > 0n) return [...layers, { document, quantity: moved.quantity, value: moved.value }];
  if (moved.quantity === 0n) return moved.value === 0n ? layers : added(layers, document, moved.value);
  const { left, gone } = moved.isGiven
    ? withoutNewest(layers, -moved.quantity)
    : withoutOldest(layers, -moved.quantity);
  const residue = moved.value + gone;
  return residue === 0n ? left : spread(left, residue);
}

/** Adds a later cost to the remaining layer of its document, else to the newest layer. */
function added(layers: readonly Layer[], document: string, value: bigint): readonly Layer[] {
  const own = layers.findLastIndex((layer) => layer.document === document);
  const index = own >= 0 ? own : layers.length - 1;
  return spread([...layers.slice(0, index + 1)], value).concat(layers.slice(index + 1));
}

/** The remaining layers, and the value of the removed goods. */
interface Left {
  readonly left: readonly Layer[];
  readonly gone: bigint;
}

function withoutOldest(layers: readonly Layer[], count: bigint): Left {
  let index = 0;
  let rest = count;
  let gone = 0n;
  for (let layer = layers[index]; layer && rest >= layer.quantity; layer = layers[++index]) {
    rest -= layer.quantity;
    gone += layer.value;
  }
  const left = layers.slice(index);
  const [first] = left;
  if (!first || rest === 0n) return { left, gone };
  const split = divideRounded(first.value * rest, first.quantity);
  left[0] = { ...first, quantity: first.quantity - rest, value: first.value - split };
  return { left, gone: gone + split };
}

function withoutNewest(layers: readonly Layer[], count: bigint): Left {
  let { length } = layers;
  let rest = count;
  let gone = 0n;
  for (let layer = layers[length - 1]; layer && rest >= layer.quantity; layer = layers[--length - 1]) {
    rest -= layer.quantity;
    gone += layer.value;
  }
  const left = layers.slice(0, length);
  const last = left.at(-1);
  if (!last || rest === 0n) return { left, gone };
  const split = divideRounded(last.value * rest, last.quantity);
  left[length - 1] = { ...last, quantity: last.quantity - rest, value: last.value - split };
  return { left, gone: gone + split };
}

/** Adds a residue to the newest layer; no layer becomes negative while an older one has a positive value. */
function spread(layers: readonly Layer[], residue: bigint): Layer[] {
  const next = [...layers];
  let left = residue;
  for (let index = next.length - 1; index >= 0 && left !== 0n; index--) {
    const layer = defined(next[index]);
    const takes = index > 0 && layer.value + left < 0n ? -layer.value : left;
    next[index] = { ...layer, value: layer.value + takes };
    left -= takes;
  }
  return next;
}
