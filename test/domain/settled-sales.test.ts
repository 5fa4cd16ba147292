/** Whose goods a batch settled that came after its sale: first sold, first settled. */
import { expect, it } from 'vitest';
import { settledSales, type UnnamedMove } from '../../domain/batches/settled-sales.ts';

const sold = (document: string, count: bigint): UnnamedMove<string> => ({ document, change: -count });
const came = (document: string, count: bigint): UnnamedMove<string> => ({ document, change: count });
const settled = (document: string, count: bigint): UnnamedMove<string> => ({
  ...came(document, count),
  isSettled: true,
});

const told = (...moves: UnnamedMove<string>[]) =>
  settledSales(moves).map(({ by, sold: sale, quantity }) => `${by.document} ${sale} ${quantity}`);

it('the first sale is settled first, and a sale by several batches', () => {
  expect(told(sold('a', 2n), sold('b', 4n), settled('p', 3n), settled('q', 3n))).toEqual(['p a 2', 'p b 1', 'q b 3']);
});

it('only what left below zero waits: goods of no batch that were there are not settled', () => {
  expect(told(came('old', 3n), sold('a', 2n), sold('b', 4n), settled('p', 3n))).toEqual(['p b 3']);
});

it('what comes in without a batch is taken off the first sale too', () => {
  expect(told(sold('a', 2n), sold('b', 2n), came('back', 2n), settled('p', 2n))).toEqual(['p b 2']);
});

it('after a count nothing waits, and what is settled without a known sale is told without one', () => {
  const counted: UnnamedMove<string> = { document: 'count', change: 5n, counted: 1n };
  expect(told(sold('a', 5n), counted, sold('b', 2n), settled('p', 2n))).toEqual(['p b 1', 'p undefined 1']);
});
