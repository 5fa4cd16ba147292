/** Keeps the file of what is beside the log while Daftar runs. */
import pg from 'pg';
import type { BaseLogger } from 'pino';
import { type BesideLog, saveBesideLog } from './beside-log.ts';

const LOOK_EVERY_MS = 60_000;

/** Rows that were changed since the statistics began; another number means that something changed. */
const CHANGES = `
  select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::text as changes from pg_stat_all_tables
  where schemaname in ('identity', 'preference', 'attachment')
    and relname not in ('session', 'refresh_token', 'sign_in_ticket', 'shop_session', 'request_count')`;

/**
 * Writes the file now and, when something has changed, each minute. Returns a function that writes it a last time and ends.
 */
export function keepBesideLog(
  place: BesideLog,
  logger: Pick<BaseLogger, 'warn'>,
  everyMs = LOOK_EVERY_MS,
): () => Promise<void> {
  let written: string | undefined;
  const keep = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: place.databaseUrl,
      options: '-c jit=off',
      application_name: 'daftar beside',
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const changes = (await client.query<{ changes: string }>(CHANGES)).rows[0]?.changes;
      if (changes === written) return;
      await saveBesideLog(client, place);
      written = changes;
    } catch (error) {
      // A folder that cannot be written is told by other checks too; the next round tries again.
      logger.warn({ err: error }, 'what is beside the log could not be kept');
    } finally {
      // A broken connection is already closed.
      await client.end().catch(() => undefined);
    }
  };
  let running = keep();
  const timer = setInterval(() => {
    running = running.then(keep);
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
    await keep();
  };
}
