/**
 * Databases of earlier commits: the rows of every table of the migrations, the tables and views of the read models
 * without rows, and the files of the data folder. `node test/upgrades/keep/main.ts` stores another one.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { continueNumbers, copySql } from '../../backup/stored/tables.ts';
import { MIGRATIONS_FOLDER, migrate } from '../../migrations/migrate.ts';

export interface KeptTable {
  /** `schema.table` */
  readonly name: string;
  readonly columns: readonly string[];
  /** In the text format of COPY. */
  readonly rows: string;
}

export interface KeptDatabase {
  /** Names of the applied migrations, in order. */
  readonly migrations: readonly string[];
  /** What that program created beside the migrations: tables of the read models, and their views. */
  readonly statements: readonly string[];
  readonly tables: readonly KeptTable[];
  /** The files of the data folder by path, in base64. */
  readonly files: Readonly<Record<string, string>>;
}

/** The answers of that commit's program, by address below `/api/`. */
export type KeptAnswers = Readonly<Record<string, unknown>>;

const folderOf = (commit: string): string => join(import.meta.dirname, commit);
const opened = (commit: string, name: string): unknown =>
  JSON.parse(brotliDecompressSync(readFileSync(join(folderOf(commit), name))).toString('utf8'));

export const readKept = (commit: string): KeptDatabase => opened(commit, 'database.json.br') as KeptDatabase;
export const readAnswers = (commit: string): KeptAnswers => opened(commit, 'answers.json.br') as KeptAnswers;

/** Loads it into an empty database as a superuser, who owns everything afterwards: that version had no roles. */
export async function loadDatabase(url: string, kept: KeptDatabase): Promise<void> {
  await migrate(url, MIGRATIONS_FOLDER, kept.migrations);
  const client = new pg.Client({ connectionString: url, options: '-c session_replication_role=replica' });
  await client.connect();
  try {
    await client.query('begin');
    for (const { name, columns, rows } of kept.tables) {
      // Without the rows that the migration itself inserts.
      await client.query(`delete from ${name}`);
      await pipeline(Readable.from([rows]), client.query(copyFrom(copySql(name, columns, 'from stdin'))));
      await continueNumbers(client, name);
    }
    for (const statement of kept.statements) await client.query(statement);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

export function writeFiles(dataDir: string, kept: KeptDatabase): void {
  for (const [path, bytes] of Object.entries(kept.files)) {
    mkdirSync(dirname(join(dataDir, path)), { recursive: true });
    writeFileSync(join(dataDir, path), Buffer.from(bytes, 'base64'));
  }
}
