/** Running reports: a page of lines in order, the sums before the page, and the closing sums. */

import { sql } from 'kysely';
import { type TSchema, Type } from 'typebox';
import type { Known } from '../books/known-at.ts';
import type { Snapshot } from '../database/reader.ts';
import { whereAll } from '../lists/list.ts';
import type { Condition } from '../lists/list-source.ts';

export interface Page {
  readonly perPage: number;
  readonly page: number;
  readonly offset: number;
}

/** Reports allow larger pages than lists. */
export function readPaging(query: Readonly<Record<string, string>>): Page {
  const [perPage, page] = [Number(query['per_page'] ?? '100'), Number(query['page'] ?? '1')];
  return { perPage, page, offset: (page - 1) * perPage };
}

/** The shape of a list, with the figures before and after its rows. */
export const RunningSchema = <Row extends TSchema, Extra extends Record<string, TSchema>>(row: Row, extra: Extra) =>
  Type.Object({
    data: Type.Array(row),
    per_page: Type.Integer(),
    current_page: Type.Integer(),
    last_page: Type.Integer(),
    total: Type.Integer(),
    params: Type.Record(Type.String(), Type.String()),
    /** As known at this position. */
    position: Type.String(),
    ...extra,
  });

export const paged = ({ perPage, page }: Page, total: number) => ({
  per_page: perPage,
  current_page: page,
  last_page: Math.max(1, Math.ceil(total / perPage)),
  total,
});

/** Lines effective in these days, known at this position; conditions on `j.`. */
export function inTimes(from: string | undefined, asAt: string | undefined, known: Known | undefined): Condition[] {
  return [
    ...(from === undefined ? [] : [sql<boolean>`j.effective_at >= ${from}::date::timestamp`]),
    ...(asAt === undefined ? [] : [sql<boolean>`j.effective_at < (${asAt}::date + 1)::timestamp`]),
    ...(known === undefined ? [] : [sql<boolean>`j.position <= ${known.position}`]),
  ];
}

/** Leaves out the closes of financial years and their reversals, as statements of income do; a condition on `j.`. */
export const NOT_CLOSING: Condition = sql`j.kind <> 'closing'`;

/** The number of lines, and sums over all of them. */
export async function totalsOf(
  snapshot: Snapshot,
  table: string,
  conditions: readonly Condition[],
  sums: readonly string[],
): Promise<{ readonly count: number; readonly sums: readonly string[] }> {
  const columns = sums.map((name, index) => sql`coalesce(sum(j.${sql.ref(name)}), 0) as ${sql.ref(`sum_${index}`)}`);
  const { rows } = await sql<Record<string, string | number>>`
    select ${sql.join([sql`count(*)::int as count`, ...columns])}
    from ${sql.table(table)} j ${whereAll(conditions)}`.execute(snapshot);
  const row = rows[0] ?? {};
  return { count: Number(row['count'] ?? 0), sums: sums.map((_, index) => String(row[`sum_${index}`] ?? '0')) };
}
