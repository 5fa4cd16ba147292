/**
 * When goods on hand expire. Purchases say it; what is left of them is worked out as a shop sells: what expires first
 * leaves first. So what is on hand of an item is of the purchases that expire last, and goods that came without a date
 * are thought to have left before the others.
 */
import { sql } from 'kysely';
import { printQuantity, type Quantity, quantity, toQuantity } from '../../domain/kernel/quantity.ts';
import { RECEIPT_STEP } from '../../domain/posting/purchase.ts';
import type { Reader, Snapshot } from '../database/reader.ts';
import { type Condition, whereAll } from '../lists/list.ts';

/** What came in, or is left, of an item with one day of expiry; in base units. */
export interface Lot {
  readonly item_fk: number;
  readonly expire_date: string;
  readonly quantity: string;
}

/** What came in by purchases that say when it expires, the last to expire first; `conditions` on `read.stock_line j`. */
export async function lotsOf(
  db: Reader | Snapshot,
  conditions: readonly Condition[],
): Promise<ReadonlyMap<number, readonly Lot[]>> {
  const { rows } = await sql<Lot>`
    select j.item_fk, line ->> 'expire_date' as expire_date, sum(j.quantity)::text as quantity
    from read.stock_line j
    join read.document d on d.kind = 'purchase' and d.id = j.document_id
    cross join lateral jsonb_array_elements(d.data -> 'lines') line
    ${whereAll([sql`j.document_kind = 'purchase'`, ...conditions])}
      and (line ->> 'line_id')::int = j.move_line % ${RECEIPT_STEP} and line ->> 'expire_date' is not null
    group by 1, 2 having sum(j.quantity) > 0 order by 1, 2 desc`.execute(db);
  return Map.groupBy(rows, ({ item_fk }) => item_fk);
}

/** What is left is of the purchases that expire last. */
export function remainingLots(total: Quantity, lots: readonly Lot[]): Lot[] {
  let left = total;
  return lots.flatMap((lot) => {
    const came = quantity(lot.quantity);
    const stays = came < left ? came : left;
    left = toQuantity(left - stays);
    return stays > 0n ? [{ ...lot, quantity: printQuantity(stays) }] : [];
  });
}
