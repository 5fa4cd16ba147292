/** Number of levels of categories below one, including all events stored so far. */

import type { Pool } from 'pg';
import type { EventStore } from '../../../event-store/port.ts';
import { LEVELS_BELOW } from '../../read-models/categories-below.ts';
import { askCurrent, modelsAt, READ_WAIT_MS } from '../../read-models/models-at.ts';
import type { DecisionReads } from '../decision-reads.ts';

/** Bound of the walk in case of a cycle that was stored by mistake. */
const LEVELS_MAX = 16;

/** 0 when there are no read models yet. Throws StoreUnavailable while they are behind. */
export async function levelsBelow(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  category: number,
  reads: Pick<DecisionReads, 'kind'>,
): Promise<number> {
  const head = await store.head();
  reads.kind('category', String(head));
  const at = await modelsAt(pool, head, READ_WAIT_MS);
  if (!at) return 0;
  const [row] = await askCurrent(pool, LEVELS_BELOW, at, category, LEVELS_MAX);
  return row?.levels ?? 0;
}
