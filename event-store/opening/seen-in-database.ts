/** What the claims and the build of the readers have seen of the log, for programs that have a connection of their own. */
import type pg from 'pg';
import { readSeen } from '../claims/log-guard.ts';
import type { LogMark, LogSeen } from '../log-identity.ts';

const SEEN = 'select holder, identity, position::text, digest, last::text from log.seen()';

/** Empty for a database from before migration 0059. */
export async function seenIn(client: pg.ClientBase): Promise<readonly LogSeen[]> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regprocedure('log.seen()') is not null as there`);
  if (!rows[0]?.there) return [];
  const seen = await client.query<Parameters<typeof readSeen>[0]>({ text: SEEN, rowMode: 'array' });
  return seen.rows.map(readSeen);
}

/** The claims take the log as it is: a person accepted it, or they were made again from it. */
export async function writeSeenOfClaims(client: pg.ClientBase, mark: LogMark | undefined): Promise<void> {
  await client.query('delete from claim.log_seen');
  if (!mark) return;
  const { identity, position, digest } = mark;
  await client.query('insert into claim.log_seen (identity, position, digest) values ($1, $2, $3)', [
    identity,
    String(position),
    digest,
  ]);
}
