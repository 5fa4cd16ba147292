/** The choice of columns, their order, and pinning: stored on the server for the person. */

import { ArrowDown, ArrowUp, Columns3, Pin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { defined } from '../../../domain/values/defined.ts';
import { Button, IconButton } from '../controls/button.tsx';
import { IconPopover } from '../controls/icon-popover.tsx';
import { type Arrangement, AS_IT_COMES, type HeadedColumn, inOrder, type Rearrange } from './columns.ts';

export interface ColumnChoiceProps {
  readonly columns: readonly HeadedColumn[];
  readonly arrangement: Arrangement;
  readonly onArrange: Rearrange;
}

/** The order after moving a column by one place. */
export function moved(fields: readonly string[], field: string, by: -1 | 1): readonly string[] {
  const from = fields.indexOf(field);
  const to = from + by;
  if (from < 0 || to < 0 || to >= fields.length) return fields;
  const next = [...fields];
  [next[from], next[to]] = [defined(next[to]), defined(next[from])];
  return next;
}

/** The address's `columns` after a change; undefined after a reset. */
export function shownAfter(
  columns: readonly { readonly field: string }[],
  arrangement: Arrangement,
  change: Partial<Arrangement>,
): string | undefined {
  const { hidden, layout } = { ...arrangement, ...change };
  if (change.layout === AS_IT_COMES) return undefined;
  const fields = inOrder(columns, layout.order).map(({ field }) => field);
  return fields.filter((field) => !hidden.includes(field)).join(',');
}

/**
 * The part of a change that is stored for the person while a view is open: an address contains no pinned columns. The
 * reset of a view returns to the person's layout, which it leaves unchanged.
 */
export const besideView =
  (change: (now: Arrangement) => Partial<Arrangement>) =>
  (own: Arrangement): Partial<Arrangement> => {
    const { layout = own.layout } = change(own);
    const isUnchanged = layout === AS_IT_COMES || layout.pinned === own.layout.pinned;
    return isUnchanged ? {} : { layout: { ...own.layout, pinned: layout.pinned } };
  };

export function ColumnChoice(props: ColumnChoiceProps) {
  const { t } = useTranslation();
  const { columns, arrangement, onArrange } = props;
  const ordered = inOrder(columns, arrangement.layout.order);
  return (
    <IconPopover label={t('table:columns')} icon={Columns3} panel="min-w-72 overflow-y-auto rounded-md p-1">
      <ul aria-label={t('table:columns')}>
        {ordered.map((column, index) => (
          <ColumnLine key={column.field} {...props} {...{ column, index, ordered }} />
        ))}
      </ul>
      <Button
        look="quiet"
        className="mt-1 w-full"
        onClick={() => onArrange(() => ({ hidden: [], layout: AS_IT_COMES }))}
      >
        {t('table:reset_columns')}
      </Button>
    </IconPopover>
  );
}

interface ColumnLineProps extends ColumnChoiceProps {
  readonly column: HeadedColumn;
  readonly index: number;
  readonly ordered: readonly HeadedColumn[];
}

const toggled = (fields: readonly string[], field: string): readonly string[] =>
  fields.includes(field) ? fields.filter((other) => other !== field) : [...fields, field];

function ColumnLine({ column, columns, index, ordered, arrangement, onArrange }: ColumnLineProps) {
  const { t } = useTranslation();
  const { field, heading } = column;
  const isPinned = arrangement.layout.pinned.includes(field) || column.main === true;
  const move = (by: -1 | 1) =>
    onArrange(({ layout }) => {
      const fields = inOrder(columns, layout.order).map((headedColumn) => headedColumn.field);
      return { layout: { ...layout, order: moved(fields, field, by) } };
    });
  return (
    <li className="flex h-8 items-center gap-0.5 rounded-sm ps-2 hover:bg-surface-3">
      <label className="flex min-w-0 flex-1 items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={!arrangement.hidden.includes(field)}
          disabled={column.main ?? false}
          onChange={() => onArrange(({ hidden }) => ({ hidden: toggled(hidden, field) }))}
        />
        <span className="truncate">{heading}</span>
      </label>
      <IconButton
        icon={Pin}
        label={t('table:pin_column', { column: heading })}
        pressed={isPinned}
        disabled={column.main ?? false}
        onClick={() => onArrange(({ layout }) => ({ layout: { ...layout, pinned: toggled(layout.pinned, field) } }))}
      />
      <IconButton
        icon={ArrowUp}
        label={t('table:column_earlier', { column: heading })}
        disabled={index === 0}
        onClick={() => move(-1)}
      />
      <IconButton
        icon={ArrowDown}
        label={t('table:column_later', { column: heading })}
        disabled={index === ordered.length - 1}
        onClick={() => move(1)}
      />
    </li>
  );
}
