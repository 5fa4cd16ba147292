/**
 * A connection that breaks must not end the process. The pool listens while a connection is idle; while somebody holds
 * it, between two statements or while a password is hashed, nobody does, and the driver's event would be an uncaught
 * error. Whoever holds it is told by their next statement.
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
