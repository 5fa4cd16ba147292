/** Rows of the trial balance as the API answers them. */
import type { TrialBalanceRow } from '../../read-api/reports/trial-balance.ts';

/** Of the rows of an answer, those that no other row is a part of. */
export function lowestRows(rows: unknown): readonly TrialBalanceRow[] {
  const all = rows as readonly TrialBalanceRow[];
  const sums = new Set(all.map(({ parent }) => parent));
  return all.filter(({ account }) => !sums.has(account));
}

/** A balance as a text; a credit is below zero. */
export const signedBalance = ({ debit, credit }: Pick<TrialBalanceRow, 'debit' | 'credit'>): string =>
  credit === '0' ? debit : `-${credit}`;

/** Balances by the name of the account, or by its key in the chart. */
export const balancesOf = (rows: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(lowestRows(rows).map((row) => [row.name ?? row.key, signedBalance(row)]));
