/** The commands of the grid's keys: move, add and remove lines, copy, undo, paste, leave. */
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Draft, Fields, TableName } from '../model/draft.ts';
import type { EditingStore } from '../model/editing-store.ts';
import { continueLookUp, resolveLine } from '../model/goods/line-items.ts';
import { shownCostColumns } from '../model/shown-columns.ts';
import { cursorAfter } from './cursor-after.ts';
import { type Active, canEdit, firstField, type GridProps } from './grid-props.ts';
import { type GridCommand, type GridTarget, targetOf } from './navigation.ts';
import { pasteRows } from './pasting.ts';

interface GridSituation extends GridProps {
  readonly active: Active;
  readonly activate: (cell: Active) => void;
  /** Scrolls a line into view. */
  readonly reach: (row: number) => void;
  readonly scroller: RefObject<HTMLDivElement | null>;
}

const PAGE_ROWS = 12;

export function useGridCommands(situation: GridSituation) {
  const { store, declaration, table, columns, lines, blank, readOnly } = situation;
  const { active, activate, reach, scroller } = situation;
  const move = (target: GridTarget | undefined, shown: GridProps['columns']) => {
    if (target === undefined) return;
    if (target === 'leave_forward' || target === 'leave_back') {
      leaveGrid(scroller.current, target === 'leave_back');
    } else if (target === 'new_line') {
      const last = lines.at(-1);
      if (readOnly || declaration.fixedLines || (last && isBlank(store, table, last.key, blank))) {
        leaveGrid(scroller.current, false);
        if (last) typesOn(() => flushSync(() => activate({ key: last.key, field: firstField(columns) })));
        return;
      }
      addLine();
    } else {
      const line = lines[target.row];
      const column = shown[target.column];
      reach(target.row);
      if (line && column) activate({ key: line.key, field: column.field });
    }
  };
  /** A blank last line is taken. */
  const addLine = () => {
    const last = store.state.draft[table].at(-1);
    const to = firstField(columns);
    const from = { table, ...active };
    if (!last || !isBlank(store, table, last.key, blank))
      store.edit({ do: 'add_line', table, fields: blank, from, to });
    const added = store.state.draft[table].at(-1);
    if (added) activate({ key: added.key, field: to });
  };
  const onCommand = (command: GridCommand) => {
    const row = lines.findIndex((line) => line.key === active.key);
    if (command === 'undo' || command === 'redo') return readOnly ? undefined : takeStep(situation, command);
    if (command === 'copy_above') {
      if (isEditable(situation, row)) copyAbove(situation);
      return;
    }
    if (command === 'remove_line') return removeLine(row);
    const shown = columnsNow(situation, store.state.draft);
    const editable = editableNow(situation, store.state.draft);
    const at = { row, column: shown.findIndex((column) => column.field === active.field) };
    move(targetOf(command, at, { rows: lines.length, editable, pageRows: PAGE_ROWS }), shown);
  };
  const removeLine = (row: number) => {
    const next = removed(situation, row);
    if (next) activate({ key: next.key, field: active.field });
  };
  const onPasteTable = (rows: readonly (readonly string[])[]) =>
    pasteRows({ store, declaration, table, columns, blank, rows, key: active.key, field: active.field });

  return { onCommand, addLine, onRemove: useLasting(removeLine), onPasteTable };
}

type Shown = Pick<GridSituation, 'declaration' | 'table' | 'columns' | 'readOnly' | 'active'>;

/** The value that the cell just stored may show later columns of costs: a rate, the money of the other currency. */
export const columnsNow = (
  { declaration, table, columns }: Pick<Shown, 'declaration' | 'table' | 'columns'>,
  draft: Draft,
) => (table === 'costs' ? shownCostColumns(declaration.costs ?? [], draft) : columns);

/** It may show or hide later cells too: a party, a rate. */
function editableNow(situation: Shown, draft: Draft): readonly boolean[] {
  const { table, readOnly, active } = situation;
  const line = draft[table].find(({ key }) => key === active.key);
  return columnsNow(situation, draft).map((column) => readOnly || canEdit(column, draft.header, line));
}

