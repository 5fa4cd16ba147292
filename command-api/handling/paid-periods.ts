/** Persons with pay for some days of a period, including all events stored so far. */
import type { Pool } from 'pg';
import type { PaidPeriod } from '../../domain/people/paid-periods.ts';
import type { EventStore } from '../../event-store/port.ts';
import { askCurrent, modelsAt, READ_WAIT_MS } from '../read-models/models-at.ts';
import { PAID_PERIODS } from '../read-models/paid-periods.ts';
import type { DecisionReads } from './decision-reads.ts';

/** Empty when there are no read models yet. Throws StoreUnavailable while they are behind. */
export async function paidPeriods(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  { from, until }: { readonly from: string; readonly until: string },
  reads: Pick<DecisionReads, 'kind'>,
): Promise<readonly PaidPeriod[]> {
  const head = await store.head();
  reads.kind('payroll', String(head));
  const at = await modelsAt(pool, head, READ_WAIT_MS);
  return at ? askCurrent(pool, PAID_PERIODS, at, from, until) : [];
}
