/**
 * The declaration of a spreadsheet that becomes records or documents: its columns, the parameters for all of its rows,
 * and the permission. The template, the parser, the checks of cells, and the screen are derived from it.
 */

import type { Language } from '../values/language.ts';

/** How the text of a cell is parsed. All cells of the file are text; amounts are never JavaScript numbers. */
export type CellKind =
  | 'text'
  /** A barcode, stored as a scanner types it. */
  | 'code'
  | 'amount'
  | 'quantity'
  | 'percent'
  | 'whole'
  /** 1, 0, yes, no, and the words of the three languages. */
  | 'yes_no'
  | 'date'
  /** One of `values`, by its label in any language. */
  | 'option'
  /** A record by its name in any language, or by its code. */
  | 'reference';

export interface ImportColumn {
  /** The name in the template, in `Cells` and in problems: `base_unit_qty`. */
  readonly name: string;
  readonly kind: CellKind;
  readonly required?: true;
  /** A `date` that may be a month and a year, which mean its last day. */
  readonly isExpiry?: true;
  /** `option` */
  readonly values?: readonly string[];
  /** For `reference`: the resource it names; unknown names may be created when `creatable`. */
  readonly resource?: string;
  readonly creatable?: true;
  /** The column of the parent record: a sub-category has its category. */
  readonly below?: string;
  /** Maximum length in characters. */
  readonly length?: number;
  /** The value in the example row of the template, the same in all languages. */
  readonly example: string;
  /** Headings that contain the name of a record; other columns have theirs in `languages`. */
  readonly headings?: Readonly<Record<Language, string>>;
}

/** A value for all rows: the inventory, the day, the pricing list. */
export interface ImportParameter {
  readonly name: string;
  /** `column` is one of the columns of the format. */
  readonly kind: 'lookup' | 'date' | 'option' | 'column';
  readonly resource?: string;
  /** `option`, `column` */
  readonly values?: readonly string[];
  readonly required?: true;
}

export interface ImportFormat {
  /** Name in the path: `items`, `customers`, `categories`, `item_prices`, `opening_stock`, `purchase_lines` … */
  readonly name: string;
  /** The resource whose list shows the result, and that names the permission: `items/import`. */
  readonly resource: string;
  readonly columns: readonly ImportColumn[];
  readonly parameters: readonly ImportParameter[];
  /** Permissions that storing its rows requires besides that of the import. */
  readonly needs?: readonly string[];
}

/** A format in the answer of `GET imports`, in the language of the request. */
export interface ShownFormat extends Omit<ImportFormat, 'columns' | 'parameters' | 'needs'> {
  readonly permission: string;
  /** False: nothing is stored, and the dry run returns `lines`. */
  readonly stores: boolean;
  readonly columns: readonly (Omit<ImportColumn, 'headings'> & {
    /** The heading in the template; headings of any language are recognised. */
    readonly heading: string;
    /** Labels of `values` in their order; for `yes_no`, yes and no. */
    readonly labels?: readonly string[];
  })[];
  /** Whether its rows can change records that are there. */
  readonly updates: boolean;
  readonly parameters: readonly (ImportParameter & { readonly label: string; readonly labels?: readonly string[] })[];
}

export const importPermission = ({ resource }: Pick<ImportFormat, 'resource'>): string => `${resource}/import`;

/** Fewer than 5000 records (specification, section 5). */
export const IMPORT_ROWS_MAX = 4_999;
/** Under 2 MB. */
export const IMPORT_BYTES_MAX = 2_097_152;

export interface ImportRow {
  /** Row of the file, counted from 1, which is the heading. */
  readonly row: number;
  /** By column name; empty cells are left out. */
  readonly cells: Readonly<Record<string, string>>;
}

