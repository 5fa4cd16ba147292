/** The declaration of a list: its source and its columns. */
import type { RawBuilder, SqlBool } from 'kysely';
import type { Person } from '../../identity/person.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Reader } from '../database/reader-type.ts';
import type { ListRequest } from './list-request.ts';
import type { Row } from './names.ts';

/** A `long_id` is composed of two identifiers, and has more digits than either. */
export type ColumnKind = 'text' | 'id' | 'long_id' | 'word' | 'flag' | 'date' | 'moment' | 'amount';

export type Condition = RawBuilder<SqlBool>;

export interface Column {
  readonly kind: ColumnKind;
  readonly value: RawBuilder<unknown>;
  /** The allowed values of a `word` column; others are refused. */
  readonly values?: readonly string[];
  /** Sorts by this instead of `value`; null means not sortable. */
  readonly sort?: RawBuilder<unknown> | null;
  /** The join that `sort` needs, added only when sorting by it. */
  readonly sortJoin?: RawBuilder<unknown>;
  /** The column is never null, so an index provides both sort directions. */
  readonly isThere?: true;
  /** Filters by this instead of comparing with `value`; null means not filterable. */
  readonly filter?: ((given: string) => Condition) | null;
}

export type Footer = Readonly<Record<string, RawBuilder<unknown>>>;

export interface ListSource {
  /** The name under which a person's hidden columns are stored. */
  readonly model: string;
  readonly from: RawBuilder<unknown>;
  readonly select: RawBuilder<unknown>;
  /** The rows change without events, so totals cannot be cached by position. */
  readonly changesWithoutEvents?: true;
  /** Unique in the list. Sorting ends with it, so that no row is on two pages. */
  readonly id: RawBuilder<unknown>;
  /** The revision on which a change of the row is based; absent when rows are not changed. */
  readonly revision?: RawBuilder<unknown>;
  readonly columns: Readonly<Record<string, Column>>;
  /** The search condition, by what the person is shown of the rows; null means not searchable. */
  readonly search: ((typed: string, person: Person) => Condition) | null;
  /** Aggregates over all matching rows. */
  readonly footer: Footer | ((request: ListRequest) => Footer);
  /** `select` is costly (it reads `data`) and `id` is one column: then rows before the page are skipped by id only. */
  readonly isCostly?: true;
  /** Sorted by these before the requested column. */
  readonly first?: readonly RawBuilder<unknown>[];
  readonly sortedBy: { readonly column: string; readonly dir: 'asc' | 'desc' };
  /** The row scope of the person, and the conditions that hide rows by default. */
  conditions(person: Person, request: ListRequest): readonly Condition[];
  /** Converts database rows to rows of the API. */
  present(reader: Reader | Snapshot, rows: readonly Row[], person: Person): Promise<readonly Row[]>;
}
