/**
 * `GET count_rounds/{id}/uncounted_batches`: batches and pieces on hand of the items of a round that nobody counted, without
 * quantities. The count states every batch of its items, so what is not named is counted as gone: for an item that nobody
 * counted only when its stock is stated as zero.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { countRoundDocument } from '../../domain/stock/count-round.document.ts';
import { type Batch, batchOf, isNamed, knownAs } from '../../domain/values/batch.ts';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { batchNames, ofItems } from '../batches/called-batches.ts';
import { shownName } from '../database/names-by-language.ts';
import { findDocument } from '../details/find.ts';
import { IdParams } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { namedBatchLevels } from './batch-levels.ts';

const UncountedBatch = Type.Object({
  item_fk: Type.Integer(),
  item_name: Nullable(Type.String()),
  batch_number: Nullable(Type.String()),
  expire_date: Nullable(Type.String()),
  /** The number is the serial number of a piece. */
  is_piece: Type.Boolean(),
  /** Something of the item was counted. */
  is_item_counted: Type.Boolean(),
});
type UncountedBatch = Static<typeof UncountedBatch>;

export const uncountedBatchesRoute = declareRead({
  url: '/count_rounds/:id/uncounted_batches',
  permission: 'count_rounds/complete',
  reads: ['books', 'documents', 'events', 'records'],
  params: IdParams,
  answer: Type.Array(UncountedBatch),
  operationId: 'uncountedBatchesOfCountRound',
  tag: 'stock',
  summary: 'Batches and pieces on hand of the items of a round that were not counted, without any quantity',
  handle: async ({ reader, person, params }) => {
    const found = await findDocument(reader, countRoundDocument, Number(params['id']), person);
    const { entries, items: listed, inventory_fk } = membersOf(found['data']);
    const named = Map.groupBy(objectsOf(entries), ({ item_fk }) => Number(item_fk));
    const items = [...new Set([...named.keys(), ...objectsOf(listed).map(({ item_fk }) => Number(item_fk))])];
    const names = await batchNames(reader, items);
    const goods = [ofItems(items), sql<boolean>`j.inventory_fk = ${Number(inventory_fk)}`];
    const { rows } = await sql<Omit<UncountedBatch, 'is_item_counted'>>`
      select b.item_fk, ${shownName('i')} as item_name, b.batch_number, b.expire_date::text as expire_date,
        coalesce(i.data ->> 'serial_numbers', 'none') <> 'none' as is_piece
      from (${namedBatchLevels({ times: [], goods })}) b join read.record i on i.kind = 'item' and i.id = b.item_fk
      where b.quantity > 0 order by item_name, b.item_fk, b.expire_date, b.batch_number`.execute(reader);
    const counted = (item: number): readonly Batch[] =>
      (named.get(item) ?? [])
        .map((entry) => batchOf(entry))
        .filter(isNamed)
        .map((batch) => names?.formerly(item, batch) ?? batch);
    return rows
      .filter((row) => knownAs(counted(row.item_fk), row) === undefined)
      .map((row) => ({ ...row, is_item_counted: named.has(row.item_fk) }));
  },
});
