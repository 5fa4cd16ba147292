/**
 * First in, first out: what is there lies in layers, oldest first, each of what one movement brought. Goods that leave
 * take the oldest; goods that leave at a value of their own (a purchase return, goods missing of an arrival) take the
 * newest. The layers add up to what is held, to the last digit; nothing lies in layers where nothing is held.
 */
import { defined } from '../kernel/defined.ts';
import { divideRounded } from '../kernel/fixed-point.ts';
import type { Holding } from './valuation.ts';

export interface Layer {
  /** Stream of the document that brought it; empty for what lay there when the method began. */
  readonly document: string;
  readonly quantity: bigint;
  readonly value: bigint;
}

/** What a movement did to the goods that lie in layers. */
export interface Laid extends Holding {
  readonly document: string;
  /** Whether the movement brings its value, rather than leaving at a calculated one. */
  readonly isGiven: boolean;
}

export const layersOf = ({ quantity, value }: Holding): readonly Layer[] =>
  quantity > 0n ? [{ document: '', quantity, value }] : [];

/** What `count` of the oldest goods cost; beyond what is there, at the newest layer's cost. */
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

/** The layers after a movement on goods that held `before`. */
export function layersAfter(layers: readonly Layer[], before: Holding, moved: Laid): readonly Layer[] {
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

/** A cost that is applied to a document later lies with what is left of it, else with the newest. */
function added(layers: readonly Layer[], document: string, value: bigint): readonly Layer[] {
  const own = layers.findLastIndex((layer) => layer.document === document);
  const index = own >= 0 ? own : layers.length - 1;
  return spread([...layers.slice(0, index + 1)], value).concat(layers.slice(index + 1));
}

/** What is left, and what the goods were worth that are not. */
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

/** The newest layer takes it; no layer is worth less than nothing while an older one is worth more. */
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
