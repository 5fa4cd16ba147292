/**
 * `GET reports/item_transactions`: the stock ledger of an item in effective order, with the quantity on hand after each
 * line. A later difference of value is a separate line, at the movement's moment.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { money, printMoney, toMoney } from '../../domain/values/money.ts';
import { printQuantity, quantity, toQuantity } from '../../domain/values/quantity.ts';
import { shift } from '../books/account-balances.ts';
import { booksPosition, readKnownAt } from '../books/known-at.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { DayText, IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import { type Asked, declareRead } from '../http/route.ts';
import { seesCost } from '../http/scope.ts';
import { InUnits, withUnits } from '../lists/in-units.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { fetchNames } from '../lists/names.ts';
import { inTimes, paged, RunningSchema, readPaging, totalsOf } from '../reports/running.ts';
import { placeConditions } from './inventory.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
const Level = Type.Object({ quantity: Type.String(), value: Text() });

const ItemTransaction = Type.Object({
  position: Type.String(),
  /** The movement's line in its posting. */
  line_no: Type.Integer(),
  effective_date: Type.String(),
  effective_at: Type.String(),
  recorded_at: Type.String(),
  document: Type.String(),
  document_kind: Type.String(),
  document_id: Type.Integer(),
  number: Text(),
  party: Text(),
  party_name: Text(),
  kind: Type.String(),
  /** The posting of the movement: differs from the line's own position for a later difference. */
  cause_position: Type.String(),
  inventory_fk: Type.Integer(),
  inventory_name: Text(),
  quantity: Type.String(),
  /** Change of what is sold and not delivered, which stands in the inventory beside the stock. */
  undelivered: Type.String(),
  value: Text(),
  quantity_after: Type.String(),
  /** The quantity after the line in the units of the item. */
  in_units: InUnits(),
  value_after: Text(),
});
type ItemTransaction = Static<typeof ItemTransaction>;
const ItemTransactions = RunningSchema(ItemTransaction, {
  item_fk: Type.Integer(),
  item_name: Text(),
  opening: Level,
  closing: Level,
});

export const itemTransactionsRoute = declareRead({
  url: '/reports/item_transactions',
  permission: 'reports/item_transactions',
  reads: ['books', 'events', 'documents', 'records'],
  query: Query({
    item_fk: IdText(),
    inventory_fk: Type.Optional(IdText()),
    from: Type.Optional(DayText()),
    ...TwoTimes,
    ...Paging,
  }),
  answer: ItemTransactions,
  operationId: 'itemTransactions',
  tag: 'reports',
  summary: 'The stock ledger of an item',
  handle: (requested) => inSnapshot(requested.reader, (snapshot) => itemTransactions(snapshot, requested)),
});

const TABLE = 'read.stock_line';
const SUMS = ['quantity', 'value'];
const ORDER = sql`j.effective_at, j.move_position, j.move_line, j.position, j.kind = 'share', j.inventory_fk`;

export async function itemTransactions(snapshot: Snapshot, { person, query }: Pick<Asked, 'person' | 'query'>) {
  const { from, as_at: asAt } = query;
  const known = await readKnownAt(snapshot, query['known_at']);
  const place = placeConditions(person, query);
  const before = from === undefined ? undefined : [...inTimes(undefined, shift(from, -1), known), ...place];
  const opening = before ? levelOf(await totalsOf(snapshot, TABLE, before, SUMS)) : levelOf({ sums: [] });
  const lines = [...inTimes(from, asAt, known), ...place];
  const all = await totalsOf(snapshot, TABLE, lines, SUMS);
  const page = readPaging(query);
  const earlier = page.offset === 0 ? levelOf({ sums: [] }) : await sumBefore(snapshot, lines, page.offset);
  const rows = await pageOf(snapshot, lines, page);
  const cost = seesCost(person);
  const item = Number(query['item_fk']);
  const nameOf = await fetchNames(snapshot, [
    `item-${item}`,
    ...rows.flatMap(({ party, inventory_fk }) => [`inventory-${inventory_fk}`, ...(party === null ? [] : [party])]),
  ]);
  return {
    ...paged(page, all.count),
    data: await withUnits(
      snapshot,
      running(rows, plus(opening, earlier), cost).map((row) => ({
        ...row,
        party_name: row.party === null ? null : nameOf(undefined, row.party),
        inventory_name: nameOf('inventory', row.inventory_fk),
      })),
      ({ quantity_after }) => ({ item_fk: item, quantity: quantity_after }),
    ),
    params: query,
    position: String(known?.position ?? (await booksPosition(snapshot))),
    item_fk: item,
    item_name: nameOf('item', item),
    opening: shown(opening, cost),
    closing: shown(plus(opening, levelOf(all)), cost),
  };
}

interface Level {
  readonly quantity: bigint;
  readonly value: bigint;
}
const levelOf = ({ sums: [count = '0', value = '0'] }: { readonly sums: readonly string[] }): Level => ({
  quantity: quantity(count),
  value: money(value),
});
const plus = (a: Level, b: Level): Level => ({ quantity: a.quantity + b.quantity, value: a.value + b.value });
const shown = (level: Level, cost: boolean) => ({
  quantity: printQuantity(toQuantity(level.quantity)),
  value: cost ? printMoney(toMoney(level.value)) : null,
});

async function sumBefore(snapshot: Snapshot, lines: readonly Condition[], offset: number): Promise<Level> {
  const { rows } = await sql<{ quantity: string; value: string }>`
    select coalesce(sum(e.quantity), 0) as quantity, coalesce(sum(e.value), 0) as value
    from (select j.quantity, j.value from read.stock_line j ${whereAll(lines)} order by ${ORDER} limit ${offset}) e`.execute(
    snapshot,
  );
  return levelOf({ sums: [rows[0]?.quantity ?? '0', rows[0]?.value ?? '0'] });
}

type Line = Omit<
  ItemTransaction,
  'party_name' | 'inventory_name' | 'quantity_after' | 'in_units' | 'value_after' | 'value'
> & {
  readonly value: string;
};

async function pageOf(
  snapshot: Snapshot,
  lines: readonly Condition[],
  page: { perPage: number; offset: number },
): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select l.position, l.line_no, l.effective_date, l.effective_at, l.recorded_at, l.document, l.document_kind,
      l.document_id, l.kind, l.cause_position, l.inventory_fk, l.quantity, l.undelivered, l.value, d.number, d.party
    from (
      select row_number() over (order by ${ORDER}) as place, j.position, j.move_line::int as line_no, j.effective_date, j.effective_at, j.recorded_at,
        j.document, j.document_kind, j.document_id, j.kind, j.move_position as cause_position, j.inventory_fk, j.quantity,
        j.undelivered, j.value
      from read.stock_line j ${whereAll(lines)} order by ${ORDER} limit ${page.perPage} offset ${page.offset}
    ) l
    left join read.document d on d.kind = l.document_kind and d.id = l.document_id
    order by l.place`.execute(snapshot);
  return rows;
}

function running(lines: readonly Line[], before: Level, cost: boolean) {
  let level = before;
  return lines.map((line) => {
    level = plus(level, levelOf({ sums: [line.quantity, line.value] }));
    const after = shown(level, cost);
    const undelivered = printQuantity(quantity(line.undelivered));
    return {
      ...line,
      undelivered,
      value: cost ? line.value : null,
      quantity_after: after.quantity,
      value_after: after.value,
    };
  });
}
