/**
 * Declarations of the read models' tables by how they are written, and the target of a model's rows. Live, rows are
 * written with the checkpoint of their batch; in a rebuild they stream into empty tables. Models are the same in both
 * cases.
 */

/** A value as PostgreSQL parses it: amounts are decimal strings. */
export type Cell = string | number | boolean | bigint | null;

/** A table with inserts only. */
export interface LogTable {
  readonly writes: 'log';
  readonly name: string;
  readonly columns: readonly string[];
}

/**
 * A table with one row for each key. `set` columns hold the last values; `sum` columns (amounts of four decimals)
 * accumulate. In a table with both, an amount is added only to an existing row with equal `match` columns.
 */
export interface KeyedTable {
  readonly writes: 'keyed';
  readonly name: string;
  readonly key: readonly string[];
  readonly set: readonly string[];
  readonly sum: readonly string[];
  readonly match: readonly string[];
}

/** A table in which all rows of an owner are replaced together. The owner's columns come first. */
export interface OwnedTable {
  readonly writes: 'owned';
  readonly name: string;
  readonly owner: readonly string[];
  readonly columns: readonly string[];
}

export type Table = LogTable | KeyedTable | OwnedTable;

export interface Rows {
  insert(table: LogTable, row: readonly Cell[]): void;
  put(table: KeyedTable, key: readonly Cell[], set: readonly Cell[]): void;
  /** `key` is followed by the values of the match columns. */
  add(table: KeyedTable, key: readonly Cell[], amounts: readonly bigint[]): void;
  replace(table: OwnedTable, owner: readonly Cell[], rows: readonly (readonly Cell[])[]): void;
  /** Writes rows while more are computed. After the call the fold must not read until its batch is written. */
  flushPartial?(): Promise<void>;
}

export function log(name: string, columns: string): LogTable {
  return { writes: 'log', name, columns: words(columns) };
}

export function keyed(name: string, key: string, rest: { set?: string; sum?: string; match?: string }): KeyedTable {
  const { set = '', sum = '', match = '' } = rest;
  return { writes: 'keyed', name, key: words(key), set: words(set), sum: words(sum), match: words(match) };
}

export function owned(name: string, owner: string, columns: string): OwnedTable {
  return { writes: 'owned', name, owner: words(owner), columns: words(columns) };
}

export function columnsOf(table: Table): readonly string[] {
  if (table.writes === 'keyed') return [...table.key, ...table.set, ...table.sum];
  return table.writes === 'owned' ? [...table.owner, ...table.columns] : table.columns;
}

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');
