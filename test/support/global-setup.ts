/** Once per run: a server, a migrated template that every test's database is cloned from, and a folder for files. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../../launcher/database/prepare-database.ts';
import { RUNTIME_ROLES } from '../../launcher/machine/role-names.ts';
import { databaseUrl, ROLE_PASSWORD, ROLES, urlsOf } from './database-url.ts';
import { startTestServer } from './server.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer();
  // The run's own prefix: several runs may share a server, and each drops only its own databases.
  const prefix = `daftar_test_${randomBytes(4).toString('hex')}_`;
  const template = `${prefix}template`;
  await onServer(server.adminUrl, async (client) => {
    await makeRoles(client, prefix);
    await createTemplate(client, template, `${prefix}owner`);
  });
  const urls = urlsOf(databaseUrl(server.adminUrl, template), prefix);
  await prepareDatabase({ url: urls.owner, urls, areSeparate: true });
  project.provide('databaseServer', { adminUrl: server.adminUrl, prefix, template });
  const folder = mkdtempSync(join(tmpdir(), 'daftar-run-'));
  project.provide('temporaryFolder', folder);

  return async () => {
    rmSync(folder, { recursive: true, force: true });
    await onServer(server.adminUrl, async (client) => {
      await dropAll(client, prefix);
      for (const role of ROLES) await client.query(`drop role if exists ${prefix}${role}`);
    });
    await server.stop();
  };
}

/** The roles of production, with the same rights: no test runs as a superuser. The owner is a member of the others. */
async function makeRoles(client: pg.Client, prefix: string): Promise<void> {
  for (const role of ROLES) await client.query(`create role ${prefix}${role} login password '${ROLE_PASSWORD}'`);
  await client.query(`grant ${RUNTIME_ROLES.map((role) => prefix + role).join(', ')} to ${prefix}owner`);
}

async function createTemplate(client: pg.Client, name: string, owner: string): Promise<void> {
  const version = await client.query<{ server_version_num: string }>('show server_version_num');
  const builtin = Number(version.rows[0]?.server_version_num) >= 170000;
  const locale = builtin ? `locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'` : `locale 'C.UTF-8'`;
  await client.query(`create database ${name} owner ${owner} template template0 encoding 'UTF8' ${locale}`);
}

async function dropAll(client: pg.Client, prefix: string): Promise<void> {
  const left = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  for (const { datname } of left.rows) await client.query(`drop database if exists ${datname} with (force)`);
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
