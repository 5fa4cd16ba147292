/** How many levels of categories there are below one, with everything that was stored before. */
import type { Pool } from 'pg';
import { type EventStore, type Position, StoreUnavailable } from '../../event-store/port.ts';
import { readModelsReach } from '../closing/models-at.ts';
import type { DecisionReads } from './decision-reads.ts';

/** As long as a read waits for what its reader has just written. */
const WAIT_MS = 2000;
/** PostgreSQL's code of a relation that is not there: the read models were never built. */
const UNDEFINED_TABLE = '42P01';
/** What a cycle that was stored by mistake would be followed for. */
const LEVELS_MAX = 16;

export async function levelsBelow(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  category: number,
  reads: Pick<DecisionReads, 'kind'>,
): Promise<number> {
  const head = await store.head();
  reads.kind('category', String(head));
  if (!(await isCurrent(pool, head))) return 0;
  const { rows } = await pool.query<{ levels: number }>(
    `with recursive below (id, level) as (
       select $1::int, 0
       union all
       select r.id, b.level + 1 from read.record r join below b on (r.data ->> 'parent_fk')::int = b.id
       where r.kind = 'category' and r.active and b.level < $2
     ) select max(level) as levels from below`,
    [category, LEVELS_MAX],
  );
  return rows[0]?.levels ?? 0;
}

/** False where there are no models yet, and so nothing below; what is behind for long is not asked. */
async function isCurrent(pool: Pool, head: Position): Promise<boolean> {
  try {
    if (await readModelsReach(pool, head, WAIT_MS)) return true;
  } catch (error) {
    if ((error as { readonly code?: string }).code === UNDEFINED_TABLE) return false;
    throw error;
  }
  throw new StoreUnavailable('the read models are behind');
}
