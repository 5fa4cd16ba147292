/**
 * Quantities on hand of each batch of an item, earliest expiry first, goods of no named batch last:
 * - `items/{id}/batches`: of all batches;
 * - `batch_holds/{id}/on_hand`: of those that a hold holds, by the names that they have now.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { item } from '../../domain/catalogue/item.record.ts';
import { lookupPermission } from '../../domain/registry/lookup-permission.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { batchHoldDocument } from '../../domain/stock/batch-hold.document.ts';
import { HOLD_TYPES } from '../../domain/stock/batch-hold.schema.ts';
import { batchOf, isSameBatch } from '../../domain/values/batch.ts';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import type { Person } from '../../identity/person.ts';
import { batchNames } from '../batches/called-batches.ts';
import { shownName } from '../database/names-by-language.ts';
import type { Reader } from '../database/reader-type.ts';
import { findDocument, findRecord } from '../details/find.ts';
import { IdParams, IdText, Query } from '../http/query.schema.ts';
import { declareRead, type QueryValues } from '../http/route.ts';
import { InUnits, withUnits } from '../lists/in-units.ts';
import { batchLevels } from './batch-levels.ts';
import { placeConditions } from './inventory.ts';

const Text = () => Nullable(Type.String());
const ItemBatch = Type.Object(
  {
    inventory_fk: Type.Integer(),
    inventory_name: Text(),
    /** Both are null for goods of no named batch. */
    batch_number: Text(),
    expire_date: Text(),
    /** In base units. */
    quantity: Type.String(),
    in_units: InUnits(),
    /** A held batch leaves by a disposal or a return to the supplier only. */
    is_held: Type.Boolean(),
    /** Why it is held, or null. */
    hold_type: Nullable(Type.Enum(HOLD_TYPES)),
  },
  { title: 'BatchOnHand' },
);

export const itemBatchesRoute = declareRead({
  url: '/items/:id/batches',
  permission: lookupPermission('items'),
  reads: ['books', 'records', 'events'],
  params: IdParams,
  query: Query({ inventory_fk: Type.Optional(IdText()) }),
  answer: Type.Array(ItemBatch),
  operationId: 'listItemBatches',
  tag: 'catalogue',
  summary: 'What is on hand of each batch of an item, first expired first',
  handle: async ({ reader, person, params, query }) => {
    const id = Number(params['id']);
    await findRecord(reader, item, id, person);
    return onHandOf(reader, person, { ...query, item_fk: String(id) });
  },
});

export const heldGoodsRoute = declareRead({
  url: '/batch_holds/:id/on_hand',
  permission: 'batch_holds/show',
  reads: ['books', 'documents', 'events', 'records'],
  params: IdParams,
  answer: Type.Array(ItemBatch),
  operationId: 'goodsOfBatchHold',
  tag: 'stock',
  summary: 'What is on hand of the goods that a hold holds, by inventory',
  handle: async ({ reader, person, params }) => {
    const found = await findDocument(reader, batchHoldDocument, Number(params['id']), person);
    const { item_fk, told } = membersOf(found['data']);
    const id = Number(item_fk);
    const names = await batchNames(reader, [id]);
    const held = objectsOf(told).map((batch) => names?.called(id, batchOf(batch)) ?? batchOf(batch));
    const batches = await onHandOf(reader, person, { item_fk: String(id) });
    return batches.filter((batch) => held.some((name) => isSameBatch(name, batch)));
  },
});

async function onHandOf(reader: Reader, person: Person, query: QueryValues & { readonly item_fk: string }) {
  const goods = placeConditions(person, query);
  const { rows } = await sql<Omit<Static<typeof ItemBatch>, 'in_units'>>`
    select b.inventory_fk, ${shownName('p')} as inventory_name, b.batch_number, b.expire_date,
      trim_scale(b.quantity)::text as quantity, b.is_held, b.hold_type
    from (${batchLevels({ times: [], goods })}) b
    left join read.record p on p.kind = 'inventory' and p.id = b.inventory_fk
    order by b.batch_number is null and b.expire_date is null, b.expire_date nulls last, b.batch_number,
      b.inventory_fk`.execute(reader);
  return withUnits(reader, rows, ({ quantity }) => ({ item_fk: Number(query.item_fk), quantity }));
}
