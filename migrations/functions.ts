/**
 * The functions and procedures of the database, one in each file `functions/SCHEMA.NAME.sql`: a comment and one
 * `create or replace`. The file is the definition in force; numbered migrations define no functions from 0032 on.
 * A function with other arguments or another result is dropped by the numbered migration that needs it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { programVersion } from '../identity/machine/program-version.ts';

export interface SqlFunction {
  /** `claim.level_refusals` */
  readonly name: string;
  readonly text: string;
  /** SHA-256 of the text. */
  readonly digest: string;
}

const FILE_NAME = /^(\w+\.\w+)\.sql$/;

/**
 * The table of the runner, beside that of the numbered migrations. `version` is that of the program whose functions they
 * are; null when that program did not record it.
 */
const TABLE = `create table if not exists public.applied_function (
    name text primary key, digest text not null, applied_at timestamptz not null default clock_timestamp());
  alter table public.applied_function add column if not exists version text`;

/** Functions of these schemas that this transaction has not replaced, because no file defines them. */
const WITHOUT_FILE = `
  select p.oid::regprocedure::text as routine from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname = any ($1) and p.xmin <> pg_current_xact_id()::xid`;

/** Throws when a file does not define exactly the function of its name. */
export function readFunctions(folder: string): readonly SqlFunction[] {
  const place = join(folder, 'functions');
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .sort()
    .map((file) => {
      const name = FILE_NAME.exec(file)?.[1] ?? '';
      const text = readFileSync(join(place, file), 'utf8');
      const defined = [...text.matchAll(/^create or replace (?:function|procedure) (\w+\.\w+)\(/gm)].map(
        ([, own]) => own,
      );
      if (name === '' || defined.join() !== name) throw new Error(`${file} defines ${defined.join() || 'no function'}`);
      return { name, text, digest: createHash('sha256').update(text).digest('hex') };
    });
}

interface Applied {
  readonly version: string | null;
  /** By name; undefined for a function that the database has no more. */
  readonly digests: ReadonlyMap<string, string | undefined>;
}

/** Undefined before the first functions were applied. For any role of the database. */
async function readApplied(client: ClientBase): Promise<Applied | undefined> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    `select to_regclass('public.applied_function') is not null as there`,
  );
  if (!tables[0]?.there) return undefined;
  // The table of an earlier version has no column `version`.
  const { rows } = await client.query<{ name: string; digest: string; version: string | null; there: boolean }>(
    `select f.name, f.digest, to_jsonb(f) ->> 'version' as version, exists (
       select from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname || '.' || p.proname = f.name) as there
     from public.applied_function f`,
  );
  const digests = new Map(rows.map(({ name, digest, there }) => [name, there ? digest : undefined]));
  return { version: rows[0]?.version ?? null, digests };
}

/** `0.10.0` is newer than `0.9.2`. */
const isNewer = ({ version }: Applied, own: string): boolean =>
  version !== null && version.localeCompare(own, 'en', { numeric: true }) > 0;

/** True when the functions are of a newer program: an older one that runs beside it changes neither them nor rights. */
export async function areOfNewer(client: ClientBase, version = programVersion()): Promise<boolean> {
  const applied = await readApplied(client);
  return applied !== undefined && isNewer(applied, version);
}

/**
 * Names of the functions that differ from the database's, are missing in it, or have no file any more; none when the
 * functions are of a newer program.
 */
export async function pendingFunctions(
  client: ClientBase,
  functions: readonly SqlFunction[],
  version = programVersion(),
): Promise<string[]> {
  const applied = await readApplied(client);
  if (!applied) return functions.map(({ name }) => name);
  return isNewer(applied, version) ? [] : differing(applied, functions);
}

function differing({ digests }: Applied, functions: readonly SqlFunction[]): string[] {
  const changed = functions.filter(({ name, digest }) => digests.get(name) !== digest).map(({ name }) => name);
  const gone = [...digests.keys()].filter((name) => !functions.some((own) => own.name === name));
  return [...changed, ...gone];
}

/**
 * Replaces all functions in one transaction when one of them is pending, or with `always`, and drops functions of the
 * same schemas without a file; changes nothing when the functions are of a newer program than `version`. Two processes
 * may call it at once. Throws the database's error; then nothing has changed.
 */
export async function applyFunctions(
  client: ClientBase,
  functions: readonly SqlFunction[],
  always: boolean,
  version = programVersion(),
): Promise<void> {
  if (functions.length === 0) return;
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock(24, 1)');
    const applied = await readApplied(client);
    if (!applied || !isNewer(applied, version)) {
      const isPending = !applied || differing(applied, functions).length > 0;
      if (always || isPending) await replaceAll(client, functions, version);
      else if (applied.version !== version) await noteVersion(client, version);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** An older program has other functions than this one, whose functions were there already. */
async function noteVersion(client: ClientBase, version: string): Promise<void> {
  await client.query(TABLE);
  await client.query('update public.applied_function set version = $1', [version]);
}

async function replaceAll(client: ClientBase, functions: readonly SqlFunction[], version: string): Promise<void> {
  await client.query(TABLE);
  // A function may call a later one, so bodies are checked in a second pass, when all of them exist.
  for (const check of ['off', 'on']) {
    await client.query(`set local check_function_bodies = ${check}`);
    for (const { name, text } of functions) {
      await client.query(text).catch((error: Error) => {
        throw new Error(`function ${name} failed: ${error.message}`, { cause: error });
      });
    }
  }
  const schemas = [...new Set(functions.map(({ name }) => name.replace(/\..*/s, '')))];
  const { rows } = await client.query<{ routine: string }>(WITHOUT_FILE, [schemas]);
  for (const { routine } of rows) await client.query(`drop routine ${routine}`);
  // launcher/database/rights.sql grants execution afterwards.
  await client.query(`revoke all on all routines in schema ${schemas.join(', ')} from public`);
  await client.query('delete from public.applied_function');
  await client.query(
    'insert into public.applied_function (name, digest, version) select *, $3 from unnest($1::text[], $2::text[])',
    [functions.map(({ name }) => name), functions.map(({ digest }) => digest), version],
  );
}
