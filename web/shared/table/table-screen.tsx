/** Pattern 1: creates the screen of a shared table (as the specification calls it) from a declaration. */
import { useLocation, useNavigate } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/error.ts';
import { fetchAll, type ListPage, type Row, useList, withExtra } from '../api/list.ts';
import { useTableViews } from '../api/table-views.ts';
import { ArchivedYearBanner, type Days } from '../calendar/archived-year.tsx';
import { Button } from '../controls/button.tsx';
import { useNarrow } from '../controls/narrow.ts';
import { EmptyState, FailedState, SkeletonLines } from '../controls/states.tsx';
import { fieldLabel } from '../language/names.ts';
import { useCan, useMe } from '../session/session.ts';
import { useShortcut } from '../shortcuts/shortcuts.ts';
import { ActiveFilters } from './active-filters.tsx';
import { isNarrowed, listParams, resolvedFilters, type TableAddress, useTableAddress } from './address.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { Cards } from './cards.tsx';
import { besideView, shownAfter } from './column-choice.tsx';
import {
  arrangementOf,
  placedColumns,
  type Rearrange,
  useArrange,
  useArrangedPage,
  useHeadedColumns,
} from './columns.ts';
import { completeTable, idOf, type Table, type TableDeclaration } from './declaration.ts';
import { exportExcel, pageOfRows, usePrint } from './excel/export.tsx';
import { Grid } from './grid.tsx';
import { Pager } from './pager.tsx';
import { type Selection, useSelection } from './selection.ts';
import { SidePanel } from './side-panel.tsx';
import { columnsOf, filtersOf } from './table-search.ts';
import { AddButton, ImportButton, Toolbar } from './toolbar.tsx';
import { searchOfView } from './view-address.ts';

/** Lists are opened more often than their advanced search. */
const Filters = lazy(async () => ({ default: (await import('./filters.tsx')).Filters }));

