/** Barcodes of active items that could be labels of scales, including all events stored so far. */

import type { Pool } from 'pg';
import type { EventStore } from '../../../event-store/port.ts';
import { CODES_LIKE_LABELS, type CodeOfItem } from '../../read-models/codes-of-items.ts';
import { askCurrent, modelsAt, READ_WAIT_MS } from '../../read-models/models-at.ts';
import type { DecisionReads } from '../decision-reads.ts';

/** Empty when there are no read models yet. Throws StoreUnavailable while they are behind. */
export async function codesLikeLabels(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  prefixes: readonly string[],
  reads: Pick<DecisionReads, 'kind'>,
): Promise<readonly CodeOfItem[]> {
  const head = await store.head();
  reads.kind('item', String(head));
  const at = await modelsAt(pool, head, READ_WAIT_MS);
  return at ? askCurrent(pool, CODES_LIKE_LABELS, at, prefixes) : [];
}
