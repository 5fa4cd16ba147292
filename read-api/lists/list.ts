/**
 * A list is declared: where its rows come from, which columns may be sorted and filtered by, which columns are
 * added up. This file turns a declaration and a request into statements. Names of columns never come from the
 * request: they are looked up in the declaration, and values are always parameters.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Person } from '../../identity/person.ts';
import type { Reader, Snapshot } from '../database/reader.ts';
import type { ListRequest } from './list-query.ts';
import type { Row } from './names.ts';
import { containsCondition } from './search.ts';

export type ColumnKind = 'text' | 'id' | 'word' | 'flag' | 'date' | 'moment' | 'amount';
export type Condition = RawBuilder<SqlBool>;

export interface Column {
  readonly kind: ColumnKind;
  readonly value: RawBuilder<unknown>;
  /** Sorted by this instead of `value`; null cannot be sorted by. */
  readonly sort?: RawBuilder<unknown> | null;
  /** Filtered by this instead of a comparison with `value`; null cannot be filtered by. */
  readonly filter?: ((given: string) => Condition) | null;
}

export interface ListSource {
  /** Name under which a person's hidden columns are kept. */
  readonly model: string;
  readonly from: RawBuilder<unknown>;
  readonly select: RawBuilder<unknown>;
  /** Unique in the list: makes every order total, so that no row is on two pages. */
  readonly id: RawBuilder<unknown>;
  readonly columns: Readonly<Record<string, Column>>;
  /** What the search finds; null cannot be searched. */
  readonly search: ((typed: string) => Condition) | null;
  /** Totals over all matching rows, as aggregates. */
  readonly footer: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Comes before the order that was asked for. */
  readonly first?: readonly RawBuilder<unknown>[];
  readonly sortedBy: { readonly column: string; readonly dir: 'asc' | 'desc' };
  /** Row scope of the person, and what is hidden unless it is asked for. */
  conditions(person: Person, request: ListRequest): readonly Condition[];
  /** Rows of the database as rows of the API. */
  present(reader: Reader | Snapshot, rows: readonly Row[], person: Person): Promise<readonly Row[]>;
}

export interface Totals {
  readonly total: number;
  readonly footer: Readonly<Record<string, string | null>>;
}

const NOTHING = sql``;

export async function fetchTotals(
  db: Snapshot,
  source: ListSource,
  person: Person,
  request: ListRequest,
): Promise<Totals> {
  const sums = Object.entries(source.footer).map(([name, total]) => sql`${total} as ${sql.id(name)}`);
  const columns = sql.join([sql`count(*)::int as row_count`, ...sums]);
  const { rows } = await sql<{ row_count: number } & Record<string, string | null>>`
    select ${columns} from ${source.from} ${where(source, person, request)}`.execute(db);
  const { row_count: total = 0, ...footer } = rows[0] ?? {};
  return { total, footer };
}

/** The statement of a page; of all rows when the request is not paginated. */
export function pageStatement(source: ListSource, person: Person, request: ListRequest): RawBuilder<Row> {
  const column = source.columns[request.sortColumn];
  const by = column?.sort ?? column?.value ?? source.id;
  const dir = request.sortDir === 'asc' ? sql`asc` : sql`desc`;
  const order = [...(source.first ?? []), sql`${by} ${dir} nulls last`, sql`${source.id} ${dir}`];
  const page = request.paginated
    ? sql`limit ${request.perPage} offset ${(request.page - 1) * request.perPage}`
    : NOTHING;
  return sql<Row>`select ${source.select} from ${source.from} ${where(source, person, request)}
    order by ${sql.join(order)} ${page}`;
}

function where(source: ListSource, person: Person, request: ListRequest): RawBuilder<unknown> {
  const conditions = [...source.conditions(person, request)];
  for (const [name, given] of request.filters) {
    const column = source.columns[name];
    if (column) conditions.push(column.filter ? column.filter(given) : compare(column, given));
  }
  if (source.search && request.search.trim() !== '') conditions.push(source.search(request.search));
  return whereAll(conditions);
}

export const whereAll = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length === 0 ? NOTHING : sql`where ${sql.join([...conditions], sql` and `)}`;

function compare({ kind, value }: Column, given: string): Condition {
  switch (kind) {
    case 'id':
      return sql`${value} = any(${given.split(',').map(Number)}::int[])`;
    case 'word':
      return sql`${value} = any(${given.split(',')}::text[])`;
    case 'flag':
      return sql`${value} = ${given === '1'}`;
    case 'date':
      return between(value, given, (end) => sql`${end}::date`);
    case 'moment':
      return between(sql`(${value})::date`, given, (end) => sql`${end}::date`);
    case 'amount':
      return between(value, given, (end) => sql`${end}::numeric`);
    case 'text':
      return containsCondition(value, given);
  }
}

/** `from,to` with either end open; a single value is both ends. */
function between(value: RawBuilder<unknown>, given: string, as: (end: string) => RawBuilder<unknown>): Condition {
  const [from = '', to = from] = given.split(',');
  const ends: Condition[] = [];
  if (from !== '') ends.push(sql`${value} >= ${as(from)}`);
  if (to !== '') ends.push(sql`${value} <= ${as(to)}`);
  return ends.length === 0 ? sql`true` : sql`(${sql.join(ends, sql` and `)})`;
}
