/**
 * `GET items/same_names`: active items that share a name in one of the languages, folded as unique names are. They remain
 * when the setting of unique names is turned on (docs/decisions/0088), and are mended from this list.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { item } from '../../domain/catalogue/item.record.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { foldName } from '../../domain/values/fold-name.ts';
import { printQuantity, quantity } from '../../domain/values/quantity.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { type Asked, declareRead } from '../http/route.ts';
import { allOf, rowScope } from '../http/scope.ts';
import { InUnits, withUnits } from './in-units.ts';

const FIELDS = item.uniqueNames?.fields ?? [];
/** Limit of the answer; `total` counts all names. */
const NAMES_MAX = 200;

const Text = () => Nullable(Type.String());
const SameNames = Type.Object(
  {
    /** True while the setting refuses further items of one name. */
    is_refused: Type.Boolean(),
    total: Type.Integer(),
    names: Type.Array(
      Type.Object({
        /** The field that the items share. */
        field: Type.String(),
        name: Type.String(),
        items: Type.Array(
          Type.Object({
            item_id: Type.Integer(),
            item_name: Type.String(),
            item_code: Text(),
            category_name: Text(),
            barcodes: Type.Array(Type.String()),
            is_active: Type.Boolean(),
            /** In base units, in the person's inventories. */
            stock: Type.String(),
            in_units: InUnits(),
          }),
        ),
      }),
    ),
  },
  { title: 'SameNames' },
);

export const sameNamesRoute = declareRead({
  url: '/items/same_names',
  permission: `${item.resource}/index`,
  reads: ['records', 'books'],
  answer: SameNames,
  operationId: 'listSameNames',
  tag: 'catalogue',
  summary: 'Items that share a name, each name with its items',
  handle: ({ reader, person }) =>
    inSnapshot(reader, async (snapshot) => {
      const shared = await sharedNames(snapshot);
      const names = shared.slice(0, NAMES_MAX);
      const found = await itemsOf(
        snapshot,
        names.flatMap(({ items }) => items),
        person,
      );
      return {
        is_refused: await areRefused(snapshot),
        total: shared.length,
        names: names.map(({ items, ...name }) => ({ ...name, items: items.flatMap((id) => found.get(id) ?? []) })),
      };
    }),
});

interface SharedName {
  readonly field: string;
  readonly name: string;
  readonly items: readonly number[];
}

/** By the first item of each name. Items that share their names in several languages are listed once. */
async function sharedNames(snapshot: Snapshot): Promise<readonly SharedName[]> {
  const { rows } = await sql<{ id: number; names: (string | null)[] }>`
    select r.id, array(select r.data ->> field from unnest(${[...FIELDS]}::text[]) with ordinality f (field, place)
      order by place) as names
    from read.record r where r.kind = ${item.kind} and r.active order by r.id`.execute(snapshot);
  const found = FIELDS.flatMap((field, index): SharedName[] => {
    const named = rows.flatMap(({ id, names }) => {
      const name = names[index] ?? '';
      return foldName(name) === '' ? [] : [{ id, name, folded: foldName(name) }];
    });
    return [...Map.groupBy(named, ({ folded }) => folded).values()].flatMap((same) => {
      const [first] = same;
      return first && same.length > 1 ? [{ field, name: first.name, items: same.map(({ id }) => id) }] : [];
    });
  });
  const once = new Map(found.toReversed().map((name) => [name.items.join(), name]));
  return [...once.values()].toSorted((a, b) => (a.items[0] ?? 0) - (b.items[0] ?? 0));
}

interface Found {
  readonly item_id: number;
  readonly item_name: string;
  readonly item_code: string | null;
  readonly category_name: string | null;
  readonly barcodes: readonly string[];
  readonly is_active: boolean;
  readonly stock: string;
}

async function itemsOf(
  snapshot: Snapshot,
  ids: readonly number[],
  person: Asked['person'],
): Promise<ReadonlyMap<number, Found & { in_units: Static<ReturnType<typeof InUnits>> }>> {
  const { rows } = await sql<Found>`
    select r.id as item_id, ${shownName('r')} as item_name, r.data ->> 'item_code' as item_code,
      ${shownName('c')} as category_name,
      array(select jsonb_path_query(r.data, '$.item_units[*].barcodes[*]') #>> '{}') as barcodes,
      r.data ->> 'is_active' is distinct from 'false' as is_active,
      (select coalesce(sum(l.quantity), 0)::text from read.stock_level l
        where l.item_fk = r.id and ${allOf(rowScope(person, { inventory: sql`l.inventory_fk` }))}) as stock
    from read.record r
    left join read.record c on c.kind = 'category' and c.id = (r.data ->> 'category_fk')::int
    where r.kind = ${item.kind} and r.id = any(${[...new Set(ids)]}::int[])`.execute(snapshot);
  const shown = rows.map((row) => ({ ...row, stock: printQuantity(quantity(row.stock)) }));
  const told = await withUnits(snapshot, shown, ({ item_id, stock }) => ({ item_fk: item_id, quantity: stock }));
  return new Map(told.map((row) => [row.item_id, row]));
}

async function areRefused(snapshot: Snapshot): Promise<boolean> {
  const { rows } = await sql<{ is_on: boolean }>`
    select data -> ${item.uniqueNames?.setting ?? ''} = 'true' as is_on from read.record
    where kind = 'system_setting' and id = 1`.execute(snapshot);
  return rows[0]?.is_on === true;
}
