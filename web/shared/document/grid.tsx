/**
 * The lines of a document. One tab stop: the active cell, which alone is an input; all others are text, so that
 * two hundred lines cost no more to type in than two.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NumberLook } from '../typing/number-format.ts';
import { type ColumnDeclaration, type DocumentDeclaration, isShown } from './declaration.ts';
import { type Fields, type Line, placeName, type TableName } from './draft.ts';
import type { EditingStore } from './editing-store.ts';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import { type GridCommand, type GridTarget, targetOf } from './navigation.ts';
import { pasteRows } from './pasting.ts';

export interface GridProps {
  readonly store: EditingStore;
  readonly declaration: DocumentDeclaration;
  readonly table: TableName;
  readonly columns: readonly ColumnDeclaration[];
  readonly header: Fields;
  readonly lines: readonly Line[];
  readonly blank: Fields;
  /** Sentences by name of the place. */
  readonly problems: ReadonlyMap<string, string>;
  readonly computed: ReadonlyMap<number, string>;
  readonly look: NumberLook;
  readonly readOnly: boolean;
  /** Key of the label. */
  readonly label: string;
  /** Moves the focus to a place from outside: the summary of errors, a new document. */
  readonly focus?: RefObject<((key: number, field: string) => void) | null>;
  readonly compact?: boolean;
}

/** Beyond so many lines only those in sight are drawn. */
const VIRTUAL_FROM = 100;
const ROW_PX = 32;

interface Active {
  readonly key: number;
  readonly field: string;
}

export function DocumentGrid(props: GridProps) {
  const { store, declaration, table, columns, header, lines, blank, readOnly, label, focus, problems } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const { active, activate, takesFocus } = useActiveCell(props, scroller);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    enabled: lines.length > VIRTUAL_FROM,
  });
  const reach = (row: number) => {
    if (lines.length > VIRTUAL_FROM) virtual.scrollToIndex(row, { align: 'auto' });
  };
  const show = useCallback(
    (key: number, field: string) => {
      activate({ key, field });
      const row = store.state.draft[table].findIndex((line) => line.key === key);
      virtual.scrollToIndex(Math.max(row, 0));
    },
    [activate, store, table, virtual],
  );
  useEffect(() => {
    if (focus) focus.current = show;
  }, [focus, show]);

  const go = (target: GridTarget | undefined) => {
    if (target === undefined) return;
    if (target === 'leave_forward' || target === 'leave_back') {
      leaveGrid(scroller.current, target === 'leave_back');
    } else if (target === 'new_line') {
      const last = lines.at(-1);
      if (readOnly || declaration.fixedLines || (last && isBlank(store, table, last.key, blank))) {
        leaveGrid(scroller.current, false);
        return;
      }
      store.edit({ do: 'add_line', table, fields: blank });
      const added = store.state.draft[table].at(-1);
      if (added) activate({ key: added.key, field: firstField(columns) });
    } else {
      const line = lines[target.row];
      const column = columns[target.column];
      reach(target.row);
      if (line && column) activate({ key: line.key, field: column.field });
    }
  };
  const onCommand = (command: GridCommand) => {
    const row = lines.findIndex((line) => line.key === active.key);
    if (command === 'undo' || command === 'redo') return store.edit({ do: command });
    if (command === 'copy_above') {
      const also = active.field === 'item_fk' ? Object.keys(declaration.lineOf({}, header)) : [];
      return store.edit({ do: 'copy_above', table, key: active.key, field: active.field, also });
    }
    if (command === 'remove_line') return removeLine(row);
    const line = lines[row];
    const editable = columns.map((column) => readOnly || canEdit(column, header, line));
    const at = { row, column: columns.findIndex((column) => column.field === active.field) };
    go(targetOf(command, at, { rows: lines.length, editable, pageRows: 12 }));
  };
  const removeLine = (row: number) => {
    const line = lines[row];
    if (readOnly || declaration.fixedLines || !line) return;
    store.edit({ do: 'remove_line', table, key: line.key });
    if (store.state.draft[table].length === 0) store.edit({ do: 'add_line', table, fields: blank });
    const next = store.state.draft[table][Math.min(row, store.state.draft[table].length - 1)];
    if (next) activate({ key: next.key, field: active.field });
  };
  const onPasteTable = (rows: readonly (readonly string[])[]) =>
    pasteRows({ store, declaration, table, columns, blank, rows, key: active.key, field: active.field });

  const template = ['36px', ...columns.map((column) => column.width), ...(readOnly ? [] : ['36px'])].join(' ');
  const items = lines.length > VIRTUAL_FROM ? virtual.getVirtualItems() : undefined;
  const shown = items
    ? items.flatMap(({ index }) => lines.slice(index, index + 1).map((line) => ({ line, index })))
    : lines.map((line, index) => ({ line, index }));
  const row = lines.findIndex((line) => line.key === active.key);
  const activeProblem = problems.get(placeName({ table, key: active.key, field: active.field }));
  return (
    <div className="flex min-h-0 flex-col">
      <div ref={scroller} className="min-h-0 overflow-auto [scroll-padding-block:40px]">
        <div
          role="grid"
          aria-label={t(label)}
          aria-rowcount={lines.length + 1}
          aria-colcount={columns.length + 1}
          aria-readonly={readOnly || undefined}
          className="min-w-max"
        >
          <GridHead {...{ columns, template, readOnly, look: props.look }} />
          <div role="rowgroup">
            {items && <div role="presentation" style={{ height: items[0]?.start ?? 0 }} />}
            {shown.map(({ line, index }) => (
              <GridRow
                key={line.key}
                {...props}
                {...{ line, index, template, takesFocus, onPasteTable }}
                activeField={line.key === active.key || (row < 0 && index === 0) ? active.field : undefined}
                onActivate={activate}
                onCommand={onCommand}
                onRemove={() => removeLine(index)}
              />
            ))}
            {items && <div role="presentation" style={{ height: virtual.getTotalSize() - (items.at(-1)?.end ?? 0) }} />}
          </div>
        </div>
      </div>
      <p role="status" className="px-3 text-xs text-danger-ink empty:hidden">
        {takesFocus && activeProblem}
      </p>
    </div>
  );
}

