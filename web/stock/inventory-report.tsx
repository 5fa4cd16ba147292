/** Goods on hand as at a day, as known at a moment; each quantity leads to the movements that it is the sum of. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { get } from '../shared/api/client.ts';
import type { Row } from '../shared/api/list.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { carried, type ReportSearch, useReportAddress } from '../shared/report/address.ts';
import { AS_AT, KNOWN_AT, type ReportColumn, type ReportFilter } from '../shared/report/declaration.ts';
import { fetchPages } from '../shared/report/fetch-pages.ts';
import { ReportFrame } from '../shared/report/report-frame.tsx';
import { LINK } from '../shared/report/report-links.tsx';
import { ReportPager } from '../shared/report/report-pager.tsx';
import { type Currency, useMe } from '../shared/session/session.ts';

const ENDPOINT = 'reports/inventory';

interface StockRow extends Row {
  readonly item_fk: number;
  readonly item_name: string | null;
  readonly item_code: string | null;
  readonly inventory_fk: number;
  readonly inventory_name: string | null;
  readonly quantity: string;
  readonly value: string | null;
  readonly average_cost: string | null;
}

interface Inventory {
  readonly data: readonly StockRow[];
  readonly current_page: number;
  readonly last_page: number;
  readonly total: number;
  readonly position: string;
  readonly footer: { readonly quantity: string; readonly value: string | null };
}

const FILTERS: readonly ReportFilter[] = [
  AS_AT,
  KNOWN_AT,
  { name: 'inventory_fk', kind: 'lookup', resource: 'inventories', label: 'report:filters.inventory' },
  { name: 'search', kind: 'text', label: 'report:filters.search' },
];

export function InventoryReport() {
  const { t } = useTranslation();
  const address = useReportAddress();
  const { system_currency } = useMe();
  const { search } = address;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['reports', 'inventory', search],
    queryFn: async ({ signal }) => (await get<Inventory>(ENDPOINT, { query: search, signal })).data,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
  const { page: _page, ...query } = search;
  return (
    <ReportFrame<StockRow>
      title={t('stock:inventory_report')}
      label="stock:inventory_report"
      filters={FILTERS}
      address={address}
      columns={columnsOf(data, carried(search, ['as_at', 'known_at']), system_currency)}
      rows={data?.data ?? []}
      rowKey={(row) => `${row.item_fk}:${row.inventory_fk}`}
      loaded={data !== undefined}
      error={error}
      onRetry={() => void refetch()}
      position={data?.position}
      dimmed={isPlaceholderData}
      allRows={() => fetchPages<StockRow>(ENDPOINT, query)}
      pager={<ReportPager page={data} address={address} />}
    />
  );
}

function columnsOf(
  data: Inventory | undefined,
  times: ReportSearch,
  { symbol, decimals }: Currency,
): ReportColumn<StockRow>[] {
  const seesCost = data?.footer.value !== null;
  const cost: ReportColumn<StockRow>[] = [
    {
      name: 'average_cost',
      label: 'report:columns.average_cost',
      currency: symbol,
      numeric: true,
      text: (row) => row.average_cost ?? '',
    },
    {
      name: 'value',
      label: 'report:columns.value',
      currency: symbol,
      numeric: true,
      decimals,
      text: (row) => row.value ?? '',
      total: data?.footer.value,
    },
  ];
  return [
    { name: 'item', label: 'report:columns.item', text: (row) => row.item_name ?? '' },
    { name: 'code', label: 'report:columns.code', width: '130px', text: (row) => row.item_code ?? '' },
    { name: 'inventory', label: 'report:columns.inventory', text: (row) => row.inventory_name ?? '' },
    {
      name: 'quantity',
      label: 'report:columns.quantity',
      numeric: true,
      text: (row) => row.quantity,
      cell: (row) => (
        <Link
          to="/reports/item-transaction"
          search={{ item_fk: row.item_fk, inventory_fk: row.inventory_fk, ...times } as never}
          className={LINK}
        >
          <Amount value={row.quantity} />
        </Link>
      ),
    },
    ...(seesCost ? cost : []),
  ];
}
