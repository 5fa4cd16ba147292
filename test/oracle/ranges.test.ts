/**
 * The check of unit costs finds what returns of older versions did, and nothing in what returns do now; and the oracle's and that
 * of `npm run verify` find the same.
 */
import { expect, it } from 'vitest';
import { type MovedGoods, outsideOfReceipts as verified } from '../../projector/verify/cost-range.ts';
import { type Known, type Valued, valued } from './costs.ts';
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

const STORED = { price: 'fact', average: 'average', same: 'like', count: 'count', made: 'inputs' } as const;
/** The movements as the stock ledger has them; what went back at a value of its own is not told by its kind. */
const stored = ({ at, document, move, count, value, shared }: Valued): MovedGoods => {
  const { item, inventory } = 'item' in move.pool ? move.pool : { item: 0, inventory: 0 };
  const isBack = move.worth.by === 'price' && count < 0n;
  const said = isBack ? 'average' : STORED[move.worth.by];
  return { item, inventory, at, document, valued: said, quantity: count, value, shared };
};

/** Whether something costs what nobody paid: the oracle and the rule of `npm run verify` say the same. */
function isFound(of: readonly Known[], rules: Parameters<typeof valued>[1]): boolean {
  const moves = valued(of, rules);
  const oracle = outsideOfReceipts(moves).length > 0;
  expect(verified(moves.map(stored)) !== undefined).toBe(oracle);
  return oracle;
}

const older = (value: bigint): Worth => ({ by: 'price', value: -value * 10_000n });
const now: Worth = { by: 'average', own: 'purchase-1' };

it('goods first in, first out are not dearer than their receipts after a return, nor cheaper', () => {
  const cheapFirst = [bought(1, 10n, 1000n), bought(2, 10n, 5000n)];
  const dearFirst = [bought(1, 10n, 5000n), bought(2, 10n, 1000n)];
  const found = (of: readonly Known[]) => isFound(of, [...FIFO]);
  expect(found([...cheapFirst, back(5n, older(5000n)), sold(6, 10n)])).toBe(true);
  expect(found([...dearFirst, back(5n, older(25_000n)), sold(6, 12n)])).toBe(true);
  expect(found([...cheapFirst, back(5n, now), sold(6, 10n)])).toBe(false);
  expect(found([...dearFirst, back(5n, now), sold(6, 10n)])).toBe(false);
});

it('goods at the moving average are not free of cost after a return, nor dearer than their receipts', () => {
  const all = [bought(1, 10n, 1000n), bought(2, 100n, 100n), sold(3, 100n)];
  const found = (of: readonly Known[]) => isFound(of, []);
  expect(found([...all, back(8n, older(8000n))])).toBe(true);
  expect(found([...all, back(9n, older(100n))])).toBe(true);
  expect(found([...all, back(8n, now)])).toBe(false);
});

it('goods that were sold below zero, and those without any, are not asked', () => {
  expect(isFound([sold(1, 5n), bought(2, 10n, 1000n)], [])).toBe(false);
  expect(outsideOfReceipts([])).toEqual([]);
});

it('goods are asked until the first that were sold below zero, and what leaves by a return of an older version is known', () => {
  const wrong = [bought(1, 10n, 1000n), back(4n, older(2000n)), sold(6, 3n)];
  expect(isFound(wrong, [])).toBe(true);
  expect(isFound([...wrong, sold(7, 9n), bought(8, 10n, 1000n)], [])).toBe(true);
  expect(isFound([sold(1, 5n), bought(2, 10n, 1000n), back(2n, older(9000n))], [])).toBe(false);
  // The books say of an older return that its goods left at a value of their own: that is lawful.
  const moves = valued(wrong, []).map(stored);
  expect(verified(moves.map((each) => (each.document.includes('return') ? { ...each, valued: 'fact' } : each)))).toBe(
    undefined,
  );
});

it('what another inventory gives, and what was bought there, counts for both; its cost is told where it is wrong', () => {
  const there = (document: string, day: number, pieces: bigint, value: bigint): MovedGoods => ({
    ...{ item: 1, inventory: 2, at: `2026-03-0${day}T12:00:00`, document, valued: 'like' },
    ...{ quantity: pieces * ONE, value: value * 10_000n, shared: [] },
  });
  const moves = valued([bought(1, 10n, 1000n), sold(2, 4n)], []).map(stored);
  const sent: MovedGoods = { ...there('stock_transfer-1', 3, -6n, -6000n), inventory: 1, valued: 'average' };
  expect(verified([...moves, sent, there('stock_transfer-1', 3, 6n, 6000n)])).toBe(undefined);
  expect(verified([...moves, sent, there('stock_transfer-1', 3, 6n, 6600n)])).toBe(
    'item 1 in inventory 2 at 2026-03-03T12:00:00 after stock_transfer-1: 6 worth 6600, 1100 a piece; receipts until then cost 1000 (purchase-1) to 1000 (purchase-1) a piece',
  );
  expect(verified([there('stock_transfer-1', 3, 6n, 6600n)])).toContain('no goods were received until then');
});

it('goods that come back where nothing had a cost before are not followed, so nobody is told that they cost nothing', () => {
  const cameBack = entry('sale_return-1', 1, 3n, { by: 'same', as: 'sale-1 line 1' });
  expect(isFound([cameBack, sold(2, 8n)], [])).toBe(false);
  const elsewhere = (of: Known): Known => ({
    ...of,
    moves: of.moves.map((move) => ({ ...move, pool: { item: 1, inventory: 2 } })),
  });
  expect(isFound([elsewhere(bought(1, 10n, 1000n)), { ...cameBack, at: '2026-03-02T12:00:00' }], [])).toBe(false);
  expect(isFound([cameBack, bought(2, 10n, 1000n), sold(3, 8n)], [])).toBe(false);
  expect(isFound([cameBack, bought(2, 10n, 1000n), sold(3, 8n)], [...FIFO])).toBe(false);
});
