/** Asks the rule of `npm run verify` that no piece costs what nobody paid, of books that are not in a database. */
import type { StoredValuation } from '../../projector/models/books/movement-row.ts';
import { type MovedGoods, outsideOfReceipts } from '../../projector/verify/cost-range.ts';
import type { PoolRow } from './memory-rows.ts';

export function unpaidCosts(rows: readonly PoolRow[]): string[] {
  const stock = rows.filter(({ pool }) => pool.startsWith('stock '));
  const byItem = Map.groupBy(stock, ({ pool }) => Number(pool.split(' ')[1]));
  return [...byItem].flatMap(([item, own]) => outsideOfReceipts(movedGoods(item, own)) ?? []);
}

const inventoryOf = ({ pool }: PoolRow): number => Number(pool.split(' ')[2]);

function movedGoods(item: number, rows: readonly PoolRow[]): MovedGoods[] {
  const byPlace = [...Map.groupBy(rows, ({ place }) => place)].sort(([a], [b]) => (a < b ? -1 : 1));
  return byPlace.flatMap(([, own]) => {
    const first = own.find(({ kind }) => kind === 'movement');
    if (!first?.valued) return [];
    const lines = own.filter(({ kind }) => kind !== 'share');
    const [quantity, value] = [sum(lines.map((line) => line.quantity)), sum(lines.map((line) => line.value))];
    const shares = own.filter(({ kind }) => kind === 'share');
    const shared = shares.map((share) => ({ inventory: inventoryOf(share), value: share.value }));
    if (quantity === 0n && value === 0n && shared.every((share) => share.value === 0n)) return [];
    const valued = first.valued as StoredValuation;
    return [
      { item, inventory: inventoryOf(first), at: first.at, document: first.document, valued, quantity, value, shared },
    ];
  });
}

const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n);
