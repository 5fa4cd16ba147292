/** Persons with pay for some days of a period, and what persons owe in each outlet, including all events stored so far. */
import type { Pool } from 'pg';
import type { ReadModelQuery } from '../../../domain/deciding/read-model-query.ts';
import type { PaidPeriod } from '../../../domain/people/paid-periods.ts';
import type { OwedInOutlet } from '../../../domain/people/repaid-debts.ts';
import type { EventStore } from '../../../event-store/port.ts';
import { askCurrent, modelsAt, READ_WAIT_MS } from '../../read-models/models-at.ts';
import { OWED_IN_OUTLETS, PAID_PERIODS } from '../../read-models/paid-periods.ts';
import type { DecisionReads } from '../decision-reads.ts';

/** Empty when there are no read models yet. Throws StoreUnavailable while they are behind. */
export async function paidPeriods(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  { from, until, owing, on }: Extract<ReadModelQuery, { of: 'paid_periods' }>,
  reads: Pick<DecisionReads, 'kind'>,
): Promise<{ readonly periods: readonly PaidPeriod[]; readonly owed: readonly OwedInOutlet[] }> {
  const head = await store.head();
  reads.kind('payroll', String(head));
  const at = await modelsAt(pool, head, READ_WAIT_MS);
  if (!at) return { periods: [], owed: [] };
  const periods = await askCurrent(pool, PAID_PERIODS, at, from, until);
  const parties = owing.map((user) => `user-${user}`);
  return { periods, owed: parties.length === 0 ? [] : await askCurrent(pool, OWED_IN_OUTLETS, at, parties, on) };
}
