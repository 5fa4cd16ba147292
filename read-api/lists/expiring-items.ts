/**
 * `GET items/list_with_expire/{id}`: what is on hand in the inventory `id` of the items that expire, each with the days on
 * which it does, the first first. What is left of which purchase is worked out as in `reports/expired_items`.
 */
import { sql } from 'kysely';
import { recordAnswer } from '../../domain/answers.schema.ts';
import { item } from '../../domain/catalogue/item.record.ts';
import { quantity } from '../../domain/kernel/quantity.ts';
import { lookupPermission } from '../../domain/people/lookup-permission.ts';
import { IdParams } from '../http/query.schema.ts';
import type { ReadRoute } from '../http/route.ts';
import { lotsOf, remainingLots } from '../reports/expiry.ts';
import { itemSource } from './item-lookup.ts';
import type { Condition, ListSource } from './list.ts';
import { listRoute } from './list-route.ts';
import { recordList } from './record-list.ts';

export function expiringItemsRoute(): ReadRoute {
  return listRoute({
    url: `/items/list_with_expire/:id`,
    permission: lookupPermission('items'),
    reads: ['records', 'books', 'documents'],
    operationId: 'listExpiringItems',
    tag: 'catalogue',
    summary: 'Items that expire and are on hand in an inventory, with what is left of each day of expiry',
    params: IdParams,
    row: recordAnswer(item),
    columns: recordList(item, 'look-up').columns,
    source: ({ person, query, params }) => {
      const inventory = Number(params['id']);
      return withExpiry(itemSource({ person, query, inventory, only: isThereAndExpires(inventory) }));
    },
  });
}

const isThereAndExpires = (inventory: number): Condition => sql`(r.data ->> 'has_expire')::boolean and exists (
  select from read.stock_level l where l.item_fk = r.id and l.inventory_fk = ${inventory} and l.quantity > 0)`;

function withExpiry(list: ListSource): ListSource {
  return {
    ...list,
    present: async (reader, rows, person) => {
      const items = rows.map((row) => Number(row['id']));
      const lots = await lotsOf(reader, [sql`j.item_fk = any(${items}::int[])`]);
      return (await list.present(reader, rows, person)).map((row) => {
        const left = remainingLots(quantity(String(row['stock'])), lots.get(Number(row['item_id'])) ?? []).reverse();
        const batches = left.map((lot) => ({ expire_date: lot.expire_date, quantity: lot.quantity }));
        return { ...row, expire_date: batches[0]?.expire_date ?? null, batches };
      });
    },
  };
}
