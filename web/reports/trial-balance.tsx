/**
 * The trial balance: every account as at a day, as known at a moment, and optionally at another day or moment beside
 * it. Every figure links to its lines with the same two times.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../shared/api/read.ts';
import { WhatChangedLink } from '../shared/explain/links.tsx';
import { accountName } from '../shared/report/account-name.ts';
import { useReportAddress } from '../shared/report/address.ts';
import { useComparing } from '../shared/report/comparing.tsx';
import {
  AS_AT,
  choice,
  FROM,
  KNOWN_AT,
  OUTLET,
  type ReportColumn,
  type ReportFilter,
} from '../shared/report/declaration.ts';
import { ReportFrame } from '../shared/report/report-frame.tsx';
import type { ReportSearch } from '../shared/report/report-search.ts';
import { useMe } from '../shared/session/session.ts';
import { AccountCell } from './account-cell.tsx';
import { comparedColumns, figureColumns } from './trial-balance-columns.tsx';
import { type BalanceRow, compared, partOfParent, type TrialBalanceRow, unfolded } from './trial-balance-rows.ts';

const FILTERS: readonly ReportFilter[] = [FROM, AS_AT, KNOWN_AT, OUTLET, choice('by', 'whole', 'outlet')];

function useTrialBalance(query: ReportSearch, enabled: boolean) {
  return useQuery({
    queryKey: ['financial_reports', 'trial_balance', query],
    queryFn: ({ signal }) => read('financial_reports/trial_balance', { query, signal }),
    placeholderData: keepPreviousData,
    enabled,
    meta: { quiet: true },
  });
}

export function TrialBalanceReport() {
  const { t } = useTranslation();
  const address = useReportAddress();
  const { system_currency, currencies } = useMe();
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const comparing = useComparing(address);
  const { now: times, earlier: otherTimes = {} } = comparing;
  const isCompared = comparing.earlier !== undefined;
  const { data, dataUpdatedAt, error, refetch, isPlaceholderData } = useTrialBalance(times, true);
  const other = useTrialBalance(otherTimes, isCompared);
  const rows = data ? compared(data.rows, isCompared ? (other.data?.rows ?? []) : undefined) : [];
  const toggle = (account: number) => {
    const next = new Set(closed);
    if (!next.delete(account)) next.add(account);
    setClosed(next);
  };
  const columns = [
    ...accountColumns(closed, toggle, rows, times),
    ...figureColumns(data, times, system_currency, currencies),
    ...(isCompared ? comparedColumns(other.data, otherTimes, system_currency) : []),
  ];
  return (
    <ReportFrame<BalanceRow>
      title={t('names:trial_balance')}
      label="names:trial_balance"
      filters={[...FILTERS, ...comparing.filters]}
      address={address}
      columns={columns}
      rows={rows}
      isVisible={unfolded(rows, closed)}
      partOf={partOfParent(rows)}
      rowKey={(row) => String(row.account)}
      strong={(row) => row.is_heading}
      loaded={data !== undefined && (!isCompared || other.data !== undefined)}
      error={error ?? (isCompared ? other.error : null)}
      onRetry={() => void refetch()}
      readAt={data && dataUpdatedAt}
      dimmed={isPlaceholderData}
      allRows={async () => rows}
      actions={
        <>
          <WhatChangedLink search={address.search} />
          {comparing.button}
        </>
      }
    />
  );
}

/** An account links to its ledger with the report's parameters. */
function accountColumns(
  closed: ReadonlySet<number>,
  toggle: (account: number) => void,
  rows: readonly BalanceRow[],
  { by: _by, ...times }: ReportSearch,
): ReportColumn<BalanceRow>[] {
  const parents = new Set(rows.map((row) => row.parent));
  // Below its control account, an account is shown by its record's name only.
  const name = (row: TrialBalanceRow) => row.name ?? accountName(row.key, null);
  return [
    {
      name: 'account',
      label: 'report:columns.account',
      text: name,
      cell: (row) => (
        <AccountCell
          row={row}
          name={name(row)}
          ledger={{ to: '/reports/account-ledger', search: { ...times, account: row.account } }}
          open={!closed.has(row.account)}
          onToggle={parents.has(row.account) ? toggle : undefined}
        />
      ),
    },
    {
      name: 'code',
      isMinor: true,
      label: 'report:columns.code',
      text: (row) => row.code,
      width: '110px',
      cell: (row) => <span className="numeric text-ink-muted">{row.code}</span>,
    },
  ];
}
