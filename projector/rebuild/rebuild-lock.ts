/** The lock of a rebuild, and its reaction to a stop signal. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/**
 * Closes the connection on abort, so that a long statement does not delay the stop; the next replay drops what is left.
 * Must not be used for switching the views, because the outcome would be unknown.
 */
export async function cutOnAbort<Result>(
  client: pg.Client,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  // A broken connection is already closed.
  const cut = () => void client.end().catch(() => undefined);
  signal.addEventListener('abort', cut);
  try {
    return await work();
  } finally {
    signal.removeEventListener('abort', cut);
  }
}

const LOCK_POLL_MS = 500;

/** Waits while another rebuild or replay runs. Throws AbortError when the signal is aborted meanwhile. */
export async function takeRebuildLock(client: pg.Client, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock(21, 1) as mine');
    if (rows[0]?.mine) return;
    await sleep(LOCK_POLL_MS, undefined, { signal });
  }
}
