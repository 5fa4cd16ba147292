/**
 * What an outlet has in foreign money, is owed and owes in it, at the end of a day: one moment of the read models,
 * with the position that they were known at.
 */

import type { Pool } from 'pg';
import { SYSTEM_ACCOUNTS } from '../../domain/ledger/chart.ts';
import type { ForeignBalances } from '../../domain/ledger/revaluation-rules.ts';
import { type EventStore, StoreUnavailable } from '../../event-store/port.ts';
import { ARE_BOOKS_BUILT, BOOKS_POSITION, FOREIGN_BALANCES } from '../read-models/foreign-balances.ts';
import { askCurrent, ModelsAt, READ_WAIT_MS } from '../read-models/models-at.ts';
import { ask } from '../read-models/named-query.ts';
import type { DecisionReads } from './decision-reads.ts';

/** Undefined before the first build. Throws StoreUnavailable while the read models are behind. */
export async function foreignBalances(
  pool: Pool,
  store: Pick<EventStore, 'head'>,
  { outlet, to }: { readonly outlet: number; readonly to: string },
  reads: Pick<DecisionReads, 'books'>,
): Promise<ForeignBalances | undefined> {
  const at = await ModelsAt.reached(pool, await store.head(), READ_WAIT_MS);
  if (!at) {
    if (!(await ask(pool, ARE_BOOKS_BUILT))[0]?.built) return undefined;
    // An event would store for ever what a model that is behind, or stopped, has left out.
    throw new StoreUnavailable('the read models are behind');
  }
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const position = (await askCurrent(client, BOOKS_POSITION, at))[0]?.position ?? '0';
    const accounts = [SYSTEM_ACCOUNTS.receivable.code, SYSTEM_ACCOUNTS.payable.code];
    const balances = await askCurrent(client, FOREIGN_BALANCES, at, outlet, to, accounts);
    reads.books(position, to);
    return { position, balances };
  } finally {
    // The client may be broken: then there is nothing to roll back.
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}
