/** The roles are created where that is permitted, for new databases and older ones; otherwise a message says so. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { openEventStore } from '../../event-store/opening/open.ts';
import { type Database, openDatabase } from '../../launcher/database/open-database.ts';
import { prepareDatabase } from '../../launcher/database/prepare-database.ts';
import { describeRoles } from '../../launcher/database/roles-state.ts';
import { RUNTIME_ROLES, roleName, urlAs, urlsBy, userOf } from '../../launcher/machine/role-names.ts';
import { StartupError } from '../../launcher/machine/startup-error.ts';
import { ensureBuild } from '../../projector/builds/build.ts';
import { models } from '../../projector/models/all.ts';
import { rebuild } from '../../projector/rebuild/rebuild.ts';
import { databaseUrl } from '../support/database-url.ts';

let name: string;
let home: string;
let administrator: pg.Client;

beforeEach(async () => {
  const { adminUrl, prefix } = inject('databaseServer');
  name = `${prefix}${randomBytes(4).toString('hex')}`;
  home = mkdtempSync(join(tmpdir(), 'daftar-roles-'));
  administrator = new pg.Client({ connectionString: adminUrl });
  await administrator.connect();
  await administrator.query(`create database ${name} template template0 encoding 'UTF8' locale 'C'`);
});
afterEach(async () => {
  await administrator.query(`drop database ${name} with (force)`);
  const { rows } = await administrator.query<{ role: string }>(
    'select quote_ident(rolname) as role from pg_roles where starts_with(rolname, $1)',
    [name],
  );
  for (const { role } of rows) await administrator.query(`drop role ${role}`);
  await administrator.end();
  rmSync(home, { recursive: true, force: true });
});

const serverUrl = (): string => databaseUrl(inject('databaseServer').adminUrl, name);
const open = (environment: NodeJS.ProcessEnv, folder = 'data'): Promise<Database> =>
  openDatabase({ dataDir: join(home, folder), say: () => undefined, environment });
const atServer = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({ DATABASE_URL: serverUrl(), ...more });

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const ownersOf = async (url: string): Promise<readonly string[]> =>
  (
    await ask<{ owner: string }>(
      url,
      `select distinct pg_get_userbyid(c.relowner) as owner from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       union select pg_get_userbyid(p.proowner) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('log', 'claim', 'identity', 'projection', 'job')
       union select pg_get_userbyid(n.nspowner) from pg_namespace n where n.nspname !~ '^(pg_|information_schema|public)'
       order by 1`,
    )
  ).map(({ owner }) => owner);

const doctor = (environment: NodeJS.ProcessEnv = {}): Promise<string> =>
  describeRoles((sql, values) => ask(serverUrl(), sql, values), environment);

describe('a superuser', () => {
  it('makes an owner and three roles of run time, and the tables are the owner’s', async () => {
    const database = await open(atServer());
    expect(database).toMatchObject({ areSeparate: true });
    expect([database.url, ...RUNTIME_ROLES.map((role) => database.urls[role])].map(userOf)).toEqual(
      ['owner', ...RUNTIME_ROLES].map((role) => `${name}_${role}`),
    );
    await prepareDatabase(database);
    expect(await ownersOf(database.url)).toEqual([`${name}_owner`, `${name}_projector`]);
    expect(await doctor()).toBe(
      `separate (${RUNTIME_ROLES.map((role) => `${name}_${role}`).join(', ')}); the tables belong to ${name}_owner`,
    );
    expect(await open(atServer())).toMatchObject({ url: database.url, urls: database.urls });
  });

  it('gives them what a Daftar of before there were roles has made, and the projector carries it on', async () => {
    await prepareDatabase({ url: serverUrl(), urls: urlsBy(serverUrl), areSeparate: false });
    const client = new pg.Client({ connectionString: serverUrl() });
    await client.connect();
    await ensureBuild(client, models);
    await client.end();
    expect(await ownersOf(serverUrl())).toHaveLength(1);
    expect(await doctor()).toMatch(/^not separate: everything works as /);

    const database = await open(atServer());
    await prepareDatabase(database);
    expect(await ownersOf(database.url)).toEqual([`${name}_owner`, `${name}_projector`]);
    const store = await openEventStore({ databaseUrl: database.urls.projector });
    const { signal } = new AbortController();
    const byProjector = { store, databaseUrl: database.urls.projector, signal, sameRules: false };
    const { schema } = await rebuild(byProjector);
    // The owner's tools leave the ownership with the projector.
    await rebuild({ ...byProjector, databaseUrl: database.url });
    await rebuild(byProjector);
    await store.close();
    expect(await ask(database.urls.read, 'select count(*)::int as n from read.record')).toEqual([{ n: 0 }]);
    expect(schema).toBe('rm_2');
    expect(await ownersOf(database.url)).toEqual([`${name}_owner`, `${name}_projector`]);
  });

  it('uses the passwords of another data folder only while no process uses the former ones', async () => {
    const first = await open(atServer());
    const working = new pg.Client({ connectionString: first.urls.command });
    await working.connect();
    await expect(open(atServer(), 'other')).rejects.toThrow(/another password than this data folder/);
    await working.end();
    await expect
      .poll(async () => (await open(atServer(), 'other').catch(() => undefined))?.urls.command)
      .not.toBeUndefined();
    await expect(ask(first.urls.command, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  it('makes the roles that the environment names, with their passwords', async () => {
    const named = (role: string) => urlAs(serverUrl(), `${name}_named_${role}`, 'p@ss/word:1');
    const given = {
      COMMAND_DATABASE_URL: named('command'),
      READ_DATABASE_URL: named('read'),
      PROJECTOR_DATABASE_URL: named('projector'),
    };
    const database = await open(atServer(given));
    await prepareDatabase(database);
    expect(database.urls.read).toBe(given.READ_DATABASE_URL);
    expect(await ask(database.urls.read, 'select current_user as name')).toEqual([{ name: `${name}_named_read` }]);
    expect(await doctor(given)).toMatch(/^separate /);
    expect(await doctor()).toMatch(/^not separate/);
    const { READ_DATABASE_URL: _, ...some } = given;
    await expect(open(atServer(some))).rejects.toThrow(/READ_DATABASE_URL must be set beside/);
    const nameless = atServer({ ...given, READ_DATABASE_URL: 'postgres:///daftar' });
    await expect(open(nameless)).rejects.toThrow(/^READ_DATABASE_URL names no role/);
    const elsewhere = databaseUrl(given.READ_DATABASE_URL, 'postgres');
    await expect(open(atServer({ ...given, READ_DATABASE_URL: elsewhere }))).rejects.toThrow(
      /leads to the database "postgres"/,
    );
    await expect(open(atServer({ ...given, READ_DATABASE_URL: serverUrl() }))).rejects.toThrow(/may do more than/);
  });
});

it('addresses of roles without that of the owner are refused: the tables would be somewhere else', async () => {
  await expect(open({ COMMAND_DATABASE_URL: serverUrl() })).rejects.toThrow(
    /COMMAND_DATABASE_URL is set, and DATABASE_URL is not/,
  );
});

describe('a role that is no superuser', () => {
  const asRole = async (attributes: string): Promise<string> => {
    await administrator.query(`create role ${name}_me login ${attributes} password 'me'`);
    await administrator.query(`alter database ${name} owner to ${name}_me`);
    return urlAs(serverUrl(), `${name}_me`, 'me');
  };

  it('but may make roles is the owner, and makes the three others', async () => {
    const DATABASE_URL = await asRole('createrole');
    const database = await open({ DATABASE_URL });
    await prepareDatabase(database);
    expect(database).toMatchObject({ areSeparate: true, url: DATABASE_URL });
    expect(await ownersOf(DATABASE_URL)).toEqual([`${name}_me`, `${name}_projector`]);
    expect(await ask(database.urls.command, 'select count(*)::int as n from log.event')).toEqual([{ n: 0 }]);
  });

  it('that may not create roles does everything itself, with a message', async () => {
    const DATABASE_URL = await asRole('');
    const database = await open({ DATABASE_URL });
    await prepareDatabase(database);
    expect(database).toMatchObject({ areSeparate: false, url: DATABASE_URL, urls: { command: DATABASE_URL } });
    expect(await doctor()).toBe(
      `not separate: everything works as "${name}_me", which may change what is stored. See docs/operations.md, "Roles of the database".`,
    );
  });

  it('and may not make roles works with those that an administrator made', async () => {
    const DATABASE_URL = await asRole('');
    const urls = urlsBy((role) => urlAs(serverUrl(), roleName(name, role), 'given'));
    const environment = {
      DATABASE_URL,
      COMMAND_DATABASE_URL: urls.command,
      READ_DATABASE_URL: urls.read,
      PROJECTOR_DATABASE_URL: urls.projector,
    };
    await expect(open(environment)).rejects.toThrow(/cannot connect to the database.*create role/);
    for (const role of RUNTIME_ROLES) {
      await administrator.query(`create role ${roleName(name, role)} login password 'given'`);
    }
    const database = await open(environment);
    await expect(prepareDatabase(database)).rejects.toThrow(StartupError);
    await expect(prepareDatabase(database)).rejects.toThrow(/grant \S+_projector"? to/);
    await administrator.query(`grant ${roleName(name, 'projector')} to ${name}_me`);
    await prepareDatabase(database);
    expect(await ownersOf(DATABASE_URL)).toEqual([`${name}_me`, `${name}_projector`]);
    expect(await doctor()).toMatch(/^separate /);
  });
});
