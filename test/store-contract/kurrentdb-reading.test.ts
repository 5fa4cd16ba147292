/** Reads of KurrentDB end, and exclude the server's own events. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { credentialsOf, KurrentLog } from '../../event-store/kurrentdb/log.ts';
import { openKurrentStore } from '../../event-store/kurrentdb/store.ts';
import { NO_STREAM, START } from '../../event-store/port.ts';
import { type KurrentDouble, startKurrentDouble } from '../doubles/kurrentdb.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { LIMIT_MS } from '../support/limits.ts';
import { batchOf, newEvent, newStream, write } from './batches.ts';
import { readToEnd, takeEvents } from './harness.ts';
import { callsOf } from './kurrentdb-calls.ts';
import { onDatabase } from './postgres-server.ts';

let database: FreshDatabase;
let server: KurrentDouble;
beforeEach(async () => {
  [database, server] = await Promise.all([freshDatabase(), startKurrentDouble()]);
});
afterEach(async () => {
  await server.close();
  await database.drop();
});

async function withEvents(count: number): Promise<void> {
  const store = await openKurrentStore({ url: server.url, databaseUrl: rolesAt(database.url).command });
  for (let n = 0; n < count; n += 1) await store.append(batchOf([write(newStream(), NO_STREAM, newEvent({ n }))]));
  await store.close();
}

describe('a read of a log that the server has sent whole', () => {
  it('is never left: no call stays behind, and the store closes', async () => {
    for (const more of [1, 4, 10, 17]) {
      await withEvents(more);
      const log = new KurrentLog(server.url, 5_000);
      expect(await log.head(async () => START)).toBe(server.log.all.at(-1)?.position);
      await log.readAll(START, 2);
      await log.lastRevision('nowhere-1');
      await expect.poll(() => callsOf(log.client), { timeout: LIMIT_MS }).toBe(0);
      await log.client.dispose();
    }
  });

  it('would stay behind when it is left, as on the server, and then the store closes all the same', async () => {
    await withEvents(6);
    const log = new KurrentLog(server.url, 5_000);
    for await (const event of log.client.readAll({ credentials: { username: 'a', password: 'b' } })) if (event) break;
    await readAllOf(log);
    expect(callsOf(log.client)).toBe(1);
    await log.close();
  });
});

async function readAllOf(log: KurrentLog): Promise<void> {
  const { scanned } = await log.readAll(START, 100);
  expect(scanned).toBe(server.log.all.at(-1)?.position);
}

describe('after a weekend in which the server wrote only its own events', () => {
  const IDLE_EVENTS = 6_000;

  for (const saysCaughtUp of [true, false]) {
    it(`the end of the log is found ${saysCaughtUp ? 'with some messages' : 'also on a server before 23.10'}`, async () => {
      await withEvents(3);
      const last = server.log.all.at(-1)?.position;
      server.idle(saysCaughtUp ? IDLE_EVENTS : 1_200);
      server.saysCaughtUp = saysCaughtUp;
      const store = await openKurrentStore({
        url: server.url,
        databaseUrl: rolesAt(database.url).command,
        // An earlier server does not say that it has sent everything: the end is known when nothing came for this time.
        timeoutMs: saysCaughtUp ? LIMIT_MS : 3_000,
      });
      server.eventsSent = 0;
      expect(await store.head()).toBe(last);
      if (saysCaughtUp) expect(server.eventsSent).toBeLessThan(100);
      expect(await readToEnd(store, START)).toHaveLength(3);
      await store.close();
    });
  }

  it('a subscription starts with some messages, and misses nothing', async () => {
    await withEvents(3);
    server.idle(IDLE_EVENTS);
    await withEvents(2);
    server.idle(IDLE_EVENTS);
    const store = await openKurrentStore({ url: server.url, databaseUrl: rolesAt(database.url).command });
    server.eventsSent = 0;
    const signal = new AbortController().signal;
    const taken = takeEvents(store.subscribe({ after: START, batchSize: 100, signal }), 6);
    await expect.poll(() => server.subscribers, { timeout: LIMIT_MS }).toBeGreaterThan(0);
    await store.append(batchOf([write(newStream(), NO_STREAM, newEvent({ n: 9 }))]));
    expect((await taken).map(({ data }) => (data as { n: number }).n)).toEqual([0, 1, 2, 0, 1, 9]);
    expect(server.eventsSent).toBeLessThan(1_000);
    await store.close();
  });
});

describe('streams that are read', () => {
  it('are requested when later events exist, or may exist', async () => {
    const open = () => openKurrentStore({ url: server.url, databaseUrl: database.url });
    const [store, other] = [await open(), await open()];
    const [own, another] = [newStream(), newStream()];
    const batch = batchOf([write(own, NO_STREAM, newEvent({ n: 0 })), write(another, NO_STREAM)]);
    await store.append(batch);
    const asked = [
      { stream: own, after: 0 },
      { stream: another, after: 0 },
    ];
    const read = async () => {
      server.streamsRead = 0;
      const found = await store.readStreams(asked);
      return {
        reads: server.streamsRead,
        events: asked.map(({ stream }) => found.get(stream)?.map(({ data }) => data)),
      };
    };
    expect(await read()).toEqual({ reads: 0, events: [[], []] });
    await other.append(batchOf([write(own, 0, newEvent({ n: 1 }))]));
    expect(await read()).toEqual({ reads: 1, events: [[{ n: 1 }], []] });
    await onDatabase(database.url, (client) => client.query('delete from claim.stream'));
    expect(await read()).toEqual({ reads: 2, events: [[{ n: 1 }], []] });
    await Promise.all([store.close(), other.close()]);
  });

  it('are not requested for the position of a new append', async () => {
    const store = await openKurrentStore({ url: server.url, databaseUrl: database.url });
    server.streamsRead = 0;
    const { position } = await store.append(batchOf([write(newStream(), NO_STREAM, newEvent(), newEvent())]));
    expect(server.streamsRead).toBe(0);
    expect((await readToEnd(store, START)).at(-1)?.position).toBe(position);
    await store.close();
  });
});

describe('the credentials of a call', () => {
  it('are those of the URL, and never the password that a server is installed with', () => {
    const own = { username: 'daftar', password: 'p:w@d' };
    expect(credentialsOf('esdb+discover://daftar:p%3Aw%40d@one:2113,two:2113?tls=true')).toEqual(own);
    for (const url of ['esdb://one:2113?tls=false', 'esdb+discover://one:2113,two:2113']) {
      expect(credentialsOf(url)).toEqual({ username: 'nobody', password: 'nobody' });
    }
  });

  it('are sent without TLS too, so that no append waits for a server that does not answer', async () => {
    const store = await openKurrentStore({ url: server.url, databaseUrl: rolesAt(database.url).command });
    await store.append(batchOf([write(newStream(), NO_STREAM)]));
    await store.close();
  });
});
