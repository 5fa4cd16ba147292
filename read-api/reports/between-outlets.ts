/**
 * The accounts that exist only between outlets: what one owes the other, and the price of goods that one sold to
 * the other. In the company they come to nothing. With *Accounting: Separated* they are shown in the books of an
 * outlet, which balance with them; with *Together* outlets share one set of books, and they are not shown.
 */
import { sql } from 'kysely';
import { accountNumber } from '../../domain/ledger/chart.ts';
import type { Person } from '../../identity/person.ts';
import type { Snapshot } from '../database/reader.ts';
import { outletsOf } from '../http/scope.ts';
import type { Condition } from '../lists/list.ts';

const BETWEEN = [accountNumber({ key: 'inter-outlet' }), accountNumber({ key: 'sale-transfers' })];

interface Asked {
  readonly outlet_fk?: string | undefined;
  readonly by?: string | undefined;
}

/** True of what is asked of some outlets, or of each, and not of the company. */
export const isOfOutlets = (person: Person, requested: Asked): boolean =>
  requested.outlet_fk !== undefined || requested.by === 'outlet' || outletsOf(person) !== undefined;

/** A condition on `account` that leaves them out where they are not shown. */
export async function betweenOutletsShown(snapshot: Snapshot, person: Person, requested: Asked): Promise<Condition[]> {
  if (isOfOutlets(person, requested) && (await isSeparated(snapshot))) return [];
  return [sql`account <> all(${BETWEEN}::int[])`];
}

async function isSeparated(snapshot: Snapshot): Promise<boolean> {
  const { rows } = await sql<{ accounting: string | null }>`
    select data ->> 'accounting' as accounting from read.record where kind = 'system_setting' and id = 1`.execute(
    snapshot,
  );
  return rows[0]?.accounting === 'separated';
}
