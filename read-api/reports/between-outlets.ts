/**
 * The accounts that exist only between outlets: what one owes the other, and the price of goods that one sold to
 * the other. In the company they come to nothing and are not shown. Of outlets, with *Accounting: Separated* they are
 * accounts like others; with *Together* outlets share one set of books, and what is between them is one row, with
 * which the reports of an outlet balance.
 */
import { type RawBuilder, sql } from 'kysely';
import { accountNumber } from '../../domain/ledger/chart.ts';
import type { Person } from '../../identity/person.ts';
import type { Snapshot } from '../database/reader.ts';
import { outletsOf } from '../http/scope.ts';
import type { Condition } from '../lists/list.ts';

/** The account that the one row of both is named after, and that its ledger is asked by. */
export const INTER_OUTLET = accountNumber({ key: 'inter-outlet' });
const BETWEEN = [INTER_OUTLET, accountNumber({ key: 'sale-transfers' })];

interface Asked {
  readonly outlet_fk?: string | undefined;
  readonly by?: string | undefined;
}

/** How they are shown: not at all, as one row, or as the accounts that they are. */
export type ShownBetween = 'none' | 'one_row' | 'accounts';

/** True of what is asked of some outlets, or of each, and not of the company. */
export const isOfOutlets = (person: Person, requested: Asked): boolean =>
  requested.outlet_fk !== undefined || requested.by === 'outlet' || outletsOf(person) !== undefined;

export async function betweenOutlets(snapshot: Snapshot, person: Person, requested: Asked): Promise<ShownBetween> {
  if (!isOfOutlets(person, requested)) return 'none';
  return (await isSeparated(snapshot)) ? 'accounts' : 'one_row';
}

export const isBetweenOutlets = (account: number): boolean => BETWEEN.includes(account);

/** A condition on `account` that leaves them out. */
export const withoutBetweenOutlets = (): Condition => sql`account <> all(${BETWEEN}::int[])`;

/** The row that a journal line `j` is in where what is between outlets is one. */
export const balanceRow = (): RawBuilder<unknown> =>
  sql`case when j.account = any(${BETWEEN}::int[]) then 0 else j.account end`;

/** The same where they are not accounts like others. */
export async function betweenOutletsShown(snapshot: Snapshot, person: Person, requested: Asked): Promise<Condition[]> {
  return (await betweenOutlets(snapshot, person, requested)) === 'accounts' ? [] : [withoutBetweenOutlets()];
}

/** The accounts that a row of the trial balance is the sum of: those below its account, or both of the row between outlets. */
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
