/** The check of unit costs finds what returns of older versions did, and nothing in what returns do now. */
import { expect, it } from 'vitest';
import { type Known, valued } from './costs.ts';
import type { Worth } from './entry.ts';
import { outsideOfReceipts } from './ranges.ts';

const ONE = 1_000_000n;
const entry = (document: string, day: number, pieces: bigint, worth: Worth): Known => ({
  ...{ document, position: BigInt(day), said: BigInt(day), system: 1, lines: [] },
  at: `2026-03-0${day}T12:00:00`,
  moves: [
    {
      ...{ name: 'line 1', pool: { item: 1, inventory: 1 }, count: pieces * ONE, worth },
      ...{ carried: 0n, against: 'purchase-variance', outlet: 1 },
    },
  ],
});
const bought = (number: number, pieces: bigint, price: bigint) =>
  entry(`purchase-${number}`, number, pieces, { by: 'price', value: pieces * price * 10_000n });
const sold = (day: number, pieces: bigint) => entry('sale-1', day, -pieces, { by: 'average' });
const back = (pieces: bigint, worth: Worth) => entry('purchase_return-1', 4, -pieces, worth);
const FIFO = [{ from: '0001-01-01', items: [], inventories: [], method: 'fifo' }] as const;

const older = (value: bigint): Worth => ({ by: 'price', value: -value * 10_000n });
const now: Worth = { by: 'average', own: 'purchase-1' };

it('goods first in, first out are not dearer than their receipts after a return, nor cheaper', () => {
  const cheapFirst = [bought(1, 10n, 1000n), bought(2, 10n, 5000n)];
  const dearFirst = [bought(1, 10n, 5000n), bought(2, 10n, 1000n)];
  const found = (of: readonly Known[]) => outsideOfReceipts(valued(of, [...FIFO])).length;
  expect(found([...cheapFirst, back(5n, older(5000n)), sold(6, 10n)])).toBeGreaterThan(0);
  expect(found([...dearFirst, back(5n, older(25_000n)), sold(6, 12n)])).toBeGreaterThan(0);
  expect(found([...cheapFirst, back(5n, now), sold(6, 10n)])).toBe(0);
  expect(found([...dearFirst, back(5n, now), sold(6, 10n)])).toBe(0);
});

it('goods at the moving average are not free of cost after a return, nor dearer than their receipts', () => {
  const all = [bought(1, 10n, 1000n), bought(2, 100n, 100n), sold(3, 100n)];
  const found = (of: readonly Known[]) => outsideOfReceipts(valued(of, [])).length;
  expect(found([...all, back(8n, older(8000n))])).toBeGreaterThan(0);
  expect(found([...all, back(9n, older(100n))])).toBeGreaterThan(0);
  expect(found([...all, back(8n, now)])).toBe(0);
});

it('goods that were sold below zero, and those without any, are not asked', () => {
  expect(outsideOfReceipts(valued([sold(1, 5n), bought(2, 10n, 1000n)], []))).toEqual([]);
  expect(outsideOfReceipts([])).toEqual([]);
});
