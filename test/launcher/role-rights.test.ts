/** Attacks with the connection of a process: PostgreSQL refuses them for each role. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareDatabase } from '../../launcher/database/prepare-database.ts';
import { RUNTIME_ROLES, userOf } from '../../launcher/machine/role-names.ts';
import { asAdministrator, type FreshDatabase, rolesAt } from '../support/database.ts';
import { seededDatabase } from '../support/seeded-database.ts';

const NOT_ALLOWED = '42501';
let database: FreshDatabase;
const clients = new Map<string, pg.Client>();
let owner: pg.Client;

beforeAll(async () => {
  database = await seededDatabase();
  const urls = rolesAt(database.url);
  for (const role of RUNTIME_ROLES) {
    const client = new pg.Client({ connectionString: urls[role] });
    await client.connect();
    clients.set(role, client);
  }
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(`insert into identity.security_event (kind) values ('refused');
    insert into identity.login_attempt (email, outcome) values ('somebody@example.com', 'wrong')`);
});
afterAll(async () => {
  for (const client of [owner, ...clients.values()]) await client?.end();
  await database.drop();
});

/** SQLSTATE of the refusal, or `done`. The change is rolled back. */
async function tried(role: string, statement: string): Promise<string> {
  const client = clients.get(role) as pg.Client;
  await client.query('begin');
  try {
    await client.query(statement);
    return 'done';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  } finally {
    await client.query('rollback');
  }
}

const outcomes = async (role: string, statements: readonly string[]) =>
  Object.fromEntries(await inTurn(statements, async (statement) => [statement, await tried(role, statement)] as const));
const allRefused = (statements: readonly string[]) =>
  Object.fromEntries(statements.map((statement) => [statement, NOT_ALLOWED]));

async function inTurn<Given, Result>(all: readonly Given[], work: (one: Given) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const one of all) results.push(await work(one));
  return results;
}

const EVENT = `insert into log.event (position, id, stream, revision, type, v, data, meta, recorded_at)
  values (999999, gen_random_uuid(), 'sale-1', 0, 'sale.completed', 1, '{}', '{}', '2020-01-01')`;

/** Changes of the log and of records about people, which no process may make. */
const REWRITING = [
  `update log.event set type = 'x'`,
  'delete from log.event',
  'truncate log.event',
  EVENT,
  `update log.command set position = 1`,
  'delete from log.command',
  'truncate log.command',
  `update identity.security_event set kind = 'x'`,
  'delete from identity.security_event',
  'truncate identity.security_event',
  `update identity.login_attempt set outcome = 'signed_in'`,
  'truncate identity.login_attempt',
  'delete from identity.credential',
  'truncate identity.credential',
  'alter table log.event disable trigger all',
  'drop trigger event_is_forever on log.event',
  'drop table log.event',
  `create or replace function log.clock() returns timestamptz language sql as 'select timestamptz ''2020-01-01'''`,
  'select log.clock()',
  'alter table identity.security_event disable trigger security_event_is_forever',
  'set session_replication_role = replica',
];

/** Attempts to get from the database to the machine, or to further rights. */
const BREAKING_OUT = [
  `create temp table t (x text); copy t from program 'id'`,
  `copy (select 1) to program 'cat'`,
  `copy (select 1) to '/tmp/daftar-attack'`,
  `select pg_read_file('/etc/hostname')`,
  `select pg_ls_dir('/')`,
  `select lo_import('/etc/hostname')`,
  `set log_statement = 'all'`,
  'create role attacker superuser',
  'create role attacker',
  'alter role current_user superuser',
  'alter role current_user createrole',
  'create table public.attack (n int)',
  'create function public.attack() returns int language c as $$x$$, $$y$$',
];

const CLAIMS = [
  `update claim.level set total = 0`,
  'delete from claim.level',
  `insert into claim.level (key, total, last_day) values ('cash:1', 1000000, '2026-01-01')`,
  `update claim.taken set owner = 'user-1'`,
  'delete from claim.taken',
  `update claim.period set status = 'open'`,
  'delete from claim.record',
  'delete from claim.intent',
  'update claim.intent set claims = null',
  'truncate claim.series',
  `update claim.clock set recorded_at = now()`,
];

