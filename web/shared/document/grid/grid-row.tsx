/** One line of the grid: text in all cells, an input in the active one. */

import { X } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Name } from '../../controls/name.tsx';
import { usePreferences } from '../../language/preferences.ts';
import { shapeDigits } from '../../typing/digits.ts';
import { BaseQuantity, BatchesOfLine } from '../fields/in-units-of-line.tsx';
import { ShownName } from '../fields/shown-name.tsx';
import type { ColumnDeclaration } from '../model/declaration.ts';
import { isEmpty, isUnread, type Line, placeName } from '../model/draft.ts';
import { isNumeric, isPicked, shownText } from '../model/reading.ts';
import { BatchCell } from './batch-cell.tsx';
import { type CellProps, pressOf, readingDirection } from './cell-props.ts';
import { labelOf } from './grid-head.tsx';
import { canEdit, type GridProps } from './grid-props.ts';
import { commandOf, type GridCommand } from './navigation.ts';
import { PickCell } from './pick-cell.tsx';
import { TextCell } from './text-cell.tsx';

export interface GridRowProps extends GridProps {
  readonly line: Line;
  readonly index: number;
  readonly template: string;
  readonly takesFocus: number;
  /** The field of the active cell when it is in this line. */
  readonly activeField: string | undefined;
  readonly onActivate: (cell: { key: number; field: string }) => void;
  readonly onCommand: (command: GridCommand) => void;
  readonly onPasteTable: CellProps['onPasteTable'];
  /** By the place of the line. */
  readonly onRemove: (index: number) => void;
  /** In a narrow window a line is a card: each cell is below its heading. */
  readonly isNarrow: boolean;
  readonly rowRef: ((row: HTMLElement | null) => void) | undefined;
}

/** A card has its number before the heading of its item, and its button in the corner. */
const LOOKS = {
  wide: {
    row: 'group grid h-8 border-b border-edge focus-within:bg-accent-soft/40 hover:bg-surface-2',
    number: 'self-center px-2 text-end',
    remove: 'flex items-center justify-center',
    button: 'size-6',
  },
  narrow: {
    row: 'group relative grid grid-cols-2 gap-2 border-b-4 border-surface-3 p-2 focus-within:bg-accent-soft/40',
    number: 'sr-only',
    remove: 'absolute end-1 top-0',
    button: 'size-11',
  },
} as const;

/** A key that is typed in one line renders the other lines again only if they show something else. */
export const GridRow = memo(ShownRow, showsTheSame);

function showsTheSame(before: GridRowProps, after: GridRowProps): boolean {
  // The active line uses the functions of the last rendering.
  if (before.activeField !== undefined || after.activeField !== undefined) return false;
  const computedBy = ({ computed, further, line }: GridRowProps, { field }: ColumnDeclaration) =>
    (further?.[field] ?? computed).get(line.key);
  return (
    UNCHANGED.every((name) => before[name] === after[name]) &&
    after.columns.every((column) => !column.computed || computedBy(before, column) === computedBy(after, column))
  );
}

/** With the computed values, all that a line shows when none of its cells is active. */
const UNCHANGED = [
  'line',
  'index',
  'columns',
  'template',
  'isNarrow',
  'header',
  'look',
  'problems',
  'readOnly',
  'declaration',
  'table',
  'rowRef',
  'onActivate',
  'onRemove',
] as const;

function ShownRow(props: GridRowProps) {
  const { index, template, columns, declaration, readOnly, onRemove, isNarrow, rowRef } = props;
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const number = shapeDigits(String(index + 1), digits);
  const looks = LOOKS[isNarrow ? 'narrow' : 'wide'];
  return (
    <div
      ref={rowRef}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      className={looks.row}
      style={isNarrow ? undefined : { gridTemplateColumns: template }}
    >
      <span role="rowheader" aria-colindex={1} className={`numeric text-xs text-ink-muted ${looks.number}`}>
        {number}
      </span>
      {columns.map((column, at) => (
        <GridCell key={column.field} {...props} column={column} columnIndex={at + 2} />
      ))}
      {!readOnly && (
        <span role="gridcell" aria-colindex={columns.length + 2} className={looks.remove}>
          {!declaration.fixedLines && (
            <button
              type="button"
              tabIndex={-1}
              aria-label={t('document:remove_line_number', { number })}
              title={t('document:remove_line')}
              onClick={() => onRemove(index)}
              className={`inline-flex ${looks.button} items-center justify-center rounded-sm text-ink-muted opacity-60 hover:bg-surface-3 hover:text-danger-ink hover:opacity-100`}
            >
              <X size={14} aria-hidden />
            </button>
          )}
        </span>
      )}
    </div>
  );
}

/** After the number of the line: the item. */
const FIRST_COLUMN = 2;

interface GridCellProps extends GridRowProps {
  readonly column: ColumnDeclaration;
  readonly columnIndex: number;
}

