/** What holds on every KurrentDB, the double and a real server: two stores over one log, and calls that end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KurrentLog } from '../../event-store/kurrentdb/log.ts';
import { openKurrentStore } from '../../event-store/kurrentdb/store.ts';
import { type CommandStore, NO_STREAM, type Position, START } from '../../event-store/port.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { LIMIT_MS } from '../support/limits.ts';
import { batchOf, level, newEvent, newStream, write } from './batches.ts';
import { readToEnd } from './harness.ts';
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
    });

    it('read the same times from wherever they begin, and none that goes back', async () => {
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
