/**
 * Rebuilds claims, counters and answers from the log, when PostgreSQL was lost or is older than the log
 * (docs/decisions/0049).
 */
import pg from 'pg';
import { type ComparedLog, identityOf, type LogMark, markAt } from '../../../event-store/log-identity.ts';
import { writeSeenOfClaims } from '../../../event-store/opening/seen-in-database.ts';
import type { Position } from '../../../event-store/port.ts';
import { type Replayed, type ReplaySource, replayLog } from './replay-log.ts';

export interface ClaimsRebuild extends Omit<ReplaySource, 'until'> {
  readonly store: ReplaySource['store'] & ComparedLog;
  /** URL of a migrated database. */
  readonly databaseUrl: string;
  /** True when the log is in KurrentDB: the claims then store the end of each stream and of the log. */
  readonly inKurrentDb: boolean;
  /** True when a person accepted that answers of commands are lost whose events are not in the log. */
  readonly acceptsLoss?: boolean;
  /** What the data folder has seen of another log, in a sentence: a loss too, of which the claims may not know. */
  readonly different?: string | undefined;
}

export interface ClaimsRebuilt extends Replayed {
  /** Answers that were removed, because the log does not hold what the commands stored. */
  readonly lost: Lost;
}

export interface Lost {
  readonly commands: number;
  /** Streams that they wrote, in the order of the commands: all of them, or the first ones. */
  readonly streams: readonly string[];
  /** ISO 8601 UTC; empty when nothing is lost. */
  readonly since: string;
}

/** Thrown when nothing was changed; the message is the reason. */
export class ClaimsNotRebuilt extends Error {
  override readonly name = 'ClaimsNotRebuilt';
}

/** Empties levels, names, records, periods and numbers; answers to commands are compared one by one, and counters only raised. */
const EMPTY = `truncate claim.taken, claim.taken_beside, claim.series, claim.freed, claim.level, claim.level_day, claim.level_moment,
  claim.count, claim.period, claim.record, claim.stream, claim.pending_level, claim.pending_day`;

/** Runs in one transaction while no command is stored. Throws ClaimsNotRebuilt. */
export async function rebuildClaims(options: ClaimsRebuild): Promise<ClaimsRebuilt> {
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
    const lost = await removeLost(client);
    const losses = [options.different ?? '', lost.commands > 0 ? lostSentence(lost) : ''].filter((loss) => loss !== '');
    if (losses.length > 0 && !options.acceptsLoss) {
      throw new ClaimsNotRebuilt(
        `${losses.join(' ')} Set the address of the right log, or restore its newest copy. Only if there is none: npm run rebuild -- claims --accept-loss`,
      );
    }
    if (inKurrentDb) await writeEnd(client, done);
    await writeSeenOfClaims(client, await endOf(options.store, done.last));
    await client.query('commit');
    return { ...done, lost };
  } catch (error) {
    // The first error is reported; a broken connection has rolled back already.
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
}

const SHOWN = 200;

/** The log may be older than the claims, and newer commands may have passed its end: the positions do not tell. */
async function removeLost(client: pg.Client): Promise<Lost> {
  const { rows } = await client.query<{ commands: number; streams: string[]; since: string | null }>(
    `with lost as (
       delete from log.command c where not exists (select from logged_command l where l.command_id = c.command_id)
       returning c.position, c.streams, c.recorded_at)
     select (select count(*)::int from lost) as commands,
       (select to_char(min(recorded_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from lost) as since,
       array(select s.stream from lost cross join lateral json_array_elements_text(lost.streams) with ordinality s (stream, place)
         order by lost.position, s.place limit ${SHOWN}) as streams`,
  );
  const { commands = 0, streams = [], since } = rows[0] ?? {};
  return { commands, streams, since: since ?? '' };
}

/** What is lost, for a person. */
export function lostSentence({ commands, streams, since }: Lost): string {
  const documents = [...new Set(streams)].join(', ');
  return `${commands} commands that were answered since ${since} are not in this log, and what they stored is lost: ${documents}${streams.length === SHOWN ? ' and others' : ''}.`;
}

async function endOf(store: ClaimsRebuild['store'], last: Position): Promise<LogMark | undefined> {
  const identity = await identityOf(store);
  return identity === undefined ? undefined : markAt(store, identity, last);
}

async function writeEnd(client: pg.Client, { last, lastTime }: Replayed): Promise<void> {
  await client.query('update claim.clock set position = $1, recorded_at = greatest(recorded_at, $2::timestamptz)', [
    last,
    lastTime || '-infinity',
  ]);
}
