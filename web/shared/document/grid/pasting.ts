/** Pastes rows of a spreadsheet into the grid: each cell is parsed like typed text; records are found by their names. */

import { optionLabel } from '../../language/names.ts';
import type { ColumnDeclaration, EditorDeclaration } from '../model/declaration.ts';
import type { Fields, TableName, Value } from '../model/draft.ts';
import type { EditingStore } from '../model/editing-store.ts';
import { emptied, resolveLine } from '../model/goods/line-items.ts';
import { readField, readingOf, startsLike, unread } from '../model/reading.ts';

export interface PasteTarget {
  readonly store: EditingStore;
  readonly declaration: EditorDeclaration;
  readonly table: TableName;
  readonly columns: readonly ColumnDeclaration[];
  readonly blank: Fields;
  /** The cell for the first cell of the first row. */
  readonly key: number;
  readonly field: string;
  readonly rows: readonly (readonly string[])[];
}

export function pasteRows(target: PasteTarget): void {
  const { store, declaration, table, columns, blank, key, field, rows } = target;
  const typedColumns = columns.filter((column) => !column.computed && !column.fixed);
  const from = Math.max(
    0,
    typedColumns.findIndex((column) => column.field === field),
  );
  const into = typedColumns.slice(from);
  const { [table]: lines, header } = store.state.draft;
  const first = lines.findIndex((line) => line.key === key);
  const kept = declaration.fixedLines ? rows.slice(0, first < 0 ? 0 : lines.length - first) : rows;
  const ofItem = emptied(declaration, header);
  const given = kept.map((row) => fieldsOf(row, into));
  const read = given.map((row) => ('item_fk' in row ? { ...ofItem, ...row } : row));
  store.edit({ do: 'paste', table, key, field, rows: read, blank });
  const pasted = store.state.draft[table].slice(first < 0 ? lines.length : first);
  for (const [index, row] of given.entries()) {
    const line = pasted[index];
    if (line) resolveLine({ store, declaration }, { table, key: line.key }, row);
  }
}

const PICKED: readonly string[] = ['lookup', 'unit', 'account'];

function fieldsOf(row: readonly string[], columns: readonly ColumnDeclaration[]): Fields {
  const read = columns.flatMap((column, index) => {
    const text = row[index];
    return text === undefined ? [] : [[column.field, readCell(column, text)] as const];
  });
  return Object.fromEntries(read);
}

function readCell(column: ColumnDeclaration, text: string): Value {
  if (text.trim() === '') return null;
  if (PICKED.includes(column.kind)) return unread(text.trim(), 'looking');
  if (column.kind === 'choice') {
    const option = column.options?.find(
      (value) => startsLike(optionLabel(column.field, value), text) || value === text,
    );
    return option ?? unread(text, 'not_found');
  }
  return readField(column.kind, text, readingOf(column.field));
}
