/** The state of a table, which is all in the address: changes it, and converts it to the list's parameters. */

import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { ROWS_PER_PAGE } from '../../../domain/records/rows-per-page.ts';
import { defined } from '../../../domain/values/defined.ts';
import type { ListParams } from '../api/list.ts';
import type { Me } from '../session/session.ts';
import { localToday } from '../typing/date-words.ts';
import { resolvedRange } from '../typing/period-words.ts';
import type { Table } from './declaration.ts';
import { filtersOf, type TableSearch, tableSearch } from './table-search.ts';

/** True when a search or a filter is active, which an empty result then mentions. */
export function isNarrowed(search: TableSearch): boolean {
  return search.search !== undefined || Object.keys(filtersOf(search)).length > 0;
}

/** Choices of rows per page: those of the profile that the list accepts. */
export function rowChoices(me: Pick<Me, 'pagination_options'>): readonly number[] {
  const own = me.pagination_options
    .split(',')
    .map(Number)
    .filter((choice) => ROWS_PER_PAGE.includes(choice));
  return own.length > 0 ? own : ROWS_PER_PAGE;
}

/** The list's parameters. Without a chosen sort the server's default applies: descending, the newest first. */
export function listParams(
  table: Table,
  search: TableSearch,
  me: Pick<Me, 'pagination_default' | 'pagination_options'>,
): ListParams {
  const choices = rowChoices(me);
  const usual = choices.includes(me.pagination_default) ? me.pagination_default : defined(choices[0]);
  return {
    ...(search.search === undefined ? {} : { search: search.search }),
    ...sortOf(table, search),
    per_page: search.per_page && choices.includes(search.per_page) ? search.per_page : usual,
    page: search.page ?? 1,
    filter: resolvedFilters(table, search),
    ...(table.extra ? { extra: table.extra } : {}),
  };
}

/** Filters in the server's form: period words become days. */
export function resolvedFilters(table: Pick<Table, 'filters'>, search: TableSearch): Readonly<Record<string, string>> {
  const isPeriod = (field: string) =>
    table.filters?.some((filter) => filter.field === field && filter.kind === 'date_range') ?? false;
  const given = Object.entries(filtersOf(search));
  return Object.fromEntries(
    given.map(([field, value]) => [field, isPeriod(field) ? resolvedRange(value, localToday()) : value]),
  );
}

/** The sort column and direction; default descending. */
export function sortOf(table: Table, search: TableSearch): { sortColumn?: string; sortDir?: 'asc' | 'desc' } {
  if (search.sortColumn) return { sortColumn: search.sortColumn, sortDir: search.sortDir ?? 'desc' };
  if (table.defaultSort)
    return { sortColumn: table.defaultSort.column, sortDir: search.sortDir ?? table.defaultSort.dir };
  return search.sortDir ? { sortDir: search.sortDir } : {};
}

export interface TableAddress {
  readonly search: TableSearch;
  /** Changes parameters; `undefined` removes one. A change of search or filters also returns to page 1. */
  readonly change: (change: Partial<Record<keyof TableSearch, unknown>>, replace?: boolean) => void;
  /** The specification's reset: page 1, descending, no search. */
  readonly reset: () => void;
  /** Navigates to another address of the same screen, or replaces this one. */
  readonly goTo: (search: TableSearch, replace?: boolean) => void;
}

export function useTableAddress(): TableAddress {
  const search: TableSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback<TableAddress['change']>(
    (next, replace = false) => {
      const narrows = Object.keys(next).some(
        (name) => !['page', 'panel', 'view', 'advanced', 'columns'].includes(name),
      );
      void navigate({
        to: '.',
        search: (now: TableSearch) => tableSearch({ ...now, ...(narrows ? { page: undefined } : {}), ...next }),
        replace,
      });
    },
    [navigate],
  );
  const reset = useCallback(() => {
    void navigate({
      to: '.',
      search: (now: TableSearch) => tableSearch({ view: now.view, columns: now.columns }),
    });
  }, [navigate]);
  const goTo = useCallback<TableAddress['goTo']>(
    (next, replace = false) => {
      void navigate({ to: '.', search: (_now: TableSearch) => next, replace });
    },
    [navigate],
  );
  return { search, change, reset, goTo };
}
