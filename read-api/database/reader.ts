/**
 * The read side's connections. Everything exact stays a string until somebody needs to add it up: `int8` as
 * PostgreSQL prints it, `numeric` in its shortest form, dates as `YYYY-MM-DD`, moments as ISO 8601 in UTC.
 */
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { surviveBrokenConnections } from '../../identity/broken-connections.ts';
import { inLanguage } from './names-by-language.ts';
import type { Reader } from './reader-type.ts';
import type { ReadTables } from './tables.ts';

export type { Reader } from './reader-type.ts';

export type Snapshot = Transaction<ReadTables>;

const { DATE, NUMERIC, TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins;

/** "12.5000" is printed "12.5", as the kernel prints it. */
const shortest = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

const isoMoment = (text: string): string =>
  new Date(text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')).toISOString();

function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === DATE || oid === TIMESTAMP) return (text: string) => text.replace(' ', 'T');
  if (oid === TIMESTAMPTZ) return isoMoment;
  if (oid === NUMERIC) return shortest;
  return pg.types.getTypeParser(oid, format as 'text');
}

/** Longer than an answer that nobody reads is kept (http/stream.ts): the last resort against a snapshot that holds back vacuum. */
const IDLE_IN_TRANSACTION_MS = 120_000;

/** Statements of more than half a minute are given up: a report that slow is a fault, and would starve the others. In English: routes have theirs. */
export function connectReader(databaseUrl: string): Reader {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 16,
    // As long as the longest statement: whoever waits longer for a connection is told to come again.
    connectionTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    options: '-c timezone=UTC -c jit=off',
    application_name: 'daftar read-api',
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  });
  surviveBrokenConnections(pool);
  return inLanguage(new Kysely<ReadTables>({ dialect: new PostgresDialect({ pool }) }), 'en');
}

/** All of `work` sees the same moment of the models, so that figures of one answer agree with each other. */
export function inSnapshot<Result>(reader: Reader, work: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
  return reader.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}
