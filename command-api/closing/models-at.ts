/** How far the read models are, for work that asks them and must not ask them too early. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';

const POLL_MS = 50;

/** True when every model has reached the position in time. */
export async function modelsReach(
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
