/** The stock ledger of an item in order of effect, with what was on hand after each line. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get } from '../shared/api/client.ts';
import type { Row } from '../shared/api/list.ts';
import { Day, Moment } from '../shared/controls/amount.tsx';
import { useReportAddress } from '../shared/report/address.ts';
import { AS_AT, FROM, KNOWN_AT, type ReportColumn, type ReportFilter } from '../shared/report/declaration.ts';
import { fetchPages } from '../shared/report/fetch-pages.ts';
import { ReportFrame } from '../shared/report/report-frame.tsx';
import { DocumentLink, documentWords, EventLink, KindNote } from '../shared/report/report-links.tsx';
import { ReportPager } from '../shared/report/report-pager.tsx';
import { type Currency, useMe } from '../shared/session/session.ts';

const ENDPOINT = 'reports/item_transactions';

interface MovementRow extends Row {
  readonly position: string;
  readonly effective_date: string;
  readonly recorded_at: string;
  readonly document_kind: string;
  readonly document_id: number;
  readonly number: string | null;
  readonly party_name: string | null;
  readonly kind: string;
  readonly cause_position: string;
  readonly inventory_name: string | null;
  readonly quantity: string;
  readonly value: string | null;
  readonly quantity_after: string;
  readonly value_after: string | null;
}

interface Level {
  readonly quantity: string;
  readonly value: string | null;
}

interface ItemTransactions {
  readonly data: readonly MovementRow[];
  readonly current_page: number;
  readonly last_page: number;
  readonly total: number;
  readonly position: string;
  readonly item_name: string | null;
  readonly opening: Level;
  readonly closing: Level;
}

const FILTERS: readonly ReportFilter[] = [
  { name: 'item_fk', kind: 'lookup', resource: 'items', label: 'report:filters.item', required: true },
  { name: 'inventory_fk', kind: 'lookup', resource: 'inventories', label: 'report:filters.inventory' },
  FROM,
  AS_AT,
  KNOWN_AT,
];

export function ItemTransactionsReport() {
  const { t } = useTranslation();
  const address = useReportAddress();
  const { system_currency } = useMe();
  const { search } = address;
  const chosen = search['item_fk'] !== undefined;
  const {
    data: answer,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['reports', 'item_transactions', search],
    queryFn: async ({ signal }) => (await get<ItemTransactions>(ENDPOINT, { query: search, signal })).data,
    placeholderData: keepPreviousData,
    enabled: chosen,
    meta: { quiet: true },
  });
  const data = chosen ? answer : undefined;
  const { page: _page, ...query } = search;
  const title = t('stock:item_transactions');
  return (
    <ReportFrame<MovementRow>
      title={data?.item_name ? `${title} · ${data.item_name}` : title}
      label="stock:item_transactions"
      filters={FILTERS}
      address={address}
      columns={columnsOf(system_currency, data?.closing.value !== null)}
      rows={data?.data ?? []}
      rowKey={(row) =>
        `${row.position}-${row.cause_position}-${row.effective_date}-${row.quantity}-${row.quantity_after}-${row.value_after}`
      }
      before={data && search['from'] !== undefined ? levelRow(t('report:opening'), data.opening) : undefined}
      after={data ? levelRow(t('report:closing'), data.closing) : undefined}
      loaded={data !== undefined}
      ask={chosen ? undefined : t('stock:choose_item')}
      error={error}
      onRetry={() => void refetch()}
      position={data?.position}
      dimmed={isPlaceholderData}
      allRows={() => fetchPages<MovementRow>(ENDPOINT, query)}
      pager={<ReportPager page={data} address={address} />}
    />
  );
}

function levelRow(label: string, { quantity, value }: Level): Readonly<Record<string, string>> {
  return { label, quantity_after: quantity, ...(value === null ? {} : { value_after: value }) };
}

function columnsOf({ symbol, decimals }: Currency, seesCost: boolean): ReportColumn<MovementRow>[] {
  const quantity = (name: 'quantity' | 'quantity_after'): ReportColumn<MovementRow> => ({
    name,
    label: `report:columns.${name}`,
    numeric: true,
    blankZero: name === 'quantity',
    text: (row) => row[name],
  });
  const value = (name: 'value' | 'value_after'): ReportColumn<MovementRow> => ({
    name,
    label: `report:columns.${name}`,
    currency: symbol,
    numeric: true,
    decimals,
    text: (row) => row[name] ?? '',
  });
  return [
    {
      name: 'date',
      label: 'report:columns.date',
      sheet: 'date',
      width: '100px',
      text: (row) => row.effective_date,
      cell: (row) => <Day value={row.effective_date} />,
    },
    {
      name: 'document',
      label: 'report:columns.document',
      text: (row) => documentWords({ kind: row.document_kind, id: row.document_id, number: row.number }),
      cell: (row) => (
        <>
          <DocumentLink kind={row.document_kind} id={row.document_id} number={row.number} />
          <KindNote kind={row.kind} cause={row.cause_position} position={row.position} />
        </>
      ),
    },
    { name: 'party', label: 'report:columns.party', text: (row) => row.party_name ?? '' },
    { name: 'inventory', label: 'report:columns.inventory', text: (row) => row.inventory_name ?? '' },
    quantity('quantity'),
    ...(seesCost ? [value('value')] : []),
    quantity('quantity_after'),
    ...(seesCost ? [value('value_after')] : []),
    {
      name: 'recorded',
      label: 'report:columns.recorded',
      width: '140px',
      text: (row) => row.recorded_at,
      cell: (row) => <Moment value={row.recorded_at} />,
    },
    {
      name: 'event',
      label: 'report:columns.event',
      numeric: true,
      width: '80px',
      text: (row) => row.position,
      cell: (row) => <EventLink position={row.position} />,
    },
  ];
}
