/** PostgreSQL's default just-in-time compilation of long plans is off, because it would slow every command. */

import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCommands } from '../../command-api/commands/open-commands.ts';
import { jobConnection } from '../../command-api/jobs/queue.ts';
import { CuttableClient } from '../../event-store/claims/connection.ts';
import { LogTables } from '../../event-store/claims/tables.ts';
import { openIdentity } from '../../identity/identity.ts';
import { ModelConnection } from '../../projector/run/model-connection.ts';
import { connectReader } from '../../read-api/database/reader.ts';
import { onDatabase } from '../store-contract/postgres-server.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await onDatabase(database.url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    await client.query(`alter database ${rows[0]?.name} set jit = on`);
  });
});
afterAll(() => database.drop());

const SHOW = 'show jit';
interface Shown {
  readonly jit: string;
}

it('is on for connections without the option', async () => {
  expect((await onDatabase(database.url, (client) => client.query<Shown>(SHOW))).rows).toEqual([{ jit: 'on' }]);
});

it('is off on the connections of the log and of the claims', async () => {
  const options = { url: database.url, timeoutMs: 5_000 };
  const tables = new LogTables({ ...options, poolSize: 1 });
  expect(await tables.query('show', SHOW, [])).toEqual([['off']]);
  await tables.close();
  const appending = new CuttableClient(options);
  await appending.client.connect();
  expect((await appending.client.query<Shown>(SHOW)).rows).toEqual([{ jit: 'off' }]);
  await appending.client.end();
});

it('is off on those of commands, of jobs, of sign-in and of reports', async () => {
  const commands = await openCommands({ databaseUrl: rolesAt(database.url).command });
  const identity = await openIdentity({ databaseUrl: rolesAt(database.url).read });
  const reader = connectReader(rolesAt(database.url).read);
  const { connectionString, options } = jobConnection(rolesAt(database.url).command);
  const jobs = new pg.Pool({ connectionString, options });
  for (const pool of [commands.pool, identity.pool, jobs]) {
    expect((await pool.query<Shown>(SHOW)).rows).toEqual([{ jit: 'off' }]);
  }
  expect((await sql<Shown>`show jit`.execute(reader)).rows).toEqual([{ jit: 'off' }]);
  await Promise.all([commands.close(), identity.close(), reader.destroy(), jobs.end()]);
});

it('ends statements of commands and of the projector that never answer, and probes idle connections', async () => {
  const commands = await openCommands({ databaseUrl: rolesAt(database.url).command });
  const connection = new ModelConnection(database.url, new AbortController().signal, () => undefined);
  await connection.client.connect();
  const limit = 'show statement_timeout';
  expect((await commands.pool.query(limit)).rows).toEqual([{ statement_timeout: '108s' }]);
  expect((await connection.client.query(limit)).rows).toEqual([{ statement_timeout: '9min' }]);
  expect(commands.pool.options).toMatchObject({ connectionTimeoutMillis: 10_000, keepAlive: true });
  await connection.client.end();
  await commands.close();
});

it('ends statements of sign-in that never answer', async () => {
  const identity = await openIdentity({ databaseUrl: rolesAt(database.url).read });
  const limits = { connectionTimeoutMillis: 10_000, query_timeout: 30_000, keepAlive: true };
  expect(identity.pool.options).toMatchObject(limits);
  await identity.close();
});

it('is off on those of the projector', async () => {
  const connection = new ModelConnection(database.url, new AbortController().signal, () => undefined);
  await connection.client.connect();
  expect((await connection.client.query<Shown>(SHOW)).rows).toEqual([{ jit: 'off' }]);
  await connection.client.end();
});
