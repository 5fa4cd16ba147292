/**
 * Completing the intents that a crash left: by one process of the command API, or by a person when that is impossible.
 */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KurrentStore } from '../../event-store/kurrentdb/store.ts';
import { openKurrentStore } from '../../event-store/kurrentdb/store.ts';
import { NO_STREAM, START, StoreUnavailable } from '../../event-store/port.ts';
import { type AppendFault, type KurrentDouble, startKurrentDouble } from '../doubles/kurrentdb.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { batchOf, level, newEvent, newStream, write } from './batches.ts';
import { readToEnd } from './harness.ts';
import { onDatabase } from './postgres-server.ts';

const DEAD: readonly AppendFault[] = ['unavailable', 'unavailable', 'unavailable'];

let database: FreshDatabase;
let server: KurrentDouble;
let store: KurrentStore;
const open = (recovers: boolean) =>
  openKurrentStore({ url: server.url, databaseUrl: rolesAt(database.url).command, timeoutMs: 2_500, recovers });
const intents = async () =>
  (await onDatabase(database.url, (client) => client.query('select command_id from claim.intent'))).rows.length;

beforeEach(async () => {
  [database, server] = await Promise.all([freshDatabase(), startKurrentDouble()]);
  store = await open(false);
});
afterEach(async () => {
  await store.close();
  await server.close();
  await database.drop();
});

describe('a batch with an unknown outcome', () => {
  beforeEach(async () => {
    server.appendFaults.push(...DEAD);
    await expect(store.append(batchOf([write(newStream(), NO_STREAM)]))).rejects.toThrow(StoreUnavailable);
  });

  it('is left alone by every process that opens the store to read', async () => {
    const reader = await open(false);
    await readToEnd(reader, START);
    await reader.head();
    await reader.close();
    expect(server.log.all.filter(({ stream }) => !stream.startsWith('$'))).toEqual([]);
    expect(await intents()).toBe(1);
  });

  it('is completed by the command side when it starts', async () => {
    await (await open(true)).close();
    expect(await readToEnd(store, START)).toHaveLength(1);
    expect(await intents()).toBe(0);
  });

  it('is completed by one process at a time', async () => {
    await onDatabase(database.url, async (other) => {
      await other.query('select pg_advisory_lock(20, 3)');
      await store.recoverIntents(0);
      expect(await intents()).toBe(1);
    });
    await store.recoverIntents(0);
    expect(await intents()).toBe(0);
  });
});

describe('a batch that is stored in part, and whose rest is refused', () => {
  const [sale, payment] = [newStream(), newStream('payment')];
  const batch = batchOf([write(sale, NO_STREAM, newEvent({ n: 1 })), write(payment, NO_STREAM, newEvent({ n: 2 }))], {
    claims: [level('stock:1:1', '2025-03-01', '5')],
  });

  beforeEach(async () => {
    // Another program writes to a stream of Daftar.
    server.onStored = async (stream) => {
      if (stream !== sale) return;
      const empty = new TextEncoder().encode('{}');
      const foreign = { id: randomUUID(), type: 'x', contentType: 'application/json', data: empty, metadata: empty };
      server.log.append(payment, 'any', [foreign]);
    };
    await expect(store.append(batch)).rejects.toThrow('stored in part');
    server.onStored = async () => {};
  });

  it('is named with its reason, and not sent again', async () => {
    expect(await store.stuckIntents()).toMatchObject([
      { batch: { commandId: batch.commandId }, reason: `stream ${payment} is at revision 0, not -1` },
    ]);
    await store.recoverIntents(0);
    await expect(store.append(batch)).rejects.toThrow('stored in part');
    await expect(store.findCommand(batch.commandId)).rejects.toThrow('stored in part');
    expect(await readToEnd(store, START)).toHaveLength(1);
  });

  it('holds its own streams and nothing else', async () => {
    await store.append(batchOf([write(newStream(), NO_STREAM)]));
    await expect(store.append(batchOf([write(payment, 0)]))).rejects.toThrow(StoreUnavailable);
    const { rows } = await onDatabase(database.url, (client) => client.query('select claim.time_in_flight() as at'));
    expect(rows).toEqual([{ at: null }]);
  });

  it('is resolved by a person: the rest is stored where its stream is now, and who decided it is kept', async () => {
    const resolved = await store.resolveStuck(batch.commandId, 'manager@example.com', 'the shop wrote there itself');
    expect(resolved).toMatchObject({ revisions: [0, 1] });
    const events = await readToEnd(store, START);
    expect(events.map(({ data, revision }) => [data, revision])).toEqual([
      [{ n: 1 }, 0],
      [{ n: 2 }, 1],
    ]);
    expect(await store.levels('stock:1:1', 1)).toEqual([{ key: 'stock:1:1', total: '5' }]);
    expect(await store.append(batch)).toMatchObject({ repeated: true, revisions: [0, 1] });
    expect(await store.stuckIntents()).toEqual([]);
    const { rows } = await onDatabase(database.url, (client) => client.query('select * from claim.resolution'));
    expect(rows).toMatchObject([{ resolved_by: 'manager@example.com', reason: 'the shop wrote there itself' }]);
    expect(await store.resolveStuck(batch.commandId, 'manager@example.com', 'again')).toBeUndefined();
  });
});

describe('a batch that was reserved before the clock of PostgreSQL was set back', () => {
  const stream = newStream();
  const SOON_MS = 20_000;

  beforeEach(async () => {
    const other = await open(false);
    server.appendFaults.push(...DEAD);
    await expect(other.append(batchOf([write(stream, NO_STREAM)]))).rejects.toThrow(StoreUnavailable);
    await other.close();
    await onDatabase(database.url, (client) =>
      client.query(`update claim.intent set created_at = clock_timestamp() + interval '40 days'`),
    );
  });

  it('is completed by the next command on its stream', async () => {
    const before = performance.now();
    expect(await store.append(batchOf([write(stream, 0)]))).toMatchObject({ revisions: [1] });
    expect(performance.now() - before).toBeLessThan(SOON_MS);
    // The reservation of the command itself is removed after its answer.
    await expect.poll(intents, { timeout: SOON_MS }).toBe(0);
  });

  it('is completed before a decision that depends on it', async () => {
    const before = performance.now();
    expect(await store.completePending([stream], [])).toBe(true);
    expect(performance.now() - before).toBeLessThan(SOON_MS);
    expect(await readToEnd(store, START)).toHaveLength(1);
  });

  it('is found by the recovery, of any age', async () => {
    await store.recoverIntents(60_000);
    expect(await intents()).toBe(0);
  });

  it('of long ago has an age that can be told', async () => {
    await onDatabase(database.url, (client) =>
      client.query(`update claim.intent set created_at = clock_timestamp() - interval '40 days'`),
    );
    expect(await store.completePending([stream], [])).toBe(true);
  });
});
