/** The props of every active cell of the grid. */
import type { NumberFormat } from '../../typing/number-format.ts';
import type { ColumnDeclaration, EditorDeclaration } from '../model/declaration.ts';
import type { Fields, Line, LinePlace, TableName, Value } from '../model/draft.ts';
import type { EditingStore } from '../model/editing-store.ts';
import type { GridCommand } from './navigation.ts';

export interface CellProps {
  readonly store: EditingStore;
  readonly declaration: EditorDeclaration;
  readonly table: TableName;
  readonly column: ColumnDeclaration;
  readonly header: Fields;
  readonly line: Line;
  readonly value: Value | undefined;
  /** For a screen reader: column and number of the line. */
  readonly label: string;
  readonly problem: string | undefined;
  readonly look: NumberFormat;
  /** 0 leaves the focus; every other number is a new request to take it. */
  readonly takesFocus: number;
  /** A key that leaves the cell; the cell has stored its value before. */
  readonly onCommand: (command: GridCommand) => void;
  readonly onPasteTable: (rows: readonly (readonly string[])[]) => void;
}

export function placeOf({ table, line, column }: Pick<CellProps, 'table' | 'line' | 'column'>): LinePlace {
  return { table, key: line.key, field: column.field };
}

export const CELL_INPUT =
  'h-full w-full bg-surface-1 px-2 outline-1 -outline-offset-1 outline-edge-strong focus:outline-2 focus:-outline-offset-2 focus:outline-accent aria-invalid:bg-danger aria-invalid:outline-danger-solid';

export function pressOf(event: Pick<KeyboardEvent, 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>) {
  return { code: event.code, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey, alt: event.altKey };
}

export function readingDirection(): 'ltr' | 'rtl' {
  return document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
}
