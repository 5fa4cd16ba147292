/**
 * Settings of connections to PostgreSQL that a service keeps for its whole life, beside those of the log
 * (`claims/connection.ts`). A host that vanishes without a word closes no connection: only limits end the wait for it.
 */

/** A connection that is not established within this time counts as an outage. */
const CONNECTION_MS_MAX = 10_000;
/** Unused for this time, a connection is probed by the operating system. */
const PROBED_AFTER_MS = 10_000;

/** For a connection whose statements may take any time: the end of its host is noticed. */
export const PROBED = { keepAlive: true, keepAliveInitialDelayMillis: PROBED_AFTER_MS } as const;

export interface LastingConnection {
  readonly connectionString: string;
  readonly options: string;
  readonly connectionTimeoutMillis: number;
  readonly keepAlive: true;
  readonly keepAliveInitialDelayMillis: number;
  /** The client gives up a statement after this time; the server a little earlier, so that none runs on unobserved. */
  readonly query_timeout: number;
  readonly statement_timeout: number;
}

/** `queryMsMax`: the longest statement that is not a fault. */
export function lastingConnection(connectionString: string, queryMsMax: number): LastingConnection {
  return {
    connectionString,
    options: '-c jit=off',
    connectionTimeoutMillis: CONNECTION_MS_MAX,
    ...PROBED,
    query_timeout: queryMsMax,
    statement_timeout: Math.ceil(queryMsMax * 0.9),
  };
}
