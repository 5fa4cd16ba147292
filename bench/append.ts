/**
 * Appends events one by one with 1, 8 and 32 writers, compared with inserting the same rows with plain `pg`; and the
 * same into KurrentDB, compared with PostgreSQL.
 */

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { defined } from '../domain/values/defined.ts';
import { openKurrentStore } from '../event-store/kurrentdb/store.ts';
import type { Append, EventStore } from '../event-store/port.ts';
import { NO_STREAM } from '../event-store/port.ts';
import { openPostgresStore } from '../event-store/postgres/store.ts';
import { openKurrent } from './kurrentdb.ts';
import type { Figure, Scenario } from './measure.ts';
import { median, mustHold, perSecond, ratePerSecond, scaled } from './measure.ts';

const ROUNDS = 3;
const WRITERS_MAX = 32;
/** Writers, events in a round, and the target ratio (quality.md; 8 writers have no target). */
const STEPS = [
  { writers: 1, events: 1_500, atLeast: 0.8 },
  { writers: 8, events: 6_000, atLeast: undefined },
  { writers: WRITERS_MAX, events: 12_000, atLeast: 1 },
] as const;

/** A sale's event of about 250 bytes. */
const DATA = {
  date: '2025-03-01',
  customer_fk: 12,
  lines: [{ line_id: 1, item_fk: 481, unit_fk: 3, quantity: '2', price: '1250.00', discount: '0' }],
  currency_fk: 2,
  total: '2500.00',
  note: 'delivered to the second shop, paid on the 14th',
};

const PLAIN_TABLE = `create table plain_event (
  position bigint generated always as identity primary key, id uuid not null unique, stream text collate "C" not null,
  revision int not null, type text not null, v int not null, data json not null, meta json not null,
  recorded_at timestamptz not null default clock_timestamp(), unique (stream, revision))`;
const PLAIN_INSERT = {
  name: 'plain_insert',
  text: 'insert into plain_event (id, stream, revision, type, v, data, meta) values ($1, $2, $3, $4, $5, $6, $7)',
};

export const append: Scenario = {
  name: 'append',
  about:
    'events appended by 1, 8 and 32 writers, beside the same rows inserted with plain pg, one commit each; and to KurrentDB',
  async run({ size, databaseUrl, serverUrl }) {
    const store = await openPostgresStore({ url: databaseUrl });
    const clients = await connect(databaseUrl, WRITERS_MAX);
    try {
      await clients[0]?.query(PLAIN_TABLE);
      // Warms connections, plans and files on both sides before the measurement.
      await round(store, clients, WRITERS_MAX, scaled(2_000, size, WRITERS_MAX));
      const figures: Figure[] = [];
      for (const step of STEPS) figures.push(await measure(store, clients, step, size));
      return [...figures, ...(await onKurrent(store, serverUrl, size))];
    } finally {
      await Promise.all(clients.map((client) => client.end()));
      await store.close();
    }
  },
};

/** The two sides alternate, so that other load of the machine affects both. */
async function measure(
  store: EventStore,
  clients: readonly pg.Client[],
  { writers, events: eventsOfRound, atLeast }: (typeof STEPS)[number],
  size: number,
): Promise<Figure> {
  const events = scaled(eventsOfRound, size, writers);
  const rounds: Awaited<ReturnType<typeof round>>[] = [];
  for (let n = 0; n < scaled(ROUNDS, size, 1); n += 1) rounds.push(await round(store, clients, writers, events));
  const ratio = median(rounds.map(({ appended, inserted }) => appended / inserted));
  const inserted = perSecond(median(rounds.map((one) => one.inserted)), 'rows');
  return {
    name: writers === 1 ? '1 writer' : `${writers} writers`,
    value: perSecond(median(rounds.map((one) => one.appended)), 'events'),
    reference: { name: 'plain pg', value: inserted, ratio },
    ...(atLeast === undefined
      ? {}
      : { target: { text: `at least ${atLeast.toFixed(1)} ×`, reached: ratio >= atLeast } }),
  };
}

