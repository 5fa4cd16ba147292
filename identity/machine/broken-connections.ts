/**
 * A broken connection must not end the process. The pool handles errors of idle connections only; while a connection
 * is checked out, between statements or while a password is hashed, the driver's error event would be uncaught. The
 * holder receives the error from the next statement.
 *
 * A connection whose statement was given up without an answer is not used again: the next statement would wait behind it.
 */
import type pg from 'pg';
import { watchPool } from './measured.ts';

/** `name` is that of the pool in the metrics. */
export function surviveBrokenConnections(pool: pg.Pool, name: string): void {
  watchPool(name, pool);
  const heard = new WeakSet<pg.PoolClient>();
  const hear = (client: pg.PoolClient): void => {
    if (heard.has(client)) return;
    heard.add(client);
    client.on('error', () => undefined);
  };
  pool.on('error', () => undefined);
  pool.on('connect', hear);
  pool.on('acquire', hear);
  pool.on('release', (_error, client) => {
    // The driver does not tell otherwise that a statement is under way. An ended client leaves the pool.
    if (Reflect.get(client, '_activeQuery')) void client.end();
  });
}
