/**
 * Finds the roles of Daftar, and creates missing ones. The rights of the given role decide what is possible:
 * - a superuser creates the owner and the three runtime roles, transfers its own Daftar objects to the owner, and is
 * not used again;
 * - a role that may create roles is the owner, and creates the three others;
 * - any other role is the owner, and uses the three roles that the environment names, or does everything itself.
 */

import pg from 'pg';
import { defined } from '../../domain/values/defined.ts';
import {
  givenUrls,
  type RolePasswords,
  RUNTIME_ROLES,
  type RuntimeRole,
  type RuntimeUrls,
  roleName,
  urlAs,
  urlsBy,
  userOf,
  variableOf,
} from '../machine/role-names.ts';
import { StartupError } from '../machine/startup-error.ts';
import { giveToOwner } from './give-to-owner.ts';

export interface Roles {
  /** Address of the owner of the tables: for migrations and for tools. */
  readonly url: string;
  /** Addresses of the processes at run time. */
  readonly urls: RuntimeUrls;
  /** False when one role does everything. */
  readonly areSeparate: boolean;
}

export interface OpenRolesOptions {
  /** Address of the database, for the most privileged role. */
  readonly url: string;
  readonly environment: NodeJS.ProcessEnv;
  /** With passwords, roles are created although the environment names none. */
  readonly passwords?: RolePasswords;
}

interface Myself {
  readonly database: string;
  readonly name: string;
  readonly is_superuser: boolean;
  readonly makes_roles: boolean;
}

const MYSELF = `select current_database() as database, rolname as name, rolsuper as is_superuser,
    rolsuper or rolcreaterole as makes_roles
  from pg_roles where rolname = current_user`;

/** Throws a StartupError with the remedy, and errors of the database. */
export async function openRoles(options: OpenRolesOptions): Promise<Roles> {
  const client = new pg.Client({ connectionString: options.url });
  await client.connect();
  try {
    const { rows } = await client.query<Myself>(MYSELF);
    return await rolesOf(client, defined(rows[0]), options);
  } finally {
    await client.end();
  }
}

async function rolesOf(client: pg.Client, me: Myself, options: OpenRolesOptions): Promise<Roles> {
  const { url, environment, passwords } = options;
  const given = givenUrls(environment);
  const named = given ?? (me.makes_roles ? madeUrls(url, me.database, passwords) : undefined);
  if (!named) return { url, urls: urlsBy(() => url), areSeparate: false };
  if (!me.makes_roles) {
    await Promise.all(RUNTIME_ROLES.map((role) => mustLogIn(named[role], variableOf(role), me.database)));
    await refuseMighty(client, named);
    return { url, urls: named, areSeparate: true };
  }
  const owner = me.is_superuser && passwords ? roleName(me.database, 'owner') : undefined;
  const ownerUrl = owner && passwords ? urlAs(url, owner, passwords.owner) : url;
  const wanted = [...RUNTIME_ROLES.map((role) => named[role]), ...(owner ? [ownerUrl] : [])];
  const behind = await Promise.all(wanted.map((name) => databaseBehind(name, me.database)));
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock(24, 0)');
  for (const [index, each] of wanted.entries()) if (!behind[index]) await ensureLogin(client, each);
  await refuseMighty(client, named);
  for (const role of RUNTIME_ROLES) await joinRole(client, userOf(named[role]), owner ?? me.name);
  if (owner) await giveToOwner(client, me.database, owner);
  await client.query('commit');
  return { url: ownerUrl, urls: named, areSeparate: true };
}

/** Undefined also for an address without a host (a socket), which cannot carry another user. */
function madeUrls(url: string, database: string, passwords: RolePasswords | undefined): RuntimeUrls | undefined {
  if (!passwords || !URL.parse(url)?.hostname) return undefined;
  return urlsBy((role: RuntimeRole) => urlAs(url, roleName(database, role), passwords[role]));
}

/**
 * Undefined when the role cannot connect. Throws a StartupError when the address leads to another database than
 * DATABASE_URL.
 */
async function databaseBehind(url: string, database: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch {
    // An unreachable address names no database; the message about roles reports it.
    await client.end().catch(() => undefined);
    return undefined;
  }
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  await client.end();
  const name = rows[0]?.name;
  if (name === database) return name;
  throw new StartupError(
    `The address of the role "${userOf(url)}" leads to the database "${name}", and DATABASE_URL to "${database}". Correct one of them.`,
  );
}

async function mustLogIn(url: string, variable: string, database: string): Promise<void> {
  if (await databaseBehind(url, database)) return;
  throw new StartupError(
    `The role "${userOf(url)}" of ${variable} cannot connect to the database. Make it with the password of that address ` +
      '(create role … login password …), or let DATABASE_URL be of a role that may make roles.',
  );
}

/** Creates the role, or sets the password of the address, unless a connection uses another password. */
async function ensureLogin(client: pg.Client, url: string): Promise<void> {
  const name = userOf(url);
  const password = decodeURIComponent(new URL(url).password);
  const secret = password === '' ? '' : ` password ${client.escapeLiteral(password)}`;
  const found = await client.query<{ in_use: boolean }>(
    'select exists (select from pg_stat_activity where usename = rolname) as in_use from pg_roles where rolname = $1',
    [name],
  );
  const [role] = found.rows;
  if (role?.in_use) {
    throw new StartupError(
      `The role "${name}" has another password than this data folder, and somebody is connected as it. Another Daftar ` +
        'works on this database: stop it, or give both the same COMMAND_DATABASE_URL, READ_DATABASE_URL and PROJECTOR_DATABASE_URL.',
    );
  }
  const quoted = client.escapeIdentifier(name);
  await client.query(`${role ? 'alter' : 'create'} role ${quoted} login${secret}`);
}

async function refuseMighty(client: pg.Client, urls: RuntimeUrls): Promise<void> {
  const names = RUNTIME_ROLES.map((role) => userOf(urls[role]));
  const { rows } = await client.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any ($1) and (rolsuper or rolcreaterole or rolname = current_user)',
    [names],
  );
  const [first] = rows;
  if (!first) return;
  throw new StartupError(
    `The role "${first.name}" may do more than a role of run time should. Name another one in COMMAND_DATABASE_URL, READ_DATABASE_URL and PROJECTOR_DATABASE_URL.`,
  );
}

/** Makes the owner a member of the role, so that it can read the role's objects and end its connections. */
async function joinRole(client: pg.Client, role: string, owner: string): Promise<void> {
  const { rows } = await client.query<{ joined: boolean }>(
    `select pg_has_role($2::name, $1::name, 'usage') as joined`,
    [role, owner],
  );
  if (rows[0]?.joined) return;
  await client.query(`grant ${client.escapeIdentifier(role)} to ${client.escapeIdentifier(owner)}`);
}
