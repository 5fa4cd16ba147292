/**
 * Number of lines removed from receipts of a drawer before payment; a high number at one cashier may indicate fraud.
 */
import { sql } from 'kysely';
import { DRAWER } from '../../domain/till/drawer.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Reader } from '../database/reader-type.ts';
import type { Row } from './names.ts';

/** Adds `removed_lines` to each drawer. */
export async function withRemoved(
  reader: Reader | Snapshot,
  kind: string,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (kind !== DRAWER || rows.length === 0) return rows;
  const ids = rows.map((row) => Number(row['id']));
  const { rows: counted } = await sql<{ id: number; count: number }>`
    select t.id, sum(t.count)::int as count from (
      select (d.data ->> 'drawer_fk')::int as id, jsonb_array_length(d.data -> 'removed') as count from read.document d
      where d.kind = 'pos_sale' and d.data ? 'removed' and (d.data ->> 'drawer_fk')::int = any(${ids}::int[])
      union all
      select d.id, jsonb_array_length(d.data -> 'closing' -> 'removed') from read.document d
      where d.kind = ${kind} and d.id = any(${ids}::int[]) and d.data -> 'closing' ? 'removed'
    ) t group by 1`.execute(reader);
  const counts = new Map(counted.map(({ id, count }) => [id, count]));
  return rows.map((row) => ({ ...row, removed_lines: counts.get(Number(row['id'])) ?? 0 }));
}
