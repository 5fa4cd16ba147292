/**
 * The changes between two known-at moments: first by account, then line by line, each with its event, person and
 * reason.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListTree } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Reads, read } from '../shared/api/read.ts';
import { Button } from '../shared/controls/button.tsx';
import { lineColumn } from '../shared/explain/links.tsx';
import { eventWords } from '../shared/history/event-words.ts';
import { reasonWords } from '../shared/history/reason-words.ts';
import { accountName } from '../shared/report/account-name.ts';
import { type ReportAddress, useReportAddress } from '../shared/report/address.ts';
import * as columns from '../shared/report/columns.tsx';
import { AS_AT, KNOWN_AT, OUTLET, type ReportColumn, type ReportFilter } from '../shared/report/declaration.ts';
import { fetchPages } from '../shared/report/fetch-pages.ts';
import { ReportFrame } from '../shared/report/report-frame.tsx';
import { DocumentLink, documentWords, LINK } from '../shared/report/report-links.tsx';
import { ReportPager } from '../shared/report/report-pager.tsx';
import type { ReportSearch } from '../shared/report/report-search.ts';
import { type Currency, useMe } from '../shared/session/session.ts';

type WhatChanged = Reads['what_changed'];
type ChangedAccount = WhatChanged['accounts'][number];
type ChangedLine = WhatChanged['data'][number];

const FROM_KNOWN_AT: ReportFilter = { name: 'from_known_at', kind: 'known_at', label: 'audit:from_known_at' };
const FILTERS: readonly ReportFilter[] = [FROM_KNOWN_AT, KNOWN_AT, AS_AT, OUTLET];

export function WhatChangedScreen() {
  const { t } = useTranslation();
  const address = useReportAddress();
  const { search } = address;
  const { system_currency } = useMe();
  const requested = search['from_known_at'] !== undefined;
  const { data, dataUpdatedAt, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['what_changed', search],
    queryFn: ({ signal }) => read('what_changed', { query: search, signal }),
    placeholderData: keepPreviousData,
    enabled: requested,
    meta: { quiet: true },
  });
  const shared = {
    title: t('history:what_changed'),
    filters: FILTERS,
    address,
    loaded: data !== undefined,
    error,
    onRetry: () => void refetch(),
    readAt: data && dataUpdatedAt,
    dimmed: isPlaceholderData,
    ...(requested ? {} : { ask: t('audit:choose_moment'), askHint: t('audit:choose_moment_hint') }),
  };
  if (search['account'] === undefined && search['party'] === undefined) {
    return (
      <ReportFrame<ChangedAccount>
        {...shared}
        label="history:what_changed"
        columns={accountColumns(search, system_currency, data)}
        rows={data?.accounts ?? []}
        rowKey={(row) => String(row.account)}
      />
    );
  }
  return (
    <ReportFrame<ChangedLine>
      {...shared}
      label="history:what_changed"
      columns={lineColumns(system_currency, data)}
      rows={data?.data ?? []}
      rowKey={columns.lineKey}
      allRows={() => fetchPages('what_changed', { ...withoutPage(search), known_at: data?.position })}
      pager={<ReportPager page={data} address={address} />}
      actions={<AllAccounts address={address} />}
    />
  );
}

function AllAccounts({ address }: { address: ReportAddress }) {
  const { t } = useTranslation();
  return (
    <Button icon={ListTree} onClick={() => address.change({ account: undefined, party: undefined })}>
      {t('audit:all_accounts')}
    </Button>
  );
}

function withoutPage({ page: _page, per_page: _perPage, ...rest }: ReportSearch): ReportSearch {
  return rest;
}

function accountColumns(
  search: ReportSearch,
  currency: Currency,
  data: WhatChanged | undefined,
): ReportColumn<ChangedAccount>[] {
  const name = (row: ChangedAccount) => accountName(row.account_key, row.account_name);
  return [
    {
      name: 'account',
      label: 'report:columns.account',
      text: name,
      cell: (row) => (
        <Link to="." search={{ ...search, account: row.account }} className={LINK}>
          <bdi>{name(row)}</bdi>
        </Link>
      ),
    },
    { name: 'lines', label: 'audit:lines', numeric: true, width: '90px', text: (row) => String(row.lines) },
    columns.amountColumn('before', currency, { label: 'audit:before' }),
    columns.amountColumn('after', currency, { label: 'audit:after' }),
    columns.amountColumn('difference', currency, { total: data?.difference }),
  ];
}

function lineColumns(currency: Currency, data: WhatChanged | undefined): ReportColumn<ChangedLine>[] {
  const words = (row: ChangedLine) => ({ kind: row.event_kind, id: row.event_id ?? 0, number: row.event_number });
  const isOther = (row: ChangedLine) => row.event_kind !== row.document_kind || row.event_id !== row.document_id;
  return [
    columns.dateColumn(),
    { name: 'account', label: 'report:columns.account', text: (row) => accountName(row.account_key, row.account_name) },
    columns.documentColumn(),
    {
      name: 'cause',
      label: 'audit:cause',
      text: (row) => `${eventWords(row.event_type)} ${isOther(row) ? documentWords(words(row)) : ''}`.trim(),
      cell: (row) => (
        <>
          {eventWords(row.event_type)} {isOther(row) && <DocumentLink {...words(row)} />}
        </>
      ),
    },
    { name: 'person', label: 'report:columns.person', text: (row) => row.actor_name ?? '' },
    { name: 'reason', label: 'report:columns.reason', text: (row) => reasonWords(row.reason) },
    columns.amountColumn('base', currency, { label: 'report:columns.difference', total: data?.difference }),
    ...columns.eventColumns<ChangedLine>(),
    lineColumn(),
  ];
}
