/** A database of a test's own, migrated, and gone afterwards. */
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseRole } from '../../launcher/database/role-names.ts';
import { databaseUrl, urlsOf } from './database-url.ts';
import { timed } from './profile.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: { readonly adminUrl: string; readonly prefix: string; readonly template: string };
  }
}

export interface FreshDatabase {
  /** As the owner of the tables, who is no superuser. */
  readonly url: string;
  /** Ends whatever is still connected to it. */
  drop(): Promise<void>;
}

/** Cloned from the migrated template, in some tens of milliseconds. What a test forgets to drop goes at the end of the run. */
export function freshDatabase(): Promise<FreshDatabase> {
  return cloneOf(inject('databaseServer').template);
}

/** A copy of a database that nobody is connected to. */
export async function cloneOf(template: string): Promise<FreshDatabase> {
  const { adminUrl, prefix } = inject('databaseServer');
  const name = prefix + randomBytes(6).toString('hex');
  await timed('databases cloned', () => onServer(adminUrl, copyStatements(template, name)));
  return { url: rolesAt(databaseUrl(adminUrl, name)).owner, drop: () => drop(adminUrl, name) };
}

/** What is granted on a database itself is not copied with it. A copy of files takes a sixth of what writing the log of it takes. */
export function copyStatements(template: string, name: string): readonly string[] {
  const { prefix } = inject('databaseServer');
  return [
    `create database ${name} owner ${prefix}owner template ${template} strategy file_copy`,
    `grant create on database ${name} to ${prefix}projector`,
  ];
}

/** The addresses of a database as the roles of production: what serves requests in a test works as these. */
export const rolesAt = (url: string): Readonly<Record<DatabaseRole, string>> =>
  urlsOf(url, inject('databaseServer').prefix);

/** For a program that is started as `npm start` or a service is, on this database. */
export function environmentAt(url: string): Readonly<Record<string, string>> {
  const { owner, command, read, projector } = rolesAt(url);
  return {
    DATABASE_URL: owner,
    COMMAND_DATABASE_URL: command,
    READ_DATABASE_URL: read,
    PROJECTOR_DATABASE_URL: projector,
  };
}

/** As whoever runs the server: for what a test does to it from outside. */
export const asAdministrator = (url: string): string =>
  databaseUrl(inject('databaseServer').adminUrl, new URL(url).pathname.slice(1));

const LEAVING_MS = 10_000;
const LOOK_EVERY_MS = 20;

/** A pool reports its end before its connections are closed: those are waited for, others are ended. */
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

/** Resolves when the last connection to the database is closed, or after a while. */
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
