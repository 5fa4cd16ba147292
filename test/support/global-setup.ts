/** Once per run: a server, and a migrated template that every test's database is cloned from. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../migrations/migrate.ts';
import { databaseUrl } from './database-url.ts';
import { startTestServer } from './server.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer();
  // The run's own prefix: several runs may share one server, and each drops only its own databases.
  const prefix = `daftar_test_${randomBytes(4).toString('hex')}_`;
  const template = `${prefix}template`;
  await onServer(server.adminUrl, (client) => createTemplate(client, template));
  await migrate(databaseUrl(server.adminUrl, template));
  project.provide('databaseServer', { adminUrl: server.adminUrl, prefix, template });

  return async () => {
    await onServer(server.adminUrl, (client) => dropAll(client, prefix));
    await server.stop();
  };
}

async function createTemplate(client: pg.Client, name: string): Promise<void> {
  const version = await client.query<{ server_version_num: string }>('show server_version_num');
  const builtin = Number(version.rows[0]?.server_version_num) >= 170000;
  const locale = builtin ? `locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'` : `locale 'C.UTF-8'`;
  await client.query(`create database ${name} template template0 encoding 'UTF8' ${locale}`);
}

async function dropAll(client: pg.Client, prefix: string): Promise<void> {
  const left = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  for (const { datname } of left.rows) await client.query(`drop database if exists ${datname} with (force)`);
}

async function onServer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
