/**
 * The trial balance: every account as at a day, as known at a moment, and beside it the same at another day or
 * moment. Every figure leads to the lines that it is the sum of, asked with the same two times.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get } from '../shared/api/client.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { Button } from '../shared/controls/button.tsx';
import { accountName } from '../shared/report/account-name.ts';
import { carried, type ReportSearch, useReportAddress } from '../shared/report/address.ts';
import { AS_AT, KNOWN_AT, OUTLET, type ReportColumn, type ReportFilter } from '../shared/report/declaration.ts';
import { ReportFrame } from '../shared/report/report-frame.tsx';
import { LINK } from '../shared/report/report-links.tsx';
import { useMe } from '../shared/session/session.ts';
import { AccountCell } from './account-cell.tsx';
import {
  type BalanceRow,
  compared,
  type TrialBalance,
  type TrialBalanceRow,
  visibleRows,
} from './trial-balance-rows.ts';

const FILTERS: readonly ReportFilter[] = [AS_AT, KNOWN_AT, OUTLET];
const COMPARE: readonly ReportFilter[] = [
  { name: 'compare_as_at', kind: 'day', label: 'report:filters.compare_as_at' },
  { name: 'compare_known_at', kind: 'known_at', label: 'report:filters.compare_known_at' },
];

function useTrialBalance(query: ReportSearch, enabled: boolean) {
  return useQuery({
    queryKey: ['financial_reports', 'trial_balance', query],
    queryFn: async ({ signal }) => (await get<TrialBalance>('financial_reports/trial_balance', { query, signal })).data,
    placeholderData: keepPreviousData,
    enabled,
    meta: { quiet: true },
  });
}

export function TrialBalanceReport() {
  const { t } = useTranslation();
  const address = useReportAddress();
  const { search } = address;
  const { system_currency } = useMe();
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const [comparing, setComparing] = useState(
    search['compare_as_at'] !== undefined || search['compare_known_at'] !== undefined,
  );
  const times = carried(search, ['as_at', 'known_at', 'outlet_fk']);
  const otherTimes = {
    as_at: search['compare_as_at'],
    known_at: search['compare_known_at'],
    outlet_fk: search['outlet_fk'],
  };
  const isCompared = comparing && (otherTimes.as_at !== undefined || otherTimes.known_at !== undefined);
  const { data, error, refetch, isPlaceholderData } = useTrialBalance(times, true);
  const other = useTrialBalance(otherTimes, isCompared);
  const rows = data ? compared(data.rows, isCompared ? (other.data?.rows ?? []) : undefined) : [];
  const toggle = (account: number) => {
    const next = new Set(closed);
    if (!next.delete(account)) next.add(account);
    setClosed(next);
  };
  const stopComparing = () => {
    setComparing(!comparing);
    if (comparing) address.change({ compare_as_at: undefined, compare_known_at: undefined });
  };
  const columns = [
    ...accountColumns(closed, toggle, rows),
    ...figureColumns(data, times, system_currency),
    ...(isCompared ? comparedColumns(other.data, otherTimes, system_currency) : []),
  ];
  return (
    <ReportFrame<BalanceRow>
      title={t('ledger:trial_balance')}
      label="ledger:trial_balance"
      filters={comparing ? [...FILTERS, ...COMPARE] : FILTERS}
      address={address}
      columns={columns}
      rows={visibleRows(rows, closed)}
      rowKey={(row) => String(row.account)}
      strong={(row) => row.is_heading}
      loaded={data !== undefined && (!isCompared || other.data !== undefined)}
      error={error ?? (isCompared ? other.error : null)}
      onRetry={() => void refetch()}
      position={data?.position}
      dimmed={isPlaceholderData}
      allRows={async () => rows}
      actions={
        <Button icon={Scale} aria-pressed={comparing} onClick={stopComparing}>
          {t(comparing ? 'ledger:compare_stop' : 'ledger:compare')}
        </Button>
      }
    />
  );
}

function accountColumns(
  closed: ReadonlySet<number>,
  toggle: (account: number) => void,
  rows: readonly BalanceRow[],
): ReportColumn<BalanceRow>[] {
  const parents = new Set(rows.map((row) => row.parent));
  // Below its control account, an account is called by its record alone.
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
          open={!closed.has(row.account)}
          onToggle={parents.has(row.account) ? toggle : undefined}
        />
      ),
    },
    {
      name: 'code',
      label: 'report:columns.code',
      text: (row) => row.code,
      width: '110px',
      cell: (row) => <span className="numeric text-ink-muted">{row.code}</span>,
    },
  ];
}

interface Currency {
  readonly symbol: string;
  readonly decimals: number;
}

/** Headings of the tree are sums that stand in no ledger line of their own, but their lines are those below them. */
function figure(
  side: 'debit' | 'credit',
  of: (row: BalanceRow) => TrialBalanceRow | undefined,
  times: ReportSearch,
  { decimals }: Currency,
) {
  return (row: BalanceRow) => {
    const value = of(row)?.[side];
    if (value === undefined || value === '0') return null;
    return (
      <Link to="/reports/account-ledger" search={{ account: row.account, ...times } as never} className={LINK}>
        <Amount value={value} decimals={decimals} decimalsMin={decimals} />
      </Link>
    );
  };
}

function figureColumns(
  data: TrialBalance | undefined,
  times: ReportSearch,
  currency: Currency,
): ReportColumn<BalanceRow>[] {
  return (['debit', 'credit'] as const).map((side) => ({
    name: side,
    label: `report:columns.${side}`,
    currency: currency.symbol,
    numeric: true,
    decimals: currency.decimals,
    text: (row) => row.now?.[side] ?? '',
    cell: figure(side, (row) => row.now, times, currency),
    total: data?.totals[side],
  }));
}

function comparedColumns(
  data: TrialBalance | undefined,
  times: ReportSearch,
  currency: Currency,
): ReportColumn<BalanceRow>[] {
  const then = (['debit', 'credit'] as const).map(
    (side): ReportColumn<BalanceRow> => ({
      name: `then_${side}`,
      label: `report:columns.then_${side}`,
      currency: currency.symbol,
      numeric: true,
      decimals: currency.decimals,
      text: (row) => row.earlier?.[side] ?? '',
      cell: figure(side, (row) => row.earlier, times, currency),
      total: data?.totals[side],
    }),
  );
  return [
    ...then,
    {
      name: 'difference',
      label: 'report:columns.difference',
      currency: currency.symbol,
      numeric: true,
      decimals: currency.decimals,
      blankZero: true,
      text: (row) => row.difference ?? '',
    },
  ];
}