/** The active cell, and whether it should take the focus: not before somebody has been in the grid. */
function useActiveCell({ columns, lines }: GridProps, scroller: RefObject<HTMLDivElement | null>) {
  const [active, setActive] = useState<Active>({ key: lines[0]?.key ?? 0, field: firstField(columns) });
  const [takesFocus, setTakesFocus] = useState(false);
  const activate = useCallback((next: Active) => {
    setTakesFocus(true);
    setActive(next);
  }, []);
  // Another tab of the same page may have the focus: the grid takes it only while it is inside.
  useEffect(() => {
    const grid = scroller.current;
    const leave = (event: FocusEvent) => {
      if (event.relatedTarget instanceof Node && !grid?.contains(event.relatedTarget)) setTakesFocus(false);
    };
    const enter = () => setTakesFocus(true);
    grid?.addEventListener('focusout', leave);
    grid?.addEventListener('focusin', enter);
    return () => {
      grid?.removeEventListener('focusout', leave);
      grid?.removeEventListener('focusin', enter);
    };
  }, [scroller]);
  return { active, activate, takesFocus };
}

export function canEdit(column: ColumnDeclaration, header: Fields, line: Line | undefined): boolean {
  return !column.computed && !column.fixed && isShown(column, header, line?.fields ?? header);
}

function firstField(columns: readonly ColumnDeclaration[]): string {
  return (columns.find((column) => !column.computed && !column.fixed) ?? columns[0])?.field ?? '';
}

function isBlank(store: EditingStore, table: TableName, key: number, blank: Fields): boolean {
  const line = store.state.draft[table].find((each) => each.key === key);
  return (
    line !== undefined &&
    Object.entries(line.fields).every(([field, value]) => (value ?? null) === (blank[field] ?? null))
  );
}

const TAB_STOPS =
  'input:not([disabled]), select:not([disabled]), textarea:not([disabled]), button:not([disabled]), a[href], [tabindex="0"]';

/** Moves on to what comes after (or before) the grid in the page. */
function leaveGrid(grid: HTMLElement | null, back: boolean): void {
  if (!grid) return;
  const stops = [...document.querySelectorAll<HTMLElement>(TAB_STOPS)].filter(
    (element) => element.tabIndex >= 0 && element.offsetParent !== null && !grid.contains(element),
  );
  const where = back ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const outside = stops.filter((element) => grid.compareDocumentPosition(element) & where);
  (back ? outside.at(-1) : outside[0])?.focus();
}