/** The content of a file before any check. */
export interface ReadFile {
  /** SHA-256 of its bytes, hexadecimal. */
  readonly digest: string;
  /** The heading that matched each column; null when none did. */
  readonly columns: readonly { readonly name: string; readonly heading: string | null }[];
  /** Headings that match no column. */
  readonly ignored: readonly string[];
  /** All headings of the file, in order. */
  readonly headings: readonly string[];
  /** Required columns that no heading matches: a person chooses theirs. */
  readonly missing: readonly string[];
  /** How a text of separated values was read; null for a workbook. */
  readonly text: { readonly encoding: string; readonly separator: string } | null;
  readonly rows: readonly ImportRow[];
}

/** The choice for an unknown name. */
export interface UnknownChoice {
  readonly resource: string;
  readonly name: string;
  /** Create the record, skip the rows, or use this existing record. */
  readonly becomes: 'create' | 'skip' | number;
}

/** Of what a file system allows. */
export const FILE_NAME_LENGTH_MAX = 255;

export interface ImportRequest {
  /** The name of the file, for the list of imports. */
  readonly file_name?: string;
  readonly digest: string;
  readonly rows: readonly ImportRow[];
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly choices: readonly UnknownChoice[];
  /** True: rows with problems are skipped. False: one problem refuses all rows. */
  readonly good_rows_only: boolean;
  /** The records that the dry run has shown, for rows that change them; absent without a dry run. */
  readonly seen?: readonly SeenRow[];
}

export interface CellProblem {
  /** 0 when the problem concerns all rows. */
  readonly row: number;
  /** Null when the problem concerns the row as a whole. */
  readonly column: string | null;
  /** A sentence in the language of the request. */
  readonly message: string;
}

/** The result of a dry run. */
export interface CheckedImport {
  readonly rows: number;
  /** Number of rows without a problem whose names are all known or have a choice, and that change something. */
  readonly ready: number;
  /** Number of rows skipped by a choice. */
  readonly skipped: number;
  /** An unknown name without a choice is no problem in a dry run, and is one in the job. */
  readonly problems: readonly CellProblem[];
  /** Unknown names that may be created, with the number of rows that use them, whether or not a choice was made. */
  readonly unknown: readonly { readonly resource: string; readonly name: string; readonly rows: number }[];
  /** For a format that stores nothing: the lines of rows without a problem. */
  readonly lines?: readonly ReadLine[];
  /** What each row does, when records that are there are changed. */
  readonly updates?: readonly RowUpdate[];
}

/** A row of goods, for the grid of a document. */
export interface ReadLine {
  readonly row: number;
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly quantity: string;
  readonly bonus_quantity: string | null;
  readonly price: string;
  /** Of the whole quantity; left out where the price of a unit is told. */
  readonly value?: string;
  readonly batch_number: string | null;
  /** `YYYY-MM-DD` */
  readonly expire_date: string | null;
  readonly note: string | null;
}

/**
 * What a row does. `not_found` and `several` are problems: no record, or more than one, has the key. `same` changes
 * nothing, and stores nothing.
 */
export type RowIs = 'new' | 'changed' | 'same' | 'not_found' | 'several';

export interface RowUpdate {
  /** Row of the file. */
  readonly row: number;
  readonly is: RowIs;
  /** The record that was met; null for other rows. */
  readonly id: number | null;
  readonly title: string | null;
  readonly revision: number | null;
  /** Texts in the language of the request; null is an empty value. */
  readonly changes: readonly { readonly column: string; readonly from: string | null; readonly to: string | null }[];
}

/** The record of a row, as a person has seen it. */
export interface SeenRow {
  readonly row: number;
  readonly id: number;
  readonly revision: number;
}

export interface UpdateCounts {
  /** Rows that changed a record; counted among the imported ones. */
  readonly updated: number;
  /** Rows whose record has their values already. */
  readonly unchanged: number;
}

/** The result of the job. */
export interface ImportResult extends UpdateCounts {
  readonly format: string;
  readonly imported: number;
  readonly skipped: number;
  /** Number of records created for unknown names, by resource. */
  readonly created: Readonly<Record<string, number>>;
  /** Cancelled by a person: nothing was stored. */
  readonly cancelled: boolean;
  /** The reasons why nothing was stored; with `good_rows_only`, why these rows were skipped. */
  readonly problems: readonly CellProblem[];
  readonly position: string | null;
}
