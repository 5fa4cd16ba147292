/** The chart of accounts, read once: an account is found by its number or by its name in the person's language. */
import { useQuery } from '@tanstack/react-query';
import { accountName } from '../report/account-name.ts';
import { get } from './client.ts';

export interface ChartAccount {
  readonly account: number;
  readonly code: string;
  /** System key, or that of a heading. */
  readonly key: string;
  /** Of the record that it belongs to; null for the accounts of the system. */
  readonly name: string | null;
  readonly parent: number | null;
  readonly level: number;
  readonly side: 'debit' | 'credit';
  readonly statement: 'balance_sheet' | 'income';
  readonly is_heading: boolean;
  readonly record_kind: string | null;
  readonly record_id: number | null;
  readonly is_retired: boolean;
  /** Of a cash box or bank account. */
  readonly currency_fk: number | null;
}

const FRESH_MS = 60_000;
const NOBODY: readonly ChartAccount[] = [];

/** Its key begins with the resource whose changes change it. */
export const CHART = ['ledger_accounts', 'chart'] as const;

export function useChart(enabled = true) {
  return useQuery({
    queryKey: CHART,
    queryFn: async ({ signal }) => (await get<readonly ChartAccount[]>('accounts/list', { signal })).data,
    staleTime: FRESH_MS,
    enabled,
    meta: { quiet: true },
  });
}

/** An account of a record is called by its control account and its own name. */
export const titleOf = (account: Pick<ChartAccount, 'key' | 'name'>): string => accountName(account.key, account.name);

export function useAccountTitle(account: number | null): string | undefined {
  const { data = NOBODY } = useChart(account !== null);
  const found = account === null ? undefined : data.find((row) => row.account === account);
  return found && titleOf(found);
}
