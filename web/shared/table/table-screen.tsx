/** Pattern 1: from a declaration to the screen that the specification calls the shared table. */
import { useNavigate } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { type ComponentType, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ListPage, type Row, useList } from '../api/list.ts';
import { Button } from '../controls/button.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../controls/states.tsx';
import { useCan, useMe } from '../session/session.ts';
import { useShortcut } from '../shortcuts/shortcuts.ts';
import { isNarrowed, listParams, type TableAddress, useTableAddress } from './address.ts';
import { Cards } from './cards.tsx';
import { hiddenColumns, useHeadedColumns, useHideColumns, useTableModel } from './columns.ts';
import { completeTable, idOf, type Table, type TableDeclaration } from './declaration.ts';
import { exportExcel, usePrint } from './export.tsx';
import { Filters } from './filters.tsx';
import { Grid } from './grid.tsx';
import { Pager } from './pager.tsx';
import { SidePanel } from './side-panel.tsx';
import { AddButton, Toolbar } from './toolbar.tsx';

/** The screen of a declaration; make it once, outside of components. */
export function tableScreen<R extends Row = Row>(declaration: TableDeclaration<R>): ComponentType {
  const table = completeTable(declaration) as unknown as Table;
  // Called once per declaration, outside of components: the component that it makes is always the same one.
  // biome-ignore lint/correctness/noComponentHookFactories: see above
  return function DeclaredTable() {
    return <TableScreen table={table} />;
  };
}

function TableScreen({ table }: { table: Table }) {
  const address = useTableAddress();
  const me = useMe();
  const params = listParams(table, address.search, me);
  const { data: page, error, isPlaceholderData, isFetching, refetch } = useList(table.endpoint, params);
  const columns = useHeadedColumns(table);
  const hidden = hiddenColumns(page);
  const visible = columns.filter((column) => !hidden.includes(column.field));
  const model = useTableModel(columns, page, hidden);
  const hide = useHideColumns(table, page?.model);
  const { print, sheet } = usePrint(table, visible, params);
  const search = useRef<HTMLInputElement>(null);
  const keyboard = useTableKeyboard(table, page, address, search, print);
  const panelRow = page?.data.find((row) => idOf(table, row) === address.search.panel);

  const body = () => {
    if (error && !page) return <FailedState problem={error} onRetry={() => void refetch()} />;
    if (!page) return <SkeletonLines lines={10} />;
    if (page.data.length === 0) return <NoRows table={table} address={address} />;
    const View = address.search.view === 'cards' ? Cards : Grid;
    const dimmed = isPlaceholderData && isFetching;
    return <View {...{ table, columns, model, page, address, dimmed }} {...keyboard} />;
  };

  return (
    <div className="flex h-full">
      <div className="flex min-w-0 flex-1 flex-col">
        <Toolbar
          {...{ table, columns, hidden, address }}
          searchRef={search}
          onHide={(next) => hide.mutate(next)}
          onPrint={print}
          onExport={() => void exportExcel(table, visible, params)}
        />
        {address.search.advanced && table.filters && <Filters filters={table.filters} address={address} />}
        {table.banner?.()}
        <div className="mx-4 mb-4 flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border border-edge bg-surface-1 shadow-card">
          {body()}
          {page && page.total > 0 && <Pager page={page} address={address} />}
        </div>
      </div>
      {address.search.panel !== undefined && (
        <SidePanel
          key={address.search.panel}
          {...{ table, columns, address }}
          id={address.search.panel}
          row={panelRow}
        />
      )}
      {sheet}
    </div>
  );
}

/** The keys of a table: `/` F N, arrows or J K, Space for the side panel, Enter for the page. */
function useTableKeyboard(
  table: Table,
  page: ListPage | undefined,
  address: TableAddress,
  search: { readonly current: HTMLInputElement | null },
  print: () => void,
) {
  const navigate = useNavigate();
  const can = useCan();
  const [activeId, setActiveId] = useState<number>();
  const ids = (page?.data ?? []).map((row) => idOf(table, row));
  const move = (by: number) => {
    const now = activeId === undefined ? -1 : ids.indexOf(activeId);
    setActiveId(ids[Math.min(ids.length - 1, Math.max(0, now + by))]);
  };
  const onOpen = (id: number, newTab: boolean) => {
    if (!table.path) return;
    if (newTab) window.open(`${table.path}/${id}`, '_blank', 'noopener');
    else void navigate({ to: `${table.path}/${id}` });
  };
  const chosen = activeId !== undefined && ids.includes(activeId) ? activeId : undefined;
  useShortcut('table_search', () => search.current?.focus());
  useShortcut('table_filter', () => address.change({ advanced: true }, true), (table.filters?.length ?? 0) > 0);
  const canAdd = Boolean(table.canAdd && table.path && can(`${table.resource}/store`));
  useShortcut('table_new', () => void navigate({ to: `${table.path}/new` }), canAdd);
  useShortcut('table_down', () => move(1), ids.length > 0);
  useShortcut('table_up', () => move(-1), ids.length > 0);
  const toggled = address.search.panel === chosen ? undefined : chosen;
  useShortcut('table_select', () => address.change({ panel: toggled }), chosen !== undefined);
  useShortcut('table_open', () => onOpen(chosen as number, false), chosen !== undefined && table.path !== null);
  useShortcut('table_print', print);
  return { activeId: chosen, onActive: setActiveId, onOpen };
}

/** Nothing found is told from nothing there yet: one offers to clear the search, the other to add. */
function NoRows({ table, address }: { table: Table; address: TableAddress }) {
  const { t } = useTranslation();
  if (isNarrowed(address.search)) {
    return (
      <EmptyState icon={SearchX} title={t('table:no_results')} text={t('table:no_results_hint')}>
        <Button onClick={address.reset}>{t('table:reset')}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('table:none_yet', { title: t(table.title) })}
      {...(table.empty ? { text: t(table.empty) } : {})}
    >
      <AddButton table={table} />
    </EmptyState>
  );
}
