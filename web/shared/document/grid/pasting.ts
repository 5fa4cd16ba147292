/** Pastes rows of a spreadsheet into the grid: each cell is parsed like typed text; items are found by their text. */

import { optionLabel } from '../../language/names.ts';
import { localToday } from '../../typing/date-words.ts';
import type { ColumnDeclaration, EditorDeclaration } from '../model/declaration.ts';
import { type Fields, isUnread, type TableName, type Value } from '../model/draft.ts';
import type { EditingStore } from '../model/editing-store.ts';
import { emptied, resolveItem } from '../model/line-items.ts';
import { readField, startsLike, unread } from '../model/reading.ts';

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
  const read = kept.map((row) => fieldsOf(row, into)).map((row) => ('item_fk' in row ? { ...ofItem, ...row } : row));
  store.edit({ do: 'paste', table, key, rows: read, blank });
  for (const { key: line, fields } of store.state.draft[table]) {
    const item = fields['item_fk'];
    if (isUnread(item) && item.problem === LOOKING.problem) {
      resolveItem({ store, declaration }, { table, key: line, field: 'item_fk' }, item.unread);
    }
  }
}

const LOOKING = unread('', 'looking');

function fieldsOf(row: readonly string[], columns: readonly ColumnDeclaration[]): Fields {
  const read = columns.flatMap((column, index) => {
    const text = row[index];
    return text === undefined ? [] : [[column.field, readCell(column, text)] as const];
  });
  return Object.fromEntries(read);
}

function readCell(column: ColumnDeclaration, text: string): Value {
  if (text.trim() === '') return null;
  if (column.field === 'item_fk') return unread(text.trim(), 'looking');
  if (column.kind === 'choice') {
    const option = column.options?.find(
      (value) => startsLike(optionLabel(column.field, value), text) || value === text,
    );
    return option ?? unread(text, 'not_found');
  }
  return readField(column.kind, text, { today: localToday() });
}
