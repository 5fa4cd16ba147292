/** The rows as cards, with a choice of sort column and direction. */
import { Link } from '@tanstack/react-router';
import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { textsOf } from '../../../domain/values/members.ts';
import { IconButton } from '../controls/button.tsx';
import { Picture } from '../pictures/picture.tsx';
import { sortOf } from './address.ts';
import { Cell, cellText, Total } from './cell.tsx';
import { idOf } from './declaration.ts';
import type { GridProps } from './grid.tsx';
import { RowMenu } from './row-menu.tsx';

export function Cards(props: GridProps) {
  const { table, shown: visible, page, selection, dimmed } = props;
  const { t } = useTranslation();
  const words = { yes: t('table:yes'), no: t('table:no') };
  const main = visible.find((column) => column.main) ?? visible[0];
  const pictures = visible.find((column) => column.kind === 'pictures');
  return (
    <div className="min-h-0 flex-1 overflow-auto p-3">
      <SortChoice {...props} />
      <ul className={`grid grid-cols-[repeat(auto-fill,minmax(240px,1fr))] gap-3 ${dimmed ? 'opacity-55' : ''}`}>
        {page.data.map((row) => {
          const id = idOf(table, row);
          const inactive = table.inactive !== undefined && row[table.inactive.field] === table.inactive.value;
          return (
            <li
              key={id}
              className={`flex flex-col gap-2 rounded-lg border border-edge p-3 ${inactive ? 'bg-danger' : 'bg-surface-1'}`}
            >
              <div className="flex items-start justify-between gap-2">
                <input
                  type="checkbox"
                  aria-label={t('table:select_row')}
                  checked={selection.ids.has(id)}
                  onChange={() => selection.toggle(id)}
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                />
                {pictures && <CardPicture value={row[pictures.field]} label={main ? cellText(main, row, words) : ''} />}
                <span className="min-w-0 flex-1 font-semibold break-words">
                  {main && table.path ? (
                    <Link to={`${table.path}/${id}`} className="hover:text-accent hover:underline">
                      <Cell column={main} row={row} />
                    </Link>
                  ) : (
                    main && <Cell column={main} row={row} />
                  )}
                </span>
                <RowMenu table={table} row={row} />
              </div>
              <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-xs">
                {visible
                  .filter((column) => column !== main && column !== pictures && cellText(column, row, words) !== '')
                  .map((column) => (
                    <div key={column.field} className="contents">
                      <dt className="text-ink-muted">{column.heading}</dt>
                      <dd className="text-end">
                        <Cell column={column} row={row} />
                      </dd>
                    </div>
                  ))}
              </dl>
            </li>
          );
        })}
      </ul>
      <CardTotals {...props} />
    </div>
  );
}

/** Below the cards, as in the foot of the table. */
function CardTotals({ table, shown, page }: GridProps) {
  const { t } = useTranslation();
  const { footer } = page;
  const summed = shown.filter(({ field }) => table.footer?.includes(field) && footer?.[field]);
  const leftOut = Number(footer?.['left_out'] ?? 0);
  if (summed.length === 0) return null;
  return (
    <dl
      data-card-totals
      className="sticky bottom-0 mt-3 flex flex-wrap gap-x-6 gap-y-1 rounded-lg border border-edge bg-surface-2 px-3 py-2 text-xs"
    >
      {summed.map((column) => (
        <div key={column.field} className="flex items-baseline gap-2">
          <dt className="text-ink-muted">{column.heading}</dt>
          <dd className="font-semibold">
            <Total column={column} value={footer?.[column.field]} />
          </dd>
        </div>
      ))}
      {leftOut > 0 && <div className="text-ink-muted">{t('table:left_out', { count: leftOut })}</div>}
    </dl>
  );
}

/** The first picture, beside the name. */
function CardPicture({ value, label }: { value: unknown; label: string }) {
  const [first] = textsOf(value);
  return first === undefined ? null : <Picture attachment={first} label={label} className="size-14" />;
}

function SortChoice({ table, columns, address }: GridProps) {
  const { t } = useTranslation();
  const { sortColumn = '', sortDir = 'desc' } = sortOf(table, address.search);
  const ascending = sortDir === 'asc';
  const choices = columns.filter((column) => column.sortable !== false);
  return (
    <div className="mb-3 flex items-center gap-2 text-xs text-ink-muted">
      <label className="flex items-center gap-2">
        {t('table:sort_by')}
        <select
          value={sortColumn}
          onChange={(event) => address.change({ sortColumn: event.target.value })}
          className="h-7 rounded-md border border-edge-strong/55 bg-surface-1 px-1 text-ink"
        >
          {choices.every((column) => column.field !== sortColumn) && (
            <option value={sortColumn}>{t('table:newest')}</option>
          )}
          {choices.map((column) => (
            <option key={column.field} value={column.field}>
              {column.heading}
            </option>
          ))}
        </select>
      </label>
      <IconButton
        icon={ascending ? ArrowUpNarrowWide : ArrowDownWideNarrow}
        label={t(ascending ? 'table:ascending' : 'table:descending')}
        onClick={() => address.change({ sortDir: ascending ? 'desc' : 'asc' })}
      />
    </div>
  );
}
