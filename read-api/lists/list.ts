/**
 * Lists are declared: the source of their rows, the sortable and filterable columns, the totals. This file builds
 * statements from a declaration and a request. Column names come from the declaration, never from the request; values
 * are always parameters.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Person } from '../../identity/person.ts';
import type { Snapshot } from '../database/reader.ts';
import { beginningOf } from '../http/today.ts';
import type { ListRequest } from './list-request.ts';
import type { Column, Condition, ListSource } from './list-source.ts';
import type { Row } from './names.ts';
import { containsCondition } from './search.ts';

export interface Totals {
  readonly total: number;
  readonly footer: Readonly<Record<string, string | null>>;
}

const NOTHING = sql``;

export type TotalsRow = { readonly row_count: number } & Readonly<Record<string, string | null>>;

/** Counts all matching rows and computes their totals. */
export function totalsStatement(source: ListSource, person: Person, request: ListRequest): RawBuilder<TotalsRow> {
  const footer = typeof source.footer === 'function' ? source.footer(request) : source.footer;
  const sums = Object.entries(footer).map(([name, total]) => sql`${total} as ${sql.id(name)}`);
  const columns = sql.join([sql`count(*)::int as row_count`, ...sums]);
  return sql<TotalsRow>`select ${columns} from ${source.from} ${whereAll(conditionsOf(source, person, request))}`;
}

export function totalsOf(row: TotalsRow | undefined): Totals {
  const { row_count: total = 0, ...footer } = row ?? {};
  return { total, footer: footer as Totals['footer'] };
}

export async function fetchTotals(
  db: Snapshot,
  source: ListSource,
  person: Person,
  request: ListRequest,
): Promise<Totals> {
  const { rows } = await totalsStatement(source, person, request).execute(db);
  return totalsOf(rows[0]);
}

/** The statement of a page; of all rows when the request is not paginated. */
export function pageStatement(source: ListSource, person: Person, request: ListRequest): RawBuilder<Row> {
  const column = source.columns[request.sortColumn];
  const by = column?.sort ?? column?.value ?? source.id;
  const dir = request.sortDir === 'asc' ? sql`asc` : sql`desc`;
  const nulls = column?.isThere || by === source.id ? NOTHING : sql`nulls last`;
  const chosen = by === source.id ? [] : [sql`${by} ${dir} ${nulls}`];
  const order = [...(source.first ?? []), ...chosen, sql`${source.id} ${dir}`];
  const from = column?.sortJoin ? sql`${source.from} ${column.sortJoin}` : source.from;
  const conditions = conditionsOf(source, person, request);
  const page = request.paginated
    ? sql`limit ${request.perPage} offset ${(request.page - 1) * request.perPage}`
    : NOTHING;
  if (!request.paginated || !source.isCostly) {
    return sql<Row>`select ${source.select} from ${from} ${whereAll(conditions)} order by ${sql.join(order)} ${page}`;
  }
  // Rows before a late page are skipped by id; `select` runs for the rows of the page only.
  const onPage = sql<SqlBool>`${source.id} in (
    select ${source.id} from ${from} ${whereAll(conditions)} order by ${sql.join(order)} ${page})`;
  return sql<Row>`select ${source.select} from ${from} ${whereAll([...source.conditions(person, request), onPage])}
    order by ${sql.join(order)}`;
}

function conditionsOf(source: ListSource, person: Person, request: ListRequest): readonly Condition[] {
  const conditions = [...source.conditions(person, request)];
  for (const [name, given] of request.filters) {
    const column = source.columns[name];
    if (column) conditions.push(column.filter ? column.filter(given) : compare(column, given, request.zone));
  }
  if (source.search && request.search.trim() !== '') conditions.push(source.search(request.search, person));
  return conditions;
}

export const whereAll = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length === 0 ? NOTHING : sql`where ${sql.join([...conditions], sql` and `)}`;

/** At least one of them. */
export const anyOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join([...conditions], sql` or `)})`;

function compare({ kind, value }: Column, given: string, zone: string): Condition {
  switch (kind) {
    case 'id':
      return sql`${value} = any(${given.split(',').map(Number)}::int[])`;
    case 'long_id':
      return sql`${value} = any(${given.split(',')}::bigint[])`;
    case 'word':
      return sql`${value} = any(${given.split(',')}::text[])`;
    case 'flag':
      return sql`${value} = ${given === '1'}`;
    case 'date':
      return between(value, given, (end) => sql`${end}::date`);
    case 'moment':
      return onDays(value, given, zone);
    case 'amount':
      return between(value, given, (end) => sql`${end}::numeric`);
    case 'text':
      return containsCondition(value, given);
  }
}

/** A moment on one of the shop's days `from,to`, with either end open. */
function onDays(value: RawBuilder<unknown>, given: string, zone: string): Condition {
  const [from = '', to = from] = given.split(',');
  const ends: Condition[] = [];
  if (from !== '') ends.push(sql`${value} >= ${beginningOf(zone, from)}::timestamptz`);
  if (to !== '') ends.push(sql`${value} < ${beginningOf(zone, to, 1)}::timestamptz`);
  return ends.length === 0 ? sql`true` : sql`(${sql.join(ends, sql` and `)})`;
}

/** `from,to` with either end open; a single value is both ends. */
function between(value: RawBuilder<unknown>, given: string, as: (end: string) => RawBuilder<unknown>): Condition {
  const [from = '', to = from] = given.split(',');
  const ends: Condition[] = [];
  if (from !== '') ends.push(sql`${value} >= ${as(from)}`);
  if (to !== '') ends.push(sql`${value} <= ${as(to)}`);
  return ends.length === 0 ? sql`true` : sql`(${sql.join(ends, sql` and `)})`;
}
