/**
 * What is neither in the log nor in files: passwords, enrolments of tills, accounts of customers, second factors, views, the
 * system log, and which picture has which name. While Daftar runs it is kept, encrypted, in one file of the data folder, and
 * `rebuild -- claims` reads back what PostgreSQL lacks after a loss (docs/operations.md).
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { Type } from 'typebox';
import { checked } from '../../domain/schemas/checked.schema.ts';
import { continueNumbers, copySql, quoted, tablesOf } from '../stored/tables.ts';

export const BESIDE_FILE = 'beside-log.bin';
const SCHEMAS = /^(identity|preference|attachment)\./;
const MAGIC = Buffer.from('daftar-beside-1\n');
const ALGORITHM = 'aes-256-gcm';
const [KEY_BYTES, NONCE_BYTES, TAG_BYTES] = [32, 12, 16];

const CONTENT = checked(
  `the file ${BESIDE_FILE}`,
  Type.Object({
    at: Type.String(),
    tables: Type.Array(Type.Object({ name: Type.String(), columns: Type.Array(Type.String()), rows: Type.String() })),
  }),
);

export interface BesideLog {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** The key of sign-in tokens, from which the key of the file is derived. */
  readonly secret: string;
}

/** The file cannot be read: it was changed, or another secret has encrypted it. */
export class BesideUnreadable extends Error {
  override readonly name = 'BesideUnreadable';
}

/** Writes the file anew, in one step. */
export async function saveBesideLog(client: pg.ClientBase, { dataDir, secret }: Omit<BesideLog, 'databaseUrl'>) {
  await client.query('begin isolation level repeatable read read only');
  const tables = [];
  try {
    for (const [name, columns] of await tablesOf(client)) {
      if (!SCHEMAS.test(name)) continue;
      const rows = await buffer(client.query(copyTo(copySql(name, columns, 'to stdout'))));
      tables.push({ name, columns, rows: rows.toString() });
    }
  } finally {
    await client.query('rollback');
  }
  const content = await promisify(gzip)(JSON.stringify({ at: new Date().toISOString(), tables }));
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(secret), nonce, { authTagLength: TAG_BYTES });
  const encrypted = Buffer.concat([cipher.update(content), cipher.final()]);
  const [file, partial] = [join(dataDir, BESIDE_FILE), join(dataDir, `${BESIDE_FILE}.new`)];
  const handle = await open(partial, 'w', 0o600);
  try {
    await handle.writeFile(Buffer.concat([MAGIC, nonce, cipher.getAuthTag(), encrypted]));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(partial, file);
}

export interface ReadBack {
  /** When the file was written: ISO 8601 UTC. */
  readonly at: string;
  /** The tables that lacked rows, with their number. */
  readonly missing: Readonly<Record<string, number>>;
}

/** Adds the rows that are missing, and changes none; undefined without a file. Throws BesideUnreadable. */
export async function readBesideLog({ databaseUrl, dataDir, secret }: BesideLog): Promise<ReadBack | undefined> {
  const file = join(dataDir, BESIDE_FILE);
  if (!existsSync(file)) return undefined;
  const { at, tables } = CONTENT.parse(await decrypted(await readFile(file), secret));
  const client = new pg.Client({
    connectionString: databaseUrl,
    options: '-c jit=off',
    application_name: 'daftar beside',
  });
  await client.connect();
  try {
    await client.query('begin');
    const here = await tablesOf(client);
    const missing: Record<string, number> = Object.create(null);
    for (const { name, columns, rows } of tables) {
      const known = here.get(name);
      if (!known || rows === '') continue;
      const count = await addMissing(client, { name, columns, rows }, known);
      if (count > 0) missing[name] = count;
      await continueNumbers(client, name);
    }
    await client.query('commit');
    return { at, missing };
  } finally {
    await client.end();
  }
}

interface SavedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: string;
}

/** The file may be of an earlier version, whose columns a later one no longer has. */
async function addMissing(client: pg.Client, { name, columns, rows }: SavedTable, known: readonly string[]) {
  const texts = columns.map((column) => `${quoted(column)} text`).join(', ');
  await client.query(`create temporary table saved (${texts}) on commit drop`);
  const copied = client.query(copyFrom(`copy saved (${columns.map(quoted).join(', ')}) from stdin`));
  await pipeline(Readable.from([Buffer.from(rows)]), copied);
  const both = columns.filter((column) => known.includes(column));
  const { rows: types } = await client.query<{ column: string; type: string }>(
    `select attname as column, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attname = any($2)`,
    [name, both],
  );
  const typeOf = new Map(types.map(({ column, type }) => [column, type]));
  const [schema = '', table = ''] = name.split('.');
  const { rowCount } = await client.query(
    `insert into ${quoted(schema)}.${quoted(table)} (${both.map(quoted).join(', ')}) overriding system value
     select ${both.map((column) => `${quoted(column)}::${typeOf.get(column)}`).join(', ')} from saved on conflict do nothing`,
  );
  await client.query('drop table saved');
  return rowCount ?? 0;
}

const keyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'daftar beside the log', KEY_BYTES));

async function decrypted(file: Buffer, secret: string): Promise<string> {
  const [nonceAt, tagAt] = [MAGIC.length, MAGIC.length + NONCE_BYTES];
  const contentAt = tagAt + TAG_BYTES;
  try {
    if (!file.subarray(0, nonceAt).equals(MAGIC)) throw new Error('another kind of file');
    const decipher = createDecipheriv(ALGORITHM, keyOf(secret), file.subarray(nonceAt, tagAt), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(file.subarray(tagAt, contentAt));
    const content = Buffer.concat([decipher.update(file.subarray(contentAt)), decipher.final()]);
    return (await promisify(gunzip)(content)).toString();
  } catch (cause) {
    throw new BesideUnreadable(
      `${BESIDE_FILE} cannot be read: it was changed, or another secrets.json (JWT_SECRET) has encrypted it`,
      { cause },
    );
  }
}
