/** Faults of the server, the network or PostgreSQL between any two steps of the KurrentDB store. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Claim } from '../../domain/deciding/claim.ts';
import type { EffectiveTime } from '../../domain/values/effective-date.ts';
import type { KurrentStore } from '../../event-store/kurrentdb/store.ts';
import { openKurrentStore } from '../../event-store/kurrentdb/store.ts';
import { IdempotencyMismatch, NO_STREAM, START, StoreUnavailable, WrongRevision } from '../../event-store/port.ts';
import type { AppendFault, KurrentDouble } from '../doubles/kurrentdb.ts';
import { startKurrentDouble } from '../doubles/kurrentdb.ts';
import { startProxy } from '../doubles/proxy.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { overPort } from '../support/database-url.ts';
import { batchOf, batchWith, date, level, newEvent, newStream, take, write } from './batches.ts';
import { readToEnd, refusalsOf, takeEvents } from './harness.ts';
import { onDatabase } from './postgres-server.ts';

const TIMEOUT_MS = 900;
const DEAD: readonly AppendFault[] = ['unavailable', 'unavailable', 'unavailable'];

describe('the KurrentDB store under faults', () => {
  let database: FreshDatabase;
  let server: KurrentDouble;
  let store: KurrentStore;
  const open = (databaseUrl = database.url) =>
    openKurrentStore({ url: server.url, databaseUrl, timeoutMs: TIMEOUT_MS, pollMs: 100, recovers: true });
  const reopen = async () => {
    await store.close();
    store = await open();
  };
  /** Appends with faults: the caller does not know the outcome, and the intent remains. */
  const leave = async (batch: ReturnType<typeof batchOf>, faults: readonly AppendFault[] = DEAD) => {
    server.appendFaults.push(...faults);
    await expect(store.append(batch)).rejects.toThrow(StoreUnavailable);
    server.appendFaults.length = 0;
  };

  beforeEach(async () => {
    [database, server] = await Promise.all([freshDatabase(), startKurrentDouble()]);
    store = await open();
  });
  afterEach(async () => {
    await store.close();
    await server.close();
    await database.drop();
  });

  describe('an append', () => {
    for (const fault of [
      'unavailable',
      'answer-lost',
      'not-leader',
      'leader-gone',
      'silent',
      'stored-and-silent',
      'killed',
      'stored-and-killed',
    ] as const) {
      it(`is stored once when the server first answers "${fault}"`, async () => {
        const batch = batchWith(level('stock', '2025-03-01', '2'));
        server.appendFaults.push(fault);
        const appended = await store.append(batch);
        expect(appended.repeated).toBe(false);
        const events = await readToEnd(store, START);
        expect(events.map(({ position }) => position)).toEqual([appended.position]);
        expect(await store.levels('stock', 1)).toEqual([{ key: 'stock', total: '2' }]);
      });
    }

    it('whose sending breaks off after its first event is stored whole, and nothing between its events', async () => {
      const [one, other] = [newStream(), newStream()];
      const five = () => Array.from({ length: 5 }, () => newEvent());
      const first = batchOf([write(one, NO_STREAM, ...five())]);
      server.appendFaults.push('cut-short');
      expect(await store.append(first)).toMatchObject({ revisions: [4], repeated: false });
      const second = batchOf([write(one, 4, ...five()), write(other, NO_STREAM, ...five())]);
      server.appendFaults.push('none', 'cut-short');
      expect(await store.append(second)).toMatchObject({ revisions: [9, 4], repeated: false });
      const events = await readToEnd(store, START);
      expect(events.map(({ id }) => id)).toEqual(
        [first, second].flatMap(({ writes }) => writes.flatMap((value) => value.events.map(({ id }) => id))),
      );
    });

    it('whose first event is stored while its outcome is unknown is completed by a repetition or at the next start', async () => {
      const [one, other] = [newStream(), newStream()];
      const two = () => [newEvent(), newEvent()];
      const alone = batchOf([write(one, NO_STREAM, ...two())]);
      await leave(alone, ['cut-short', ...DEAD]);
      expect(await store.append(alone)).toMatchObject({ revisions: [1], repeated: true });
      const both = batchOf([write(one, 1, ...two()), write(other, NO_STREAM, ...two())]);
      await leave(both, ['none', 'cut-short', ...DEAD]);
      await reopen();
      expect(await store.append(both)).toMatchObject({ revisions: [3, 1], repeated: true });
      expect((await readToEnd(store, START)).map(({ stream, revision }) => [stream, revision])).toEqual([
        ...[0, 1, 2, 3].map((revision) => [one, revision]),
        ...[0, 1].map((revision) => [other, revision]),
      ]);
    });

    it('is aborted after its timeout when the server is silent, and stored once when it is sent again', async () => {
      const batch = batchWith();
      server.silence(true);
      await expect(store.append(batch)).rejects.toThrow(StoreUnavailable);
      await expect(store.readAll(START, 1)).rejects.toThrow(StoreUnavailable);
      server.silence(false);
      await store.append(batch);
      expect(await readToEnd(store, START)).toHaveLength(1);
    });

    it('that the database cannot take does not fail those beside it', async () => {
      const good = Array.from({ length: 10 }, () => batchOf([write(newStream(), NO_STREAM)]));
      const poison = batchOf([write(newStream(), NO_STREAM)], { commandId: 'not a uuid' });
      const sent = [...good.slice(0, 5), poison, ...good.slice(5)].map((batch) => store.append(batch));
      const stored = (await Promise.allSettled(sent)).map(({ status }) => status === 'fulfilled');
      expect(stored).toEqual([...Array(5).fill(true), false, ...Array(5).fill(true)]);
      expect(await readToEnd(store, START)).toHaveLength(10);
    });

    it('that the server finally refuses releases all of its reservations', async () => {
      const [stream, item] = [newStream(), newStream('item')];
      const year = { kind: 'period_change', from: date('2030-01-01'), to: date('2030-12-31'), field: 'year' } as const;
      const opened = { kind: 'record', record: item, action: 'register', field: '' } as const;
      await store.append(batchWith({ ...year, status: 'open' }, opened, level('stock', '2025-03-01', '1')));
      const number: Claim = {
        kind: 'number',
        series: 'sale',
        day: date('2025-03-01'),
        prefix: 'S-',
        width: 3,
        write: 0,
        event: 0,
      };
      const name: Claim = { kind: 'unique', set: 'name', key: 'x', owner: 'a', action: 'take', field: 'name' };
      expect((await store.append(batchWith(number))).numbers).toEqual(['S-001']);
      await store.append(batchOf([write(stream, NO_STREAM)]));

      const claims = [number, name, take('stock', '2025-03-01', '1'), { ...opened, action: 'retire' }] as const;
      const late = batchOf([write(stream, NO_STREAM)], { claims: [...claims, { ...year, status: 'closed' }] });
      await expect(store.append(late)).rejects.toMatchObject({ stream, expected: NO_STREAM, actual: 0 });
      const use: Claim = { kind: 'use', record: item, field: 'item' };
      const period: Claim = { kind: 'period', day: date('2030-06-01'), field: 'date' };
      const next = batchWith(number, { ...name, owner: 'b' } as Claim, take('stock', '2025-03-01', '1'), use, period);
      expect((await store.append(next)).numbers).toEqual(['S-002']);
      expect((await store.append(batchWith(number))).numbers).toEqual(['S-003']);
    });
  });

  describe('while the outcome of a batch is unknown', () => {
    it('its reservations are in force, and its releases are not', async () => {
      await store.append(batchWith(level('stock', '2025-03-01', '5')));
      const sale = batchWith(take('stock', '2025-03-02', '4'));
      const purchase = batchWith(level('stock', '2025-03-02', '10'));
      await leave(sale);
      await leave(purchase);
      expect(await refusalsOf(store.append(batchWith(take('stock', '2025-03-03', '2'))))).toMatchObject([
        { params: { available: '1', needed: '2' } },
      ]);
      await store.append(purchase);
      await store.append(batchWith(take('stock', '2025-03-03', '11')));
      expect(await refusalsOf(store.append(batchWith(take('stock', '2025-03-03', '1'))))).toHaveLength(1);
      await store.append(sale);
      expect(await store.levels('stock', 1)).toEqual([]);
    });

    it('its days are reserved, and its streams are until another command completes it', async () => {
      const stream = newStream();
      const year = { kind: 'period_change', from: date('2030-01-01'), to: date('2030-12-31'), field: 'year' } as const;
      await store.append(batchWith({ ...year, status: 'open' }));
      const held = batchOf([write(stream, NO_STREAM)], {
        claims: [{ kind: 'period', day: date('2030-05-05'), field: 'date' }],
      });
      await leave(held);
      const close = batchWith({ ...year, status: 'closed' });
      await expect(store.append(close)).rejects.toThrow(StoreUnavailable);
      await expect(store.append(batchOf([write(stream, NO_STREAM)]))).rejects.toThrow(WrongRevision);
      expect((await store.append(held)).repeated).toBe(true);
      await store.append(close);
    });

    it('its goods are counted, and those that it counted are moved, when it is completed', async () => {
      const at = (clock: string) => `2025-03-02T${clock}` as EffectiveTime;
      const goods = (delta: string) => batchWith({ ...level('stock', '2025-03-02', delta), at: at('09:00:00') });
      const count = (key: string) =>
        batchWith({ kind: 'count', key, at: at('12:00:00.5'), real: '7', floor: '0', field: 'real', message: 'x' });
      const bought = goods('5');
      await leave(bought);
      await store.append(count('other'));
      const counted = count('stock');
      await leave(counted, ['none', ...DEAD]);
      expect((await store.append(bought)).repeated).toBe(true);
      await store.append(goods('1'));
      expect((await store.append(counted)).repeated).toBe(true);
      expect(await store.levels('stock', 1)).toEqual([{ key: 'stock', total: '7' }]);
      expect(await store.levelsBefore([{ key: 'stock', at: at('12:00:00.5') }])).toEqual(['6']);
    });

    it('another reservation waits for the one that is under way', async () => {
      await store.append(batchWith(level('stock', '2025-03-01', '1')));
      const first = take('stock', '2025-03-01', '1');
      await onDatabase(database.url, async (client) => {
        await client.query('begin');
        const claims = JSON.stringify({ level: [{ i: 0, ...first }] });
        await client.query(`select claim.reserve($1, null, '{sale-first}', '{}', $2)`, [randomUUID(), claims]);
        const second = refusalsOf(store.append(batchWith(first)));
        await new Promise((resolve) => setTimeout(resolve, 100));
        await client.query('commit');
        expect(await second).toHaveLength(1);
      });
    });

    it('its command id is not taken for another request', async () => {
      const batch = batchOf([write(newStream(), NO_STREAM)], { digest: 'one' });
      await leave(batch);
      await expect(store.append({ ...batch, digest: 'other' })).rejects.toThrow(IdempotencyMismatch);
    });
  });

  describe('a crash', () => {
    it('after the reservation is resolved at the next start', async () => {
      const number: Claim = {
        kind: 'number',
        series: 'sale',
        day: date('2025-03-01'),
        prefix: 'S-',
        width: 3,
        write: 0,
        event: 0,
      };
      const batch = batchWith(number, level('stock', '2025-03-01', '3'));
      await leave(batch);
      await reopen();
      expect((await readToEnd(store, START)).map(({ data }) => data)).toMatchObject([{ number: 'S-001' }]);
      expect(await store.levels('stock', 1)).toEqual([{ key: 'stock', total: '3' }]);
      expect(await store.append(batch)).toMatchObject({ repeated: true, numbers: ['S-001'] });
    });

    it('after the append, before it was settled, is resolved at the next start', async () => {
      const address = new URL(database.url);
      const proxy = await startProxy(address.hostname, Number(address.port));
      await store.close();
      store = await open(overPort(database.url, proxy.port));
      server.onStored = async () => proxy.silence(true);
      const batch = batchWith(level('stock', '2025-03-01', '3'));
      // The event is in the log, so the command is stored.
      expect(await store.append(batch)).toMatchObject({ repeated: false, revisions: [0] });
      await expect(store.levels('stock', 1)).rejects.toThrow(StoreUnavailable);
      server.onStored = async () => {};
      proxy.cut();
      await reopen();
      await proxy.close();
      expect(await readToEnd(store, START)).toHaveLength(1);
      expect(await store.levels('stock', 1)).toEqual([{ key: 'stock', total: '3' }]);
      expect((await store.append(batch)).repeated).toBe(true);
    });

    it('between two streams of a batch is resolved by appending the rest', async () => {
      const [sale, payment] = [newStream(), newStream('payment')];
      const batch = batchOf([
        write(sale, NO_STREAM, newEvent({ n: 1 })),
        write(payment, NO_STREAM, newEvent({ n: 2 })),
      ]);
      await leave(batch, ['none', ...DEAD]);
      expect(await readToEnd(store, START)).toHaveLength(1);
      await reopen();
      expect((await readToEnd(store, START)).map(({ data }) => data)).toEqual([{ n: 1 }, { n: 2 }]);
      expect(await store.append(batch)).toMatchObject({ repeated: true, revisions: [0, 0] });
    });

    it('leaves nothing behind of a batch that turns out to be refused', async () => {
      const batch = batchOf([write(newStream(), 7)], { claims: [level('stock', '2025-03-01', '3')] });
      await leave(batch);
      await reopen();
      expect(await readToEnd(store, START)).toEqual([]);
      const { rows } = await onDatabase(database.url, (client) => client.query('select * from claim.intent'));
      expect(rows).toEqual([]);
      expect(await store.levels('stock', 1)).toEqual([]);
    });

    it('resolves one batch once when two processes find it', async () => {
      const batch = batchWith(level('stock', '2025-03-01', '3'));
      await leave(batch);
      const other = await open();
      await Promise.all([store.recoverIntents(0), other.recoverIntents(0), store.append(batch), other.append(batch)]);
      await other.close();
      expect(await readToEnd(store, START)).toHaveLength(1);
      expect(await store.levels('stock', 1)).toEqual([{ key: 'stock', total: '3' }]);
    });
  });

  describe('a subscription', () => {
    const hurts: Record<string, () => void> = {
      'breaks with UNAVAILABLE': () => server.breakSubscriptions(),
      'ends without an error': () => server.endSubscriptions(),
      'goes silent': () => server.muteSubscriptions(),
      'and its reads break off in the middle': () => server.readFaults.push(0, 1, 2),
    };
    for (const [what, hurt] of Object.entries(hurts)) {
      it(`misses nothing when it ${what}`, async () => {
        const taken = takeEvents(store.subscribe({ after: START, signal: new AbortController().signal }), 12);
        for (let n = 0; n < 12; n += 1) {
          if (n % 3 === 0) {
            while (server.subscribers === 0 && what !== 'goes silent')
              await new Promise((resolve) => setTimeout(resolve, 10));
            hurt();
          }
          await store.append(batchOf([write(newStream(), NO_STREAM, newEvent({ n }))]));
        }
        expect((await taken).map(({ data }) => (data as { n: number }).n)).toEqual(
          Array.from({ length: 12 }, (_, n) => n),
        );
      });
    }
  });

  it('reports an unavailable server at once when it is opened', async () => {
    server.silence(true);
    await expect(open()).rejects.toThrow(StoreUnavailable);
    server.silence(false);
  });
});
