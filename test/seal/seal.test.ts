import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { EventStore, StoredEvent } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { checkSeal } from '../../seal/check.ts';
import { lineOf, NotOneLine } from '../../seal/line.ts';
import { sealLog } from '../../seal/seal.ts';
import { leafHash, MerkleTree } from '../../seal/tree.ts';
import { batchOf, newEvent, newStream, write } from '../store-contract/batches.ts';
import { freshDatabase } from '../support/database.ts';
import { EVENTS_A_DAY, sealedLog, storeOf } from './sealed-log.ts';

const DAYS = 5;

/** A store with changed events. */
const changed = (events: readonly StoredEvent[]): Pick<EventStore, 'readStored' | 'head'> => ({
  head: async () => events.at(-1)?.position ?? 0n,
  readStored: async (after, limit) => events.filter(({ position }) => position > after).slice(0, limit),
});

describe('the line of an event', () => {
  const event: StoredEvent = {
    ...{ position: 12n, stream: 'sale-7', revision: 1, type: 'sale.completed', v: 2 },
    ...{ id: '0b8c6a3e-0000-5000-8000-000000000001', recordedAt: '2026-03-01T08:00:00.100Z' },
    ...{ data: '{"total":"12.50"}', meta: '{"actor":"user-1"}' },
  };

  it('holds every field in one order, and data and meta as they are stored', () => {
    expect(lineOf(event)).toBe(
      '{"position":"12","stream":"sale-7","revision":1,"type":"sale.completed","v":2,"id":"0b8c6a3e-0000-5000-8000-000000000001","recorded_at":"2026-03-01T08:00:00.100Z","data":{"total":"12.50"},"meta":{"actor":"user-1"}}',
    );
  });

  it('is refused where the stored text has a line break between its fields', () => {
    expect(() => lineOf({ ...event, data: '{\n}' })).toThrow(NotOneLine);
  });
});

describe('the seal', () => {
  it('has the root of all events, and of each day with those before it', async () => {
    const { lines, seal } = await sealedLog(await storeOf(DAYS));
    expect(seal).toMatchObject({ events: DAYS * EVENTS_A_DAY, last_position: String(DAYS * EVENTS_A_DAY) });
    expect(seal.days.map(({ day, events }) => [day, events])).toEqual(
      [1, 2, 3, 4, 5].map((n) => [`2026-03-0${n}`, n * EVENTS_A_DAY]),
    );
    for (const { events, root } of seal.days) {
      const tree = new MerkleTree();
      for (const line of lines.slice(0, events)) tree.add(leafHash(line));
      expect(root).toBe(tree.root());
    }
    expect(seal.root).toBe(seal.days.at(-1)?.root);
  });

  it('of no events is the hash of nothing', async () => {
    expect(await sealLog(changed([]))).toMatchObject({ events: 0, last_position: '0', days: [] });
  });

  it('still holds for a log that has grown, and the same days of a later seal have the same roots', async () => {
    const [store, later] = [await storeOf(3), await storeOf(0)];
    const { seal } = await sealedLog(store);
    await store.append(batchOf([write(newStream(), -1)]));
    expect(await checkSeal(store, seal)).toBeUndefined();
    expect((await sealLog(store)).days.slice(0, 2)).toEqual(seal.days.slice(0, 2));
    expect(await checkSeal(later, seal)).toBe('first bad position: 1 (the log ends before it)');
  });

  it('names the first changed position, for any change', async () => {
    const store = await storeOf(DAYS);
    const { seal } = await sealedLog(store);
    const events = [...(await store.readStored(0n, 1000))];
    const place = fc.integer({ min: 0, max: events.length - 1 });
    const alter = fc.constantFrom<(event: StoredEvent) => StoredEvent>(
      (event) => ({ ...event, data: event.data.replace('"paid":null', '"paid":true') }),
      (event) => ({ ...event, meta: event.meta.replace('user-1', 'user-2') }),
      (event) => ({ ...event, type: 'sale.discarded' }),
      (event) => ({ ...event, stream: `${event.stream}0` }),
      (event) => ({ ...event, revision: event.revision + 1 }),
      (event) => ({ ...event, v: event.v + 1 }),
      (event) => ({ ...event, id: event.id.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }),
      (event) => ({ ...event, recordedAt: event.recordedAt.replace('.000Z', '.000001Z') }),
    );
    await fc.assert(
      fc.asyncProperty(place, alter, async (at, how) => {
        const wrong = events.map((event, index) => (index === at ? how(event) : event));
        expect(await checkSeal(changed(wrong), seal)).toMatch(`first bad position: ${at + 1} (`);
      }),
    );
    await fc.assert(
      fc.asyncProperty(place, async (at) => {
        const without = events.filter((_, index) => index !== at);
        expect(await checkSeal(changed(without), seal)).toMatch(`first bad position: ${at + 1} (`);
      }),
    );
  });

  it('reports a changed seal of an unchanged log', async () => {
    const store = await storeOf(2);
    const { seal } = await sealedLog(store);
    const other = '0'.repeat(64);
    expect(await checkSeal(store, { ...seal, root: other })).toMatch(/the seal itself was changed/);
    const days = seal.days.map((day) => ({ ...day, root: other }));
    expect(await checkSeal(store, { ...seal, days })).toMatch(/the root of 2026-03-01/);
  });
});

describe('the seal of a log in PostgreSQL', () => {
  it('names an event that was changed in the database', async () => {
    const database = await freshDatabase();
    const store = await openPostgresStore({ url: database.url });
    try {
      for (let n = 0; n < 9; n += 1) await store.append(batchOf([write(newStream(), -1, newEvent({ total: `${n}` }))]));
      const { seal } = await sealedLog(store);
      expect(await checkSeal(store, seal)).toBeUndefined();
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await client.query('alter table log.event disable trigger all');
      await client.query(
        `update log.event set recorded_at = recorded_at + interval '1 microsecond' where position = 6`,
      );
      expect(await checkSeal(store, seal)).toMatch('first bad position: 6');
      await client.query(`update log.event set data = '{"total":"3000"}' where position = 4`);
      expect(await checkSeal(store, seal)).toMatch('first bad position: 4');
      await client.query('delete from log.event where position = 2');
      expect(await checkSeal(store, seal)).toMatch('first bad position: 2');
      await client.end();
    } finally {
      await store.close();
      await database.drop();
    }
  });
});
