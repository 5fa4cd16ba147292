/**
 * First in, first out: stock is a list of layers, oldest first, each with the goods of one receipt. Issued goods take
 * the oldest layers; goods that go back to the supplier take the layers of their own purchase first; goods that leave
 * at a value of their own (missing goods of a delivery) take the newest. The layers add up exactly to the holding; the
 * list is empty when nothing is held.
 */
import { defined } from '../values/defined.ts';
import { divideRounded } from '../values/fixed-point.ts';
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
  /** The document whose layers goods at a calculated value take first; undefined for all others. */
  readonly origin?: string | undefined;
}

export const layersOf = ({ quantity, value }: Holding): readonly Layer[] =>
  quantity > 0n ? [{ document: '', quantity, value }] : [];

/**
 * The cost of the next `count` goods: those of `origin`, then the oldest. Quantities beyond the stock cost as much as
 * the newest layer.
 */
export function costOfNext(layers: readonly Layer[], count: bigint, origin?: string): bigint {
  let left = count;
  let cost = 0n;
  for (const { quantity, value } of ofOrigin(layers, origin).flat()) {
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
    : withoutNext(layers, -moved.quantity, moved.origin);
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

type Divided = readonly [own: readonly Layer[], others: readonly Layer[]];

function ofOrigin(layers: readonly Layer[], origin: string | undefined): Divided {
  if (origin === undefined) return [[], layers];
  return [layers.filter(({ document }) => document === origin), layers.filter(({ document }) => document !== origin)];
}

/** Goods of `origin` leave first, its older layers before its newer ones, then the oldest of the others. */
function withoutNext(layers: readonly Layer[], count: bigint, origin: string | undefined): Left {
  const [own, others] = ofOrigin(layers, origin);
  const held = own.reduce((sum, { quantity }) => sum + quantity, 0n);
  if (held === 0n) return withoutOldest(layers, count);
  const first = withoutOldest(own, count < held ? count : held);
  const then = withoutOldest(others, count < held ? 0n : count - held);
  const [ownLeft, othersLeft] = [[...first.left], [...then.left]];
  // Both remainders are the newest layers of their list, so they are put back in order from the end.
  const left = layers.toReversed().flatMap(({ document }) => (document === origin ? ownLeft : othersLeft).pop() ?? []);
  return { left: left.toReversed(), gone: first.gone + then.gone };
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
