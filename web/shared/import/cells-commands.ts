/** The commands of keys in the grid of an import file: move, copy from above, leave a row out, undo, leave the grid. */
import type { ImportRow } from '../../../domain/imports/import-format.ts';
import { type GridCommand, type GridPosition, targetOf } from '../document/grid/navigation.ts';
import { type SheetEdit, type Spot, textOf } from './sheet.ts';

interface Situation {
  readonly at: Spot;
  readonly rows: readonly ImportRow[];
  /** Names of the columns. */
  readonly names: readonly string[];
  readonly go: (spot: Spot) => void;
  readonly onEdit: (edit: SheetEdit) => void;
  readonly onLeave: () => void;
  readonly removeRow: (row: number) => void;
}

const PAGE_ROWS = 12;

/** False when the key leaves the grid and the browser handles it. */
export function obey(command: GridCommand, situation: Situation): boolean {
  const { at, rows, names, go, onEdit, onLeave, removeRow } = situation;
  const [row, column] = [rows.findIndex((row) => row.row === at.row), names.indexOf(at.column)];
  const reach = (target: GridPosition) =>
    go({ row: rows[target.row]?.row ?? at.row, column: names[target.column] ?? at.column });
  switch (command) {
    case 'undo':
    case 'redo':
      onEdit({ do: command });
      return true;
    case 'remove_line':
      removeRow(at.row);
      return true;
    case 'copy_above':
      if (row > 0) onEdit({ do: 'set', ...at, text: textOf(rows[row - 1], at.column) });
      return true;
    // As in a spreadsheet: the same column of the next row.
    case 'next_line':
      reach({ row: Math.min(row + 1, rows.length - 1), column });
      return true;
    case 'leave':
      onLeave();
      return true;
    default: {
      const shape = { rows: rows.length, editable: names.map(() => true), pageRows: PAGE_ROWS };
      const target = targetOf(command, { row, column }, shape);
      if (typeof target === 'string') return false;
      if (target) reach(target);
      return true;
    }
  }
}
