/**
 * Imports that change records which are there: how a row names its record, what it changes of it, and how that is shown.
 * An empty cell leaves the value as it is.
 */
import { cleanCode } from '../catalogue/code.ts';
import type { RecordData, RecordDeclaration } from '../records/record.ts';
import { propertiesOf } from '../schemas/schema-parts.ts';
import { defined } from '../values/defined.ts';
import type { Cells, CellValue } from './cells.ts';
import { rawCells } from './exported-cells.ts';
import type { ImportColumn, ImportParameter } from './import-format.ts';
import type { CellChange, CellIssue, RecordFormat } from './record-format.ts';

/** The text of a cell that takes the value away. */
export const CLEARED = '-';
/** The column with the number of the record. */
export const RECORD_ID = 'record_id';

export const ROW_MODES = ['new', 'update', 'both'] as const;
export type RowMode = (typeof ROW_MODES)[number];

const MODE: ImportParameter = { name: 'mode', kind: 'option', values: ROW_MODES };

/** A format whose rows can change the records of their kind. */
export function updatable(format: RecordFormat, declaration: RecordDeclaration): RecordFormat {
  const name = defined(format.columnOf(declaration.nameField));
  const codes = format.unique.map(({ columns: [first] }) => defined(first)).filter((column) => column !== name);
  const keys = [RECORD_ID, ...codes, name];
  return {
    ...format,
    columns: [...format.columns, { name: RECORD_ID, kind: 'whole', example: '' }],
    parameters: [MODE, { name: 'key', kind: 'column', values: keys }, ...format.parameters],
    updating: { declaration, keys },
    bodyOf: ({ [RECORD_ID]: _, ...cells }, of) => format.bodyOf(cells, of),
  };
}

export interface Amendment {
  /** The fields with their new values; empty when the row says what the record has. */
  readonly changed: RecordData;
  readonly cells: readonly { readonly column: string; readonly from: unknown; readonly to: CellValue | null }[];
  readonly issues: readonly CellIssue[];
  columnOf(field: string): string | null;
}

interface Row extends CellChange {
  /** The column that names the record, which is no change. */
  readonly key: string;
}

/** What a row changes of a record: the cells that differ from those with which the record would leave. */
export function amendmentOf(format: RecordFormat, before: RecordData, { key, ...row }: Row): Amendment {
  const { declaration } = defined(format.updating);
  const raw = rawCells(format, before, row.cells);
  const columns = format.columns.filter(({ name }) => name !== key && name !== RECORD_ID);
  const given = columns.filter(({ name }) => differs(row.cells, name, raw, format));
  const cleared = new Set(
    columns.map(({ name }) => name).filter((name) => row.cleared.has(name) && !isEmpty(raw.get(name))),
  );
  const cells: Cells = Object.fromEntries(given.map(({ name }) => [name, defined(row.cells[name])]));
  const lists = format.lists?.amended(before, { cells, cleared }, row.cells);
  const listed = new Set(format.lists?.fields);
  const kinds = new Map(columns.map(({ name, kind }) => [name, kind]));
  const body = Object.entries(format.bodyOf(cells)).filter(([field]) => !listed.has(field));
  const gone = Object.keys(propertiesOf(declaration.schema)).flatMap((field): [string, RecordData[string]][] => {
    const column = listed.has(field) ? null : format.columnOf(field);
    // A flag beside a column that says more stays.
    const isBeside = typeof before[field] === 'boolean' && kinds.get(column ?? '') !== 'yes_no';
    const isGone = column !== null && cleared.has(column) && !isBeside;
    return isGone ? [[field, declaration.defaults[field] ?? null]] : [];
  });
  const changes = columns.flatMap(({ name }) => {
    if (cells[name] === undefined && !cleared.has(name)) return [];
    return [{ column: name, from: raw.get(name) ?? null, to: cells[name] ?? null }];
  });
  return {
    changed: { ...Object.fromEntries(body), ...Object.fromEntries(gone), ...lists?.changed },
    cells: changes,
    issues: lists?.issues ?? [],
    columnOf: (field) => lists?.columnOf(field, format.columnOf) ?? format.columnOf(field),
  };
}

/** A value that is the sign for clearing is no value that a file could clear. */
const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '' || value === CLEARED;

function differs(cells: Cells, name: string, raw: ReadonlyMap<string, unknown>, { columns }: RecordFormat): boolean {
  const value = cells[name];
  if (value === undefined) return false;
  const column = defined(columns.find((each) => each.name === name));
  return canonical(column, raw.get(name)) !== canonical(column, value);
}

const DECIMAL = /^(-?\d+)(?:\.(\d*?)0*)?$/;

/** Equal for what a file writes of a value and for the value itself. */
function canonical({ kind }: ImportColumn, value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = String(value).replace(/\r\n?/g, '\n').trim();
  if (kind === 'code') return cleanCode(text);
  if (kind !== 'amount' && kind !== 'quantity' && kind !== 'percent') return text;
  const [, whole, fraction] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return text;
  return fraction === undefined || fraction === '' ? whole : `${whole}.${fraction}`;
}
