/** A database of a test's own, migrated, and gone afterwards. */
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { databaseUrl } from './database-url.ts';
import { timed } from './profile.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: { readonly adminUrl: string; readonly prefix: string; readonly template: string };
  }
}

export interface FreshDatabase {
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
  await timed('databases cloned', () => onServer(adminUrl, `create database ${name} template ${template}`));
  return { url: databaseUrl(adminUrl, name), drop: () => drop(adminUrl, name) };
}

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

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
