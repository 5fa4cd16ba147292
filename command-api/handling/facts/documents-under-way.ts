/** Documents that are still to be carried on, including all events stored so far. */
import type { Pool } from 'pg';
import type { EventStore } from '../../../event-store/port.ts';
import { DOCUMENTS_UNDER_WAY, type DocumentUnderWay } from '../../read-models/documents-under-way.ts';
import { askCurrent, modelsAt, READ_WAIT_MS } from '../../read-models/models-at.ts';
import type { DecisionReads } from '../decision-reads.ts';

/** Empty when there are no read models yet. Throws StoreUnavailable while they are behind. */
export async function documentsUnderWay(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  states: Readonly<Record<string, readonly string[]>>,
  reads: Pick<DecisionReads, 'kind'>,
): Promise<readonly DocumentUnderWay[]> {
  const kinds = Object.keys(states);
  const head = await store.head();
  for (const kind of kinds) reads.kind(kind, String(head));
  const at = await modelsAt(pool, head, READ_WAIT_MS);
  return at ? askCurrent(pool, DOCUMENTS_UNDER_WAY, at, kinds, JSON.stringify(states)) : [];
}
