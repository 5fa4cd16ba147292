/** How far the read models are, for work that asks them and must not ask them too early. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

const POLL_MS = 50;

/** True when every model has reached the position in time. */
export async function readModelsReach(
  pool: Pool,
  position: bigint,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const { rows } = await pool.query<{ reached: boolean | null }>(
      'select bool_and(position >= $1) as reached from read.checkpoint',
      [position],
    );
    if (rows[0]?.reached === true) return true;
    if (performance.now() >= until) return false;
    await sleep(POLL_MS, undefined, { signal });
  }
}

/**
 * For a job, which waits as long as the models go on: true when every model has reached the position, false when the one
 * that is furthest behind has not moved for `idleMs`.
 */
export async function waitForReadModels(
  pool: Pool,
  position: bigint,
  idleMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  for (let before: string | null | undefined; ; ) {
    if (await readModelsReach(pool, position, idleMs, signal)) return true;
    const { rows } = await pool.query<{ furthest_behind: string | null }>(
      'select min(position) as furthest_behind from read.checkpoint',
    );
    const now = rows[0]?.furthest_behind ?? null;
    if (now === before) return false;
    before = now;
  }
}
