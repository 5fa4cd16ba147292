/** `GET reports/batches`: every batch on hand, by inventory, with its day of expiry and whether it may be sold. */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { printQuantity, quantity } from '../../domain/values/quantity.ts';
import type { Person } from '../../identity/person.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import { declareRead, type QueryValues } from '../http/route.ts';
import { shopToday } from '../http/today.ts';
import { InUnits, withUnits } from '../lists/in-units.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';
import { reportRoute } from '../reports/report-route.ts';
import { RunningSchema } from '../reports/running.ts';
import { namedBatchLevels } from './batch-levels.ts';
import { countOf, ofBatch, openReport, PrintedNumber, pageOfReport } from './batch-report.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
const STATES = ['free', 'expires_soon', 'expired', 'held', 'recalled'] as const;
const BatchRow = Type.Object({
  item_fk: Type.Integer(),
  item_name: Text(),
  item_code: Text(),
  inventory_fk: Type.Integer(),
  inventory_name: Text(),
  batch_number: Text(),
  expire_date: Text(),
  /** Days until expiry; negative after it, null without a day. */
  days_left: Type.Union([Type.Integer(), Type.Null()]),
  state: Type.Enum([...STATES]),
  /** In base units. */
  quantity: Type.String(),
  in_units: InUnits(),
});

export const batchesRoute = declareRead({
  ...reportRoute('reports/batches'),
  reads: ['books', 'events', 'records'],
  query: Query({
    ...TwoTimes,
    inventory_fk: Type.Optional(IdText()),
    item_fk: Type.Optional(IdText()),
    batch_number: PrintedNumber(),
    show: Type.Optional(Type.Enum(['all', ...STATES])),
    ...Paging,
  }),
  answer: RunningSchema(BatchRow, { day: Type.String() }),
  operationId: 'batches',
  summary: 'Every batch on hand, by inventory, and whether it may be sold',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => batches(snapshot, person, query)),
});

export async function batches(snapshot: Snapshot, person: Person, query: QueryValues) {
  const opened = await openReport(snapshot, person, query);
  const day = query['as_at'] ?? (await shopToday(snapshot));
  const show = query['show'] ?? 'all';
  const shown: readonly Condition[] = show === 'all' ? [] : [sql<boolean>`r.state = ${show}`];
  const rowsOf = sql`
    select b.*, i.data, b.expire_date - ${day}::date as days_left, case
      when b.hold_type is not null then b.hold_type
      when b.expire_date < ${day}::date then 'expired'
      when (i.data ->> 'expire_alert_days')::int > 1
        and b.expire_date - ${day}::date <= (i.data ->> 'expire_alert_days')::int then 'expires_soon'
      else 'free' end as state
    from (${namedBatchLevels(opened)}) b join read.record i on i.kind = 'item' and i.id = b.item_fk
    ${whereAll(ofBatch(query['batch_number']))}`;
  const { rows } = await sql<Omit<Static<typeof BatchRow>, 'in_units'>>`
    select r.item_fk, ${shownName('i')} as item_name, r.data ->> 'item_code' as item_code, r.inventory_fk,
      ${shownName('p')} as inventory_name, r.batch_number, r.expire_date::text as expire_date, r.days_left, r.state,
      r.quantity::text as quantity
    from (${rowsOf}) r
    join read.record i on i.kind = 'item' and i.id = r.item_fk
    left join read.record p on p.kind = 'inventory' and p.id = r.inventory_fk
    ${whereAll(shown)}
    order by r.expire_date nulls last, item_name, r.item_fk, r.batch_number, r.inventory_fk
    limit ${opened.page.perPage} offset ${opened.page.offset}`.execute(snapshot);
  const answer = await pageOfReport(snapshot, opened, {
    total: await countOf(snapshot, sql`(${rowsOf}) r ${whereAll(shown)}`),
    data: await withUnits(
      snapshot,
      rows.map((row) => ({ ...row, quantity: printQuantity(quantity(row.quantity)) })),
      (row) => row,
    ),
  });
  return { ...answer, day };
}
