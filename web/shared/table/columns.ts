/** The columns of a table with headings, and the person's layout: hidden, order, width, pinned. */

import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { command } from '../api/command.ts';
import type { Layout, ListPage } from '../api/list.ts';
import { fieldLabel } from '../language/names.ts';
import { notifyProblem } from '../notify/notify.ts';
import { useMe } from '../session/session.ts';
import type { Table, TableColumn } from './declaration.ts';
import { columnsOf, type TableSearch } from './table-search.ts';

export interface HeadedColumn extends TableColumn {
  readonly heading: string;
}

/** Columns with headings in the person's language; the heading of an amount names the system currency. */
export function useHeadedColumns(table: Table): readonly HeadedColumn[] {
  const { t, i18n } = useTranslation();
  const { system_currency } = useMe();
  const { language } = i18n;
  return useMemo(
    () =>
      table.columns.flatMap((column) => {
        if (column.notIn === language) return [];
        const label = column.label ? t(column.label, { lng: language }) : fieldLabel(column.field);
        const heading = column.currency === 'system' ? `${label} (${system_currency.symbol})` : label;
        return [{ ...column, heading }];
      }),
    [table, t, language, system_currency.symbol],
  );
}

/** The layout of columns: the person's stored one, or that in the address. */
export interface Arrangement {
  readonly hidden: readonly string[];
  readonly layout: Layout;
}

export const AS_IT_COMES: Layout = { order: [], widths: {}, pinned: [] };

/** The person's layout, whatever the address says. */
function ownArrangement(page: Pick<ListPage, 'hidden_columns' | 'layout'> | undefined): Arrangement {
  const hidden = (page?.hidden_columns ?? '').split(',').filter((field) => field !== '');
  return { hidden, layout: page?.layout ?? AS_IT_COMES };
}

/** A view sets its columns and their order; otherwise the person's layout applies. */
export function arrangementOf(
  columns: readonly Pick<TableColumn, 'field' | 'main'>[],
  page: Pick<ListPage, 'hidden_columns' | 'layout'> | undefined,
  search: TableSearch,
): Arrangement {
  const own = ownArrangement(page);
  const chosen = columnsOf(search);
  if (chosen.length === 0) return own;
  const hidden = columns.filter(({ field, main }) => !main && !chosen.includes(field)).map(({ field }) => field);
  return { hidden, layout: { ...own.layout, order: chosen } };
}

/** The default width of a pinned column. */
const PINNED_WIDTH = 180;

/** A column with its position in the grid. */
export interface PlacedColumn extends HeadedColumn {
  /** For a pinned column: pixels from the start of the table. */
  readonly pinnedAt?: number;
  /** In pixels, when the person set it or pinned columns depend on it. */
  readonly fixedWidth?: number;
}

/** The shown columns in the person's order, pinned ones first; a column newer than the layout follows the arranged ones. */
export function placedColumns(
  columns: readonly HeadedColumn[],
  { hidden, layout }: Arrangement,
): readonly PlacedColumn[] {
  const visible = inOrder(columns, layout.order).filter(({ field }) => !hidden.includes(field));
  const isPinned = ({ field, main }: HeadedColumn) => main === true || layout.pinned.includes(field);
  const pinned = visible.filter(isPinned);
  const widthOf = ({ field, width }: HeadedColumn) => layout.widths[field] ?? width ?? PINNED_WIDTH;
  const isFixed = (column: HeadedColumn) =>
    layout.widths[column.field] !== undefined || (isPinned(column) && pinned.length > 1);
  const fixed = (column: HeadedColumn) => (isFixed(column) ? { fixedWidth: widthOf(column) } : {});
  let pinnedAt = 0;
  const start = pinned.map((column): PlacedColumn => {
    const placed = { ...column, pinnedAt, ...fixed(column) };
    pinnedAt += widthOf(column);
    return placed;
  });
  const rest = visible.filter((column) => !isPinned(column));
  return [...start, ...rest.map((column): PlacedColumn => ({ ...column, ...fixed(column) }))];
}

/** All columns, arranged ones first. */
export function inOrder<Column extends { readonly field: string }>(
  columns: readonly Column[],
  order: readonly string[],
): readonly Column[] {
  const arranged = order.flatMap((field) => columns.find((column) => column.field === field) ?? []);
  return [...arranged, ...columns.filter(({ field }) => !order.includes(field))];
}

/** Key of layout changes made on this screen, which an earlier answer does not contain. */
const arrangedHere = (model: string) => ['arranged', model] as const;
const AS_THE_PAGE_SAYS: Partial<Arrangement> = {};

/** The page with layout changes of this screen; after a reload the server's layout applies. */
export function useArrangedPage(table: Table, page: ListPage | undefined): ListPage | undefined {
  const { data: here } = useQuery({
    queryKey: arrangedHere(page?.model ?? table.endpoint),
    queryFn: skipToken,
    initialData: AS_THE_PAGE_SAYS,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => page && arrangedPage(page, here), [page, here]);
}

const arrangedPage = (page: ListPage, here: Partial<Arrangement> | undefined): ListPage => ({
  ...page,
  ...(here?.hidden ? { hidden_columns: here.hidden.join(',') } : {}),
  ...(here?.layout ? { layout: here.layout } : {}),
});

/** A change of the layout, computed from the current layout. */
export type Rearrange = (change: (now: Arrangement) => Partial<Arrangement>) => void;

/**
 * Applies a layout change at once and stores it on the server, one change after the other. Each change is computed from
 * the stored layout, not from the rendered one, because two changes may come before the next rendering, and because an
 * open view has columns of its own.
 */
export function useArrange(table: Table, page: ListPage | undefined): Rearrange {
  const client = useQueryClient();
  const name = page?.model ?? table.endpoint;
  const { mutate } = useMutation({
    scope: { id: `arrange ${name}` },
    mutationFn: async (change: Partial<Arrangement>) => {
      if (change.hidden)
        await command('model_hidden_columns', { body: { model: name, columns: change.hidden.join(',') } });
      if (change.layout) {
        const isUsual = JSON.stringify(change.layout) === JSON.stringify(AS_IT_COMES);
        await command('table_layout', { body: { model: name, layout: isUsual ? null : change.layout } });
      }
    },
    onError: (problem) => {
      client.setQueryData(arrangedHere(name), AS_THE_PAGE_SAYS);
      void client.invalidateQueries({ queryKey: [table.endpoint, 'page'] });
      notifyProblem(problem);
    },
  });
  return (change) => {
    const here = client.getQueryData<Partial<Arrangement>>(arrangedHere(name));
    const changed = change(ownArrangement(page && arrangedPage(page, here)));
    if (Object.keys(changed).length === 0) return;
    client.setQueryData(arrangedHere(name), { ...here, ...changed });
    mutate(changed);
  };
}
