/**
 * `GET items/list_with_expire/{id}`: items with expiry dates on hand in the inventory `id`, each with its dates,
 * earliest first.
 */
import { sql } from 'kysely';
import { item } from '../../domain/catalogue/item.record.ts';
import { recordAnswer } from '../../domain/registry/answers.schema.ts';
import { lookupPermission } from '../../domain/registry/lookup-permission.ts';
import { printQuantity, quantity } from '../../domain/values/quantity.ts';
import { ofItems } from '../batches/called-batches.ts';
import { IdParams } from '../http/query.schema.ts';
import type { ReadRoute } from '../http/route.ts';
import { listRoute } from '../lists/list-route.ts';
import type { Condition, ListSource } from '../lists/list-source.ts';
import { recordList } from '../lists/record-list.ts';
import { namedBatchLevels } from './batch-levels.ts';
import { itemSource } from './item-lookup.ts';

export function expiringItemsRoute(): ReadRoute {
  return listRoute({
    url: `/items/list_with_expire/:id`,
    permission: lookupPermission('items'),
    reads: ['records', 'books', 'documents', 'events'],
    operationId: 'listExpiringItems',
    tag: 'catalogue',
    summary: 'Items that expire and are on hand in an inventory, with what is left of each day of expiry',
    params: IdParams,
    row: recordAnswer(item),
    columns: recordList(item, 'look-up').columns,
    source: ({ person, query, params }) => {
      const inventory = Number(params['id']);
      return withExpiry(itemSource({ person, query, inventory, only: isThereAndExpires(inventory) }), inventory);
    },
  });
}

const isThereAndExpires = (inventory: number): Condition => sql`(r.data ->> 'has_expire')::boolean and exists (
  select from read.stock_level l where l.item_fk = r.id and l.inventory_fk = ${inventory} and l.quantity > 0)`;

interface Lot {
  readonly item_fk: number;
  readonly expire_date: string;
  readonly quantity: string;
}

function withExpiry(list: ListSource, inventory: number): ListSource {
  return {
    ...list,
    present: async (reader, rows, person) => {
      const items = rows.map((row) => Number(row['id']));
      const goods = [ofItems(items), sql<boolean>`j.inventory_fk = ${inventory}`];
      const { rows: found } = await sql<Lot>`
        select b.item_fk, b.expire_date::text as expire_date, sum(b.quantity)::text as quantity
        from (${namedBatchLevels({ times: [], goods })}) b where b.expire_date is not null
        group by 1, 2 having sum(b.quantity) > 0 order by 1, 2`.execute(reader);
      const lots = Map.groupBy(found, ({ item_fk }) => item_fk);
      return (await list.present(reader, rows, person)).map((row) => {
        const batches = (lots.get(Number(row['item_id'])) ?? []).map(({ expire_date, quantity: left }) => {
          return { expire_date, quantity: printQuantity(quantity(left)) };
        });
        return { ...row, expire_date: batches[0]?.expire_date ?? null, batches };
      });
    },
  };
}
