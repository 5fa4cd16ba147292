/** Faults of the PostgreSQL store's server, network or caller. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_STREAM, START, StoreUnavailable } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { startProxy } from '../doubles/proxy.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { overPort } from '../support/database-url.ts';
import { batchOf, batchWith, level, newEvent, newStream, take, write } from './batches.ts';
import { readToEnd } from './harness.ts';
import { cutOtherConnections, onDatabase } from './postgres-server.ts';
import { sendUntilStored } from './reading.contract.ts';

/** The first lock of every append. */
const HOLD_THE_LOG = 'select pg_advisory_lock(20, 1)';

describe('the PostgreSQL store under faults', () => {
  let database: FreshDatabase;
  beforeEach(async () => {
    database = await freshDatabase();
  });
  afterEach(() => database.drop());

  it('throws StoreUnavailable when the connection ends during an append, and stores the same batch once when it is sent again', async () => {
    const store = await openPostgresStore({ url: rolesAt(database.url).command });
    const key = newStream('stock');
    await store.append(batchWith(level(key, '2025-03-01', '1')));
    const batch = batchWith(take(key, '2025-03-01', '1'));
    await onDatabase(database.url, async (holder) => {
      await holder.query(HOLD_THE_LOG);
      const cut = store.append(batch);
      const outcome = expect(cut).rejects.toThrow(StoreUnavailable);
      await waitForBlockedAppend(database.url);
      await holder.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event = 'advisory'`,
      );
      await outcome;
    });
    expect(await store.findCommand(batch.commandId)).toBeUndefined();
    await store.append(batch);
    expect((await store.append(batch)).repeated).toBe(true);
    expect(await readToEnd(store, START)).toHaveLength(2);
    expect(await store.levels(key, 1)).toEqual([]);
    await store.close();
  });

  it('keeps every acknowledged batch exactly once while connections are cut at random under load', async () => {
    const store = await openPostgresStore({ url: rolesAt(database.url).command });
    let writing = true;
    const cutting = (async () => {
      while (writing) {
        await new Promise((resolve) => setTimeout(resolve, 10 + Math.random() * 60));
        await cutOtherConnections(database.url);
      }
    })();
    const batches = Array.from({ length: 400 }, () => batchOf([write(newStream(), NO_STREAM, newEvent(), newEvent())]));
    const queue = [...batches];
    const writer = async () => {
      for (let batch = queue.pop(); batch; batch = queue.pop()) {
        const next = batch;
        await sendUntilStored(() => store.append(next));
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    await Promise.all(Array.from({ length: 8 }, writer));
    writing = false;
    await cutting;
    const events = await sendUntilStored(() => readToEnd(store, START));
    expect(events.map(({ position }) => position)).toEqual(events.map((_, n) => BigInt(n + 1)));
    const sent = batches.flatMap(({ writes }) => writes.flatMap((one) => one.events.map(({ id }) => id)));
    expect(events.map(({ id }) => id).toSorted()).toEqual(sent.toSorted());
    await store.close();
  });

  it('aborts after its timeout when the server is silent, and works again when it answers', async () => {
    const server = new URL(database.url);
    const proxy = await startProxy(server.hostname, Number(server.port));
    const store = await openPostgresStore({ url: overPort(database.url, proxy.port), timeoutMs: 400 });
    const before = batchOf([write(newStream(), NO_STREAM)]);
    await store.append(before);
    proxy.silence(true);
    const batch = batchOf([write(newStream(), NO_STREAM)]);
    await expect(store.append(batch)).rejects.toThrow(StoreUnavailable);
    await expect(store.head()).rejects.toThrow(StoreUnavailable);
    proxy.silence(false);
    await sendUntilStored(() => store.append(batch));
    expect(await sendUntilStored(() => readToEnd(store, START))).toHaveLength(2);
    await store.close();
    await proxy.close();
  });

  it('throws StoreUnavailable when another process holds the log longer than the timeout', async () => {
    const store = await openPostgresStore({ url: rolesAt(database.url).command, timeoutMs: 500 });
    const batch = batchOf([write(newStream(), NO_STREAM)]);
    await onDatabase(database.url, async (holder) => {
      await holder.query(HOLD_THE_LOG);
      await expect(store.append(batch)).rejects.toThrow(StoreUnavailable);
    });
    await sendUntilStored(() => store.append(batch));
    await store.close();
  });

  it('does not let a batch that the database cannot take fail those beside it', async () => {
    const store = await openPostgresStore({ url: rolesAt(database.url).command });
    const good = Array.from({ length: 10 }, () => batchOf([write(newStream(), NO_STREAM)]));
    const poison = batchOf([write(newStream(), NO_STREAM)], { commandId: 'not a uuid' });
    const settled = await Promise.allSettled(
      [...good.slice(0, 5), poison, ...good.slice(5)].map((b) => store.append(b)),
    );
    expect(settled.map(({ status }) => status === 'fulfilled')).toEqual([
      ...Array(5).fill(true),
      false,
      ...Array(5).fill(true),
    ]);
    expect(await readToEnd(store, START)).toHaveLength(10);
    await store.close();
  });

  it('lets two stores write to one log', async () => {
    const stores = await Promise.all([1, 2].map(() => openPostgresStore({ url: rolesAt(database.url).command })));
    const stream = newStream();
    const race = stores.flatMap((store) =>
      Array.from({ length: 10 }, () => store.append(batchOf([write(stream, NO_STREAM)]))),
    );
    const settled = await Promise.allSettled(race);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const batch = batchOf([write(newStream(), NO_STREAM)]);
    const answers = await Promise.all(stores.map((store) => store.append(batch)));
    expect(answers.map(({ repeated }) => repeated).toSorted()).toEqual([false, true]);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('never gives an earlier time when the clock went back', async () => {
    const store = await openPostgresStore({ url: rolesAt(database.url).command });
    await store.append(batchOf([write(newStream(), NO_STREAM)]));
    await onDatabase(database.url, (client) =>
      client.query(
        `insert into log.event select position + 1, gen_random_uuid(), 'other', 0, type, v, data, meta, '2999-01-01T00:00:00Z'
         from log.event`,
      ),
    );
    const { recordedAt } = await store.append(batchOf([write(newStream(), NO_STREAM)]));
    expect(recordedAt).toBe('2999-01-01T00:00:00.000Z');
    await store.close();
  });

  it('never changes or removes an event, whoever asks', async () => {
    const store = await openPostgresStore({ url: rolesAt(database.url).command });
    await store.append(batchOf([write(newStream(), NO_STREAM)]));
    await onDatabase(database.url, async (client) => {
      for (const change of ['update log.event set v = 2', 'delete from log.event', 'truncate log.event']) {
        await expect(client.query(change)).rejects.toThrow('events are never changed or removed');
      }
    });
    await store.close();
  });

  it('keeps the exact text of the data', async () => {
    const store = await openPostgresStore({ url: rolesAt(database.url).command });
    const data = { z: '1', a: ['é', '\u0000', '"'], n: 1.5 };
    await store.append(batchOf([write(newStream(), NO_STREAM, newEvent(data))]));
    const { rows } = await onDatabase(database.url, (client) =>
      client.query<{ text: string }>('select data::text as text from log.event'),
    );
    expect(rows).toEqual([{ text: JSON.stringify(data) }]);
    await store.close();
  });
});

async function waitForBlockedAppend(url: string): Promise<void> {
  await onDatabase(url, async (client) => {
    for (;;) {
      const { rows } = await client.query(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
      );
      if (rows.length > 0) return;
    }
  });
}
