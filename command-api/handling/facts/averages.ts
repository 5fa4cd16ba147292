/** Present average costs for dry runs, from the read model of stock; empty while there is no such model. */

import type { Pool } from 'pg';
import { divideRounded, parseFixed, printFixed } from '../../../domain/values/fixed-point.ts';
import { MONEY_SCALE } from '../../../domain/values/money.ts';
import { QUANTITY_ONE, QUANTITY_SCALE } from '../../../domain/values/quantity.ts';
import { askIfBuilt } from '../../read-models/named-query.ts';
import { STOCK_LEVELS } from '../../read-models/stock-averages.ts';
import type { AverageCosts } from '../preview-goods.ts';

export function averagesFrom(pool: Pool): AverageCosts {
  return async (pools) => {
    const found = new Map<string, string>();
    const items = pools.map((value) => value.item);
    const inventories = pools.map((value) => value.inventory);
    for (const row of await askIfBuilt(pool, STOCK_LEVELS, items, inventories)) {
      const quantity = parseFixed(row.quantity, QUANTITY_SCALE) ?? 0n;
      const value = parseFixed(row.value, MONEY_SCALE);
      if (quantity <= 0n || value === undefined) continue;
      const average = divideRounded(value * QUANTITY_ONE, quantity);
      found.set(`${row.item_fk}:${row.inventory_fk}`, printFixed(average, MONEY_SCALE));
    }
    return found;
  };
}
