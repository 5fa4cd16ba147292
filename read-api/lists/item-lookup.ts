/**
 * `GET items/list`: items as a line of a document needs them: units with names, prices and barcodes, and what is
 * on hand. A barcode or code that is typed in full comes first.
 */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { item } from '../../domain/catalogue/item.record.ts';
import { foldForSearch } from '../../domain/kernel/folding.ts';
import { money } from '../../domain/kernel/money.ts';
import { quantity } from '../../domain/kernel/quantity.ts';
import { IdText } from '../http/query.schema.ts';
import type { Asked, ReadRoute } from '../http/route.ts';
import { allOf, checkInventory, rowScope, seesCost } from '../http/scope.ts';
import { averageCost } from '../reports/inventory.ts';
import type { Condition, ListSource } from './list.ts';
import { listRoute } from './list-route.ts';
import { lookupPermission } from './lookup-permission.ts';
import type { Row } from './names.ts';
import { recordList } from './record-list.ts';

export function itemLookupRoute(): ReadRoute {
  return listRoute({
    url: '/items/list',
    permission: lookupPermission('items'),
    reads: ['records', 'books'],
    summary: 'Items for a line: by name, code or barcode, with units, prices and stock on hand',
    extra: {
      inventory_fk: Type.Optional(IdText()),
      barcode: Type.Optional(Type.String({ minLength: 1, maxLength: 48 })),
    },
    columns: recordList(item, 'look-up').columns,
    source: itemSource,
  });
}

function itemSource({ person, query }: Asked): ListSource {
  const inventory = query['inventory_fk'] === undefined ? undefined : Number(query['inventory_fk']);
  checkInventory(person, inventory);
  const { barcode, search = '' } = query;
  const list = recordList(item, 'look-up', barcode === undefined ? undefined : hasBarcode(barcode));
  const exactFirst = foldForSearch(search) === '' ? [] : [sql`(${hasCode(search.trim())}) desc`];
  return {
    ...list,
    first: exactFirst,
    present: async (reader, rows, who) => {
      const named = await list.present(reader, rows, who);
      const levels = await onHand(
        reader,
        rows.map((row) => Number(row['id'])),
        who,
        inventory,
      );
      return named.map((row) => ({ ...row, ...levels(Number(row['item_id'])) }));
    },
  };
}

const hasBarcode = (barcode: string): Condition =>
  sql`r.data @> ${JSON.stringify({ item_units: [{ barcodes: [barcode] }] })}::jsonb`;
const hasCode = (text: string): Condition =>
  sql`${hasBarcode(text)} or coalesce(lower(r.data ->> 'item_code') = ${text.toLowerCase()}, false)`;

type Level = { readonly stock: string; readonly average_cost: string | null };

/** In the inventory that was asked for, or in all of the person's. */
async function onHand(
  reader: Parameters<ListSource['present']>[0],
  items: readonly number[],
  person: Asked['person'],
  inventory: number | undefined,
): Promise<(item: number) => Level & Row> {
  const place: Condition =
    inventory === undefined
      ? allOf(rowScope(person, { inventory: sql`l.inventory_fk` }))
      : sql`l.inventory_fk = ${inventory}`;
  const { rows } = await sql<{ item_fk: number; quantity: string; value: string }>`
    select l.item_fk, sum(l.quantity) as quantity, sum(l.value) as value from read.stock_level l
    where l.item_fk = any(${[...items]}::int[]) and ${place} group by l.item_fk`.execute(reader);
  const levels = new Map(rows.map((row) => [row.item_fk, row]));
  const cost = seesCost(person);
  return (id) => {
    const { quantity: held, value } = levels.get(id) ?? { quantity: '0', value: '0' };
    return { stock: held, average_cost: cost ? averageCost(money(value), quantity(held)) : null };
  };
}
