/** A second server on the database of an office, and commands of both that have decided before either stores. */
import Fastify from 'fastify';
import pg from 'pg';
import { commandApi } from '../../command-api/server.ts';
import { readRoutes } from '../../read-api/read-routes.ts';
import type { Office } from '../read-api/office.ts';
import { rolesAt } from '../support/database.ts';
import { until } from '../support/waiting.ts';
import { Api, SECRET, type Sent, TODAY } from './api.ts';

/** The person of the office is signed in at it too. */
export async function secondServer(office: Office): Promise<Api> {
  const { command, projector: projectorDatabaseUrl } = rolesAt(office.database.url);
  const app = Fastify();
  const options = { databaseUrl: command, projectorDatabaseUrl, clock: () => TODAY, dataDir: '', readRoutes };
  await app.register(commandApi({ ...options, secrets: { jwtSecret: SECRET } }), { prefix: '/api' });
  await app.ready();
  const second = new Api(app, office.database);
  second.token = office.token;
  return second;
}

/** The lock that every append takes first (migrations/functions/log.append.sql). */
const LOCK = { classid: 20, objid: 1 };

/**
 * Sends each command from a server of its own. All have loaded and decided when the first one stores, and they store in the
 * order of the list. Throws for one that was refused before it would have stored: it met nothing.
 */
export async function decidedAtOnce(office: Office, sends: readonly (() => Promise<Sent>)[]): Promise<readonly Sent[]> {
  const client = new pg.Client({ connectionString: office.database.url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1, $2)', [LOCK.classid, LOCK.objid]);
    const sent: Promise<Sent>[] = [];
    for (const send of sends) {
      const answer = send();
      sent.push(answer);
      const early = await Promise.race([answer, waiting(client, sent.length)]);
      if (early !== true) throw new Error(`not stored: ${JSON.stringify(early.body)}`);
    }
    await client.query('select pg_advisory_unlock($1, $2)', [LOCK.classid, LOCK.objid]);
    const answers = await Promise.all(sent);
    // What the second server stored is read through the first one.
    await office.jobIsDone();
    return answers;
  } finally {
    await client.end();
  }
}

/** Resolves when as many appends wait for the lock. */
const waiting = (client: pg.Client, count: number): Promise<true> =>
  until(
    async () => {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2
           and not granted and database = (select oid from pg_database where datname = current_database())`,
        [LOCK.classid, LOCK.objid],
      );
      return rows[0]?.count === count ? (true as const) : undefined;
    },
    { everyMs: 5, what: `${count} appends at once` },
  );

export const isDone = ({ status }: Sent): boolean => status < 300;
/** A rule that says no, or the word that somebody was faster. */
export const isRefused = ({ status, body }: Sent): boolean => [409, 422].includes(status) && body.code !== undefined;
