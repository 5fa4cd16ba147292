/** An upgrade whose books have a finding that those of before do not have: it is told once, and not tried for ever. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CommandStore } from '../../event-store/port.ts';
import type { Definition } from '../../projector/builds/definition.ts';
import { runProjector } from '../../projector/projector.ts';
import { rebuild } from '../../projector/rebuild/rebuild.ts';
import { interleaved, over } from '../handling/interleaving.ts';
import { commandOf, openScene, setTheScene } from '../handling/scene.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';

const EARLIER: Definition = { digest: 'the tables of March', version: 1001 };
const LATER: Definition = { digest: 'the tables of April', version: 1002 };
const FINDING = 'customer-1 account 1210 currency 2: 0.0001';

let database: FreshDatabase;
let client: pg.Client;
let store: CommandStore;
let stop: AbortController;
let ended: Promise<void> | undefined;
let told: (readonly string[])[];
let replays: number;

beforeEach(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const scene = await setTheScene();
  store = await openScene(scene);
  // As before decisions were asserted: the two payments leave 0.0001 dinar without a document.
  const asBefore = over(store, (batch) => store.append({ ...batch, reads: [] }));
  const payments = [commandOf(scene, 'pays 1.01 dollars'), commandOf(scene, 'pays 9.32 dollars')] as const;
  await interleaved(asBefore, payments, 'one');
  [stop, ended, told, replays] = [new AbortController(), undefined, [], 0];
  const { signal } = stop;
  const earlier = { store, databaseUrl: database.url, signal, sameRules: false, definition: EARLIER };
  await rebuild(earlier);
  await correct(0.0001);
});
afterEach(async () => {
  stop.abort();
  await ended;
  await client.end();
  await store.close();
  await database.drop();
});

async function current(): Promise<{ schema: string; definition: string } | undefined> {
  const { rows } = await client.query(`select schema, definition from projection.build where status = 'current'`);
  return rows[0];
}

/** The tables of the readers do not have the finding with 0.0001, and have it again with -0.0001. */
async function correct(amount: number): Promise<void> {
  await client.query(`update ${(await current())?.schema}.party_day set credit = credit + ${amount}
    where party = 'customer-1' and account = 1210 and currency_fk = 2`);
}

function start(refusedRetryMs?: number): void {
  const counted = new Proxy(store, {
    get: (target, name) => {
      if (name === 'readAll') replays += 1;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  ended = runProjector({
    ...{ store: counted, databaseUrl: rolesAt(database.url).projector, signal: stop.signal, definition: LATER },
    ...{ onRefused: (findings) => told.push(findings) },
    ...(refusedRetryMs === undefined ? {} : { refusedRetryMs }),
  });
}

it('is told once, and the program stays and waits', async () => {
  start();
  await expect.poll(() => told).toEqual([[expect.stringContaining(FINDING)]]);
  const build = await current();
  const before = replays;
  await sleep(3_000);
  expect(await Promise.race([ended, Promise.resolve('runs')])).toBe('runs');
  expect([told.length, replays, await current()]).toEqual([1, before, build]);
  expect(build?.definition).toBe(EARLIER.digest);
});

it('is tried again after a long time, told no more, and taken over when it is no longer refused', async () => {
  start(200);
  await expect.poll(() => told).toHaveLength(1);
  const before = replays;
  await expect.poll(() => replays).toBeGreaterThan(before);
  await correct(-0.0001);
  await expect.poll(async () => (await current())?.definition).toBe(LATER.digest);
  await expect.poll(() => told).toEqual([[expect.stringContaining(FINDING)], []]);
});

it('is tried again when readers use another build', async () => {
  start();
  await expect.poll(() => told).toHaveLength(1);
  await correct(-0.0001);
  const { signal } = stop;
  await rebuild({ store, databaseUrl: database.url, signal, sameRules: false, definition: EARLIER });
  await expect.poll(async () => (await current())?.definition).toBe(LATER.digest);
});
