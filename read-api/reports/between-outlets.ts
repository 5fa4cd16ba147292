/**
 * The accounts that exist only between outlets: balances between them, and prices of goods that one sold to another. In
 * company reports they sum to zero and are hidden, except what moved on them in a trial balance of a period. In outlet reports, with *Accounting: Separated* they are ordinary
 * accounts; with *Together* outlets share one set of books, and one row shows the balance between them, so that reports
 * of an outlet balance.
 */
import { type RawBuilder, sql } from 'kysely';
import { accountNumber } from '../../domain/chart/chart.ts';
import type { Person } from '../../identity/person.ts';
import type { Snapshot } from '../database/reader.ts';
import { outletsOf } from '../http/scope.ts';
import type { Condition } from '../lists/list-source.ts';

/** The account that names the common row, and by which its ledger is requested. */
export const INTER_OUTLET = accountNumber({ key: 'inter-outlet' });
const BETWEEN = [INTER_OUTLET, accountNumber({ key: 'sale-transfers' })];

interface Asked {
  readonly outlet_fk?: string | undefined;
  readonly by?: string | undefined;
}

/** How they are shown: hidden, as one row, or as ordinary accounts. */
export type ShownBetween = 'none' | 'one_row' | 'accounts';

/** True for a query of some outlets, or of each outlet; false for the company. */
export const isOfOutlets = (person: Person, requested: Asked): boolean =>
  requested.outlet_fk !== undefined || requested.by === 'outlet' || outletsOf(person) !== undefined;

export async function betweenOutlets(snapshot: Snapshot, person: Person, requested: Asked): Promise<ShownBetween> {
  if (!isOfOutlets(person, requested)) return 'none';
  return (await isSeparated(snapshot)) ? 'accounts' : 'one_row';
}

/**
 * How a trial balance shows them: of a period they are ordinary accounts for the company too, because the turnover of the
 * journal and of the ledger contains them.
 */
export async function betweenInTrialBalance(
  snapshot: Snapshot,
  person: Person,
  requested: Asked & { readonly from?: string | undefined },
): Promise<ShownBetween> {
  const shown = await betweenOutlets(snapshot, person, requested);
  return shown === 'none' && requested.from !== undefined ? 'accounts' : shown;
}

export const isBetweenOutlets = (account: number): boolean => BETWEEN.includes(account);

/** A condition on `account` that excludes them. */
export const withoutBetweenOutlets = (): Condition => sql`account <> all(${BETWEEN}::int[])`;

/** The row of a journal line `j` when the balance between outlets is one row. */
export const balanceRow = (): RawBuilder<unknown> =>
  sql`case when j.account = any(${BETWEEN}::int[]) then 0 else j.account end`;

/** How they are shown when the books are not separated. */
export async function betweenOutletsShown(snapshot: Snapshot, person: Person, requested: Asked): Promise<Condition[]> {
  return (await betweenOutlets(snapshot, person, requested)) === 'accounts' ? [] : [withoutBetweenOutlets()];
}

/** The accounts in a row of the trial balance: those below its account, or both of the row between outlets. */
export async function accountsOfBalance(
  { snapshot, person, below }: { snapshot: Snapshot; person: Person; below: readonly number[] },
  requested: Asked & { readonly account?: string | undefined },
): Promise<readonly number[]> {
  const isBoth =
    Number(requested.account) === INTER_OUTLET && (await betweenOutlets(snapshot, person, requested)) === 'one_row';
  return isBoth ? BETWEEN : below;
}

async function isSeparated(snapshot: Snapshot): Promise<boolean> {
  const { rows } = await sql<{ accounting: string | null }>`
    select data ->> 'accounting' as accounting from read.record where kind = 'system_setting' and id = 1`.execute(
    snapshot,
  );
  return rows[0]?.accounting === 'separated';
}
