/** A migrated database for one test, dropped afterwards. */
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseRole } from '../../launcher/machine/role-names.ts';
import { databaseUrl, urlsOf } from './database-url.ts';
import { timed } from './profile.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: { readonly adminUrl: string; readonly prefix: string; readonly template: string };
  }
}

export interface FreshDatabase {
  /** Address of the owner of the tables, who is no superuser. */
  readonly url: string;
  /** Ends all remaining connections. */
  drop(): Promise<void>;
}

/**
 * Cloned from the migrated template, in some tens of milliseconds. Databases that a test does not drop are dropped at
 * the end of the run.
 */
export function freshDatabase(): Promise<FreshDatabase> {
  return cloneOf(inject('databaseServer').template);
}

/** A connection of the owner of the tables to a fresh database, and the way to end both. */
export async function clientOnFreshDatabase(): Promise<{
  readonly client: pg.Client;
  readonly url: string;
  readonly close: () => Promise<void>;
}> {
  const { url, drop } = await freshDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const close = async () => {
    await client.end();
    await drop();
  };
  return { client, url, close };
}

/** A copy of a database without connections. */
export async function cloneOf(template: string): Promise<FreshDatabase> {
  const { adminUrl, prefix } = inject('databaseServer');
  const name = prefix + randomBytes(6).toString('hex');
  await timed('databases cloned', () => onServer(adminUrl, copyStatements(template, name)));
  return { url: rolesAt(databaseUrl(adminUrl, name)).owner, drop: () => drop(adminUrl, name) };
}

/** A copy does not include grants on the database itself. Copying files takes a sixth of the time of copying by log. */
export function copyStatements(template: string, name: string): readonly string[] {
  const { prefix } = inject('databaseServer');
  return [
    `create database ${name} owner ${prefix}owner template ${template} strategy file_copy`,
    `grant create on database ${name} to ${prefix}projector`,
  ];
}

/** Addresses of a database for the roles of production, which serve requests in tests too. */
export const rolesAt = (url: string): Readonly<Record<DatabaseRole, string>> =>
  urlsOf(url, inject('databaseServer').prefix);

/** The environment of a program that starts like `npm start` or a service, on this database. */
export function environmentAt(url: string): Readonly<Record<string, string>> {
  const { owner, command, read, projector } = rolesAt(url);
  return {
    DATABASE_URL: owner,
    COMMAND_DATABASE_URL: command,
    READ_DATABASE_URL: read,
    PROJECTOR_DATABASE_URL: projector,
  };
}

/** Address of the server's administrator, for faults that a test causes. */
export const asAdministrator = (url: string): string =>
  databaseUrl(inject('databaseServer').adminUrl, new URL(url).pathname.slice(1));

const LEAVING_MS = 10_000;
const LOOK_EVERY_MS = 20;

/** A pool reports its end before its connections are closed: this waits for them, and ends others. */
async function drop(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await whenNobodyIsConnected(client, name);
    await client.query(`drop database if exists ${name} with (force)`);
  } finally {
    await client.end();
  }
}

/** Resolves when the last connection to the database is closed, or after a timeout. */
export async function whenNobodyIsConnected(client: pg.Client, name: string): Promise<void> {
  const until = Date.now() + LEAVING_MS;
  while (Date.now() < until && (await isConnectedTo(client, name))) await setTimeout(LOOK_EVERY_MS);
}

async function isConnectedTo(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
    [name],
  );
  return rowCount !== 0;
}

async function onServer(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
