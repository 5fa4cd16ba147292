/**
 * Reservations are committed in groups and are on disk before events are appended. Settlements may be lost, and are
 * repeated.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type KurrentStore, openKurrentStore } from '../../event-store/kurrentdb/store.ts';
import { type Append, NO_STREAM, START, StoreUnavailable } from '../../event-store/port.ts';
import { type KurrentDouble, startKurrentDouble } from '../doubles/kurrentdb.ts';
import { LIMIT_MS } from '../support/limits.ts';
import { OwnPostgres } from '../support/own-postgres.ts';
import { until } from '../support/waiting.ts';
import { batchOf, level, newStream, write } from './batches.ts';
import { readToEnd } from './harness.ts';
import { onDatabase } from './postgres-server.ts';

let postgres: OwnPostgres;
let server: KurrentDouble;
let stores: readonly [KurrentStore, KurrentStore];

async function open(settings: Readonly<Record<string, string>>, timeoutMs = 5_000): Promise<void> {
  postgres = new OwnPostgres();
  await postgres.start();
  for (const [name, value] of Object.entries(settings)) await postgres.set(name, value);
  server = await startKurrentDouble();
  const options = { url: server.url, databaseUrl: postgres.url, timeoutMs };
  stores = [await openKurrentStore(options), await openKurrentStore(options)];
}
const KILLS_MAX = 10;

async function sendUntilStored(batch: Append, store: KurrentStore) {
  for (;;) {
    try {
      return await store.append(batch);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      await sleep(20);
    }
  }
}

const ours = () => server.log.all.filter(({ stream }) => !stream.startsWith('$')).length;

afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await server.close();
  await postgres.stop();
});

describe('while the disk writes a reservation', () => {
  beforeEach(() => open({}, LIMIT_MS));

  /**
   * Sets a standby that does not exist, so that synchronous commits wait as for a slow disk; '' ends the wait.
   * Asynchronous commits continue.
   */
  const standby = (name: string) => postgres.set('synchronous_standby_names', name);
  const waiting = () =>
    onDatabase(postgres.url, async (client) => {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where wait_event = 'SyncRep'`,
      );
      return rows[0]?.n ?? 0;
    });

  const reserved = () =>
    onDatabase(postgres.url, async (client) => {
      const { rows } = await client.query<{ intents: number; free: boolean }>(
        `select (select count(*)::int from claim.intent) as intents, pg_try_advisory_xact_lock(20, 2) as free`,
      );
      return { intents: rows[0]?.intents, free: rows[0]?.free, events: ours() };
    });

  it('others see it and reserve, and nothing is appended', async () => {
    await stores[0].append(batchOf([write(newStream(), NO_STREAM)]));
    // Its settlement is committed too, so that no store waits with anything but the reservations below.
    await until(async () => (await reserved()).intents === 0);
    await standby('nobody');
    // The setting is in force when a first commit waits. One probe at a time: each has a connection of its own.
    const probe = () =>
      onDatabase(postgres.url, (client) => client.query(`select pg_logical_emit_message(true, 'probe', '')`));
    let isProbeAnswered = true;
    let probed: Promise<unknown> = Promise.resolve();
    await until(async () => {
      if (isProbeAnswered) {
        isProbeAnswered = false;
        probed = probe().finally(() => {
          isProbeAnswered = true;
        });
      }
      return (await waiting()) > 0;
    });
    const before = await waiting();
    const appended = stores.map((store) => store.append(batchOf([write(newStream(), NO_STREAM)])));
    await until(async () => (await waiting()) === before + stores.length);
    await expect.poll(reserved, { timeout: LIMIT_MS }).toEqual({ intents: stores.length, free: true, events: 1 });
    await standby('');
    await Promise.all([...appended, probed]);
    expect(await readToEnd(stores[0], START)).toHaveLength(1 + stores.length);
  });
});

describe('while a command is settled', () => {
  beforeEach(() => open({}));

  it('it is answered, and reads of claims and writes to its stream wait for it', async () => {
    const [store] = stores;
    await onDatabase(postgres.url, async (client) => {
      const stream = newStream();
      // Every write of claims needs this lock.
      server.onStored = async () => {
        await client.query('begin');
        await client.query('select pg_advisory_xact_lock(20, 2)');
      };
      const claims = [level('stock:1:1', '2025-03-01', '5')];
      const appended = await store.append(batchOf([write(stream, NO_STREAM)], { claims }));
      expect(appended).toMatchObject({ repeated: false, revisions: [0] });
      server.onStored = async () => {};
      let isAnswered = false;
      const asked = store.levels('stock:1:1', 1);
      const next = store.append(batchOf([write(stream, 0)]));
      void Promise.race([asked, next]).then(() => {
        isAnswered = true;
      });
      // The store's own cache answers without a query.
      expect(await store.readStreams([{ stream, after: 0 }])).toEqual(new Map([[stream, []]]));
      expect(isAnswered).toBe(false);
      await client.query('commit');
      expect(await asked).toEqual([{ key: 'stock:1:1', total: '5' }]);
      expect((await next).revisions).toEqual([1]);
    });
  });
});

const intentsLeft = () =>
  onDatabase(postgres.url, async (client) => {
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from claim.intent');
    return rows[0]?.n ?? 0;
  });

describe('PostgreSQL that is killed after a command was settled', () => {
  beforeEach(() => open({ wal_writer_delay: '10s' }));

  it('has lost the settlement, which did not wait for the disk, and not the reservation, which did', async () => {
    const [store] = stores;
    let lost = 0;
    // Synchronous commits are never lost. Asynchronous ones may survive, because they are written every ten seconds.
    for (let kills = 0; lost === 0 && kills < KILLS_MAX; kills += 1) {
      const batch = batchOf([write(newStream(), NO_STREAM)], { claims: [level('stock:1:1', '2025-03-01', '1')] });
      await sendUntilStored(batch, store);
      // Reading claims waits until all answered commands are settled.
      expect(await store.levels('stock:1:1', 1)).toHaveLength(1);
      expect(await intentsLeft()).toBe(0);
      await postgres.killAndStart();
      lost = await intentsLeft();
    }
    expect(lost).toBe(1);
  });
});

describe('PostgreSQL that is killed under load', () => {
  beforeEach(() => open({ wal_writer_delay: '10s' }));

  it('loses no reservation, and lost settlements are repeated: one event for one command', async () => {
    const [WRITERS, COMMANDS, KILLS] = [8, 200, 2];
    const batches: Append[] = Array.from({ length: COMMANDS }, () =>
      batchOf([write(newStream(), NO_STREAM)], { claims: [level('stock:1:1', '2025-03-01', '1')] }),
    );
    let next = 0;
    const writer = async (store: KurrentStore) => {
      while (next < COMMANDS) await sendUntilStored(batches[next++] as Append, store);
    };
    const writers = Promise.all(Array.from({ length: WRITERS }, (_, n) => writer(stores[n % 2 === 0 ? 0 : 1])));
    let lost = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      while (next < (kill * COMMANDS) / (KILLS + 1)) await sleep(5);
      await postgres.killAndStart();
      lost += await intentsLeft();
    }
    await writers;
    expect(lost).toBeGreaterThan(0);
    await stores[0].recoverIntents(0);
    const events = await readToEnd(stores[0], START);
    expect(events.map(({ meta }) => meta.commandId).sort()).toEqual(batches.map(({ commandId }) => commandId).sort());
    expect(await stores[0].levels('stock:1:1', 1)).toEqual([{ key: 'stock:1:1', total: String(COMMANDS) }]);
    for (const batch of batches) expect(await stores[1].findCommand(batch.commandId)).toBeDefined();
  });
});
