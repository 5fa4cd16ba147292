/** What a list is made of: its source and its columns. */
import type { RawBuilder, SqlBool } from 'kysely';
import type { Person } from '../../identity/person.ts';
import type { Reader, Snapshot } from '../database/reader.ts';
import type { ListRequest } from './list-request.ts';
import type { Row } from './names.ts';

export type ColumnKind = 'text' | 'id' | 'word' | 'flag' | 'date' | 'moment' | 'amount';

export type Condition = RawBuilder<SqlBool>;

export interface Column {
  readonly kind: ColumnKind;
  readonly value: RawBuilder<unknown>;
  /** Of a `word`, all that it may be: another is refused. */
  readonly values?: readonly string[];
  /** Sorted by this instead of `value`; null cannot be sorted by. */
  readonly sort?: RawBuilder<unknown> | null;
  /** What `sort` reads of another table, joined only when it is sorted by. */
  readonly sortJoin?: RawBuilder<unknown>;
  /** Never null: an index finds its order in both directions. */
  readonly isThere?: true;
  /** Filtered by this instead of a comparison with `value`; null cannot be filtered by. */
  readonly filter?: ((given: string) => Condition) | null;
}

export interface ListSource {
  /** Name under which a person's hidden columns are kept. */
  readonly model: string;
  readonly from: RawBuilder<unknown>;
  readonly select: RawBuilder<unknown>;
  /** Its rows change without an event, so no position says that a total still counts. */
  readonly changesWithoutEvents?: true;
  /** Unique in the list: makes every order total, so that no row is on two pages. */
  readonly id: RawBuilder<unknown>;
  /** That a change of the row is based on; none where rows are not changed. */
  readonly revision?: RawBuilder<unknown>;
  readonly columns: Readonly<Record<string, Column>>;
  /** What the search finds; null cannot be searched. */
  readonly search: ((typed: string) => Condition) | null;
  /** Totals over all matching rows, as aggregates. */
  readonly footer: Readonly<Record<string, RawBuilder<unknown>>>;
  /** `select` is costly (it reads `data`), and `id` one column: rows that are passed over are not read. */
  readonly isCostly?: true;
  /** Comes before the order that was asked for. */
  readonly first?: readonly RawBuilder<unknown>[];
  readonly sortedBy: { readonly column: string; readonly dir: 'asc' | 'desc' };
  /** Row scope of the person, and what is hidden unless it is asked for. */
  conditions(person: Person, request: ListRequest): readonly Condition[];
  /** Rows of the database as rows of the API. */
  present(reader: Reader | Snapshot, rows: readonly Row[], person: Person): Promise<readonly Row[]>;
}
