/**
 * What a spreadsheet must be to become records or documents: its columns, what may be chosen for all of its rows, and
 * who may do it. One declaration makes the template, the reading, the checks of each cell, and the screen.
 */

/** How the text of a cell is read. Everything is text in the file; a number is never a number of JavaScript. */
export type CellKind =
  | 'text'
  | 'amount'
  | 'quantity'
  | 'percent'
  | 'whole'
  /** 1, 0, yes, no, and the words of the three languages. */
  | 'yes_no'
  | 'date'
  /** One of `values`, by its word in any language. */
  | 'option'
  /** A record by its name, in any language, or its code. */
  | 'reference';

export interface ImportColumn {
  /** As the template, the cells and the problems name it: `base_unit_qty`. */
  readonly name: string;
  readonly kind: CellKind;
  readonly required?: true;
  /** `option` */
  readonly values?: readonly string[];
  /** `reference`: the resource that it names; what is unknown may be created when `creatable`. */
  readonly resource?: string;
  readonly creatable?: true;
  /** The column of the parent record: a sub-category and its category. */
  readonly below?: string;
  /** Longest text. */
  readonly length?: number;
  /** A row of the template, the same in all languages. */
  readonly example: string;
}

/** Chosen once for all rows: the inventory, the day, the pricing list. */
export interface ImportParameter {
  readonly name: string;
  readonly kind: 'lookup' | 'date' | 'option';
  readonly resource?: string;
  /** `option` */
  readonly values?: readonly string[];
  readonly required?: true;
}

export interface ImportFormat {
  /** In the address: `items`, `customers`, `categories`, `item_prices`, `opening_stock`, `purchase_lines` … */
  readonly name: string;
  /** Whose list shows what came of it, and whose name the permission has: `items/import`. */
  readonly resource: string;
  readonly columns: readonly ImportColumn[];
  readonly parameters: readonly ImportParameter[];
}

/** A format as `GET imports` answers it, in the language of the request. */
export interface ShownFormat extends Omit<ImportFormat, 'columns' | 'parameters'> {
  readonly permission: string;
  /** False: nothing is stored, the dry run gives `lines`. */
  readonly stores: boolean;
  readonly columns: readonly (ImportColumn & {
    /** As the template has it; it is found again in any language. */
    readonly heading: string;
    /** Of `values`, in their order; those of `yes_no` are yes and no. */
    readonly labels?: readonly string[];
  })[];
  readonly parameters: readonly (ImportParameter & { readonly label: string; readonly labels?: readonly string[] })[];
}

export const importPermission = ({ resource }: Pick<ImportFormat, 'resource'>): string => `${resource}/import`;

/** Fewer than 5000 records (specification, section 5). */
export const IMPORT_ROWS_MAX = 4_999;
/** Under 2 MB. */
export const IMPORT_BYTES_MAX = 2_097_152;

export interface ImportRow {
  /** Of the file, counted from 1 with the heading. */
  readonly row: number;
  /** By name of the column; an empty cell is left out. */
  readonly cells: Readonly<Record<string, string>>;
}

/** What a file holds, before anything is checked. */
export interface ReadFile {
  /** Of its bytes, SHA-256, hexadecimal. */
  readonly digest: string;
  /** The heading that each column was found by; null when the file has none for it. */
  readonly columns: readonly { readonly name: string; readonly heading: string | null }[];
  /** Headings that mean no column. */
  readonly ignored: readonly string[];
  readonly rows: readonly ImportRow[];
}

/** What becomes of a name that is not known. */
export interface UnknownChoice {
  readonly resource: string;
  readonly name: string;
  /** Created, the rows left out, or taken for a record that is there. */
  readonly becomes: 'create' | 'skip' | number;
}

export interface ImportRequest {
  readonly digest: string;
  readonly rows: readonly ImportRow[];
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly choices: readonly UnknownChoice[];
  /** Rows with problems are left out; else one problem refuses all of them. */
  readonly good_rows_only: boolean;
}

export interface CellProblem {
  /** 0 where it is of all of them. */
  readonly row: number;
  /** Null when it is of the row as a whole. */
  readonly column: string | null;
  /** A sentence in the language of the request. */
  readonly message: string;
}

/** What an import would do: answered by a dry run. */
export interface CheckedImport {
  readonly rows: number;
  /** Rows without a problem whose names are all known or chosen for. */
  readonly ready: number;
  /** Left out by a choice. */
  readonly skipped: number;
  /** A name that nothing was chosen for yet is no problem here, and one for the job. */
  readonly problems: readonly CellProblem[];
  /** Names that are not known and may be created, with how many rows name them, chosen for or not. */
  readonly unknown: readonly { readonly resource: string; readonly name: string; readonly rows: number }[];
  /** Of a format that stores nothing: the lines of its rows without a problem. */
  readonly lines?: readonly ReadLine[];
}

/** A row of goods, for the grid of a document. */
export interface ReadLine {
  readonly row: number;
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly quantity: string;
  readonly bonus_quantity: string | null;
  readonly price: string;
  /** `YYYY-MM-DD` */
  readonly expire_date: string | null;
  readonly note: string | null;
}

/** What the job leaves. */
export interface ImportResult {
  readonly format: string;
  readonly imported: number;
  readonly skipped: number;
  /** Records made for unknown names, by resource. */
  readonly created: Readonly<Record<string, number>>;
  /** Broken off by a person: nothing was left. */
  readonly cancelled: boolean;
  /** Why nothing was left; with `good_rows_only`, why these rows were left out. */
  readonly problems: readonly CellProblem[];
  readonly position: string | null;
}
