/**
 * `GET count_rounds/{id}/piece` and `GET inventory_adjustments/piece`: where the pieces are that have a scanned serial number,
 * so that a person who counts a telephone is told at once when the books have it somewhere else, or when it has left. A
 * round counts now, and a document at its own moment.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { countRoundDocument } from '../../domain/stock/count-round.document.ts';
import { momentOfCount } from '../../domain/values/effective-date.ts';
import type { Person } from '../../identity/person.ts';
import { calledLines, ofItems } from '../batches/called-batches.ts';
import { shownName } from '../database/names-by-language.ts';
import type { Reader } from '../database/reader-type.ts';
import { findDocument } from '../details/find.ts';
import { DayText, IdParams, IdText, Query } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { checkInventory, documentScope, inventoriesOf } from '../http/scope.ts';
import { shopNow } from '../http/today.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { namedBatchLevels } from './batch-levels.ts';
import { ofBatch } from './batch-report.ts';
import { CountedGoods, goodsOf } from './count-items.ts';
import { OF_PIECES, ScannedText } from './scanned-item.ts';
import { TimeOfCount } from './theoretical-quantities.ts';

const Piece = Type.Object({
  ...CountedGoods.properties,
  /** As the books have it. */
  serial_number: Type.String(),
  /**
   * `here` is the inventory that is counted, which may hold a piece that is sold and not delivered yet; `later` is a piece
   * that came there after the moment of the count.
   */
  stands: Type.Enum(['here', 'later', 'elsewhere', 'gone']),
  /** Where else it is, for a person who has that inventory. */
  inventory_name: Nullable(Type.String()),
  /** With what it left, for a person who may have that document. */
  left_with: Nullable(Type.String()),
  left_on: Nullable(Type.String()),
});

export const countedPieceRoute = declareRead({
  url: '/count_rounds/:id/piece',
  permission: 'count_rounds/update',
  reads: ['books', 'documents', 'events', 'records'],
  params: IdParams,
  query: Query({ code: ScannedText() }),
  answer: Type.Array(Piece),
  operationId: 'countedPiece',
  tag: 'stock',
  summary: 'The pieces with a serial number, and whether they are in the inventory of a counting round',
  handle: async ({ reader, person, params, query }) => {
    const { inventory_fk } = await findDocument(reader, countRoundDocument, Number(params['id']), person);
    return piecesWith(reader, person, { inventory: Number(inventory_fk), times: [] }, query['code'] ?? '');
  },
});

export const standingPieceRoute = declareRead({
  url: '/inventory_adjustments/piece',
  permission: 'inventory_adjustments/store##inventory_adjustments/update',
  reads: ['books', 'documents', 'events', 'records'],
  query: Query({ inventory_fk: IdText(), code: ScannedText(), date: Type.Optional(DayText()), time: TimeOfCount() }),
  answer: Type.Array(Piece),
  operationId: 'standingPiece',
  tag: 'stock',
  summary: 'The pieces with a serial number, and whether they are in an inventory at the moment of a count',
  handle: async ({ reader, person, query }) => {
    const inventory = Number(query['inventory_fk']);
    checkInventory(person, inventory);
    const { today, now } = await shopNow(reader);
    const { date = today, time } = query;
    const at = momentOfCount(date, time ?? (date === today ? now : null));
    return piecesWith(reader, person, { inventory, times: [sql`j.effective_at < ${at}`] }, query['code'] ?? '');
  },
});

type Found = Pick<Static<typeof Piece>, 'serial_number' | 'stands' | 'inventory_name' | 'left_with' | 'left_on'>;

interface Counted {
  readonly inventory: number;
  /** Conditions on `j`: until when a piece must have come to the inventory; none for now. */
  readonly times: readonly Condition[];
}

async function piecesWith(
  reader: Reader,
  person: Person,
  counted: Counted,
  number: string,
): Promise<Static<typeof Piece>[]> {
  const found = await standing(reader, person, counted, number);
  const goods = await goodsOf(
    reader,
    found.map(({ item_fk }) => item_fk),
  );
  return found.flatMap(({ item_fk, ...piece }) => {
    const item = goods.find((one) => one.item_fk === item_fk);
    return item ? [{ ...item, ...piece }] : [];
  });
}

/** Pieces that are here come first; a number may be of several items. */
async function standing(
  reader: Reader,
  person: Person,
  { inventory, times }: Counted,
  number: string,
): Promise<readonly (Found & { readonly item_fk: number })[]> {
  const isIt = whereAll(ofBatch(number));
  const items = await sql<{ item_fk: number }>`
    select distinct b.item_fk from (${calledLines([OF_PIECES], undefined)}) b ${isIt}`.execute(reader);
  if (items.rows.length === 0) return [];
  const goods = ofItems(items.rows.map(({ item_fk }) => item_fk));
  const levelsOf = (until: readonly Condition[]) => sql`
    select b.item_fk, b.inventory_fk from (${namedBatchLevels({ times: until, goods: [goods] })}) b
    ${isIt} and b.quantity > 0
    union
    select b.item_fk, b.inventory_fk from (${calledLines([goods, ...until], undefined)}) b ${isIt}
    group by 1, 2 having sum(b.undelivered) > 0`;
  const { rows } = await sql<Found & { readonly item_fk: number }>`
    with lines as materialized (
      select b.* from (${calledLines([goods], undefined)}) b ${isIt}
    ),
    levels as (${levelsOf([])}),
    then_here as (${times.length === 0 ? sql`select * from levels` : levelsOf(times)})
    select t.item_fk, t.serial_number,
      case when t.is_here then 'here' when l.inventory_fk = ${inventory} then 'later'
        when l.inventory_fk is not null then 'elsewhere' else 'gone' end as stands,
      case when not t.is_here and l.inventory_fk <> ${inventory} and ${heldBy(person)} then ${shownName('p')} end as inventory_name,
      case when not t.is_here and l.inventory_fk is null then g.number end as left_with,
      case when not t.is_here and l.inventory_fk is null then g.date end as left_on
    from (
      select c.item_fk, min(c.batch_number) as serial_number, exists (
        select from then_here h where h.item_fk = c.item_fk and h.inventory_fk = ${inventory}) as is_here
      from lines c group by 1
    ) t
    left join lateral (
      select e.inventory_fk from levels e where e.item_fk = t.item_fk
      order by e.inventory_fk = ${inventory} desc, e.inventory_fk limit 1
    ) l on true
    left join read.record p on p.kind = 'inventory' and p.id = l.inventory_fk
    left join lateral (
      select d.number, d.date::text as date from lines c
      join read.document d on d.kind = c.document_kind and d.id = c.document_id
      where c.item_fk = t.item_fk and c.kind = 'movement' and c.quantity < 0 and ${documentScope(person)}
      order by c.position desc limit 1
    ) g on true
    order by t.is_here desc, t.item_fk`.execute(reader);
  return rows;
}

const heldBy = (person: Person) => {
  const own = inventoriesOf(person);
  return own === undefined ? sql`true` : sql`p.id = any(${[...own]}::int[])`;
};
