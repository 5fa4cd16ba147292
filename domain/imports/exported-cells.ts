/**
 * Records in the columns of the import that reads them: what leaves a business can come into another one. A reference
 * is the name of its record, an option its value, and an amount is exact.
 */

import type { RecordData } from '../records/record.ts';
import { isObject } from '../values/members.ts';
import type { Cells as ReadCells } from './cells.ts';
import type { ImportColumn } from './import-format.ts';
import type { RecordFormat } from './record-format.ts';

/** The name of a record; null when there is none. */
export type NameIn = (resource: string, id: number) => string | null;
type Cells = Readonly<Record<string, string>>;

export function exportedCells(format: RecordFormat, data: RecordData, nameIn: NameIn): Cells {
  const raw = rawCells(format, data);
  const cells: Record<string, string> = Object.create(null);
  for (const column of format.columns) {
    const text = cellText(column, raw.get(column.name), nameIn);
    if (text !== '') cells[column.name] = text;
  }
  return cells;
}

/** The values of the columns; `row` says which rows of a list the columns mean. */
export function rawCells(format: RecordFormat, data: RecordData, row: ReadCells = {}): ReadonlyMap<string, unknown> {
  const kinds = new Map(format.columns.map(({ name, kind }) => [name, kind]));
  const own = Object.entries(data).flatMap(([field, value]): [string, unknown][] => {
    const column = Array.isArray(value) ? null : format.columnOf(field);
    // A flag beside a column that says more, such as days.
    const isBeside = column !== null && typeof value === 'boolean' && kinds.get(column) !== 'yes_no';
    return column === null || isBeside ? [] : [[column, value]];
  });
  return new Map([...own, ...(format.lists?.raw(data, row) ?? [])]);
}

function cellText({ kind, resource = '' }: ImportColumn, value: unknown, nameIn: NameIn): string {
  if (value === null || value === undefined || isObject(value)) return '';
  if (kind === 'reference') return typeof value === 'number' ? (nameIn(resource, value) ?? '') : '';
  if (kind === 'yes_no') return value === true ? 'yes' : 'no';
  return String(value);
}

const QUOTED = /[",;\t|\r\n]|^\s|\s$/;
/** A spreadsheet takes a text that begins with one of these for a formula. */
const ACTIVE = /^[=+\-@]/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** Separated by commas, in UTF-8 with its mark, so that spreadsheets read the letters of every script. */
export function separatedText(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`;
}

function quoted(cell: string): string {
  const text = ACTIVE.test(cell) && !NUMBER.test(cell) && !cell.includes('"') ? `="${cell}"` : cell;
  return QUOTED.test(text) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
}