/** The trail of who was signed in. */
const SESSIONS = [
  'delete from identity.session',
  'truncate identity.session',
  'update identity.session set ended_at = null',
  'alter table identity.session disable trigger session_is_kept',
  'drop trigger session_is_kept on identity.session',
];

describe.each(RUNTIME_ROLES)('with the connection of the %s role', (role) => {
  it('nobody changes or removes what is stored', async () => {
    expect(await outcomes(role, REWRITING)).toEqual(allRefused(REWRITING));
  });

  it('nobody removes a session from the trail, or opens it again', async () => {
    await owner.query('insert into identity.session (sid, user_id, ended_at) values (gen_random_uuid(), 1, now())');
    // By its rights, or by the trigger of the table.
    const refusals = new Set(Object.values(await outcomes(role, SESSIONS)));
    expect([...refusals].filter((refusal) => refusal !== NOT_ALLOWED && refusal !== 'P0001')).toEqual([]);
  });

  it('nobody gets at the machine, at settings of the server, or at more rights', async () => {
    const { owner: ownerUrl } = rolesAt(database.url);
    const { rows } = await owner.query<{ name: string }>('select rolname as name from pg_roles where rolsuper');
    const become = [userOf(ownerUrl), ...rows.map(({ name }) => name)].flatMap((name) => [
      `set role "${name}"`,
      `set session authorization "${name}"`,
    ]);
    const statements = [...BREAKING_OUT, ...become];
    expect(await outcomes(role, statements)).toEqual(allRefused(statements));
  });

  it('nobody changes claims past their functions', async () => {
    expect(await outcomes(role, CLAIMS)).toEqual(allRefused(CLAIMS));
  });
});

describe('the role of the command API', () => {
  it('has no read models, and makes no tables', async () => {
    const { rows } = await owner.query<{ schema: string }>(
      `select schema from projection.build where status = 'current'`,
    );
    const schema = rows[0]?.schema;
    const statements = [
      `delete from ${schema}.journal_line`,
      `drop schema ${schema} cascade`,
      'drop view read.record',
      'create schema more',
    ];
    statements.push(`update projection.checkpoint set position = 0`, 'drop table job.job');
    expect(await outcomes('command', statements)).toEqual(allRefused(statements));
  });

  it('removes no attempt to sign in that is younger than 180 days', async () => {
    expect(await tried('command', 'delete from identity.login_attempt')).toBe('P0001');
  });

  it('removes no session that is younger than 180 days, opens none again, and changes nothing of where it was', async () => {
    const ended = `insert into identity.session (sid, user_id, ended_at) values (gen_random_uuid(), 1, now())`;
    expect(await tried('command', ended)).toBe('done');
    await owner.query(ended);
    expect(await tried('command', 'delete from identity.session')).toBe('P0001');
    expect(await tried('command', 'update identity.session set ended_at = null')).toBe('P0001');
    const statements = ['user_id = 2', `ip = '10.0.0.1'`, 'started_at = now()', 'till_id = 1', `way = 'pin'`].map(
      (change) => `update identity.session set ${change}`,
    );
    expect(await outcomes('command', statements)).toEqual(allRefused(statements));
  });

  it('stores through the function of the log, which gives position and time itself', async () => {
    expect(await tried('command', appendSql)).toBe('done');
  });
});

describe('the role of the read API', () => {
  it('sees no hash of a password, a PIN or a token, and opens no session', async () => {
    const statements = [
      'select password_hash from identity.credential',
      'select * from identity.pin',
      'select * from identity.refresh_token',
      'select * from identity.till_device',
      'select * from identity.known_device',
      'update identity.session set ended_at = null',
      'update identity.session set user_id = 1',
      'insert into identity.session (sid, user_id) values (gen_random_uuid(), 1)',
      `insert into identity.credential (user_id, password_hash) values (99, 'x')`,
      'delete from identity.session',
      'insert into identity.login_attempt (email, outcome) values (null, null)',
      'create schema more',
      appendSql,
    ];
    expect(await outcomes('read', statements)).toEqual(allRefused(statements));
  });
});

