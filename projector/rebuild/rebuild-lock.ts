/** What a rebuild waits for, and how it ends when it is told to stop meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/**
 * A long statement does not delay a stop: its connection is cut, and what it leaves is dropped by the next replay. Not for
 * taking a build into use, whose outcome would not be known.
 */
export async function cutOnAbort<Result>(
  client: pg.Client,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  // A connection that is broken is closed already.
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
