/** Queries the read models for a decision, at one position that includes every event stored before the query. */
import type { Pool, PoolClient } from 'pg';
import { type EventStore, StoreUnavailable } from '../../../event-store/port.ts';
import { ARE_BOOKS_BUILT, BOOKS_POSITION } from '../../read-models/foreign-balances.ts';
import { askCurrent, ModelsAt, READ_WAIT_MS } from '../../read-models/models-at.ts';
import { ask } from '../../read-models/named-query.ts';
import type { DecisionReads } from '../decision-reads.ts';

export interface BooksOf {
  readonly pool: Pool;
  readonly store: Pick<EventStore, 'head'>;
  readonly reads: Pick<DecisionReads, 'books'>;
  /**
   * Last day that the result depends on. The decision is repeated when a document dated up to it is posted before the
   * append.
   */
  readonly to: string;
}

/** Undefined before the first build. Throws StoreUnavailable while the read models are behind. */
export async function inCurrentBooks<Answer>(
  { pool, store, reads, to }: BooksOf,
  answer: (client: PoolClient, at: ModelsAt, position: string) => Promise<Answer>,
): Promise<Answer | undefined> {
  const at = await ModelsAt.reached(pool, await store.head(), READ_WAIT_MS);
  if (!at) {
    if (!(await ask(pool, ARE_BOOKS_BUILT))[0]?.built) return undefined;
    // The result is stored in an event, so read models that are behind or stopped are not used.
    throw new StoreUnavailable('the read models are behind');
  }
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const position = (await askCurrent(client, BOOKS_POSITION, at))[0]?.position ?? '0';
    const found = await answer(client, at, position);
    reads.books(position, to);
    return found;
  } finally {
    // A broken client has nothing to roll back.
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}
