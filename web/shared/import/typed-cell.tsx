/** The active cell. At rest, typing replaces the value; F2 edits it. Errors are shown below it. */
import { type ClipboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ImportColumn } from '../../../domain/imports/import-format.ts';
import { CELL_INPUT, readingDirection } from '../document/grid/cell-props.ts';
import type { GridCommand } from '../document/grid/navigation.ts';
import { isTable, readSpreadsheet } from '../document/grid/paste.ts';
import { boxOf, cellAlignment, useCellKeys } from '../document/grid/use-cell-input.ts';
import { isNumber } from './grid-layout.ts';

export interface TypedCellProps {
  readonly column: ImportColumn;
  readonly text: string;
  readonly problem: string | undefined;
  readonly label: string;
  /** A new object for every request to focus this cell. */
  readonly asked: unknown;
  readonly wantsFocus: RefObject<boolean>;
  readonly onText: (text: string) => void;
  /** False when the key leaves the grid. */
  readonly onCommand: (command: GridCommand) => boolean;
  readonly onPaste: (texts: readonly (readonly string[])[]) => void;
}

export function TypedCell(props: TypedCellProps) {
  const { column, text, problem, label, asked, wantsFocus, onText, onCommand, onPaste } = props;
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const noteId = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every request asks again.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    input.current?.focus({ preventScroll: true });
    input.current?.select();
    input.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [asked, wantsFocus]);
  // After a revert, the next key replaces the value again.
  const reverted = useRef(false);
  useLayoutEffect(() => {
    if (reverted.current) input.current?.select();
    reverted.current = false;
  });
  const [noteAtEnd, setNoteAtEnd] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again wherever the cell is reached.
  useLayoutEffect(() => setNoteAtEnd(roomFor(input.current) < NOTE_PX), [asked, problem]);
  // Stores typed text also when the row is scrolled out of view.
  const waiting = useRef<() => void>(undefined);
  useEffect(() => () => waiting.current?.(), []);
  waiting.current = typed === undefined ? undefined : () => onText(typed);

  const settle = () => {
    if (typed === undefined) return;
    onText(typed);
    setTyped(undefined);
    setInText(false);
  };
  const revert = () => {
    setTyped(undefined);
    reverted.current = true;
  };
  const { setInText, onKeyDown } = useCellKeys({
    input,
    isTyped: typed !== undefined,
    onRevert: revert,
    onCommand: (command) => {
      if (command !== 'copy_above') settle();
      else setTyped(undefined);
      return onCommand(command);
    },
  });
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const texts = readSpreadsheet(event.clipboardData.getData('text/plain'));
    if (!isTable(texts)) return;
    event.preventDefault();
    setTyped(undefined);
    onPaste(texts);
  };
  const number = isNumber(column);
  return (
    <span className="relative block h-full">
      <input
        ref={input}
        value={typed ?? text}
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? noteId : undefined}
        title={problem}
        {...boxOf({ number, day: column.kind === 'date' })}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={settle}
        onKeyDown={onKeyDown}
        onPaste={paste}
        onDoubleClick={() => setInText(true)}
        className={`peer ${CELL_INPUT} ${cellAlignment(number)}`}
      />
      {problem && (
        <span
          id={noteId}
          className={`pointer-events-none absolute ${noteAtEnd ? 'end-0' : 'start-0'} top-full z-10 mt-0.5 hidden w-max max-w-80 rounded-md border border-danger-ink/40 bg-danger px-2 py-1 text-start text-xs leading-4 text-danger-ink shadow-float peer-focus:block`}
        >
          {problem}
        </span>
      )}
    </span>
  );
}

/** Largest width of a message. */
const NOTE_PX = 330;

/** Pixels from the start of the cell to the visible end of the grid. */
function roomFor(input: HTMLElement | null): number {
  const grid = input?.closest('[role=grid]')?.parentElement?.getBoundingClientRect();
  const cell = input?.getBoundingClientRect();
  if (!grid || !cell) return Number.POSITIVE_INFINITY;
  return readingDirection() === 'ltr' ? grid.right - cell.left : cell.right - grid.left;
}
