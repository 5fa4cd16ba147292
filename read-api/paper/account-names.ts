/** The accounts of the chart that a paper prints, in its facts and in its lines. */

import { readChart } from '../books/chart.ts';
import type { Snapshot } from '../database/reader.ts';
import type { Row } from '../lists/names.ts';

/** The printed text of an account; null for what is no account. */
export type AccountName = (account: unknown) => string | null;

/**
 * The number that the business gave to an account and the name of its record; the key for an account of the system,
 * whose name depends on the language of the paper.
 */
export async function fetchAccountNames(snapshot: Snapshot, rows: readonly Row[]): Promise<AccountName> {
  if (!rows.some(({ account }) => typeof account === 'number')) return () => null;
  const chart = await readChart(snapshot);
  return (account) => {
    const found = typeof account === 'number' ? chart.get(account) : undefined;
    if (!found) return null;
    return found.name === null ? found.key : `${found.code} ${found.name}`;
  };
}
