/**
 * Key navigation in the grid. Arrows follow the visual direction: in a right-to-left language the left arrow goes to
 * the next column. Pure, so that every key is tested without a browser.
 */
export interface KeyPress {
  readonly code: string;
  readonly ctrl: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
}

export type GridCommand =
  | 'next_cell'
  | 'previous_cell'
  | 'next_line'
  | 'previous_line'
  | 'start_side'
  | 'end_side'
  | 'up'
  | 'down'
  | 'page_up'
  | 'page_down'
  | 'line_start'
  | 'line_end'
  | 'first'
  | 'last'
  | 'leave'
  | 'look_up'
  | 'copy_above'
  | 'remove_line'
  | 'undo'
  | 'redo'
  | 'edit_text';

export interface GridSituation {
  readonly direction: 'ltr' | 'rtl';
  /** The caret is in an edited text: left and right arrows move it. */
  readonly editing: boolean;
}

/** The command of a key; undefined when the cell handles the key. */
export function commandOf(press: KeyPress, { direction, editing }: GridSituation): GridCommand | undefined {
  const { code, ctrl, shift, alt } = press;
  if (ctrl) return withCtrl(code, shift);
  if (alt) return code === 'ArrowDown' ? 'look_up' : undefined;
  switch (code) {
    case 'Tab':
      return shift ? 'previous_cell' : 'next_cell';
    case 'Enter':
    case 'NumpadEnter':
      return shift ? 'previous_line' : 'next_line';
    case 'Escape':
      return 'leave';
    case 'F4':
      return 'look_up';
    case 'F2':
      return 'edit_text';
    case 'ArrowUp':
      return 'up';
    case 'ArrowDown':
      return 'down';
    case 'PageUp':
      return 'page_up';
    case 'PageDown':
      return 'page_down';
    default:
      return editing || shift ? undefined : sideways(code, direction);
  }
}

function sideways(code: string, direction: 'ltr' | 'rtl'): GridCommand | undefined {
  switch (code) {
    case 'ArrowLeft':
      return direction === 'ltr' ? 'start_side' : 'end_side';
    case 'ArrowRight':
      return direction === 'ltr' ? 'end_side' : 'start_side';
    case 'Home':
      return 'line_start';
    case 'End':
      return 'line_end';
    default:
      return undefined;
  }
}

function withCtrl(code: string, shift: boolean): GridCommand | undefined {
  switch (code) {
    case 'KeyD':
      return 'copy_above';
    case 'KeyZ':
      return shift ? 'redo' : 'undo';
    case 'KeyY':
      return 'redo';
    case 'Delete':
      return 'remove_line';
    case 'Home':
      return 'first';
    case 'End':
      return 'last';
    default:
      return undefined;
  }
}

export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

export interface GridShape {
  readonly rows: number;
  /** Whether each column is editable; others are skipped. */
  readonly editable: readonly boolean[];
  readonly pageRows: number;
}

export type GridTarget = GridPosition | 'new_line' | 'leave_forward' | 'leave_back';

/** The target of a command; undefined when it does not move. In a read-only grid all columns are targets. */
export function targetOf(command: GridCommand, at: GridPosition, shape: GridShape): GridTarget | undefined {
  const columns = shape.editable.flatMap((can, index) => (can ? [index] : []));
  const first = columns[0] ?? 0;
  const last = columns.at(-1) ?? 0;
  const row = (to: number): GridPosition => ({ ...at, row: Math.min(Math.max(to, 0), Math.max(shape.rows - 1, 0)) });
  const next = columns.find((column) => column > at.column);
  const previous = columns.findLast((column) => column < at.column);
  switch (command) {
    case 'next_cell':
      if (next !== undefined) return { ...at, column: next };
      return at.row + 1 < shape.rows ? { row: at.row + 1, column: first } : 'new_line';
    case 'previous_cell':
      if (previous !== undefined) return { ...at, column: previous };
      return at.row > 0 ? { row: at.row - 1, column: last } : 'leave_back';
    case 'next_line':
      return at.row + 1 < shape.rows ? { row: at.row + 1, column: first } : 'new_line';
    case 'previous_line':
      return row(at.row - 1);
    case 'end_side':
      return next === undefined ? undefined : { ...at, column: next };
    case 'start_side':
      return previous === undefined ? undefined : { ...at, column: previous };
    case 'up':
      return row(at.row - 1);
    case 'down':
      return row(at.row + 1);
    case 'page_up':
      return row(at.row - shape.pageRows);
    case 'page_down':
      return row(at.row + shape.pageRows);
    case 'line_start':
      return { ...at, column: first };
    case 'line_end':
      return { ...at, column: last };
    case 'first':
      return { row: 0, column: first };
    case 'last':
      return { row: Math.max(shape.rows - 1, 0), column: last };
    case 'leave':
      return 'leave_forward';
    default:
      return undefined;
  }
}
