/** Depreciation status of a fixed asset; its cost and book value only for users who may see its purchase. */
import { sql } from 'kysely';
import { accountNumber, SYSTEM_ACCOUNTS } from '../../domain/chart/chart.ts';
import type { Person } from '../../identity/person.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Reader } from '../database/reader-type.ts';
import { rowScope } from '../http/scope.ts';
import { whereAll } from './list.ts';
import type { Row } from './names.ts';

interface Found {
  readonly id: number;
  readonly asset_state: string;
  readonly cost: string;
  readonly book_value: string;
}

export async function besideAssets(reader: Reader | Snapshot, rows: readonly Row[], person: Person): Promise<Row[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => Number(row['id']));
  const accounts = ids.map((id) => accountNumber({ key: 'fixed-assets', of: id }));
  const ofAsset = sql<boolean>`(j.account = any(${accounts}::int[])
    or (j.account = ${SYSTEM_ACCOUNTS['accumulated-depreciation'].code} and j.party = any(${ids.map((id) => `fixed_asset-${id}`)}::text[])))`;
  const where = whereAll([ofAsset, ...rowScope(person, { outlet: sql`j.outlet_fk` })]);
  const { rows: found } = await sql<Found>`
    select a.id, coalesce(s.state, case when b.id is null then 'not_bought' else 'in_use' end) as asset_state,
      coalesce(w.cost, 0) as cost, coalesce(w.cost - w.depreciated, 0) as book_value
    from unnest(${ids}::int[]) a(id)
    left join lateral (
      select id from read.document
      where kind = 'asset_purchase' and status = 'complete' and (data ->> 'fixed_asset_fk')::int = a.id limit 1
    ) b on true
    left join lateral (
      select case data ->> 'leaves_by' when 'sale' then 'sold' else 'disposed' end as state from read.document
      where kind = 'asset_sale' and status = 'complete' and (data ->> 'asset_purchase_fk')::int = b.id limit 1
    ) s on true
    left join (
      select coalesce(c.record_id, substring(j.party from '[0-9]+$')::int) as id,
        coalesce(sum(j.base) filter (where j.party is null), 0) as cost,
        coalesce(-sum(j.base) filter (where j.party is not null), 0) as depreciated
      from read.journal_line j left join read.account c on c.account = j.account ${where} group by 1
    ) w on w.id = a.id`.execute(reader);
  const seesCost = person.can('asset_purchases/index');
  const byId = new Map(found.map(({ id, ...figures }) => [id, figures]));
  return rows.map((row) => {
    const { asset_state, ...figures } = byId.get(Number(row['id'])) ?? { asset_state: 'not_bought' };
    return { ...row, asset_state, ...(seesCost ? figures : {}) };
  });
}