/** Undoes or does again, with the cursor. */
function takeStep({ store, table, active, activate, reach, goTo }: GridSituation, step: 'undo' | 'redo'): void {
  const before = store.state;
  // What it shows or hides must be in the page before it can take the focus.
  flushSync(() => store.edit({ do: step }));
  // With nothing to undo the value that the cell has stored is marked, so that the next key replaces it.
  const isSame = store.state === before;
  const here = { table, ...active };
  const place = isSame ? here : cursorAfter(before.draft, store.state, here);
  if (place?.table === table) {
    reach(store.state.draft[table].findIndex((line) => line.key === place.key));
    activate(place);
  } else goTo?.(place);
}

/** The line that is in the place of the removed one; undefined when none may be removed. */
function removed({ store, declaration, table, lines, blank, readOnly, active }: GridSituation, row: number) {
  const line = lines[row];
  if (readOnly || declaration.fixedLines || !line) return undefined;
  store.edit({ do: 'remove_line', table, key: line.key, field: active.field, blank });
  const { [table]: left } = store.state.draft;
  return left[Math.min(row, left.length - 1)];
}

function copyAbove({ store, declaration, table, header, active: { key, field } }: GridSituation): void {
  const also = field === 'item_fk' ? Object.keys(declaration.lineOf({}, header)) : [];
  store.edit({ do: 'copy_above', table, key, field, also });
  // What is above may still be looked up, and its answer fills that line only.
  const continues = field === 'item_fk' ? continueLookUp : resolveLine;
  continues({ store, declaration }, { table, key });
}

/** Whether the active cell may be changed. */
function isEditable({ columns, header, lines, readOnly, active }: GridSituation, row: number): boolean {
  const column = columns.find(({ field }) => field === active.field);
  return !readOnly && column !== undefined && canEdit(column, header, lines[row]);
}

/** The same function at each rendering, for lines that are not rendered again; it calls the last one. */
function useLasting(now: (row: number) => void): (row: number) => void {
  const last = useRef(now);
  useLayoutEffect(() => {
    last.current = now;
  });
  return useCallback((row) => last.current(row), []);
}

function isBlank(store: EditingStore, table: TableName, key: number, blank: Fields): boolean {
  const line = store.state.draft[table].find((line) => line.key === key);
  return (
    line !== undefined &&
    Object.entries(line.fields).every(([field, value]) => (value ?? null) === (blank[field] ?? null))
  );
}

/**
 * After the last line the focus is on a button. Who goes on typing there means the next line: the focus goes `back` before
 * the character is typed. The space key presses the button.
 */
function typesOn(back: () => void): void {
  const reached = document.activeElement;
  if (!(reached instanceof HTMLButtonElement)) return;
  const onKeyDown = ({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) => {
    if ([...key].length !== 1 || key === ' ' || ctrlKey || metaKey || altKey || isComposing) return;
    back();
    // What a scanner typed is taken out again (`scanning.ts`).
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.dataset['beforeDigits'] = '';
  };
  reached.addEventListener('keydown', onKeyDown);
  reached.addEventListener('blur', () => reached.removeEventListener('keydown', onKeyDown), { once: true });
}

const TAB_STOPS =
  'input:not([disabled]), select:not([disabled]), textarea:not([disabled]), button:not([disabled]), a[href], [tabindex="0"]';

/** Moves the focus to the element after (or before) the grid. */
function leaveGrid(grid: HTMLElement | null, back: boolean): void {
  if (!grid) return;
  const stops = [...document.querySelectorAll<HTMLElement>(TAB_STOPS)].filter(
    (element) => element.tabIndex >= 0 && element.offsetParent !== null && !grid.contains(element),
  );
  const where = back ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const outside = stops.filter((element) => grid.compareDocumentPosition(element) & where);
  (back ? outside.at(-1) : outside[0])?.focus();
}
