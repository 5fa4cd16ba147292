/** A format whose rows become records: each row is the registration of one. */
import type { RecordData } from '../kernel/record.ts';
import type { Issues } from '../kernel/refusal.ts';
import type { Cells } from './cells.ts';
import type { ImportFormat } from './import-format.ts';

export interface RecordFormat extends ImportFormat {
  readonly kind: string;
  /** Fields that only one record may have, and the columns that they are read from. */
  readonly unique: readonly { readonly field: string; readonly columns: readonly string[] }[];
  /** What the cells of one row must be to each other; the issues name columns. */
  checkRow?(cells: Cells, issues: Issues): void;
  bodyOf(cells: Cells): RecordData;
  /** The column that a field of the body was read from; null when it is of none. */
  columnOf(field: string): string | null;
}
