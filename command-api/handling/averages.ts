/** Present average costs for dry runs: from the read model of stock, and none while there is no such model. */
import type { Pool } from 'pg';
import { divideRounded, parseFixed, printFixed } from '../../domain/kernel/fixed-point.ts';
import { MONEY_SCALE } from '../../domain/kernel/money.ts';
import { QUANTITY_ONE, QUANTITY_SCALE } from '../../domain/kernel/quantity.ts';
import type { AverageCosts } from './preview-goods.ts';

/** PostgreSQL's code of a relation that is not there. */
const UNDEFINED_TABLE = '42P01';

interface StockRow {
  readonly item_fk: number;
  readonly inventory_fk: number;
  readonly quantity: string;
  readonly value: string;
}

export function averagesFrom(pool: Pool): AverageCosts {
  return async (pools) => {
    const found = new Map<string, string>();
    for (const row of await stockRows(pool, pools)) {
      const quantity = parseFixed(row.quantity, QUANTITY_SCALE) ?? 0n;
      const value = parseFixed(row.value, MONEY_SCALE);
      if (quantity <= 0n || value === undefined) continue;
      const average = divideRounded(value * QUANTITY_ONE, quantity);
      found.set(`${row.item_fk}:${row.inventory_fk}`, printFixed(average, MONEY_SCALE));
    }
    return found;
  };
}

async function stockRows(pool: Pool, pools: Parameters<AverageCosts>[0]): Promise<readonly StockRow[]> {
  try {
    const { rows } = await pool.query<StockRow>(
      `select l.item_fk, l.inventory_fk, l.quantity::text, l.value::text
       from unnest($1::int[], $2::int[]) p (item, inventory)
       cross join lateral (
         select * from read.stock_level where item_fk = p.item and inventory_fk = p.inventory offset 0) l`,
      [pools.map((value) => value.item), pools.map((value) => value.inventory)],
    );
    return rows;
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return [];
    throw error;
  }
}
