/** The lines of an account in order of effect, with its running balance; each leads to its document and its event. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get } from '../shared/api/client.ts';
import type { Row } from '../shared/api/list.ts';
import { Day, Moment } from '../shared/controls/amount.tsx';
import { EmptyState } from '../shared/controls/states.tsx';
import { accountName } from '../shared/report/account-name.ts';
import { type ReportSearch, useReportAddress } from '../shared/report/address.ts';
import { AS_AT, FROM, KNOWN_AT, OUTLET, type ReportColumn } from '../shared/report/declaration.ts';
import { fetchPages } from '../shared/report/fetch-pages.ts';
import { ReportFrame } from '../shared/report/report-frame.tsx';
import { DocumentLink, documentWords, EventLink, KindNote } from '../shared/report/report-links.tsx';
import { ReportPager } from '../shared/report/report-pager.tsx';
import { type Currency, useMe } from '../shared/session/session.ts';

const ENDPOINT = 'financial_reports/account_ledger';

interface LedgerRow extends Row {
  readonly position: string;
  readonly line_no: number;
  readonly effective_date: string;
  readonly recorded_at: string;
  readonly account_key: string;
  readonly account_name: string | null;
  readonly document_kind: string;
  readonly document_id: number;
  readonly number: string | null;
  readonly party_name: string | null;
  readonly text: string | null;
  readonly debit: string;
  readonly credit: string;
  readonly balance: string;
  readonly kind: string;
  readonly cause_position: string;
}

interface AccountLedger {
  readonly data: readonly LedgerRow[];
  readonly current_page: number;
  readonly last_page: number;
  readonly total: number;
  readonly position: string;
  readonly account: number;
  readonly account_key: string;
  readonly account_name: string | null;
  readonly opening: string;
  readonly debit: string;
  readonly credit: string;
  readonly closing: string;
}

export function AccountLedgerReport() {
  const { t } = useTranslation();
  const address = useReportAddress();
  const { system_currency } = useMe();
  const { search } = address;
  const chosen = search['account'] !== undefined;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['financial_reports', 'account_ledger', search],
    queryFn: async ({ signal }) => (await get<AccountLedger>(ENDPOINT, { query: search, signal })).data,
    placeholderData: keepPreviousData,
    enabled: chosen,
    meta: { quiet: true },
  });
  if (!chosen) return <EmptyState title={t('ledger:choose_account')} text={t('ledger:choose_account_hint')} />;
  const title = data
    ? `${t('ledger:account_ledger')} · ${accountName(data.account_key, data.account_name)}`
    : t('ledger:account_ledger');
  return (
    <ReportFrame<LedgerRow>
      title={title}
      label="ledger:account_ledger"
      filters={[FROM, AS_AT, KNOWN_AT, OUTLET]}
      address={address}
      columns={ledgerColumns(system_currency, data)}
      rows={data?.data ?? []}
      rowKey={(row) => `${row.position}-${row.line_no}`}
      before={data && search['from'] !== undefined ? { label: t('report:opening'), balance: data.opening } : undefined}
      after={data ? { label: t('report:closing'), balance: data.closing } : undefined}
      loaded={data !== undefined}
      error={error}
      onRetry={() => void refetch()}
      position={data?.position}
      dimmed={isPlaceholderData}
      allRows={() => fetchPages<LedgerRow>(ENDPOINT, withoutPage(search))}
      pager={<ReportPager page={data} address={address} />}
    />
  );
}

export function withoutPage({ page: _page, per_page: _perPage, ...rest }: ReportSearch): ReportSearch {
  return rest;
}

function ledgerColumns(
  { symbol, decimals }: Currency,
  data: AccountLedger | undefined,
): ReportColumn<LedgerRow>[] {
  const amount = (name: 'debit' | 'credit' | 'balance', blankZero: boolean): ReportColumn<LedgerRow> => ({
    name,
    label: `report:columns.${name}`,
    currency: symbol,
    numeric: true,
    decimals,
    blankZero,
    text: (row) => row[name],
    ...(data && name !== 'balance' ? { total: data[name] } : {}),
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
    { name: 'text', label: 'report:columns.text', text: (row) => row.text ?? '' },
    amount('debit', true),
    amount('credit', true),
    amount('balance', false),
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
