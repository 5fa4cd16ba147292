/**
 * The recording time is stored with an event: equal for every reader, and never decreasing along the log, with any
 * clocks.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KurrentStore } from '../../event-store/kurrentdb/store.ts';
import { openKurrentStore } from '../../event-store/kurrentdb/store.ts';
import { NO_STREAM, START, StoreUnavailable } from '../../event-store/port.ts';
import { type KurrentDouble, startKurrentDouble } from '../doubles/kurrentdb.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { batchOf, newEvent, newStream, write } from './batches.ts';
import { readToEnd } from './harness.ts';
import { onDatabase } from './postgres-server.ts';

const DAY_MS = 86_400_000;

let database: FreshDatabase;
let server: KurrentDouble;
let store: KurrentStore;
const open = () => openKurrentStore({ url: server.url, databaseUrl: rolesAt(database.url).command });
const append = () => store.append(batchOf([write(newStream(), NO_STREAM)]));
const timesOf = (events: readonly { readonly recordedAt: string }[]) => events.map(({ recordedAt }) => recordedAt);
const setClock = (to: string) =>
  onDatabase(database.url, (client) =>
    client.query(
      `create or replace function log.clock() returns timestamptz language sql volatile as 'select timestamptz ''${to}'''`,
    ),
  );

beforeEach(async () => {
  [database, server] = await Promise.all([freshDatabase(), startKurrentDouble()]);
  store = await open();
});
afterEach(async () => {
  await store.close();
  await server.close();
  await database.drop();
});

describe('the time of an event', () => {
  it('is that of the reservation for every reader, while the clock of the server is moved', async () => {
    const answers = [];
    for (const [n, offsetMs] of [0, 40 * DAY_MS, -60_000, -40 * DAY_MS].entries()) {
      server.log.clockOffsetMs = offsetMs;
      await setClock(`2025-03-01T10:0${n}:00.5004Z`);
      answers.push(await append());
    }
    const times = [0, 1, 2, 3].map((n) => `2025-03-01T10:0${n}:00.500Z`);
    expect(timesOf(answers)).toEqual(times);
    const events = await readToEnd(store, START);
    expect(timesOf(events)).toEqual(times);
    const streams = await store.readStreams(events.map(({ stream }) => ({ stream, after: NO_STREAM })));
    expect(timesOf([...streams.values()].flat())).toEqual(times);
    const other = await open();
    expect(timesOf(await readToEnd(other, answers[1]?.position ?? START))).toEqual(times.slice(2));
    expect(timesOf(await other.readStored(answers[2]?.position ?? START, 10))).toEqual(times.slice(3));
    expect((await other.readStored(START, 1))[0]?.meta).not.toContain('recorded_at');
    await other.close();
  });

  it('does not go back when the clock of PostgreSQL does', async () => {
    await setClock('2025-03-01T10:00:00Z');
    await append();
    await setClock('2025-03-01T09:00:00Z');
    await append();
    expect(timesOf(await readToEnd(store, START))).toEqual(Array(2).fill('2025-03-01T10:00:00.000Z'));
  });

  it('does not decrease when the first reservation is appended last', async () => {
    await setClock('2025-03-01T10:00:00Z');
    const late = batchOf([write(newStream(), NO_STREAM, newEvent({ n: 'late' }))]);
    server.appendFaults.push('unavailable', 'unavailable', 'unavailable');
    await expect(store.append(late)).rejects.toThrow(StoreUnavailable);
    await setClock('2025-03-01T11:00:00Z');
    // Reading the log waits for the pending append, for a limited time.
    await append();
    await store.recoverIntents(0);
    await append();
    const events = await readToEnd(store, START);
    expect(events[1]?.data).toEqual({ n: 'late' });
    expect(timesOf(events)).toEqual([...Array(2).fill('2025-03-01T10:00:00.000Z'), '2025-03-01T11:00:00.000Z']);
  });

  it('never decreases with many writers of two processes, and increases', async () => {
    const other = await open();
    const writer = async (own: KurrentStore) => {
      for (let n = 0; n < 25; n += 1) await own.append(batchOf([write(newStream(), NO_STREAM)]));
    };
    await Promise.all([store, other].flatMap((own) => Array.from({ length: 6 }, () => writer(own))));
    const times = timesOf(await readToEnd(store, START));
    expect(times).toHaveLength(300);
    expect(times).toEqual(times.toSorted());
    expect(new Set(times).size).toBeGreaterThan(1);
    await other.close();
  });

  it('of before it was written is the server’s, as it was', async () => {
    const stream = newStream();
    const metadata = new TextEncoder().encode(JSON.stringify({ actor: 'user-1', commandId: 'c', v: '1' }));
    const old = (id: string) => ({
      id,
      type: 'sale.completed',
      contentType: 'application/json',
      data: new TextEncoder().encode('{}'),
      metadata,
    });
    server.log.clockOffsetMs = -DAY_MS;
    server.log.append(stream, 'no_stream', [old(crypto.randomUUID())]);
    server.log.clockOffsetMs = -2 * DAY_MS;
    server.log.append(stream, 0n, [old(crypto.randomUUID())]);
    const { recordedAt } = await append();
    const times = timesOf(await readToEnd(store, START));
    expect(times[1]).toBe(times[0]);
    expect(times[2]).toBe(recordedAt);
    expect(recordedAt > (times[1] ?? '')).toBe(true);
  });
});
