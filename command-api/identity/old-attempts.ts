/** Removes sign-in attempts and sessions after 180 days, and browsers that are no longer used. */
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { DEVICE_DAYS } from './known-devices.ts';

/** The database refuses to remove younger attempts (migration 0020). */
export const ATTEMPTS_KEPT_DAYS = 180;
const DAY_MS = 86_400_000;

/** Runs at the start and every day. */
export function removeOldDaily(app: FastifyInstance, pool: pg.Pool): void {
  const remove = () => {
    removeOld(pool).catch((error: unknown) => app.log.error({ err: error }, 'the removal of old attempts'));
  };
  const timer = setInterval(remove, DAY_MS);
  timer.unref();
  app.addHook('onReady', async () => remove());
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Returns the number of removed attempts. */
export async function removeOld(pool: pg.Pool): Promise<number> {
  const old = 'now() - make_interval(days => $1)';
  await pool.query(`delete from identity.known_device where seen_at < ${old}`, [DEVICE_DAYS]);
  await pool.query(`delete from identity.session where started_at < ${old}`, [ATTEMPTS_KEPT_DAYS]);
  const { rowCount } = await pool.query(`delete from identity.login_attempt where at < ${old}`, [ATTEMPTS_KEPT_DAYS]);
  return rowCount ?? 0;
}