/** The screen of a declaration; must be called once, outside of components. */
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
  const screen = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') });
  const opened = useDefaultView(screen, address);
  const me = useMe();
  const params = listParams(table, address.search, me);
  const { data, error, isPlaceholderData, isFetching, isPaused, refetch } = useList(table.endpoint, params, opened);
  const page = useArrangedPage(table, data);
  const isBeyond = useLastPage(page, isPlaceholderData, address);
  const columns = useHeadedColumns(table);
  const arrangement = arrangementOf(columns, page, address.search);
  const shown = placedColumns(columns, arrangement);
  const fields = shown.map(({ field }) => field);
  const arrange = useArrange(table, page);
  const onArrange: Rearrange = (change) => {
    const inAddress = columnsOf(address.search).length > 0;
    if (inAddress) address.change({ columns: shownAfter(columns, arrangement, change(arrangement)) }, true);
    arrange(inAddress ? besideView(change) : change);
  };
  const onWidth = (field: string, width: number) =>
    arrange(({ layout }) => ({ layout: { ...layout, widths: { ...layout.widths, [field]: width } } }));
  const seen = new Map((page?.data ?? []).map((row) => [idOf(table, row), Number(row['revision'] ?? 0)] as const));
  const selection = useSelection(JSON.stringify([table.endpoint, params.search, params.filter]), seen);
  const { print, printRows, ask } = usePrint(table, shown, params, address.search);
  const search = useRef<HTMLInputElement>(null);
  const keyboard = useTableKeyboard(table, page, { address, selection, search, print });
  const { place, enterRows } = useEnteringRows(page, address.search.search ?? '', isPlaceholderData || isFetching);
  const panelRow = page?.data.find((row) => idOf(table, row) === address.search.panel);

  const isNarrow = useNarrow();
  const usual = isNarrow ? 'cards' : 'rows';
  const view = address.search.view ?? usual;
  const turned = view === 'cards' ? 'rows' : 'cards';
  const body = () => {
    if (error && !page) return <FailedState problem={error} onRetry={() => void refetch()} />;
    // Without a network the request is paused: rows of another search must not be shown as its result.
    if (isPaused && (!page || isPlaceholderData)) {
      return <FailedState problem={new ApiError(0, {})} onRetry={() => void refetch()} />;
    }
    if (!page || isBeyond) return <SkeletonLines lines={10} />;
    if (page.total === 0) return <NoRows table={table} address={address} />;
    const View = view === 'cards' ? Cards : Grid;
    const dimmed = isPlaceholderData && isFetching;
    return <View {...{ table, columns, shown, page, address, selection, dimmed, onWidth }} {...keyboard} />;
  };

  return (
    <div className="flex h-full">
      <div className="flex min-w-0 flex-1 flex-col">
        <Toolbar
          {...{ table, screen, columns, arrangement, address, onArrange }}
          shown={fields}
          searchRef={search}
          onEnterRows={enterRows}
          isCards={view === 'cards'}
          onTurn={() => address.change({ view: turned === usual ? undefined : turned }, true)}
          onPrint={print}
          onExport={() => void exportExcel(table, shown, (extra) => fetchAll(table.endpoint, withExtra(params, extra)))}
        />
        <ActiveFilters table={table} address={address} />
        {address.search.advanced && table.filters && (
          <Suspense>
            <Filters key={JSON.stringify(filtersOf(address.search))} filters={table.filters} address={address} />
          </Suspense>
        )}
        {page && (
          <BulkBar
            {...{ table, page, params, selection }}
            onPrint={printRows}
            onExport={(ids) =>
              void exportExcel(table, shown, (extra) => pageOfRows(table, ids, withExtra(params, extra)))
            }
          />
        )}
        <ArchivedYearBanner {...daysShown(table, address.search, panelRow)} />
        {table.banner?.()}
        <div
          ref={place}
          className="mx-4 mb-4 flex min-h-0 flex-1 flex-col max-md:mx-2 max-md:mb-2 overflow-hidden rounded-lg border border-edge bg-surface-1 shadow-card"
        >
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
      {ask}
    </div>
  );
}

/** False until the default view is loaded; an address with parameters opens unchanged. */
function useDefaultView(screen: string, { search, goTo }: TableAddress): boolean {
  const { data: views, isFetched } = useTableViews(screen);
  const isPlain = Object.keys(search).length === 0;
  const [settledOn, setSettledOn] = useState<string>();
  const usual = views?.find(({ is_default }) => is_default);
  const waits = settledOn !== screen && isPlain && !isFetched;
  useEffect(() => {
    if (settledOn === screen || (isPlain && !isFetched)) return;
    setSettledOn(screen);
    if (isPlain && usual) goTo(searchOfView(usual.address), true);
  }, [settledOn, screen, isPlain, isFetched, usual, goTo]);
  return !waits;
}

/** True for a page that no longer exists, because rows were deleted or changed: the last page is then opened. */
function useLastPage(page: ListPage | undefined, isPlaceholder: boolean, { change }: TableAddress): boolean {
  const last = page && page.total > 0 && page.current_page > page.last_page ? page.last_page : undefined;
  useEffect(() => {
    if (last !== undefined && !isPlaceholder) change({ page: last === 1 ? undefined : last }, true);
  }, [last, isPlaceholder, change]);
  return last !== undefined;
}

/** The days of the filter, or that of the row in the side panel. */
function daysShown(table: Table, search: TableAddress['search'], row: Row | undefined): Days {
  const [from, to] = resolvedFilters(table, search)['date']?.split(',') ?? [];
  if (from || to) return { from, to };
  const date = typeof row?.['date'] === 'string' ? row['date'].slice(0, 10) : undefined;
  return { from: date, to: date };
}

