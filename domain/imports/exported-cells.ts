/**
 * Records in the columns of the import that reads them: what leaves a business can come into another one. A reference
 * is the name of its record, an option its value, and an amount is exact.
 */

import type { RecordData } from '../records/record.ts';
import { isObject, listOf, membersOf, objectsOf } from '../values/members.ts';
import type { ImportColumn } from './import-format.ts';
import { ALTERNATIVES } from './items.ts';
import type { RecordFormat } from './record-format.ts';

/** The name of a record; null when there is none. */
export type NameIn = (resource: string, id: number) => string | null;
type Cells = Readonly<Record<string, string>>;

export function exportedCells(format: RecordFormat, data: RecordData, nameIn: NameIn): Cells {
  const columns = new Map(format.columns.map((column) => [column.name, column]));
  const own = Object.entries(data).flatMap(([field, value]): [string, unknown][] => {
    const column = Array.isArray(value) ? null : format.columnOf(field);
    return column === null ? [] : [[column, value]];
  });
  const cells: Record<string, string> = Object.create(null);
  for (const [name, value] of [...own, ...cellsOfUnits(data)]) {
    const column = columns.get(name);
    const text = column ? cellText(column, value, nameIn) : '';
    if (text !== '') cells[name] = text;
  }
  return cells;
}

function cellText({ kind, resource = '' }: ImportColumn, value: unknown, nameIn: NameIn): string {
  if (value === null || value === undefined || isObject(value)) return '';
  if (kind === 'reference') return typeof value === 'number' ? (nameIn(resource, value) ?? '') : '';
  if (kind === 'yes_no') return value === true ? 'yes' : 'no';
  // A flag beside a column that says more, such as days.
  return typeof value === 'boolean' ? '' : String(value);
}

/** The units of an item: the base unit first, then the others in their order, each with its first barcode. */
function cellsOfUnits(data: RecordData): [string, unknown][] {
  const units = objectsOf(data['item_units']);
  const base = units.find((unit) => unit['is_base'] === true);
  if (!base) return [];
  const barcode = (unit: object) => listOf(membersOf(unit)['barcodes'])[0];
  const others = units.filter((unit) => unit !== base);
  const usual = units.find((unit) => unit['is_default'] === true);
  return [
    ['base_unit', base['unit_fk']],
    ['sale_price', base['sale_price']],
    ['barcode', barcode(base)],
    ['default_unit', usual === base ? null : usual?.['unit_fk']],
    ...ALTERNATIVES.flatMap((columns, index): [string, unknown][] => {
      const unit = others[index];
      if (!unit) return [];
      return [
        [columns.unit, unit['unit_fk']],
        [columns.price, unit['sale_price']],
        [columns.barcode, barcode(unit)],
        [columns.base_unit_qty, unit['base_unit_qty']],
      ];
    }),
  ];
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
