/** `GET reports/expired_items`: batches on hand that have expired or soon will, each in its inventory, with its supplier. */
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { HOLD_TYPES } from '../../domain/stock/batch-hold.schema.ts';
import { divideRounded } from '../../domain/values/fixed-point.ts';
import { type Money, money, printMoney, toMoney } from '../../domain/values/money.ts';
import { printQuantity, type Quantity, quantity } from '../../domain/values/quantity.ts';
import type { Person } from '../../identity/person.ts';
import { shownName } from '../database/names-by-language.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { IdText, Paging, Query, TwoTimes } from '../http/query.schema.ts';
import { declareRead, type QueryValues } from '../http/route.ts';
import { seesCost } from '../http/scope.ts';
import { shopToday } from '../http/today.ts';
import { InUnits, withUnits } from '../lists/in-units.ts';
import { withNames } from '../lists/names.ts';
import { reportRoute } from '../reports/report-route.ts';
import { RunningSchema } from '../reports/running.ts';
import { namedBatchLevels } from './batch-levels.ts';
import { openReport, pageOfReport, type Traced } from './batch-report.ts';
import { withSuppliers } from './batch-suppliers.ts';
import { levelsOf } from './inventory.ts';

const Text = () => Type.Union([Type.String(), Type.Null()]);
const Whole = () => Type.Union([Type.Integer(), Type.Null()]);
const ExpiringRow = Type.Object({
  item_fk: Type.Integer(),
  item_name: Text(),
  item_code: Text(),
  inventory_fk: Type.Integer(),
  inventory_name: Text(),
  /** The outlet of the inventory. */
  outlet_fk: Whole(),
  outlet_name: Text(),
  /** Null for an item with expiry dates and no batch numbers. */
  batch_number: Text(),
  expire_date: Type.String(),
  /** Days until expiry; negative after it. */
  days_left: Type.Integer(),
  state: Type.Enum(['expired', 'expires_soon']),
  /** Why the batch is held, or null. */
  hold_type: Type.Union([Type.Enum(HOLD_TYPES), Type.Null()]),
  /** In base units. */
  quantity: Type.String(),
  in_units: InUnits(),
  base_unit_fk: Whole(),
  base_unit_name: Text(),
  /** The last purchase of the batch: what one `unit_fk` of `unit_factor` base units cost after all discounts. */
  supplier_fk: Whole(),
  supplier_name: Text(),
  currency_fk: Whole(),
  currency_name: Text(),
  unit_fk: Whole(),
  unit_name: Text(),
  unit_factor: Text(),
  price: Text(),
  /** At the average cost of the item in the inventory; null without the permission for costs. */
  value: Text(),
});
type ExpiringRow = Static<typeof ExpiringRow>;
const SHOWN = ['all', 'expired', 'expires_soon'] as const;

export const expiredItemsRoute = declareRead({
  ...reportRoute('reports/expired_items'),
  reads: ['books', 'documents', 'events', 'records'],
  query: Query({
    ...TwoTimes,
    inventory_fk: Type.Optional(IdText()),
    item_fk: Type.Optional(IdText()),
    /** The supplier from whom a batch was bought last. */
    supplier_fk: Type.Optional(IdText()),
    show: Type.Optional(Type.Enum([...SHOWN])),
    ...Paging,
  }),
  answer: RunningSchema(ExpiringRow, { day: Type.String(), totals: Type.Object({ value: Text() }) }),
  operationId: 'expiredItems',
  summary: 'Batches on hand that have expired or soon will, by inventory, with their suppliers',
  handle: ({ reader, person, query }) => inSnapshot(reader, (snapshot) => expiredItems(snapshot, person, query)),
});

export async function expiredItems(snapshot: Snapshot, person: Person, query: QueryValues) {
  const opened = await openReport(snapshot, person, query);
  const day = query['as_at'] ?? (await shopToday(snapshot));
  const batches = await expiringBatches(snapshot, opened, day);
  const shown = batches.filter(
    ({ state }) => query['show'] === undefined || query['show'] === 'all' || query['show'] === state,
  );
  const supplier = query['supplier_fk'];
  const wanted = (await withSuppliers(snapshot, person, shown, opened.known)).filter(
    ({ supplier_fk }) => supplier === undefined || supplier_fk === Number(supplier),
  );
  const cost = seesCost(person);
  const valued = wanted.map((row) => ({ ...row, value: cost ? row.value : null }));
  const { page } = opened;
  const total = valued.reduce((sum, { value }) => sum + money(value ?? '0'), 0n);
  const answer = await pageOfReport(snapshot, opened, {
    total: valued.length,
    data: await withUnits(
      snapshot,
      await withNames(snapshot, valued.slice(page.offset, page.offset + page.perPage)),
      (row) => row,
    ),
  });
  return {
    ...answer,
    totals: { value: cost ? printMoney(toMoney(total)) : null },
    day,
  };
}

type Expiring = Pick<ExpiringRow, 'value' | 'state'> & FoundFields;
type FoundFields = Pick<
  ExpiringRow,
  | ('item_fk' | 'item_name' | 'item_code' | 'inventory_fk' | 'inventory_name' | 'outlet_fk' | 'base_unit_fk')
  | ('batch_number' | 'expire_date' | 'days_left' | 'hold_type' | 'quantity')
>;

interface Found extends FoundFields {
  readonly stock: string | null;
  readonly stock_value: string | null;
}

/** Those that have expired on the day or soon will. */
export async function expiringBatches(
  snapshot: Snapshot,
  { times, goods, known }: Pick<Traced, 'times' | 'goods' | 'known'>,
  day: string,
): Promise<Expiring[]> {
  const { rows } = await sql<Found>`
    select b.item_fk, ${shownName('i')} as item_name, i.data ->> 'item_code' as item_code, b.inventory_fk,
      ${shownName('p')} as inventory_name, (p.data ->> 'outlet_fk')::int as outlet_fk, b.batch_number,
      b.expire_date::text as expire_date, b.expire_date - ${day}::date as days_left, b.hold_type,
      b.quantity::text as quantity, (select (u ->> 'unit_fk')::int from jsonb_array_elements(i.data -> 'item_units') u
        where (u ->> 'is_base')::boolean limit 1) as base_unit_fk,
      s.quantity::text as stock, s.value::text as stock_value
    from (${namedBatchLevels({ times, goods, known })}) b
    join read.record i on i.kind = 'item' and i.id = b.item_fk
    left join read.record p on p.kind = 'inventory' and p.id = b.inventory_fk
    left join (${levelsOf(times, goods, false)}) s on s.item_fk = b.item_fk and s.inventory_fk = b.inventory_fk
    where b.quantity > 0 and b.expire_date - ${day}::date < (case
      when (i.data ->> 'expire_alert_days')::int > 1 then (i.data ->> 'expire_alert_days')::int + 1 else 0 end)
    order by b.expire_date, b.item_fk, b.inventory_fk, b.batch_number`.execute(snapshot);
  return rows.map(({ stock, stock_value, ...row }) => ({
    ...row,
    quantity: printQuantity(quantity(row.quantity)),
    state: stateOf(row.days_left),
    value: shareOf(quantity(row.quantity), quantity(stock ?? '0'), money(stock_value ?? '0')),
  }));
}

/** The batch has its share of the value of all goods of the item there. */
const shareOf = (count: Quantity, stock: Quantity, value: Money): string | null =>
  stock <= 0n ? null : printMoney(toMoney(divideRounded(value * count, stock)));

/** Goods may be sold on their expiry date. */
const stateOf = (daysLeft: number): ExpiringRow['state'] => (daysLeft < 0 ? 'expired' : 'expires_soon');
