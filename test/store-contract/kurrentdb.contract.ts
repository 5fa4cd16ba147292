/** The contract of KurrentDB, both the double and a real server: two stores on one log, and calls that end. */
import { randomUUID } from 'node:crypto';
import { jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { KurrentLog } from '../../event-store/kurrentdb/log.ts';
import { openKurrentStore } from '../../event-store/kurrentdb/store.ts';
import { type CommandStore, NO_STREAM, type Position, START, StoreUnavailable } from '../../event-store/port.ts';
import { startProxy } from '../doubles/proxy.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { LIMIT_MS } from '../support/limits.ts';
import { batchOf, level, newEvent, newStream, write } from './batches.ts';
import { readToEnd, takeEvents } from './harness.ts';
import { callsOf } from './kurrentdb-calls.ts';

export function kurrentContract(openServer: () => Promise<{ readonly url: string; close(): Promise<void> }>): void {
  describe('two stores over one KurrentDB', () => {
    let server: Awaited<ReturnType<typeof openServer>>;
    let database: FreshDatabase;
    let stores: readonly [CommandStore, CommandStore];
    let before: Position;
    beforeAll(async () => {
      [server, database] = await Promise.all([openServer(), freshDatabase()]);
      const open = () => openKurrentStore({ url: server.url, databaseUrl: rolesAt(database.url).command });
      stores = [await open(), await open()];
      before = await stores[0].head();
    });
    afterAll(async () => {
      await Promise.all(stores.map((store) => store.close()));
      await Promise.all([server.close(), database.drop()]);
    });

    it('store a command once that both are sent at once, each as it decided it', async () => {
      const began = performance.now();
      for (let round = 1; round <= 10; round += 1) {
        const claims = [level(`round:${round}`, '2025-03-01', '5')];
        const first = batchOf([write(newStream(), NO_STREAM, newEvent({ round }))], { claims });
        const batches = stores.map((store, n) => {
          const writes = n === 0 ? first.writes : [write(newStream(), NO_STREAM, newEvent({ round }))];
          return store.append({ ...first, writes });
        });
        const answers = await Promise.all(batches);
        expect(new Set(answers.map(({ position }) => position)).size).toBe(1);
        expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
        expect(await stores[0].levels(`round:${round}`, 1)).toEqual([{ key: `round:${round}`, total: '5' }]);
      }
      expect(await readToEnd(stores[1], before)).toHaveLength(10);
      // The server does not answer a request that equals a pending one; each of them would take seconds.
      expect(performance.now() - began).toBeLessThan(10_000);
    });

    it('store a command once when the server is silent for one of them and callers send again to another', async () => {
      const COMMANDS = 60;
      const address = new URL(server.url);
      const proxies = await Promise.all([1, 2, 3].map(() => startProxy(address.hostname, Number(address.port))));
      const apart = await Promise.all(
        proxies.map(({ port }) => {
          const url = Object.assign(new URL(server.url), { host: `127.0.0.1:${port}` }).href;
          return openKurrentStore({ url, databaseUrl: rolesAt(database.url).command, timeoutMs: 500 });
        }),
      );
      const start = await stores[0].head();
      const claims = [level('silent', '2025-03-01', '1')];
      let sentAgain = 0;
      const command = async (n: number) => {
        const { commandId } = batchOf([]);
        for (let turn = n; ; turn += 1) {
          // A caller that repeats a creation sends it for another stream.
          const batch = batchOf([write(newStream(), NO_STREAM, newEvent({ n }))], { claims });
          if (turn === n && n % 20 === 0) proxies[turn % 3]?.silence(true);
          const sent = apart[turn % 3]?.append({ ...batch, commandId, meta: { ...batch.meta, commandId } });
          const answer = await sent?.catch((error: unknown) => {
            if (!(error instanceof StoreUnavailable)) throw error;
            sentAgain += 1;
          });
          if (!answer) continue;
          // Delivers the delayed requests to the server.
          if (n % 20 === 0) proxies[n % 3]?.silence(false);
          return commandId;
        }
      };
      const sent: string[] = [];
      for (let n = 0; n < COMMANDS; n += 6) {
        sent.push(...(await Promise.all([0, 1, 2, 3, 4, 5].map((more) => command(n + more)))));
      }
      const stored = (await readToEnd(stores[1], start)).map(({ meta }) => meta.commandId);
      expect(stored.toSorted()).toEqual(sent.toSorted());
      // Commands are answered before they are settled.
      await vi.waitFor(
        async () => expect(await stores[1].levels('silent', 1)).toEqual([{ key: 'silent', total: String(COMMANDS) }]),
        { timeout: LIMIT_MS },
      );
      expect(sentAgain).toBeGreaterThan(0);
      await Promise.all(apart.map((store) => store.close()));
      await Promise.all(proxies.map((proxy) => proxy.close()));
    });

    it('read the same non-decreasing times from any position', async () => {
      const writers = stores.flatMap((store) =>
        Array.from({ length: 20 }, () => store.append(batchOf([write(newStream(), NO_STREAM)]))),
      );
      await Promise.all(writers);
      const all = await readToEnd(stores[0], before);
      const times = all.map(({ recordedAt }) => recordedAt);
      expect(times).toEqual(times.toSorted());
      const middle = all.length / 2;
      const other = await readToEnd(stores[1], all[middle - 1]?.position ?? START);
      expect(other.map(({ recordedAt }) => recordedAt)).toEqual(times.slice(middle));
    });

    it('answer with the place and the time at which the log has it, sent once or again', async () => {
      const [one, two] = [newStream(), newStream()];
      const several = [
        batchOf([write(one, NO_STREAM, newEvent({ n: 1 }), newEvent({ n: 2 }))]),
        batchOf([write(one, 1), write(two, NO_STREAM, newEvent({ n: 3 }), newEvent({ n: 4 }))]),
      ];
      for (const batch of several) {
        const answer = await stores[0].append(batch);
        const last = (await readToEnd(stores[1], before)).at(-1);
        expect([answer.position, answer.recordedAt]).toEqual([last?.position, last?.recordedAt]);
        const again = { ...answer, repeated: true };
        expect(await stores[1].append(batch)).toEqual(again);
        expect(await stores[1].findCommand(batch.commandId)).toMatchObject(again);
      }
    });

    it('get the former position when they append a stored batch again', async () => {
      const log = new KurrentLog(server.url, 10_000);
      const events = [1, 2, 3].map((n) =>
        jsonEvent({
          id: randomUUID(),
          type: 'told',
          data: { n },
          metadata: { v: '1', actor: '1', commandId: randomUUID() },
        }),
      );
      const stream = newStream();
      const position = await log.append(stream, NO_STREAM, events);
      expect(await log.append(stream, NO_STREAM, events)).toBe(position);
      expect((await log.readStream(stream, NO_STREAM)).at(-1)?.position).toBe(position);
      await log.append(stream, 2, [
        jsonEvent({ type: 'told', data: {}, metadata: { v: '1', actor: '1', commandId: randomUUID() } }),
      ]);
      expect(await log.append(stream, NO_STREAM, events)).toBe(position);
      await log.close();
    });

    it('find the end of the log, and new events, after thousands of the server’s own events', async () => {
      const log = new KurrentLog(server.url, 5_000);
      const client = log.client;
      const ownEvents = async () => {
        const events = Array.from({ length: 600 }, () => jsonEvent({ type: '$idle', data: {} }));
        await client.appendToStream(`$idle-${randomUUID()}`, events, { credentials: { username: 'x', password: 'x' } });
      };
      const [first, second] = [newStream(), newStream()];
      const start = await stores[0].head();
      await ownEvents();
      const { position: middle } = await stores[0].append(batchOf([write(first, NO_STREAM)]));
      for (let n = 0; n < 3; n += 1) await ownEvents();
      expect(await log.head(async () => start)).toBe(middle);
      expect(await stores[1].head()).toBe(middle);
      expect((await log.readAll(start, 10)).events.map(({ stream }) => stream)).toEqual([first]);
      expect((await log.readAll(middle, 10)).events).toEqual([]);
      const leave = new AbortController();
      const taken = takeEvents(stores[1].subscribe({ after: start, signal: leave.signal }), 2);
      await stores[0].append(batchOf([write(second, NO_STREAM)]));
      expect((await taken).map(({ stream }) => stream)).toEqual([first, second]);
      leave.abort();
      await expect.poll(() => callsOf(client), { timeout: LIMIT_MS }).toBe(0);
      await client.dispose();
    });

    it('leave no call behind, so that they close', async () => {
      const log = new KurrentLog(server.url, 10_000);
      expect(await log.head(async () => START)).toBe((await readToEnd(stores[0], before)).at(-1)?.position);
      await log.readAll(before, 3);
      await log.lastRevision(newStream());
      await expect.poll(() => callsOf(log.client), { timeout: LIMIT_MS }).toBe(0);
      await log.client.dispose();
    });
  });
}
