/** Converts rows of goods to lines with an item and one of its units, and to the documents with these lines. */

import { ITEM_PRICING } from '../../domain/catalogue/item-pricing.ts';
import { type GoodsFormat, lineOf } from '../../domain/imports/goods.ts';
import {
  LINES_OF_AN_OPENING_MAX,
  openingBody,
  PRICES_OF_A_DOCUMENT_MAX,
  pricingBody,
} from '../../domain/imports/goods-documents.ts';
import type { ReadLine } from '../../domain/imports/import-format.ts';
import { type RowIssue, repeated } from '../../domain/imports/read-rows.ts';
import { OPENING_BALANCE } from '../../domain/ledger/opening-balance.ts';
import { quantity } from '../../domain/values/quantity.ts';
import type { CellsRow } from './check-records.ts';
import type { Names } from './names.ts';
import type { Chosen } from './parameters.ts';

/** `row` is the index of the row within the request. */
export type Line = ReadLine;

/** Adds the unit of each row: the named one, that of its barcode, or the default unit of its item. */
export function withUnits(rows: readonly CellsRow[], names: Names): { rows: CellsRow[]; issues: RowIssue[] } {
  const issues: RowIssue[] = [];
  const found = rows.map(({ at, cells }): CellsRow => {
    const { barcode_unit: ofBarcode, ...rest } = cells;
    const { item, unit } = rest;
    if (rest['unit_quantity'] !== undefined && quantity(String(rest['unit_quantity'])) <= 0n) {
      issues.push({ at, column: 'unit_quantity', message: 'greater_than', params: { value: '0' } });
    }
    if (typeof item !== 'number') return { at, cells: rest };
    const units = names.unitsOf(item);
    const meant = unit ?? ofBarcode ?? units.find(({ is_default }) => is_default)?.unit_fk;
    if (!units.some(({ unit_fk }) => unit_fk === meant)) {
      issues.push({ at, column: 'unit', message: 'not_a_unit_of_the_item' });
    }
    return { at, cells: meant === undefined ? rest : { ...rest, unit: meant } };
  });
  return { rows: found, issues };
}

/** What goods are worth is told by the price of a unit, or by the value of the whole quantity. */
export function worthIssues({ columns }: GoodsFormat, rows: readonly CellsRow[]): RowIssue[] {
  if (!columns.some(({ name }) => name === 'line_value')) return [];
  return rows.flatMap(({ at, cells }) =>
    cells['unit_price'] === undefined && cells['line_value'] === undefined
      ? [{ at, column: 'unit_price', message: 'required' }]
      : [],
  );
}

/** Issues for units of an item that occur twice in the file. */
export function twiceIssues(format: GoodsFormat, rows: readonly CellsRow[], rowOf: (at: number) => number): RowIssue[] {
  if (!format.once) return [];
  const named = rows.filter(({ cells }) => cells['item'] !== undefined && cells['unit'] !== undefined);
  return repeated(named, ({ cells }) => `${cells['item']} ${cells['unit']}`).map(({ place, others }) => ({
    at: place.at,
    column: 'item',
    message: 'import_row_twice',
    params: { rows: others.map(({ at }) => rowOf(at)).join(', ') },
  }));
}

export const linesOf = (rows: readonly CellsRow[]): readonly Line[] => rows.map(({ at, cells }) => lineOf(at, cells));

/** A document with a part of the lines. */
export interface Part {
  /** Deterministic for the same file. */
  readonly key: string;
  readonly kind: string;
  readonly lines: readonly Line[];
  readonly body: unknown;
  readonly command: unknown;
}

/** A file that fits into one document has the key that every file had before. */
export const openingKey = (part: number): string => (part === 0 ? 'opening' : `opening ${part}`);

/** A placeholder date: lines are checked before the date of the document is entered. */
const HARMLESS_DAY = '2000-01-01';

/** Empty when the lines cannot be checked before a parameter is chosen. */
export function partsOf({ makes }: GoodsFormat, lines: readonly Line[], chosen: Chosen): readonly Part[] {
  if (lines.length === 0) return [];
  if (makes === 'opening_balance') {
    const { inventory, outlet, against } = chosen;
    if (inventory === undefined || outlet === undefined) return [];
    return [...Map.groupBy(lines, ({ row }) => Math.floor(row / LINES_OF_AN_OPENING_MAX))].map(([part, own]) => {
      const body = openingBody(own, { inventory, outlet, against });
      const command = { type: 'draft', input: body };
      return { key: openingKey(part), kind: OPENING_BALANCE, lines: own, body, command };
    });
  }
  if (makes === 'lines') return [];
  const { date = HARMLESS_DAY, pricing_list = null } = chosen;
  return [...Map.groupBy(lines, ({ row }) => Math.floor(row / PRICES_OF_A_DOCUMENT_MAX))].map(([part, own]) => {
    const body = pricingBody(own, date, pricing_list);
    return { key: `part ${part}`, kind: ITEM_PRICING, lines: own, body, command: { type: 'enter', input: body } };
  });
}
