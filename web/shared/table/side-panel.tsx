/** The side panel of a row: at the inline end, with an adjustable width; its row is in the address. */
import { Link } from '@tanstack/react-router';
import { Maximize2, X } from 'lucide-react';
import { type KeyboardEvent, lazy, type PointerEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../api/list.ts';
import { IconButton } from '../controls/button.tsx';
import { SkeletonLines } from '../controls/states.tsx';
import { historyPermission } from '../history/history-permission.ts';
import { directionOf, preferences } from '../language/preferences.ts';
import { useCan } from '../session/session.ts';
import type { TableAddress } from './address.ts';
import { Cell, isNumeric } from './cell.tsx';
import type { HeadedColumn } from './columns.ts';
import type { Table } from './declaration.ts';
import { RowMenu } from './row-menu.tsx';

// A list is shown without them: they are loaded when a row is first opened.
const LinesPanel = lazy(async () => ({ default: (await import('../document/lines-panel.tsx')).LinesPanel }));
const History = lazy(async () => ({ default: (await import('../history/history.tsx')).History }));

const WIDTH_KEY = 'daftar.panel_width';
const [WIDTH_MIN, WIDTH_MAX] = [22, 70];

export interface SidePanelProps {
  readonly table: Table;
  readonly columns: readonly HeadedColumn[];
  readonly id: number;
  /** The row, if it is on this page of the table. */
  readonly row: Row | undefined;
  readonly address: TableAddress;
}

export function SidePanel({ table, columns, id, row, address }: SidePanelProps) {
  const { t } = useTranslation();
  const [width, setWidth] = useState(() => clamp(Number(localStorage.getItem(WIDTH_KEY) ?? '') || 40));
  const main = columns.find((column) => column.main);
  const keep = (next: number) => {
    setWidth(clamp(next));
    localStorage.setItem(WIDTH_KEY, String(clamp(next)));
  };
  return (
    <aside
      aria-label={t('table:panel')}
      style={{ width: `${width}%` }}
      className="no-print relative flex min-w-72 shrink-0 max-md:fixed! max-md:inset-0 max-md:z-30 max-md:w-full! flex-col border-s border-edge bg-surface-1"
    >
      <Handle width={width} onWidth={keep} />
      <div className="flex h-11 shrink-0 items-center gap-1 border-b border-edge ps-4 pe-2">
        <h2 className="min-w-0 flex-1 truncate text-base font-semibold">
          {row && main ? <Cell column={main} row={row} /> : <span className="numeric">{id}</span>}
        </h2>
        {table.path && (
          <Link
            to={`${table.path}/${id}`}
            aria-label={t('table:open_page')}
            title={t('table:open_page')}
            className="inline-flex size-8 items-center justify-center rounded-md text-ink-muted hover:bg-surface-3 hover:text-ink"
          >
            <Maximize2 size={15} aria-hidden />
          </Link>
        )}
        {row && <RowMenu table={table} row={row} />}
        <IconButton icon={X} label={t('actions.close')} onClick={() => address.change({ panel: undefined })} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {row && table.panel ? table.panel(row, id) : <Usual table={table} columns={columns} id={id} row={row} />}
      </div>
    </aside>
  );
}

function Usual({ table, columns, id, row }: Omit<SidePanelProps, 'address'>) {
  const { t } = useTranslation();
  const can = useCan();
  return (
    <>
      {row && table.isDocument && (
        <Suspense fallback={<SkeletonLines lines={3} />}>
          <LinesPanel resource={table.resource} row={row} />
        </Suspense>
      )}
      {row && table.panelMore?.(row)}
      {row && (
        <dl className="divide-y divide-edge border-b border-edge px-4">
          {columns.map((column) => (
            <div key={column.field} className="flex items-baseline justify-between gap-4 py-1.5">
              <dt className="shrink-0 text-ink-muted">{column.heading}</dt>
              <dd className={isNumeric(column) ? '' : 'min-w-0 text-end break-words'}>
                <Cell column={column} row={row} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {can(historyPermission(table.resource)) && (
        <>
          <h3 className="px-4 pt-4 pb-1 font-semibold">{t('history:title')}</h3>
          <Suspense fallback={<SkeletonLines lines={3} />}>
            <History endpoint={table.endpoint} id={id} />
          </Suspense>
        </>
      )}
    </>
  );
}

/** Arrow keys on the focused handle replace dragging. */
function Handle({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const { t } = useTranslation();
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const parent = event.currentTarget.parentElement?.parentElement?.getBoundingClientRect();
    if (!parent) return;
    const fromEnd =
      directionOf(preferences().language) === 'rtl' ? event.clientX - parent.left : parent.right - event.clientX;
    onWidth((fromEnd / parent.width) * 100);
  };
  const press = (event: KeyboardEvent) => {
    const towardsEnd = directionOf(preferences().language) === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (event.code !== 'ArrowLeft' && event.code !== 'ArrowRight') return;
    event.preventDefault();
    onWidth(width + (event.code === towardsEnd ? -2 : 2));
  };
  return (
    <button
      type="button"
      aria-label={t('table:resize_panel')}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
      className="absolute inset-y-0 -start-1 z-30 w-2 cursor-col-resize! touch-none hover:bg-accent/30"
    />
  );
}

function clamp(width: number): number {
  return Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, width));
}
