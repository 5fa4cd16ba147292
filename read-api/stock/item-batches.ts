/**
 * `GET items/{id}/batches`: quantities on hand of each batch of an item, earliest expiry first, goods of no named batch
 * last.
 */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { item } from '../../domain/catalogue/item.record.ts';
import { lookupPermission } from '../../domain/registry/lookup-permission.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { HOLD_TYPES } from '../../domain/stock/batch-hold.schema.ts';
import { shownName } from '../database/names-by-language.ts';
import { findRecord } from '../details/find.ts';
import { IdParams, IdText, Query } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
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
    const goods = placeConditions(person, { ...query, item_fk: String(id) });
    const { rows } = await sql<Omit<Static<typeof ItemBatch>, 'in_units'>>`
      select b.inventory_fk, ${shownName('p')} as inventory_name, b.batch_number, b.expire_date,
        trim_scale(b.quantity)::text as quantity, b.is_held, b.hold_type
      from (${batchLevels({ times: [], goods })}) b
      left join read.record p on p.kind = 'inventory' and p.id = b.inventory_fk
      order by b.batch_number is null and b.expire_date is null, b.expire_date nulls last, b.batch_number,
        b.inventory_fk`.execute(reader);
    return withUnits(reader, rows, ({ quantity }) => ({ item_fk: id, quantity }));
  },
});
