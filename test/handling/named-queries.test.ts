/**
 * The queries of `command-api` on the read models: each has a name and states the permitted staleness, and its database
 * role may run it.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askCurrent, ModelsAt, waitForReadModels } from '../../command-api/read-models/models-at.ts';
import type { NamedQuery } from '../../command-api/read-models/named-query.ts';
import { LAST_CLOSE } from '../../command-api/read-models/year-closes.ts';
import { onDatabase } from '../store-contract/postgres-server.ts';
import { type FreshDatabase, rolesAt } from '../support/database.ts';
import { seededDatabase } from '../support/seeded-database.ts';

type AnyQuery = NamedQuery<readonly never[], unknown>;
const FOLDER = join(import.meta.dirname, '../../command-api/read-models');
const STALENESS = ['position of the decision', 'asserted by a claim', 'whatever is there'];

const isQuery = (value: unknown): value is AnyQuery =>
  typeof value === 'object' && value !== null && 'sql' in value && 'name' in value;
/** The queries of a value, including those in lists of pairs. */
const queriesIn = (value: unknown): AnyQuery[] => {
  if (isQuery(value)) return [value];
  return Array.isArray(value) ? value.flatMap(queriesIn) : [];
};

let database: FreshDatabase;
let pool: pg.Pool;
let queries: readonly AnyQuery[];
beforeAll(async () => {
  database = await seededDatabase();
  pool = new pg.Pool({ connectionString: rolesAt(database.url).command, max: 1 });
  const modules = await Promise.all(
    readdirSync(FOLDER).map(async (file) => (await import(join(FOLDER, file))) as Readonly<Record<string, unknown>>),
  );
  // The queries of models-at.ts are its own; every other test runs them.
  queries = modules.flatMap((module) => Object.values(module).flatMap(queriesIn));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('the named queries', () => {
  it('have different names, and state the permitted staleness', () => {
    expect(queries.length).toBeGreaterThan(25);
    expect(new Set(queries.map(({ name }) => name)).size).toBe(queries.length);
    expect(queries.filter(({ staleness }) => !STALENESS.includes(staleness))).toEqual([]);
  });

  it('can be run with the role of the command API', async () => {
    for (const { name, sql } of queries) {
      const places = Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place)));
      await pool.query(`prepare question as ${sql}`);
      const values = places === 0 ? '' : `(${Array.from({ length: places }, () => 'null').join(', ')})`;
      const { rows } = await pool.query(`explain execute question${values}`);
      expect(rows.length, name).toBeGreaterThan(0);
      await pool.query('deallocate question');
    }
  });
});

describe('an answer that a decision rests on', () => {
  it('is given when the read models have reached the position, and not before', async () => {
    const { rows } = await pool.query<{ head: string }>('select min(position)::text as head from read.checkpoint');
    const head = BigInt(rows[0]?.head ?? '0');
    expect(await ModelsAt.reached(pool, head + 1_000n, 0)).toBeUndefined();
    const at = await ModelsAt.reached(pool, head, 0);
    expect(at?.position).toBe(head);
    expect(await askCurrent(pool, LAST_CLOSE, at as ModelsAt, 1)).toEqual([]);
    // @ts-expect-error A position alone proves nothing.
    expect(await askCurrent(pool, LAST_CLOSE, { position: head }, 1)).toEqual([]);
  });

  it('is waited for while the models move, and then the one that is stopped is named', async () => {
    const wait = () => waitForReadModels(pool, 1_000_000n, { idleMs: 1 });
    await expect(wait()).rejects.toThrow(/have not reached the head of the log$/);
    await onDatabase(database.url, (client) =>
      client.query(
        `update projection.checkpoint set status = 'stopped', stopped_at_position = 733 where model = 'books'`,
      ),
    );
    await expect(wait()).rejects.toThrow('of the log, "books" is stopped at event 733');
  });
});
