/** A database of a test's own, migrated, empty, and gone afterwards. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { databaseUrl } from './database-url.ts';

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
export async function freshDatabase(): Promise<FreshDatabase> {
  const { adminUrl, prefix, template } = inject('databaseServer');
  const name = prefix + randomBytes(6).toString('hex');
  await onServer(adminUrl, `create database ${name} template ${template}`);
  return {
    url: databaseUrl(adminUrl, name),
    drop: () => onServer(adminUrl, `drop database if exists ${name} with (force)`),
  };
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
