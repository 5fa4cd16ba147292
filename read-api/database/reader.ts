/**
 * The read side's connections. Exact values remain strings: `int8` as PostgreSQL prints it, `numeric` in its shortest
 * form, dates as `YYYY-MM-DD`, moments as ISO 8601 in UTC.
 */
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { surviveBrokenConnections } from '../../identity/machine/broken-connections.ts';
import { measure } from '../../identity/machine/measured.ts';
import { inLanguage } from './names-by-language.ts';
import type { Reader } from './reader-type.ts';
import type { ReadTables } from './tables.ts';

export type Snapshot = Transaction<ReadTables>;

const { DATE, NUMERIC, TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins;

/** "12.5000" becomes "12.5", as the kernel prints it. */
const shortest = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

const isoMoment = (text: string): string =>
  new Date(text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')).toISOString();

function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === DATE || oid === TIMESTAMP) return (text: string) => text.replace(' ', 'T');
  if (oid === TIMESTAMPTZ) return isoMoment;
  if (oid === NUMERIC) return shortest;
  return pg.types.getTypeParser(oid, format as 'text');
}

/**
 * Longer than a stream waits for its reader (http/stream.ts): the last resort against a snapshot that holds back
 * vacuum.
 */
const IDLE_IN_TRANSACTION_MS = 120_000;
const STATEMENT_MS_MAX = 30_000;
/** For a server that vanished without a word; one that is there has given up before. */
const ANSWER_MS_MAX = 35_000;

/**
 * Statements are cancelled after half a minute: a slower report is a fault and would block others. The reader's
 * language is English; routes use `inLanguage`.
 */
export function connectReader(databaseUrl: string): Reader {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 16,
    // As long as the longest statement: after it the request is answered with "try again later".
    connectionTimeoutMillis: STATEMENT_MS_MAX,
    statement_timeout: STATEMENT_MS_MAX,
    query_timeout: ANSWER_MS_MAX,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    options: '-c timezone=UTC -c jit=off',
    application_name: 'daftar read-api',
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  });
  surviveBrokenConnections(pool, 'reads');
  return inLanguage(new Kysely<ReadTables>({ dialect: new PostgresDialect({ pool }) }), 'en');
}

/** Runs `work` in one snapshot of the models, so that the figures of one answer agree. */
export function inSnapshot<Result>(reader: Reader, work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
  const transaction = reader.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return measure('snapshot', () => transaction.execute(work));
}
