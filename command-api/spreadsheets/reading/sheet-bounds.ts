/**
 * Bounds of the cells of a workbook, checked before it is parsed: the parser fills every gap up to the last cell, so that
 * a file of one kilobyte with one distant cell would be read for half a minute.
 */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { IMPORT_ROWS_MAX } from '../../../domain/imports/import-format.ts';
import { percentStyles, withTypedCells } from './typed-cells.ts';

/** Number of rows searched for the headings, because a title may come first. */
export const HEADING_ROWS_MAX = 10;

const ROWS_MAX = IMPORT_ROWS_MAX + HEADING_ROWS_MAX;
const COLUMNS_MAX = 200;
/** Some programs write the last row of Excel, without a cell. */
const EXCEL_ROWS = 1_048_576;
/** Excel's longest text has 32,767 characters; the rest is for their marks and formats. */
const CELL_LENGTH_MAX = 400_000;

export interface SheetFault {
  readonly message: 'excel_rows_max' | 'excel_columns_max' | 'excel_cell_too_long' | 'excel_unreadable';
  readonly params?: Readonly<Record<string, string>>;
}

const UNREADABLE: SheetFault = { message: 'excel_unreadable' };
const TOO_LONG: SheetFault = { message: 'excel_cell_too_long' };
const TOO_MANY_ROWS: SheetFault = { message: 'excel_rows_max', params: { value: String(IMPORT_ROWS_MAX + 1) } };
const TOO_MANY_COLUMNS: SheetFault = { message: 'excel_columns_max', params: { value: String(COLUMNS_MAX) } };

/** The archive with the parts that are read, or the first fault of them. Other sheets than the first may be larger. */
export function boundedArchive(bytes: Uint8Array): Uint8Array<ArrayBuffer> | SheetFault {
  const parts = unzipSync(bytes, { filter: ({ name }) => /\.xml(\.rels)?$/.test(name) });
  for (const name of otherSheets(parts)) delete parts[name];
  const percents = percentStyles(strFromU8(parts['xl/styles.xml'] ?? new Uint8Array()));
  for (const [name, part] of Object.entries(parts)) {
    const text = strFromU8(part);
    const fault = faultOf(text);
    if (fault) return fault;
    if (SHEET.test(text)) parts[name] = strToU8(withTypedCells(text, percents));
  }
  return new Uint8Array(zipSync(parts, { level: 0 }));
}

const attribute = (tag: string, name: RegExp): string | undefined =>
  [...tag.matchAll(/\s([\w:]+)\s*=\s*["']([^"']*)["']/g)].find(([, found = '']) => name.test(found))?.[2];

/** Paths of the sheets after the first, as the workbook names them. Whatever remains is checked. */
function otherSheets(parts: Readonly<Record<string, Uint8Array>>): readonly string[] {
  const textOf = (name: string) => strFromU8(parts[name] ?? new Uint8Array());
  const [first = ''] = /<(?:\w+:)?sheet\s[^>]*>/.exec(textOf('xl/workbook.xml')) ?? [];
  const id = attribute(first, /^\w+:id$/);
  const relations = textOf('xl/_rels/workbook.xml.rels').match(/<(?:\w+:)?Relationship\s[^>]*>/g) ?? [];
  return relations
    .filter(
      (tag) => id !== undefined && attribute(tag, /^Id$/) !== id && attribute(tag, /^Type$/)?.endsWith('/worksheet'),
    )
    .map((tag) => attribute(tag, /^Target$/) ?? '')
    .map((path) => (path.startsWith('/') ? path.slice(1) : `xl/${path}`));
}

const SHEET = /<(?:[^\s:/><]+:)?sheetData\b/;

/** A cell, a row or a shared text, with any prefix of its namespace. */
const TAG = /(?:[^\s:/><]+:)?(c|row|si)(?=[\s/>])/y;
const END_OF_CELLS = /\/(?:[^\s:/><]+:)?(sheetData|sst)\b/y;
const PLACE = /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * Reads every `<`, which stands at the beginning of a tag only; what it takes for a tag in a comment is one too many. The
 * list of calculated cells has cells of all sheets, and no data.
 */
export function faultOf(text: string): SheetFault | undefined {
  const isSheet = SHEET.test(text);
  let [cellAt, at] = [-1, text.indexOf('<')];
  while (at >= 0) {
    const following = text.indexOf('<', at + 1);
    const end = following < 0 ? text.length : following;
    TAG.lastIndex = at + 1;
    END_OF_CELLS.lastIndex = at + 1;
    const [, kind] = TAG.exec(text) ?? [];
    if (kind === 'c' || kind === 'si') cellAt = at;
    else if (kind === 'row' || END_OF_CELLS.test(text)) cellAt = -1;
    if (end - (cellAt < 0 ? at : cellAt) > CELL_LENGTH_MAX) return TOO_LONG;
    if (isSheet && (kind === 'c' || kind === 'row')) {
      const isEmpty = text.startsWith('</', end) || isClosed(text.slice(at, end));
      const fault = placeFault(text.slice(at, end), kind, isEmpty);
      if (fault) return fault;
    }
    at = following;
  }
  return undefined;
}

/** `<c r="A1"/>`; with an open quotation mark the end may be a part of a value. */
function isClosed(tag: string): boolean {
  const isWhole = [/"/g, /'/g].every((mark) => (tag.match(mark)?.length ?? 0) % 2 === 0);
  return isWhole && tag.trimEnd().endsWith('/>');
}

const WHOLE_ROW = /^()(\d{1,7})$/;
const ONE_CELL = /^([A-Z]{1,3})(\d{1,7})$/;

/** The parser leaves out empty cells, which a formatted column has to its end, but fills the gap before any row. */
function placeFault(tag: string, kind: 'c' | 'row', isEmpty: boolean): SheetFault | undefined {
  for (const [, double, single] of tag.matchAll(PLACE)) {
    const place = double ?? single ?? '';
    const [, letters, row = ''] = (kind === 'row' ? WHOLE_ROW : ONE_CELL).exec(place) ?? [];
    if (letters === undefined || Number(row) > EXCEL_ROWS) return UNREADABLE;
    if (kind === 'row' || isEmpty) continue;
    if (Number(row) > ROWS_MAX) return TOO_MANY_ROWS;
    if (columnOf(letters) > COLUMNS_MAX) return TOO_MANY_COLUMNS;
  }
  return undefined;
}

/** `A` is 1, `AA` is 27. */
const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);
