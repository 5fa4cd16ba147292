/**
 * A broken connection must not end the process. The pool handles errors of idle connections only; while a connection
 * is checked out, between statements or while a password is hashed, the driver's error event would be uncaught. The
 * holder receives the error from the next statement.
 */
import type pg from 'pg';

export function surviveBrokenConnections(pool: pg.Pool): void {
  const heard = new WeakSet<pg.PoolClient>();
  const hear = (client: pg.PoolClient): void => {
    if (heard.has(client)) return;
    heard.add(client);
    client.on('error', () => undefined);
  };
  pool.on('error', () => undefined);
  pool.on('connect', hear);
  pool.on('acquire', hear);
}
