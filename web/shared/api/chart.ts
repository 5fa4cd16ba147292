/** The chart of accounts, loaded once: accounts are found by number or by name in the person's language. */
import { useQuery } from '@tanstack/react-query';
import { accountName } from '../report/account-name.ts';
import { toLatinDigits } from '../typing/digits.ts';
import { matchesSearch } from '../typing/fold.ts';
import { queryClient } from './query.ts';
import { type Reads, read } from './read.ts';

export type ChartAccount = Reads['accounts/list'][number];

const FRESH_MS = 60_000;
const NOBODY: readonly ChartAccount[] = [];

/** The key starts with the resource whose changes invalidate it. */
export const CHART = ['ledger_accounts', 'chart'] as const;

const chartQuery = {
  queryKey: CHART,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => read('accounts/list', { signal }),
  staleTime: FRESH_MS,
  meta: { quiet: true },
};

export function useChart(enabled = true) {
  return useQuery({ ...chartQuery, enabled });
}

/** The same outside of React. */
export const loadChart = (): Promise<readonly ChartAccount[]> => queryClient.fetchQuery(chartQuery);

/** Whether lines may use the account at all. */
export const isOpen = (account: ChartAccount): boolean => !account.is_heading && !account.is_retired;

/** An account of a record is named by its control account and its own name. */
export const titleOf = (account: Pick<ChartAccount, 'key' | 'name'>): string => accountName(account.key, account.name);

/** Accounts that a line may use, by the start of their number or by words of their names; one with exactly that number first. */
export function accountsNamed(
  accounts: readonly ChartAccount[],
  accepts: ((account: ChartAccount) => boolean) | undefined,
  typed: string,
): readonly ChartAccount[] {
  const number = toLatinDigits(typed).trim();
  return accounts
    .filter((account) => isOpen(account) && (accepts?.(account) ?? true))
    .filter((account) => account.code.startsWith(number) || matchesSearch(titleOf(account), typed))
    .sort((one, other) => Number(other.code === number) - Number(one.code === number));
}

export function useAccountTitle(account: number | null): string | undefined {
  const { data = NOBODY } = useChart(account !== null);
  const found = account === null ? undefined : data.find((row) => row.account === account);
  return found && titleOf(found);
}