/** The first row of a search takes the focus when the rows are those of the typed text. */
function useEnteringRows(page: ListPage | undefined, shown: string, isLoading: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    if (wanted === undefined || wanted !== shown || isLoading || !page) return;
    setWanted(undefined);
    place.current?.querySelector<HTMLElement>('tbody tr, li a')?.focus();
  }, [wanted, shown, isLoading, page]);
  return { place, enterRows: setWanted };
}

/** The row that was opened, by list: whoever comes back finds the focus on it. */
const openedRows = new Map<string, number>();

interface TableParts {
  readonly address: TableAddress;
  readonly selection: Selection;
  readonly search: { readonly current: HTMLInputElement | null };
  readonly print: () => void;
}

/** The keys of a table: `/` F N, arrows or J K, Space to select, O for the side panel, Enter for the page. */
function useTableKeyboard(table: Table, page: ListPage | undefined, { address, selection, search, print }: TableParts) {
  const navigate = useNavigate();
  const can = useCan();
  const [activeId, setActiveId] = useState(() => openedRows.get(table.endpoint));
  useEffect(() => void openedRows.delete(table.endpoint), [table.endpoint]);
  const ids = (page?.data ?? []).map((row) => idOf(table, row));
  const move = (by: number) => {
    const now = activeId === undefined ? -1 : ids.indexOf(activeId);
    const next = ids[Math.min(ids.length - 1, Math.max(0, now + by))];
    setActiveId(next);
    // An open side panel follows the active row.
    if (address.search.panel !== undefined && next !== undefined) address.change({ panel: next }, true);
  };
  const onOpen = (id: number, newTab: boolean) => {
    if (!table.path) return;
    if (newTab) {
      window.open(`${table.path}/${id}`, '_blank', 'noopener');
      return;
    }
    openedRows.set(table.endpoint, id);
    void navigate({ to: `${table.path}/${id}` });
  };
  const chosen = activeId !== undefined && ids.includes(activeId) ? activeId : undefined;
  useShortcut('table_search', () => search.current?.focus());
  useShortcut('table_filter', () => address.change({ advanced: true }, true), (table.filters?.length ?? 0) > 0);
  const canAdd = Boolean(table.canAdd && table.path && can(`${table.resource}/store`));
  useShortcut('table_new', () => void navigate({ to: `${table.path}/new` }), canAdd);
  useShortcut('table_down', () => move(1), ids.length > 0);
  useShortcut('table_up', () => move(-1), ids.length > 0);
  const toggled = address.search.panel === chosen ? undefined : chosen;
  useShortcut('table_select', () => chosen !== undefined && selection.toggle(chosen), chosen !== undefined);
  useShortcut('table_panel', () => address.change({ panel: toggled }), chosen !== undefined);
  useShortcut(
    'table_open',
    () => chosen !== undefined && onOpen(chosen, false),
    chosen !== undefined && table.path !== null,
  );
  useShortcut('table_print', print);
  return { activeId: chosen, onActive: setActiveId, onOpen };
}

/** The active filters, so that a person can remove them. */
function activeFilters(table: Table, { search }: TableAddress, t: (key: string) => string): string {
  const filters = Object.keys(filtersOf(search)).map((field) => {
    const label = table.filters?.find((filter) => filter.field === field)?.label;
    return label ? t(label) : fieldLabel(field);
  });
  return [...(search.search ? [`“${search.search}”`] : []), ...filters].join(' · ');
}

/** The empty state: without a result it offers to clear the search, without any rows to add one. */
function NoRows({ table, address }: { table: Table; address: TableAddress }) {
  const { t } = useTranslation();
  if (isNarrowed(address.search)) {
    return (
      <EmptyState icon={SearchX} title={t('table:no_results')} text={activeFilters(table, address, t)}>
        <Button onClick={address.reset}>{t('table:reset')}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t('table:none_yet', { title: t(table.title) })}
      {...(table.empty ? { text: t(table.empty) } : {})}
    >
      <ImportButton table={table} words />
      <AddButton table={table} />
    </EmptyState>
  );
}
