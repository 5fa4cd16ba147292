/** One row of a file: its state, then its cells: text in all, an input in the active one. */
import { ArrowRight, CircleCheck, X } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportRow, RowIs, RowUpdate } from '../../../domain/imports/import-format.ts';
import type { GridCommand } from '../document/grid/navigation.ts';
import { usePreferences } from '../language/preferences.ts';
import { shapeDigits } from '../typing/digits.ts';
import { isNumber, PINNED_CELL } from './grid-layout.ts';
import type { ShownColumn } from './import-api.ts';
import { type RowProblems, type SheetEdit, type Spot, textOf } from './sheet.ts';
import { TypedCell } from './typed-cell.tsx';

export interface CellsRowProps {
  readonly row: ImportRow;
  readonly index: number;
  readonly columns: readonly ShownColumn[];
  readonly template: string;
  readonly problems: RowProblems | undefined;
  readonly update: RowUpdate | undefined;
  /** Pixels from the first row. */
  readonly top: number;
  /** The active cell when it is in this row; a new object for every request to focus it. */
  readonly active: Spot | undefined;
  readonly wantsFocus: RefObject<boolean>;
  readonly onActivate: (column: string) => void;
  readonly onCommand: (command: GridCommand) => boolean;
  readonly onPaste: (texts: readonly (readonly string[])[]) => void;
  readonly onEdit: (edit: SheetEdit) => void;
  readonly onRemove: () => void;
}

export function CellsRow(props: CellsRowProps) {
  const { row, index, columns, template, problems, update, onRemove } = props;
  const { t } = useTranslation();
  const { digits } = usePreferences();
  const number = shapeDigits(String(row.row), digits);
  const problemText = problems ? [...problems.values()].join(' ') : '';
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={row.row}
      className="absolute inset-x-0 grid h-8 border-b border-edge bg-surface-1 hover:bg-surface-2"
      style={{ gridTemplateColumns: template, top: props.top }}
    >
      <span
        role="rowheader"
        aria-colindex={1}
        className={`numeric px-2 text-end text-xs ${PINNED_CELL} start-0 bg-surface-1 ${problems ? 'font-semibold text-danger-ink' : 'text-ink-muted'}`}
      >
        {number}
      </span>
      <span
        role="gridcell"
        aria-colindex={2}
        title={problemText || (update?.title ?? undefined)}
        className={`flex min-w-0 items-center border-e border-edge px-2 ${PINNED_CELL} start-14 bg-surface-1 ${problems ? 'text-danger-ink' : 'text-ink-muted'}`}
      >
        {problems ? (
          <span className="truncate">{problemText}</span>
        ) : update ? (
          <RowState update={update} />
        ) : (
          <CircleCheck size={14} role="img" aria-label={t('import:grid.right')} className="text-success-ink" />
        )}
      </span>
      {columns.map((column, at) => (
        <Cell key={column.name} {...props} column={column} columnIndex={at + 3} number={number} />
      ))}
      <span role="gridcell" aria-colindex={columns.length + 3} className="flex items-center justify-center">
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('import:grid.remove_row', { number })}
          title={t('import:grid.remove')}
          onClick={onRemove}
          className="inline-flex size-6 items-center justify-center rounded-sm text-ink-muted hover:bg-surface-3 hover:text-danger-ink"
        >
          <X size={14} aria-hidden />
        </button>
      </span>
    </div>
  );
}

const TONES: Readonly<Record<RowIs, string>> = {
  new: 'text-success-ink',
  changed: 'font-medium text-ink',
  same: 'text-ink-muted',
  not_found: 'text-danger-ink',
  several: 'text-danger-ink',
};

/** What the row does, and the record that it meets. */
function RowState({ update: { is, title } }: { update: RowUpdate }) {
  const { t } = useTranslation();
  return (
    <span className={`truncate ${TONES[is]}`} data-row-is={is}>
      {t(`import:is.${is}`)}
      {title !== null && (
        <span className="ms-1.5 font-normal text-ink-muted">
          <bdi>{title}</bdi>
        </span>
      )}
    </span>
  );
}

interface CellProps extends CellsRowProps {
  readonly column: ShownColumn;
  readonly columnIndex: number;
  readonly number: string;
}

function Cell({ row, column, columnIndex, number, problems, update, onActivate, ...rest }: CellProps) {
  const { t } = useTranslation();
  const problem = problems?.get(column.name);
  const text = textOf(row, column.name);
  const active = rest.active?.column === column.name;
  const change = problem ? undefined : update?.changes.find((each) => each.column === column.name);
  const toned = change ? 'bg-warning text-warning-ink' : '';
  const tone = problem ? 'bg-danger text-danger-ink' : toned;
  const nothing = t('import:is.nothing');
  const told = change ? `${change.from ?? nothing} → ${change.to ?? nothing}` : text;
  return (
    <span
      role="gridcell"
      aria-colindex={columnIndex}
      aria-invalid={problem ? true : undefined}
      title={active ? undefined : (problem ?? told)}
      data-cell={`${row.row}:${column.name}`}
      onMouseDown={(event) => {
        if (active) return;
        event.preventDefault();
        onActivate(column.name);
      }}
      className={`min-w-0 ${active ? '' : 'cursor-text'} ${isNumber(column) ? 'text-right' : ''} ${tone}`}
    >
      {active ? (
        <TypedCell
          {...{ column, text, problem }}
          label={t('import:grid.cell', { column: column.heading, number })}
          asked={rest.active}
          wantsFocus={rest.wantsFocus}
          onText={(typed) => rest.onEdit({ do: 'set', row: row.row, column: column.name, text: typed })}
          onCommand={rest.onCommand}
          onPaste={rest.onPaste}
        />
      ) : (
        <span className="block h-full truncate px-2 leading-8">
          {change && <Before text={change.from ?? nothing} column={column} />}
          {change?.to === null ? (
            nothing
          ) : isNumber(column) ? (
            <span className="numeric">{text}</span>
          ) : (
            <bdi>{text}</bdi>
          )}
        </span>
      )}
    </span>
  );
}

/** The value that the record has now, before the one of the file. */
function Before({ text, column }: { text: string; column: ShownColumn }) {
  return (
    <>
      <s className="opacity-75">{isNumber(column) ? <span className="numeric">{text}</span> : <bdi>{text}</bdi>}</s>
      <ArrowRight size={12} aria-hidden className="mirror mx-1 inline" />
    </>
  );
}
