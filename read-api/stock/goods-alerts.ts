/**
 * `GET stocks/alerts`: the number of items below their alert quantity or a minimum of the person's inventories, or out of stock, and of batches that have expired or
 * expire soon. Each number requires the permission for the list or the report that contains the items or batches.
 */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import type { Person } from '../../identity/person.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { declareRead } from '../http/route.ts';
import { shopToday } from '../http/today.ts';
import { openReport } from './batch-report.ts';
import { expiringBatches } from './expired-items.ts';
import { shortLevels } from './inventory-levels.ts';
import { BELOW_ALERT, kept, OUT_OF_STOCK } from './stocks.ts';

const STOCKS = 'stocks/index';
const EXPIRED = 'reports/expired_items';
/** Null for a person who may not see them. */
const Count = () => Nullable(Type.Integer());

export const goodsAlertsRoute = declareRead({
  url: '/stocks/alerts',
  permission: `${STOCKS}##${EXPIRED}`,
  reads: ['books', 'documents', 'events', 'records'],
  answer: Type.Object({ shortages: Count(), out_of_stock: Count(), expired: Count(), expires_soon: Count() }),
  operationId: 'countGoodsAlerts',
  tag: 'stock',
  summary: 'Numbers of items that are short or out of stock, and of batches that expire',
  handle: ({ reader, person }) =>
    inSnapshot(reader, async (snapshot) => ({
      ...(await shortItems(snapshot, person)),
      ...(await expiring(snapshot, person)),
    })),
});

async function shortItems(snapshot: Snapshot, person: Person) {
  if (!person.can(STOCKS)) return { shortages: null, out_of_stock: null };
  const { rows } = await sql<{ shortages: number; out_of_stock: number }>`
    select count(*) filter (where ${BELOW_ALERT} or sl.item_fk is not null)::int as shortages,
      count(*) filter (where ${OUT_OF_STOCK})::int as out_of_stock
    from read.record i left join ${kept()}
    left join (select distinct s.item_fk from (${shortLevels(person)}) s) sl on sl.item_fk = i.id
    where i.kind = 'item' and i.active and i.data ->> 'item_type' is distinct from 'service'`.execute(snapshot);
  return rows[0] ?? { shortages: 0, out_of_stock: 0 };
}

async function expiring(snapshot: Snapshot, person: Person) {
  if (!person.can(EXPIRED)) return { expired: null, expires_soon: null };
  const batches = await expiringBatches(snapshot, await openReport(snapshot, person, {}), await shopToday(snapshot));
  const expired = batches.filter(({ state }) => state === 'expired').length;
  return { expired, expires_soon: batches.length - expired };
}