describe('the role of the projector', () => {
  it('stores nothing in the log, and sees nothing of people', async () => {
    const statements = [
      appendSql,
      'select * from identity.credential',
      'select * from identity.session',
      'insert into identity.session (sid, user_id) values (gen_random_uuid(), 1)',
      'select * from attachment.upload',
      'select * from job.job',
    ];
    expect(await outcomes('projector', statements)).toEqual(allRefused(statements));
  });
});

const appendSql = `select * from log.append('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}',
  '{}', '{}', '{}', '{}', '{}')`;

describe('the rights as the database has them', () => {
  it('are on no table of the log more than reading, and nowhere to empty a table or to hang a trigger on it', async () => {
    const names = RUNTIME_ROLES.map((role) => userOf(rolesAt(database.url)[role]));
    const { rows } = await owner.query(
      `select r.rolname, c.oid::regclass::text as table
       from pg_roles r cross join pg_class c join pg_namespace n on n.oid = c.relnamespace
       where r.rolname = any ($1) and c.relkind in ('r', 'v') and c.relowner <> r.oid
         and n.nspname in ('log', 'claim', 'identity', 'attachment', 'preference', 'projection', 'backup', 'job', 'public')
         and (has_table_privilege(r.oid, c.oid, 'truncate, trigger, references')
           or (n.nspname = 'log' and has_any_column_privilege(r.oid, c.oid, 'insert, update'))
           or (n.nspname = 'log' and has_table_privilege(r.oid, c.oid, 'delete')))`,
      [names],
    );
    expect(rows).toEqual([]);
  });

  it('belong to roles that are no superusers, the owner of the tables among them', async () => {
    const { rows } = await owner.query<{ name: string; mighty: boolean }>(
      `select rolname as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as mighty
       from pg_roles where rolname = any ($1)`,
      [Object.values(rolesAt(database.url)).map(userOf)],
    );
    expect(rows).toHaveLength(4);
    expect(rows.filter(({ mighty }) => mighty)).toEqual([]);
  });

  it('of functions that work with the rights of their owner hold for a search path that nobody chooses', async () => {
    const administrator = new pg.Client({ connectionString: asAdministrator(database.url) });
    await administrator.connect();
    const { rows } = await administrator.query<{ name: string; config: readonly string[]; superuser: boolean }>(
      `select p.oid::regproc::text as name, p.proconfig as config, r.rolsuper as superuser from pg_proc p
       join pg_roles r on r.oid = p.proowner join pg_namespace n on n.oid = p.pronamespace
       where p.prosecdef and n.nspname in ('log', 'claim', 'identity', 'projection', 'job') order by 1`,
    );
    await administrator.end();
    expect(rows.map(({ name }) => name)).toEqual([
      'claim.pending_commands',
      'claim.release_attempt',
      'claim.reserve_group',
      'claim.resolve_stuck',
      'claim.settle_group',
      'claim.tried',
      'log.append',
      'log.model_ages',
      'log.see',
      'log.seen',
    ]);
    for (const { config, superuser } of rows) {
      expect(config).toContain('search_path=pg_catalog, pg_temp');
      expect(superuser).toBe(false);
    }
  });
});

describe('the rights of a newer program', () => {
  it('stay when an older one starts beside it', async () => {
    const urls = rolesAt(database.url);
    await owner.query(`create function claim.of_newer() returns int language sql as 'select 1';
      grant execute on function claim.of_newer to ${owner.escapeIdentifier(userOf(urls.command))};
      update applied_function set version = '99.0.0'`);
    await prepareDatabase({ url: database.url, urls, areSeparate: true });
    expect(await tried('command', 'select claim.of_newer()')).toBe('done');
  });
});
