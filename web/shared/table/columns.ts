/** The columns of a table with their headings, and which of them a person has hidden. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { columnVisibilityFeature, createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../api/client.ts';
import type { ListPage, Row } from '../api/list.ts';
import { fieldLabel } from '../language/names.ts';
import { notifyProblem } from '../notify/notify.ts';
import { useMe } from '../session/session.ts';
import type { Table, TableColumn } from './declaration.ts';

const features = tableFeatures({ columnVisibilityFeature });
const NO_ROWS: readonly Row[] = [];

export interface HeadedColumn extends TableColumn {
  readonly heading: string;
}

/** Columns with their headings in the person's language; an amount's heading says the currency once. */
export function useHeadedColumns(table: Table): readonly HeadedColumn[] {
  const { t, i18n } = useTranslation();
  const { system_currency } = useMe();
  const { language } = i18n;
  return useMemo(
    () =>
      table.columns.map((column) => {
        const label = column.label ? t(column.label, { lng: language }) : fieldLabel(column.field);
        const heading = column.currency === 'system' ? `${label} (${system_currency.symbol})` : label;
        return { ...column, heading };
      }),
    [table, t, language, system_currency.symbol],
  );
}

/** The table model of the rows that the server sent, already sorted, filtered and paged. */
export function useTableModel(columns: readonly HeadedColumn[], page: ListPage | undefined, hidden: readonly string[]) {
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    return helper.columns(
      columns.map((column) =>
        helper.accessor((row) => row[column.field], { id: column.field, header: column.heading }),
      ),
    );
  }, [columns]);
  const columnVisibility = useMemo(() => Object.fromEntries(hidden.map((field) => [field, false])), [hidden]);
  const data = (page?.data ?? NO_ROWS) as Row[];
  return useTable({ features, columns: definitions, data, state: { columnVisibility } });
}

export type TableModel = ReturnType<typeof useTableModel>;

export function hiddenColumns(page: ListPage | undefined): readonly string[] {
  return (page?.hidden_columns ?? '').split(',').filter((field) => field !== '');
}

/** Keeps the hidden columns on the server, and shows the choice at once. */
export function useHideColumns(table: Table, model: string | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (hidden: readonly string[]) =>
      post('model_hidden_columns', { model: model ?? table.endpoint, columns: hidden.join(',') }),
    onMutate: (hidden) => {
      client.setQueriesData<ListPage>({ queryKey: [table.endpoint, 'page'] }, (page) =>
        page ? { ...page, hidden_columns: hidden.join(',') } : page,
      );
    },
    onError: notifyProblem,
  });
}
