/**
 * Rebuilds claims, counters and answers from the log, when PostgreSQL was lost or is older than the log
 * (docs/decisions/0049).
 */
import pg from 'pg';
import { type Replayed, type ReplaySource, replayLog } from './replay-log.ts';

export interface ClaimsRebuild extends Omit<ReplaySource, 'until'> {
  /** URL of a migrated database. */
  readonly databaseUrl: string;
  /** True when the log is in KurrentDB: the claims then store the end of each stream and of the log. */
  readonly inKurrentDb: boolean;
}

/** Thrown when nothing was changed; the message is the reason. */
export class ClaimsNotRebuilt extends Error {
  override readonly name = 'ClaimsNotRebuilt';
}

/** Empties levels, names, records, periods and numbers; answers to commands and counters are only added to. */
const EMPTY = `truncate claim.taken, claim.taken_beside, claim.series, claim.freed, claim.level, claim.level_day, claim.level_moment,
  claim.count, claim.period, claim.record, claim.stream, claim.pending_level, claim.pending_day`;

/** Runs in one transaction while no command is stored. Throws ClaimsNotRebuilt. */
export async function rebuildClaims(options: ClaimsRebuild): Promise<Replayed> {
  const { databaseUrl, inKurrentDb } = options;
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: '-c jit=off',
    application_name: 'daftar claims',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(20, 1), pg_advisory_xact_lock(20, 2)');
    const { rows } = await client.query('select from claim.intent limit 1');
    if (rows.length > 0) {
      throw new ClaimsNotRebuilt(
        'A command is between its claims and its events. Start Daftar, which completes it, or see "npm run doctor"; then try again.',
      );
    }
    await client.query(EMPTY);
    const done = await replayLog({ client, claims: 'claim', answers: 'log.command', inKurrentDb }, options);
    const [unread] = done.unread;
    if (unread) {
      throw new ClaimsNotRebuilt(
        `What was claimed cannot be read from ${unread.sentence}. Set the event aside ("npm run doctor" says how), and try again.`,
      );
    }
    if (inKurrentDb) await writeEnd(client, done);
    await client.query('commit');
    return done;
  } catch (error) {
    // The first error is reported; a broken connection has rolled back already.
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
}

/** A log restored from a backup may end before commands that were answered: these commands are lost. */
async function writeEnd(client: pg.Client, { last, lastTime }: Replayed): Promise<void> {
  await client.query('delete from log.command where position > $1', [last]);
  await client.query('update claim.clock set position = $1, recorded_at = greatest(recorded_at, $2::timestamptz)', [
    last,
    lastTime || '-infinity',
  ]);
}
