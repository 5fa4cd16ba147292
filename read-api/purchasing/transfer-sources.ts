/**
 * Inventories from which goods that another one lacks may come: what may be sold in them, without what online orders reserve
 * and what pending transfers take, and what they keep themselves. Only inventories of the person, in outlets of the person.
 */
import { sql } from 'kysely';
import type { DocumentBody } from '../../domain/documents/document-amounts.ts';
import { leftByItem, type TransferSource } from '../../domain/purchasing/proposed-order.ts';
import { onlineOrderDocument } from '../../domain/sales/orders/online-order.document.ts';
import { saleTransferDocument } from '../../domain/sales/transfers/sale-transfer.document.ts';
import { saleTransferReturnDocument } from '../../domain/sales/transfers/sale-transfer-return.document.ts';
import { stockTransferDocument } from '../../domain/stock/transit/stock-transfer.document.ts';
import { printQuantity, quantity, toQuantity } from '../../domain/values/quantity.ts';
import type { Person } from '../../identity/person.ts';
import type { Snapshot } from '../database/reader.ts';
import { allOf, rowScope } from '../http/scope.ts';
import { goodsNotForSale } from '../stock/goods-not-for-sale.ts';
import { isInUse, LEVELS } from '../stock/inventory-levels.ts';

export const TRANSFERS = [stockTransferDocument, saleTransferDocument, saleTransferReturnDocument].map(
  ({ kind }) => kind,
);

interface Level {
  readonly item_fk: number;
  readonly inventory_fk: number;
  /** Whether it is in the outlet of the inventory that lacks the goods. */
  readonly is_near: boolean;
  readonly available: string;
  readonly kept: string;
}

/** The sources of each item: those of the same outlet first, of these the one that has most to give. */
export async function transferSources(
  snapshot: Snapshot,
  person: Person,
  inventory: number,
  items: readonly number[],
): Promise<ReadonlyMap<number, readonly TransferSource[]>> {
  if (items.length === 0) return new Map();
  const levels = await levelsElsewhere(snapshot, person, inventory, items);
  const leaving = await leavingGoods(snapshot, [...new Set(levels.map((level) => level.inventory_fk))]);
  const sources = levels.map((level) => {
    const left = quantity(level.available) - (leaving.get(level.inventory_fk)?.get(level.item_fk) ?? 0n);
    return { ...level, available: printQuantity(toQuantity(left)), spare: left - quantity(level.kept) };
  });
  const inOrder = sources.toSorted(
    (one, other) =>
      Number(other.is_near) - Number(one.is_near) ||
      Number(other.spare > one.spare) - Number(other.spare < one.spare) ||
      one.inventory_fk - other.inventory_fk,
  );
  return Map.groupBy(inOrder, ({ item_fk }) => item_fk);
}

/** What may be sold of the items in the other inventories; one without a row of its own keeps the minimum of the item. */
async function levelsElsewhere(
  snapshot: Snapshot,
  person: Person,
  inventory: number,
  items: readonly number[],
): Promise<readonly Level[]> {
  const ids = sql`any(${[...items]}::int[])`;
  const { rows } = await sql<Level>`
    select a.item_fk, a.inventory_fk, a.quantity::text as available, v.data -> 'outlet_fk' = own.data -> 'outlet_fk' as is_near,
      coalesce(lv.maximum, lv.minimum, (i.data ->> 'shortage_alert')::numeric, 0)::text as kept
    from (
      select s.item_fk, s.inventory_fk, sum(s.quantity) as quantity
      from (select item_fk, inventory_fk, quantity from read.stock_level where item_fk = ${ids} union all
        select b.item_fk, b.inventory_fk, -b.quantity from (${goodsNotForSale([sql`j.item_fk = ${ids}`])}) b) s
      group by 1, 2
    ) a
    join read.record i on i.kind = 'item' and i.id = a.item_fk
    join read.record v on v.kind = 'inventory' and v.id = a.inventory_fk
    join read.record own on own.kind = 'inventory' and own.id = ${inventory}
    left join lateral (select * from ${LEVELS} where lv.inventory_fk = a.inventory_fk) lv on true
    where a.inventory_fk <> ${inventory} and a.quantity > 0 and ${isInUse(sql.ref('a.inventory_fk'))}
      and ${allOf(rowScope(person, { outlet: sql`(v.data ->> 'outlet_fk')::int`, inventory: sql`a.inventory_fk` }))}
    `.execute(snapshot);
  return rows;
}

/** What confirmed online orders reserve and pending transfers take, by inventory and item. */
async function leavingGoods(
  snapshot: Snapshot,
  inventories: readonly number[],
): Promise<ReadonlyMap<number, ReadonlyMap<number, bigint>>> {
  const { rows } = await sql<{ inventory_fk: number; data: DocumentBody }>`
    select d.inventory_fk, d.data from read.document d
    where d.inventory_fk = any(${[...inventories]}::int[]) and (d.kind = any(${TRANSFERS}) and d.status = 'pending'
      or d.kind = ${onlineOrderDocument.kind} and d.status = 'confirmed')`.execute(snapshot);
  const sums = new Map<number, Map<number, bigint>>();
  for (const { inventory_fk, data } of rows) {
    const own = sums.get(inventory_fk) ?? new Map<number, bigint>();
    for (const [item, left] of leftByItem(data)) own.set(item, (own.get(item) ?? 0n) + left);
    sums.set(inventory_fk, own);
  }
  return sums;
}
