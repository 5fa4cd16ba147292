/**
 * `GET depreciations/due`: the fixed assets with months of depreciation that are due until a day and were not entered, in
 * the outlets of the person.
 */
import { sql } from 'kysely';
import { Type } from 'typebox';
import { livesIn } from '../../domain/assets/asset-life.ts';
import { ASSET_PURCHASE, type AssetPurchase } from '../../domain/assets/asset-purchase.ts';
import { ASSET_SALE } from '../../domain/assets/asset-sale.ts';
import { depreciationDocument } from '../../domain/assets/depreciation.document.ts';
import { dueMonths } from '../../domain/assets/depreciation.ts';
import { Nullable } from '../../domain/schemas/fields.schema.ts';
import { defined } from '../../domain/values/defined.ts';
import { money, printMoney, sum } from '../../domain/values/money.ts';
import type { Person } from '../../identity/person.ts';
import { inSnapshot, type Snapshot } from '../database/reader.ts';
import { DayText, Query } from '../http/query.schema.ts';
import { declareRead } from '../http/route.ts';
import { rowScope } from '../http/scope.ts';
import { shopToday } from '../http/today.ts';
import { whereAll } from '../lists/list.ts';
import { withNames } from '../lists/names.ts';

const DueAsset = Type.Object({
  outlet_fk: Type.Integer(),
  outlet_name: Nullable(Type.String()),
  asset_purchase_fk: Type.Integer(),
  /** Its number. */
  asset_purchase_name: Nullable(Type.String()),
  fixed_asset_fk: Type.Integer(),
  fixed_asset_name: Nullable(Type.String()),
  /** How many months are due, and the first and the last of them: `2026-10`. */
  months: Type.Integer(),
  from_month: Type.String(),
  to_month: Type.String(),
  /** Their sum, in the system currency. */
  amount: Type.String(),
});

export const dueDepreciationsRoute = declareRead({
  url: `/${depreciationDocument.resource}/due`,
  permission: `${depreciationDocument.resource}/index`,
  reads: ['documents', 'records'],
  /** Default today. */
  query: Query({ date: Type.Optional(DayText()) }),
  answer: Type.Object({ date: Type.String(), amount: Type.String(), assets: Type.Array(DueAsset) }),
  operationId: 'showDueDepreciations',
  tag: 'assets',
  summary: 'The fixed assets with months of depreciation that are due until a day and were not entered',
  handle: ({ reader, person, query }) =>
    inSnapshot(reader, async (snapshot) => {
      const date = query['date'] ?? (await shopToday(snapshot));
      const due = await dueAssets(snapshot, person, date);
      const assets = (await withNames(snapshot, due)).map(({ number, ...asset }) => {
        return { ...asset, asset_purchase_name: number };
      });
      return { date, amount: printMoney(sum(assets.map(({ amount }) => money(amount)))), assets };
    }),
});

interface Owned {
  readonly id: number;
  readonly outlet_fk: number;
  readonly number: string | null;
  readonly data: AssetPurchase;
  readonly date: string;
  readonly depreciated: unknown;
}

async function dueAssets(snapshot: Snapshot, person: Person, date: string) {
  const { rows } = await sql<Owned>`
    with taken as (
      select (l ->> 'asset_purchase_fk')::int as id, json_agg(json_build_object(
        'asset_purchase_fk', l -> 'asset_purchase_fk', 'depreciation_fk', e.id, 'month_number', l -> 'month_number',
        'month', l ->> 'month', 'date', coalesce(e.data ->> 'true_date', e.date::text), 'amount', l ->> 'amount'
      )) as depreciated
      from read.document e cross join lateral jsonb_array_elements((e.data -> 'lines')::jsonb) l
      where e.kind = ${depreciationDocument.kind} and e.status = 'complete' group by 1
    )
    select d.id, d.outlet_fk, d.number, d.data, d.date::text as date, t.depreciated
    from read.document d left join taken t on t.id = d.id
    ${whereAll([
      sql`d.kind = ${ASSET_PURCHASE} and d.status = 'complete' and not exists (
        select from read.document s where s.kind = ${ASSET_SALE} and s.status = 'complete'
          and (s.data ->> 'asset_purchase_fk')::int = d.id)`,
      ...rowScope(person, { outlet: sql`d.outlet_fk` }),
    ])} order by d.outlet_fk, d.id`.execute(snapshot);
  return rows.flatMap(({ id, outlet_fk, number, data, depreciated, date: day }) => {
    const { depreciated: entered } = livesIn({ depreciated, gone: [] });
    const due = dueMonths({ ...data, date: day }, entered, date);
    if (due.length === 0) return [];
    return [
      {
        outlet_fk,
        asset_purchase_fk: id,
        number,
        fixed_asset_fk: data.fixed_asset_fk,
        months: due.length,
        from_month: defined(due[0]).month,
        to_month: defined(due.at(-1)).month,
        amount: printMoney(sum(due.map(({ amount }) => money(amount)))),
      },
    ];
  });
}
