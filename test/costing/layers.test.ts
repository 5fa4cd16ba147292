/** Layers of first in, first out: what each movement leaves of them. */
import { describe, expect, it } from 'vitest';
import { costOfNext, type Layer, layersAfter, layersOf } from '../../domain/costing/layers.ts';

const layer = (document: string, quantity: bigint, value: bigint): Layer => ({ document, quantity, value });
const THREE = [layer('a', 10n, 100n), layer('b', 5n, 100n), layer('c', 5n, 150n)];
const held = (layers: readonly Layer[]) => ({
  quantity: layers.reduce((sum, { quantity }) => sum + quantity, 0n),
  value: layers.reduce((sum, { value }) => sum + value, 0n),
});
const left = (
  layers: readonly Layer[],
  moved: readonly [document: string, quantity: bigint, value: bigint],
  isGiven = true,
) => {
  const [document, quantity, value] = moved;
  return layersAfter(layers, held(layers), { document, quantity, value, isGiven });
};

describe('goods that leave at a value of their own', () => {
  it('take the newest layer, whole', () => {
    expect(left(THREE, ['r', -5n, -150n])).toEqual(THREE.slice(0, 2));
  });

  it('take the newest layers, and of the next one a part', () => {
    expect(left(THREE, ['r', -7n, -190n])).toEqual([layer('a', 10n, 100n), layer('b', 3n, 60n)]);
    expect(left(THREE, ['r', -11n, -260n])).toEqual([layer('a', 9n, 90n)]);
    expect(left(THREE, ['r', -2n, -60n])).toEqual([...THREE.slice(0, 2), layer('c', 3n, 90n)]);
  });

  it('leave the difference to their layers in the newest one that stays', () => {
    expect(left(THREE, ['r', -5n, -120n])).toEqual([layer('a', 10n, 100n), layer('b', 5n, 130n)]);
  });

  it('make no layer negative while an older one has a value', () => {
    expect(left(THREE, ['r', -5n, -250n])).toEqual([layer('a', 10n, 100n), layer('b', 5n, 0n)]);
    expect(left(THREE, ['r', -5n, -300n])).toEqual([layer('a', 10n, 50n), layer('b', 5n, 0n)]);
    expect(left(THREE, ['r', -10n, -400n])).toEqual([layer('a', 10n, -50n)]);
  });

  it('leave no layer when everything is gone', () => {
    expect(left(THREE, ['r', -20n, -350n])).toEqual([]);
    expect(left(THREE, ['r', -21n, -350n])).toEqual([]);
  });
});

describe('goods that leave at a calculated value', () => {
  it('take the layers of their origin first, then the oldest, and leave the others as they are', () => {
    const cost = costOfNext(THREE, 8n, 'b');
    expect(cost).toBe(130n);
    const moved = { document: 's', quantity: -8n, value: -cost, isGiven: false, origin: 'b' };
    expect(layersAfter(THREE, held(THREE), moved)).toEqual([layer('a', 7n, 70n), layer('c', 5n, 150n)]);
  });

  it('take the oldest layers, and of the next one a part', () => {
    expect(left(THREE, ['s', -10n, -100n], false)).toEqual(THREE.slice(1));
    expect(left(THREE, ['s', -12n, -140n], false)).toEqual([layer('b', 3n, 60n), layer('c', 5n, 150n)]);
    expect(left(THREE, ['s', -3n, -30n], false)).toEqual([layer('a', 7n, 70n), ...THREE.slice(1)]);
  });

  it('cost as much as the oldest layers, and beyond them as much as the newest', () => {
    expect([0n, 3n, 10n, 12n, 20n, 25n].map((count) => costOfNext(THREE, count))).toEqual([
      ...[0n, 30n, 100n, 140n, 350n, 500n],
    ]);
    expect(costOfNext([], 4n)).toBe(0n);
  });
});

describe('goods that come', () => {
  it('are the newest layer', () => {
    expect(left(THREE, ['d', 4n, 44n])).toEqual([...THREE, layer('d', 4n, 44n)]);
  });

  it('are the only layer when nothing was held, with what is left of them when goods were missing', () => {
    const moved = { document: 'd', quantity: 5n, value: 60n, isGiven: true };
    expect(layersAfter([], { quantity: 0n, value: 0n }, moved)).toEqual([layer('d', 5n, 60n)]);
    expect(layersAfter([], { quantity: -3n, value: -30n }, moved)).toEqual([layer('d', 2n, 30n)]);
    expect(layersAfter([], { quantity: -5n, value: -60n }, moved)).toEqual([]);
  });
});

describe('a cost that comes later', () => {
  it('belongs to the layer of its document, the first and the last too', () => {
    const [a, b, c] = THREE as [Layer, Layer, Layer];
    expect(left(THREE, ['a', 0n, 50n])).toEqual([layer('a', 10n, 150n), b, c]);
    expect(left(THREE, ['b', 0n, 50n])).toEqual([a, layer('b', 5n, 150n), c]);
    expect(left(THREE, ['c', 0n, 50n])).toEqual([a, b, layer('c', 5n, 200n)]);
  });

  it('belongs to the newest layer when that of its document is gone', () => {
    expect(left(THREE, ['z', 0n, 50n])).toEqual([...THREE.slice(0, 2), layer('c', 5n, 200n)]);
  });

  it('lowers older layers where its own has not enough, and no newer one', () => {
    expect(left(THREE, ['b', 0n, -130n])).toEqual([layer('a', 10n, 70n), layer('b', 5n, 0n), layer('c', 5n, 150n)]);
  });

  it('of nothing leaves the layers as they are', () => {
    expect(left(THREE, ['b', 0n, 0n])).toBe(THREE);
  });
});

it('stock from before is one layer, and nothing is none', () => {
  expect(layersOf({ quantity: 3n, value: 9n })).toEqual([layer('', 3n, 9n)]);
  expect([layersOf({ quantity: 0n, value: 0n }), layersOf({ quantity: -1n, value: -2n })]).toEqual([[], []]);
});
