/** Depreciation and sale of assets from other documents, including all events stored so far. */
import type { Pool } from 'pg';
import type { AssetLives } from '../../../domain/assets/asset-life.ts';
import type { EventStore } from '../../../event-store/port.ts';
import { DEPRECIATED_MONTHS, GONE_ASSETS } from '../../read-models/asset-lives.ts';
import { askCurrent, modelsAt, READ_WAIT_MS } from '../../read-models/models-at.ts';
import type { DecisionReads } from '../decision-reads.ts';

/** Empty when there are no read models yet. Throws StoreUnavailable while they are behind. */
export async function assetLives(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  purchases: readonly number[],
  reads: Pick<DecisionReads, 'kind'>,
): Promise<AssetLives> {
  const head = await store.head();
  for (const kind of ['depreciation', 'asset_sale']) reads.kind(kind, String(head));
  const at = await modelsAt(pool, head, READ_WAIT_MS);
  if (!at) return { depreciated: [], gone: [] };
  return {
    depreciated: await askCurrent(pool, DEPRECIATED_MONTHS, at, purchases),
    gone: await askCurrent(pool, GONE_ASSETS, at, purchases),
  };
}
