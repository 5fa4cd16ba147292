/**
 * The rows of an import file as a grid that is corrected by keyboard. One tab stop: only the active cell is an input;
 * only visible rows are rendered, so that five thousand rows stay fast.
 */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type Ref, useCallback, useImperativeHandle, useRef, useState } from 'react';
import type { ImportRow, RowUpdate } from '../../../domain/imports/import-format.ts';
import type { GridCommand } from '../document/grid/navigation.ts';
import { obey } from './cells-commands.ts';
import { CellsHead } from './cells-head.tsx';
import { CellsRow } from './cells-row.tsx';
import { PINNED_PX, tracksOf } from './grid-layout.ts';
import type { ShownColumn } from './import-api.ts';
import { nextProblem, type RowProblems, type SheetEdit, type Spot } from './sheet.ts';

export interface CellsGridProps {
  readonly label: string;
  readonly columns: readonly ShownColumn[];
  readonly rows: readonly ImportRow[];
  readonly problems: ReadonlyMap<number, RowProblems>;
  /** What the rows do to records that are there. */
  readonly updates?: ReadonlyMap<number, RowUpdate>;
  readonly onEdit: (edit: SheetEdit) => void;
  readonly handle?: Ref<CellsGridHandle>;
  /** Text for an empty grid. */
  readonly empty: string;
  /** Escape: moves the focus to the element after the grid. */
  readonly onLeave: () => void;
}

export interface CellsGridHandle {
  /** Moves to the next cell with an error after the active one. */
  readonly toNextProblem: () => void;
}

const ROW_PX = 32;
/** Space for the message below the last row. */
const END_PX = 44;

export function CellsGrid(props: CellsGridProps) {
  const { label, columns, rows, problems, updates, onEdit, handle, empty, onLeave } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Spot>();
  /** A request to take the focus; the cell that takes it clears it. */
  const wantsFocus = useRef(false);
  const names = columns.map(({ name }) => name);
  const numbers = rows.map(({ row }) => row);
  const shown = active && numbers.includes(active.row) ? active : undefined;
  const activeIndex = shown ? numbers.indexOf(shown.row) : 0;
  // The active row stays rendered when it is scrolled out of view, with the focus and the typed text.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const seen = defaultRangeExtractor(range);
      return seen.includes(activeIndex) || activeIndex >= range.count ? seen : [...seen, activeIndex];
    },
    [activeIndex],
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
    paddingEnd: END_PX,
    scrollPaddingStart: ROW_PX,
    scrollPaddingEnd: END_PX,
    rangeExtractor,
  });
  const at = shown ?? (rows[0] ? { row: rows[0].row, column: names[0] ?? '' } : undefined);
  const go = (spot: Spot | undefined) => {
    if (!spot) return;
    virtual.scrollToIndex(Math.max(0, numbers.indexOf(spot.row)), { align: 'auto' });
    wantsFocus.current = true;
    setActive({ ...spot });
  };
  const toNextProblem = () => go(nextProblem(shown, numbers, names, problems));
  useImperativeHandle(handle, () => ({ toNextProblem }));

  const removeRow = (number: number) => {
    const index = numbers.indexOf(number);
    const next = numbers[index + 1] ?? numbers[index - 1];
    onEdit({ do: 'remove', row: number });
    if (next !== undefined) go({ row: next, column: at?.column ?? names[0] ?? '' });
  };
  const onCommand = (command: GridCommand) =>
    at !== undefined && obey(command, { at, rows, names, go, onEdit, onLeave, removeRow });
  const onPaste = (texts: readonly (readonly string[])[]) => {
    if (!at) return;
    const [from, start] = [numbers.indexOf(at.row), names.indexOf(at.column)];
    onEdit({ do: 'paste', rows: numbers.slice(from), columns: names.slice(start), texts });
  };
  const { template, minWidth } = tracksOf(columns);
  return (
    <div
      ref={scroller}
      style={{ scrollPaddingInline: `${PINNED_PX}px 12px`, scrollPaddingBlock: `${ROW_PX}px ${END_PX}px` }}
      className="h-full min-h-0 overflow-auto"
    >
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + 3}
        style={{ minWidth }}
      >
        <CellsHead columns={columns} template={template} />
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (!row) return null;
            const here = at?.row === row.row;
            return (
              <CellsRow
                key={row.row}
                {...{ row, index, columns, template, wantsFocus, onCommand, onPaste, onEdit }}
                top={start}
                problems={problems.get(row.row)}
                update={updates?.get(row.row)}
                active={here ? at : undefined}
                onActivate={(column) => go({ row: row.row, column })}
                onRemove={() => removeRow(row.row)}
              />
            );
          })}
        </div>
      </div>
      {rows.length === 0 && <p className="px-4 py-8 text-center text-ink-muted">{empty}</p>}
    </div>
  );
}