function GridCell(props: GridCellProps) {
  const { column, columnIndex, line, table, header, problems, readOnly, activeField, onActivate, isNarrow } = props;
  const { t } = useTranslation();
  const usual = usePreferences();
  const value = line.fields[column.field];
  const problem = problemOf(problems, { table, key: line.key, field: column.field }, value, t);
  const editable = !readOnly && canEdit(column, header, line);
  const active = activeField === column.field;
  const label = t('document:cell', { column: labelOf(column, t), number: props.index + 1 });
  const tone = problem ? 'bg-danger text-danger-ink' : '';
  const isFirst = columnIndex === FIRST_COLUMN;
  const isWide = isFirst || column.kind === 'text';
  const frame = `min-w-0 ${isNumeric(column.kind) && !isNarrow ? 'text-right' : ''} ${tone} ${isNarrow ? `flex flex-col ${isWide ? 'col-span-2' : ''}` : ''}`;
  const box = isNarrow ? `block ${editable ? 'mt-1 h-11 leading-11' : 'min-h-7 leading-7'}` : 'contents';
  const heading = isNarrow && (
    <span aria-hidden className="px-2 text-xs text-ink-muted">
      {isFirst && `${shapeDigits(String(props.index + 1), usual.digits)} · `}
      {labelOf(column, t)}
    </span>
  );
  if (active && editable) {
    const cell = { ...props, value, label, problem };
    const picked = isPicked(column.kind);
    return (
      <span
        role="gridcell"
        aria-colindex={columnIndex}
        data-place={placeName({ table, key: line.key, field: column.field })}
        className={frame}
      >
        {heading}
        <span className={box}>
          {column.kind === 'batches' ? (
            <BatchCell {...cell} />
          ) : picked ? (
            <PickCell {...cell} />
          ) : (
            <TextCell {...cell} hint={column.hinted && props.hintOf?.(line)} />
          )}
        </span>
      </span>
    );
  }
  // A card leaves out empty cells that cannot be edited.
  if (isNarrow && !editable && !problem && isEmpty(value) && !column.computed) return null;
  const reach = editable || readOnly;
  return (
    <span
      role="gridcell"
      aria-colindex={columnIndex}
      aria-readonly={editable ? undefined : true}
      aria-invalid={problem ? true : undefined}
      title={problem}
      data-place={placeName({ table, key: line.key, field: column.field })}
      onMouseDown={(event) => {
        if (!reach) return;
        event.preventDefault();
        onActivate({ key: line.key, field: column.field });
      }}
      className={`${frame} ${reach ? 'cursor-text' : ''}`}
    >
      {heading}
      <span className={`${box} ${isNarrow && editable ? 'rounded-sm outline-1 -outline-offset-1 outline-edge' : ''}`}>
        {active ? <RestingCell {...props} label={label} /> : <CellText {...props} />}
      </span>
    </span>
  );
}

/** The active cell of a read-only document: it takes the focus for arrow keys. */
function RestingCell(props: GridCellProps & { label: string }) {
  const { takesFocus, onCommand, label } = props;
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (takesFocus > 0) element.current?.focus();
  }, [takesFocus]);
  const onKeyDown = (event: KeyboardEvent) => {
    const command = commandOf(pressOf(event), { direction: readingDirection(), editing: false });
    if (
      command === undefined ||
      command === 'next_cell' ||
      command === 'previous_cell' ||
      command === 'undo' ||
      command === 'redo'
    )
      return;
    event.preventDefault();
    onCommand(command);
  };
  return (
    <span
      ref={element}
      tabIndex={0}
      role="textbox"
      aria-readonly="true"
      aria-label={label}
      onKeyDown={onKeyDown}
      className="block h-full outline-accent focus:outline-2 focus:-outline-offset-2"
    >
      <CellText {...props} />
    </span>
  );
}

function CellText({ column, line, look, computed, further }: GridCellProps) {
  const value = line.fields[column.field];
  if (isPicked(column.kind)) {
    return (
      <span className="block h-full truncate px-2 leading-8 group-data-cards/grid:leading-[inherit]">
        <ShownName field={column} value={value} line={line.fields} />
      </span>
    );
  }
  if (column.kind === 'batches') return <BatchesOfLine {...{ value, line, look }} />;
  const own = further?.[column.field];
  const shown = column.computed ? ((own ?? computed).get(line.key) ?? null) : value;
  if (column.isInBase && typeof shown === 'string') return <BaseQuantity value={shown} line={line} look={look} />;
  const text = shownText(column.kind, shown, look);
  const numeric = isNumeric(column.kind) || column.kind === 'date';
  return (
    <span
      className={`block h-full truncate px-2 leading-8 group-data-cards/grid:leading-[inherit] ${column.computed ? 'font-medium' : ''}`}
    >
      {numeric ? <span className="numeric">{text}</span> : <Name of={text} />}
    </span>
  );
}

/** The server's or the form's message, or that of an unreadable text. */
function problemOf(
  problems: ReadonlyMap<string, string>,
  place: Parameters<typeof placeName>[0],
  value: Line['fields'][string] | undefined,
  t: (key: string) => string,
): string | undefined {
  if (isUnread(value)) return value.problem.endsWith('.looking') ? undefined : t(value.problem);
  return problems.get(placeName(place));
}