/** An append to KurrentDB takes two commits of PostgreSQL and one of KurrentDB, so fewer events suffice. */
const KURRENT_SHARE = 0.1;

async function onKurrent(store: EventStore, serverUrl: string, size: number): Promise<Figure[]> {
  const server = await openKurrent(serverUrl);
  const kurrent = await openKurrentStore(server);
  try {
    const figures: Figure[] = [];
    for (const { writers, events } of STEPS.filter(({ atLeast }) => atLeast !== undefined)) {
      const count = scaled(events * KURRENT_SHARE, size, writers);
      await appendAll(kurrent, writers, Array.from({ length: writers }, newBatch));
      const there = await appendAll(kurrent, writers, Array.from({ length: count }, newBatch));
      const here = await appendAll(store, writers, Array.from({ length: count }, newBatch));
      figures.push({
        name: `${server.name}, ${writers === 1 ? '1 writer' : `${writers} writers`}`,
        value: perSecond(there, 'events'),
        reference: { name: 'PostgreSQL', value: perSecond(here, 'events'), ratio: there / here },
      });
    }
    return figures;
  } finally {
    await kurrent.close();
    await server.close();
  }
}

async function appendAll(store: EventStore, writers: number, batches: readonly Append[]): Promise<number> {
  const before = await store.head();
  const rate = await ratePerSecond(writers, batches.length, async (piece) => store.append(defined(batches[piece])));
  let [there, position] = [0, before];
  for (let page = await store.readAll(position, 500); page.length > 0; page = await store.readAll(position, 500)) {
    there += page.length;
    position = page.at(-1)?.position ?? position;
  }
  mustHold(there === batches.length, `${batches.length} events were appended and ${there} are there`);
  return rate;
}

async function round(
  store: EventStore,
  clients: readonly pg.Client[],
  writers: number,
  events: number,
): Promise<{ appended: number; inserted: number }> {
  const batches = Array.from({ length: events }, newBatch);
  const rows = batches.map(newRow);
  const before = await store.head();
  const inserted = await ratePerSecond(writers, events, async (piece, writer) =>
    clients[writer]?.query({ ...PLAIN_INSERT, values: rows[piece] ?? [] }),
  );
  const appended = await ratePerSecond(writers, events, async (piece) => store.append(defined(batches[piece])));
  await checkRound(store, before, batches);
  return { appended, inserted };
}

/** Every event of the round is stored once, at positions without a gap. */
async function checkRound(store: EventStore, before: bigint, batches: readonly Append[]): Promise<void> {
  const stored = await store.readAll(before, batches.length + 1);
  mustHold(stored.length === batches.length, `${batches.length} events were appended and ${stored.length} are there`);
  const gapless = stored.every(({ position }, index) => position === before + BigInt(index + 1));
  mustHold(gapless, 'the positions have a gap');
  const ids = new Set(stored.map(({ id }) => id));
  const all = batches.every(({ writes }) => writes.every((write) => write.events.every(({ id }) => ids.has(id))));
  mustHold(all, 'an event that was acknowledged is not there');
}

function newBatch(): Append {
  const commandId = randomUUID();
  const events = [{ id: randomUUID(), type: 'sale.completed', v: 1, data: DATA }];
  const writes = [{ stream: `sale-${commandId}`, expectedRevision: NO_STREAM, events }];
  return { commandId, writes, claims: [], meta: { actor: 'user-1', outlet: '1', commandId } };
}

function newRow({ writes: [write], meta }: Append): unknown[] {
  const [event] = write?.events ?? [];
  return [randomUUID(), write?.stream, 0, event?.type, event?.v, JSON.stringify(event?.data), JSON.stringify(meta)];
}

async function connect(url: string, count: number): Promise<pg.Client[]> {
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  return clients;
}
