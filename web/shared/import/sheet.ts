/**
 * The rows of a file while they are corrected: every change can be undone; independent of servers and screens. A row
 * keeps its number in the file; empty cells are omitted.
 */
import type { CellProblem, ImportRow, RowUpdate } from '../../../domain/imports/import-format.ts';

export type Rows = readonly ImportRow[];

export type SheetEdit =
  | { readonly do: 'open'; readonly rows: Rows }
  | { readonly do: 'set'; readonly row: number; readonly column: string; readonly text: string }
  /** Puts texts into these rows and columns, as far as both extend. */
  | {
      readonly do: 'paste';
      readonly rows: readonly number[];
      readonly columns: readonly string[];
      readonly texts: readonly (readonly string[])[];
    }
  | { readonly do: 'remove'; readonly row: number }
  | { readonly do: 'undo' }
  | { readonly do: 'redo' };

export interface Sheet {
  readonly rows: Rows;
  /** Oldest first; rows share unchanged parts. */
  readonly past: readonly Rows[];
  readonly future: readonly Rows[];
}

export const EMPTY_SHEET: Sheet = { rows: [], past: [], future: [] };

export function editSheet(sheet: Sheet, edit: SheetEdit): Sheet {
  const { rows, past, future } = sheet;
  switch (edit.do) {
    case 'open':
      return { rows: edit.rows, past: [], future: [] };
    case 'undo': {
      const before = past.at(-1);
      return before ? { rows: before, past: past.slice(0, -1), future: [rows, ...future] } : sheet;
    }
    case 'redo': {
      const [next, ...later] = future;
      return next ? { rows: next, past: [...past, rows], future: later } : sheet;
    }
    default: {
      const next = changed(rows, edit);
      return next === rows ? sheet : { rows: next, past: [...past, rows], future: [] };
    }
  }
}

function changed(rows: Rows, edit: Exclude<SheetEdit, { do: 'open' | 'undo' | 'redo' }>): Rows {
  if (edit.do === 'remove') {
    const left = rows.filter(({ row }) => row !== edit.row);
    return left.length === rows.length ? rows : left;
  }
  if (edit.do === 'set') return withCells(rows, edit.row, { [edit.column]: edit.text });
  return edit.texts.reduce((all, texts, at) => {
    const row = edit.rows[at];
    const cells = edit.columns.slice(0, texts.length).map((column, index) => [column, texts[index] ?? '']);
    return row === undefined ? all : withCells(all, row, Object.fromEntries(cells));
  }, rows);
}

/** The same rows without a change. */
function withCells(rows: Rows, number: number, texts: Readonly<Record<string, string>>): Rows {
  const index = rows.findIndex(({ row }) => row === number);
  const row = rows[index];
  const differs = Object.entries(texts).filter(([column, text]) => textOf(row, column) !== text.trim());
  if (!row || differs.length === 0) return rows;
  const cells = { ...row.cells };
  for (const [column, text] of differs) {
    if (text.trim() === '') delete cells[column];
    else cells[column] = text.trim();
  }
  return rows.with(index, { ...row, cells });
}

export const textOf = (row: ImportRow | undefined, column: string): string => row?.cells[column] ?? '';

/** Messages by column of a row; `''` for the row as a whole. */
export type RowProblems = ReadonlyMap<string, string>;

/** By row number; cells that were changed since the check have no message. */
export function standingProblems(
  problems: readonly CellProblem[],
  checked: Rows,
  rows: Rows,
): ReadonlyMap<number, RowProblems> {
  const found = new Map<number, Map<string, string>>();
  const [then, now] = [byNumber(checked), byNumber(rows)];
  for (const { row, column, message } of problems) {
    const present = now.get(row);
    const stands =
      column === null ? present === then.get(row) : textOf(present, column) === textOf(then.get(row), column);
    if (!present || !stands) continue;
    const ofRow = found.get(row) ?? new Map<string, string>();
    const earlier = ofRow.get(column ?? '');
    ofRow.set(column ?? '', earlier === undefined ? message : `${earlier} ${message}`);
    found.set(row, ofRow);
  }
  return found;
}

/** By row number; a row that was changed since the check is left out. */
export function standingUpdates(
  updates: readonly RowUpdate[],
  checked: Rows,
  rows: Rows,
): ReadonlyMap<number, RowUpdate> {
  const [then, now] = [byNumber(checked), byNumber(rows)];
  return new Map(
    updates.filter(({ row }) => now.get(row) === then.get(row)).map((update) => [update.row, update] as const),
  );
}

/** Indexed by number, because a search in a long list would be slow. */
const maps = new WeakMap<Rows, ReadonlyMap<number, ImportRow>>();

export function byNumber(rows: Rows): ReadonlyMap<number, ImportRow> {
  const known = maps.get(rows);
  if (known) return known;
  const made = new Map(rows.map((row) => [row.row, row]));
  maps.set(rows, made);
  return made;
}

export interface Spot {
  readonly row: number;
  readonly column: string;
}

/** The next cell with an error, in the order of the screen, wrapping around; undefined without errors. */
export function nextProblem(
  at: Spot | undefined,
  rows: readonly number[],
  columns: readonly string[],
  problems: ReadonlyMap<number, RowProblems>,
): Spot | undefined {
  const spots = rows.flatMap((row) => {
    const ofRow = problems.get(row);
    if (!ofRow) return [];
    const bad = columns.filter((column) => ofRow.has(column));
    return (bad.length > 0 ? bad : columns.slice(0, 1)).map((column) => ({ row, column }));
  });
  if (!at) return spots[0];
  const rank = (spot: Spot) => rows.indexOf(spot.row) * columns.length + columns.indexOf(spot.column);
  return spots.find((spot) => rank(spot) > rank(at)) ?? spots[0];
}
