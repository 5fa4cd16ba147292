/**
 * The chart of accounts as a tree: system accounts, an account for each record that has one (a cash account, a type of
 * expense), and accounts that people made below headings.
 */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Link2, Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { money, printMoney, subtract, toMoney, ZERO } from '../../domain/values/money.ts';
import { AccountCell } from '../reports/account-cell.tsx';
import { partOfParent, type TrialBalance, unfolded } from '../reports/trial-balance-rows.ts';
import { type ChartAccount, useChart } from '../shared/api/chart.ts';
import { read } from '../shared/api/read.ts';
import { Amount } from '../shared/controls/amount.tsx';
import { Button, IconButton } from '../shared/controls/button.tsx';
import { StatusChip } from '../shared/controls/status-chip.tsx';
import { optionLabel } from '../shared/language/names.ts';
import { accountName } from '../shared/report/account-name.ts';
import { useReportAddress } from '../shared/report/address.ts';
import type { ReportColumn } from '../shared/report/declaration.ts';
import { ReportFrame } from '../shared/report/report-frame.tsx';
import { LINK } from '../shared/report/report-links.tsx';
import type { PartOf } from '../shared/report/shown-figures.ts';
import { useCan, useMe } from '../shared/session/session.ts';
import { type AccountTask, AccountTaskDialog, headingOf } from './account-dialogs.tsx';

interface ChartRow extends ChartAccount, Readonly<Record<string, unknown>> {
  /** On the account's normal side; undefined without the permission for balances. */
  readonly balance: string | undefined;
}

export function ChartOfAccounts() {
  const { t } = useTranslation();
  const can = useCan();
  const address = useReportAddress();
  const chart = useChart();
  const balances = useBalances(can('financial_reports/trial_balance'));
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const [task, setTask] = useState<AccountTask>();
  const rows = (chart.data ?? []).map(
    (account): ChartRow => ({ ...account, balance: balances && balanceOf(account, balances.get(account.account)) }),
  );
  const toggle = (account: number) => {
    const next = new Set(closed);
    if (!next.delete(account)) next.add(account);
    setClosed(next);
  };
  return (
    <>
      <ReportFrame<ChartRow>
        title={t('ledger:chart')}
        label="ledger:chart"
        filters={[]}
        address={address}
        columns={useColumns(rows, closed, toggle, setTask)}
        rows={rows}
        isVisible={unfolded(rows, closed)}
        partOf={partOfHeading(rows)}
        rowKey={(row) => String(row.account)}
        strong={(row) => row.is_heading}
        loaded={chart.data !== undefined}
        error={chart.error}
        onRetry={() => void chart.refetch()}
        allRows={async () => rows}
        actions={
          can('ledger_accounts/store') && (
            <Button look="primary" icon={Plus} onClick={() => setTask({ does: 'add' })}>
              {t('ledger:account.add')}
            </Button>
          )
        }
      />
      {task && <AccountTaskDialog task={task} onClose={() => setTask(undefined)} />}
    </>
  );
}

/** A heading sums its accounts on its own side: accounts of the other side are subtracted. */
function partOfHeading(rows: readonly ChartRow[]): (row: ChartRow) => PartOf | undefined {
  const sides = new Map(rows.map(({ account, side }) => [String(account), side]));
  const partOf = partOfParent(rows);
  return (row) => {
    const part = partOf(row);
    return part && { ...part, isLess: sides.get(part.whole) !== row.side };
  };
}

type Balance = TrialBalance['rows'][number];

function useBalances(enabled: boolean): ReadonlyMap<number, Balance> | undefined {
  const { data } = useQuery({
    queryKey: ['financial_reports', 'trial_balance', {}],
    queryFn: ({ signal }) => read('financial_reports/trial_balance', { signal }),
    enabled,
    meta: { quiet: true },
  });
  return data && new Map(data.rows.map((row) => [row.account, row]));
}

function balanceOf({ side }: ChartAccount, row: Balance | undefined): string {
  const net = row ? subtract(money(row.debit), money(row.credit)) : ZERO;
  return printMoney(toMoney(side === 'debit' ? net : -net));
}

