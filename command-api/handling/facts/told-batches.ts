/**
 * The batches of an item that documents ever moved, including all events stored so far. What is told after the query are
 * batches on hand, which a decision reads from their levels.
 */
import type { Pool } from 'pg';
import type { Batch } from '../../../domain/values/batch.ts';
import type { EventStore } from '../../../event-store/port.ts';
import { askCurrent, modelsAt, READ_WAIT_MS } from '../../read-models/models-at.ts';
import { TOLD_BATCHES } from '../../read-models/told-batches.ts';

/** Empty when there are no read models yet. Throws StoreUnavailable while they are behind. */
export async function toldBatches(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  item: number,
): Promise<readonly Batch[]> {
  const at = await modelsAt(pool, await store.head(), READ_WAIT_MS);
  return at ? askCurrent(pool, TOLD_BATCHES, at, item) : [];
}
