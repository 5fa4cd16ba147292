/** A format whose rows become records: each row is the registration of one. */
import type { RecordData } from '../kernel/record.ts';
import type { Issues } from '../kernel/refusal.ts';
import type { Cells } from './cells.ts';
import type { ImportFormat } from './import-format.ts';

/** Rows may name each other as what they are below. */
export interface TreeOfRows {
  /** The column that names the row above, a reference to the resource of the format. */
  readonly column: string;
  /** What a row is called by. */
  readonly namedBy: readonly string[];
  readonly levelsMax: number;
}

export interface RecordFormat extends ImportFormat {
  readonly kind: string;
  /** Fields that only one record may have, and the columns that they are read from. */
  readonly unique: readonly { readonly field: string; readonly columns: readonly string[] }[];
  readonly tree?: TreeOfRows;
  /** What the cells of one row must be to each other; the issues name columns. */
  checkRow?(cells: Cells, issues: Issues): void;
  bodyOf(cells: Cells): RecordData;
  /** The column that a field of the body was read from; null when it is of none. */
  columnOf(field: string): string | null;
}
