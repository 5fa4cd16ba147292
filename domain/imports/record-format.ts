/** A format whose rows become records, or documents that are complete at once: each row enters one. */
import type { NormalForm } from '../records/normal-fields.ts';
import type { RecordData, RecordDeclaration } from '../records/record.ts';
import type { Issues } from '../values/refusal.ts';
import type { Cells } from './cells.ts';
import type { ImportFormat, ImportParameter } from './import-format.ts';

/** Rows may refer to other rows of the file as their parent. */
export interface TreeOfRows {
  /** The column with the name of the parent row, a reference to the resource of the format. */
  readonly column: string;
  /** The columns with the names by which other rows refer to a row. */
  readonly namedBy: readonly string[];
  readonly levelsMax: number;
}

/** What holds for all rows: the chosen parameters, and the system currency. */
export interface OfAllRows {
  readonly outlet?: number;
  readonly system_currency?: number;
}

/** What the cells of a row change of a record. */
export interface CellChange {
  readonly cells: Cells;
  /** Columns whose cells say that the value goes. */
  readonly cleared: ReadonlySet<string>;
}

/** Lists of a record of which several columns make a row. */
export interface ListsInColumns {
  /** The fields of the lists. */
  readonly fields: readonly string[];
  /** The content of the columns of a record; `cells` say which rows of its lists they mean. */
  raw(data: RecordData, cells: Cells): ReadonlyMap<string, unknown>;
  /** The lists that change; `cells` are all cells of the row, also those that change nothing. */
  amended(data: RecordData, change: CellChange, cells: Cells): AmendedLists;
}

export interface CellIssue {
  readonly column: string;
  readonly message: string;
}

export interface AmendedLists {
  readonly changed: RecordData;
  /** Cells without which other cells of the row mean no row of a list, or that contradict each other. */
  readonly issues: readonly CellIssue[];
  /** The column of a field of the changed lists; `own` is that of the format for a new record. */
  columnOf(field: string, own: (field: string) => string | null): string | null;
}

/** How rows change records that are there. */
export interface Updating {
  readonly declaration: RecordDeclaration;
  /** Columns by which rows name their records, the best first. The last one is the name. */
  readonly keys: readonly string[];
}

/** Adds rows although their names or telephones are there already. */
export const SAME_NAMES: ImportParameter = { name: 'same_names', kind: 'option', values: ['add'] };

export interface RecordFormat extends ImportFormat {
  readonly kind: string;
  readonly isDocument?: true;
  /** Columns that name a document together, the first of which every such row has: no two rows are the same in all. */
  readonly together?: readonly string[];
  /** Fields that must be unique among records, and the columns from which they are read. */
  readonly unique: readonly {
    readonly field: string;
    readonly columns: readonly string[];
    /** As the record's declaration has it in `keys`; otherwise texts are folded. */
    readonly keyOf?: NormalForm;
  }[];
  /**
   * Columns of names, and the fields that they fill. A row that nothing but its name tells apart is asked about where a
   * record or another row has that name; `same_names` of the parameters adds it.
   */
  readonly alike?: {
    readonly columns: readonly string[];
    readonly fields: readonly string[];
    readonly codeField: string;
  };
  /** Columns of names that are unique while the record's declaration says so. */
  readonly names?: readonly string[];
  readonly tree?: TreeOfRows;
  readonly lists?: ListsInColumns;
  /** Absent where rows only add records. */
  readonly updating?: Updating;
  /** Checks the cells of one row against each other; the issues name columns. */
  checkRow?(cells: Cells, issues: Issues): void;
  /** False for a record of which a row would say less than it has to; it does not leave as a row. */
  isWhole?(data: RecordData): boolean;
  bodyOf(cells: Cells, of?: OfAllRows): RecordData;
  /** The column from which a field of the body was read; null when there is none. */
  columnOf(field: string): string | null;
}

/** A format whose rows become documents. */
export type DocumentFormat = RecordFormat & { readonly isDocument: true };
