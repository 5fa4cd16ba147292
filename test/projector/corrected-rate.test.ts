import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registryOf } from '../../command-api/aggregates/aggregate-types.ts';
import { CommandHandler } from '../../command-api/handling/handler.ts';
import type { Actor } from '../../domain/deciding/facts.ts';
import type { RateCorrection } from '../../domain/documents/rate-correction.ts';
import { documents } from '../../domain/registry/documents.ts';
import { RATE_SIDES } from '../../domain/registry/rate-sides.ts';
import { records } from '../../domain/registry/records.ts';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import type { EventStore } from '../../event-store/port.ts';
import { rebuild } from '../../projector/rebuild/rebuild.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { cases } from '../support/ring.ts';
import { history } from './acts.ts';
import { Play } from './histories.ts';
import { Projection } from './projection.ts';
import { openPremises, Shop } from './shop.ts';

const DAY_MS = 86_400_000;
const everyone: Actor = {
  user_id: 1,
  can: () => true,
  hasOutlet: () => true,
  hasInventory: () => true,
  hasAllOutlets: true,
  hasRecentProof: true,
};

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** Returns the typed rates, the most frequent one first, each with the documents that contain it. */
async function typedRates(store: EventStore) {
  const streams = new Map<string, Set<string>>();
  for (const { stream, data } of await store.readAll(0n, 100_000)) {
    if (!RATE_SIDES.has(stream.slice(0, stream.lastIndexOf('-')))) continue;
    const text = JSON.stringify(data);
    for (const [, rate = ''] of text.matchAll(/"rate":"(\d+)"/g)) {
      streams.set(rate, (streams.get(rate) ?? new Set()).add(stream));
    }
  }
  return [...streams].sort(([, a], [, b]) => b.size - a.size);
}

it('a history with a corrected rate breaks no invariant, and has the same rows after a rebuild', async () => {
  let corrections = 0;
  await fc.assert(
    fc.asyncProperty(history(40), fc.boolean(), async (acts, allowNegative) => {
      const clock = { now: new Date('2026-02-20T08:00:00Z') };
      const store = openMemoryStore(() => clock.now);
      const shop = new Shop(store, clock);
      const play = new Play(shop, await openPremises(shop, allowNegative));
      const handler = new CommandHandler({
        store,
        kinds: registryOf(documents, records),
        averages: async () => new Map(),
        clock: () => clock.now,
      });
      const projection = await Projection.open(database.url, store);
      for (const act of acts) {
        clock.now = new Date(clock.now.getTime() + (act.count % 5) * DAY_MS);
        await play.run(act);
      }
      await projection.catchUp();
      const [most] = await typedRates(store);
      const [rate, streams] = most ?? ['', new Set<string>()];
      const to = String(Number(rate) - 37);
      const correction: RateCorrection = {
        recalculation_fk: 1,
        rate_fk: null as never,
        to_rate_fk: null as never,
        in_rate: { from: rate, to },
        out_rate: { from: rate, to },
        documents: [...streams],
      };
      for (const stream of streams) {
        const dash = stream.lastIndexOf('-');
        const declaration = documents.find(({ kind }) => kind === stream.slice(0, dash));
        if (!declaration) throw new Error(stream);
        const { position } = await handler.handle({
          declaration,
          id: Number(stream.slice(dash + 1)),
          commands: [{ type: 'correct_rate', correction }],
          body: {},
          actor: everyone,
          commandId: randomUUID(),
        });
        if (position !== undefined) corrections++;
      }
      await projection.catchUp(3);
      expect(await projection.broken()).toEqual([]);
      for (const act of acts.slice(0, 12)) await play.run(act);
      await projection.catchUp(7);
      expect(await projection.broken()).toEqual([]);
      const signal = new AbortController().signal;
      const rebuilt = await rebuild({ databaseUrl: database.url, store, signal, sameRules: true, heldBack: 4 });
      expect(rebuilt.position).toBe(await store.head());
      await projection.close();
    }),
    { numRuns: cases(2, 5), endOnFailure: true },
  );
  expect(corrections).toBeGreaterThan(0);
});