function useColumns(
  rows: readonly ChartRow[],
  closed: ReadonlySet<number>,
  toggle: (account: number) => void,
  onTask: (task: AccountTask) => void,
): readonly ReportColumn<ChartRow>[] {
  const { t } = useTranslation();
  const { system_currency } = useMe();
  const parents = new Set(rows.map((row) => row.parent));
  const name = (row: ChartRow) => row.name ?? accountName(row.key, null);
  const balance: ReportColumn<ChartRow> = {
    name: 'balance',
    label: 'ledger:account.balance',
    currency: system_currency.symbol,
    numeric: true,
    decimals: system_currency.decimals,
    blankZero: true,
    text: (row) => row.balance ?? '',
    cell: (row) =>
      row.balance !== undefined &&
      row.balance !== '0' && (
        <Link to="/reports/account-ledger" search={{ account: row.account }} className={LINK}>
          <Amount value={row.balance} decimals={system_currency.decimals} decimalsMin={system_currency.decimals} />
        </Link>
      ),
  };
  return [
    {
      name: 'account',
      label: 'report:columns.account',
      text: name,
      cell: (row) => (
        <span className="flex items-center gap-2">
          <AccountCell
            row={row}
            name={name(row)}
            open={!closed.has(row.account)}
            onToggle={parents.has(row.account) ? toggle : undefined}
          />
          {row.is_retired && <StatusChip tone="danger" label={t('ledger:account.retired')} />}
        </span>
      ),
    },
    {
      name: 'code',
      isMinor: true,
      label: 'report:columns.code',
      width: '110px',
      text: (row) => row.code,
      cell: (row) => <span className="numeric text-ink-muted">{row.code}</span>,
    },
    {
      name: 'system',
      isMinor: true,
      label: 'ledger:account.system',
      width: '110px',
      text: (row) => (isSystems(row) ? t('table:yes') : ''),
    },
    {
      name: 'side',
      isMinor: true,
      label: 'ledger:account.side',
      width: '110px',
      text: (row) => optionLabel('normal_side', row.side),
    },
    {
      name: 'statement',
      isMinor: true,
      label: 'ledger:account.statement',
      width: '150px',
      text: (row) => optionLabel('statement', row.statement),
    },
    balance,
    {
      name: 'actions',
      isInternal: true,
      label: 'ledger:account.actions',
      width: '110px',
      text: () => '',
      cell: (row) => <AccountActions row={row} name={name(row)} onTask={onTask} />,
    },
  ];
}

/** The program posts to system accounts by their keys; others belong to records. */
const isSystems = (row: ChartRow): boolean => !row.is_heading && row.record_kind === null;

interface AccountActionsProps {
  readonly row: ChartRow;
  readonly name: string;
  readonly onTask: (task: AccountTask) => void;
}

/** Accounts are added below their heading; accounts of records are renamed at the record. */
function AccountActions({ row, name, onTask }: AccountActionsProps) {
  const { t } = useTranslation();
  const can = useCan();
  const heading = headingOf(row);
  const own = row.record_kind === 'ledger_account' && row.record_id !== null;
  const navigate = useNavigate();
  const record = { id: row.record_id ?? 0, name };
  const named = (action: string) => t(`ledger:account.named.${action}`, { name });
  return (
    <span className="no-print flex justify-end">
      {heading && can('ledger_accounts/store') && (
        <IconButton icon={Plus} label={named('add')} onClick={() => onTask({ does: 'add', heading })} />
      )}
      {isSystems(row) && can('system_settings/update') && (
        <IconButton
          icon={Link2}
          label={named('bind')}
          onClick={() => void navigate({ to: '/settings/system-configurations' })}
        />
      )}
      {own && !row.is_retired && can('ledger_accounts/update') && (
        <IconButton icon={Pencil} label={named('rename')} onClick={() => onTask({ does: 'rename', ...record })} />
      )}
      {own && !row.is_retired && can('ledger_accounts/destroy') && (
        <IconButton icon={Trash2} label={named('retire')} onClick={() => onTask({ does: 'retire', ...record })} />
      )}
      {own && row.is_retired && can('ledger_accounts/store') && (
        <IconButton icon={RotateCcw} label={named('restore')} onClick={() => onTask({ does: 'restore', ...record })} />
      )}
    </span>
  );
}
