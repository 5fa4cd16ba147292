/** Readers of several statements: of the build of this version, which stays until they end. */
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EventStore } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { currentBuild, dropOldBuilds } from '../../projector/builds/build.ts';
import { inHeldBuild, OtherBuild, untilOwnBuild, waitForOwnBuild } from '../../projector/builds/own-build.ts';
import { replayYear } from '../../projector/closing/replay-year.ts';
import { models } from '../../projector/models/all.ts';
import { rebuild } from '../../projector/rebuild/rebuild.ts';
import { previewPlanned } from '../../projector/recalculation/planned-events.ts';
import { recalculateAsInForce } from '../../projector/recalculation/replay.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';

const EARLIER = { digest: 'the tables of March', version: 1 };
const { signal } = new AbortController();

let database: FreshDatabase;
let client: pg.Client;
let store: EventStore;

beforeEach(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  store = await openPostgresStore({ url: database.url });
  await build();
});
afterEach(async () => {
  await client.end();
  await store.close();
  await database.drop();
});

const build = (definition?: typeof EARLIER) =>
  rebuild({
    ...{ store, databaseUrl: database.url, signal, sameRules: false },
    ...(definition ? { definition } : {}),
  });

const isThere = async (schema: string): Promise<boolean> =>
  (await client.query('select from pg_namespace where nspname = $1', [schema])).rowCount === 1;

it('reads every table of its build, although readers use another one meanwhile, and the next rebuild drops it', async () => {
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  const held = await inHeldBuild(reader, async ({ schema }) => {
    const { schema: next } = await build();
    expect((await currentBuild(client))?.schema).toBe(next);
    for (const { name } of models.flatMap(({ tables }) => tables)) await reader.query(`select from ${schema}.${name}`);
    return schema;
  });
  await reader.end();
  expect(await isThere(held)).toBe(true);
  await dropOldBuilds(client);
  expect(await isThere(held)).toBe(false);
});

it('reads nothing of a build of another version', async () => {
  await build(EARLIER);
  await expect(inHeldBuild(client, async () => 'read')).rejects.toThrow(OtherBuild);
  await expect(waitForOwnBuild(database.url, { waitsMs: 300 })).rejects.toThrow(OtherBuild);
});

it('waits for as long as a rebuild runs, and says so once', async () => {
  await build(EARLIER);
  const rebuilding = new pg.Client({ connectionString: database.url });
  await rebuilding.connect();
  await rebuilding.query('select pg_advisory_lock(21, 1)');
  let told = 0;
  const waited = untilOwnBuild(client, { waitsMs: 1, onWait: () => (told += 1) });
  await expect.poll(() => told).toBe(1);
  const built = build();
  await rebuilding.end();
  expect((await waited)?.schema).toBe((await built).schema);
  expect(told).toBe(1);
});

/** Each compares with the books of readers. */
const JOBS: Readonly<Record<string, (onProgress: (line: string) => void) => Promise<unknown>>> = {
  'the close of a year': (onProgress) =>
    replayYear({ to: '2026-12-31', since: null }, { store, databaseUrl: database.url, signal, onProgress }),
  'a recalculation': (onProgress) =>
    recalculateAsInForce({ date: '2026-01-01', item_fk: [], inventory_fk: [] }, undefined, {
      ...{ store, databaseUrl: database.url, signal, onProgress },
    }),
  'the preview of a corrected rate': (onProgress) =>
    previewPlanned([], { store, databaseUrl: database.url, onProgress }),
};

it.each(Object.keys(JOBS))(
  '%s that is the first reader after an update waits for the build of this version',
  async (name) => {
    await build(EARLIER);
    const lines: string[] = [];
    const result = JOBS[name]?.((line) => lines.push(line));
    await expect.poll(() => lines).toContain('waiting for the read models of this version');
    await build();
    expect(await result).toBeDefined();
    expect(lines).toContain('comparing with the books');
  },
);

it('a rebuild that may accept no difference is not compared with the tables of another version', async () => {
  await build(EARLIER);
  await client.query(
    `alter table ${(await currentBuild(client))?.schema}.journal_line rename column item_fk to article_fk`,
  );
  const rebuilt = await rebuild({ store, databaseUrl: database.url, signal, sameRules: true });
  expect(await currentBuild(client)).toMatchObject({ schema: rebuilt.schema });
});
