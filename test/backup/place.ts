/**
 * A place that is backed up or restored: database, data folder, and optionally KurrentDB, with both APIs and the
 * projector.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import pg from 'pg';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Place } from '../../backup/stored/snapshot.ts';
import { tablesOf } from '../../backup/stored/tables.ts';
import { ensureFirstUser } from '../../command-api/seed-data/first-user.ts';
import { commandApi } from '../../command-api/server.ts';
import { openEventStore } from '../../event-store/opening/open.ts';
import { prepareDatabase } from '../../launcher/database/prepare-database.ts';
import { models } from '../../projector/models/all.ts';
import { runProjector } from '../../projector/projector.ts';
import { verify } from '../../projector/verify/verify.ts';
import { readApi } from '../../read-api/main.ts';
import { printSeal, type Seal, sealLog } from '../../seal/seal.ts';
import { PASSWORD, SECRET, TODAY } from '../api/api.ts';
import { startKurrentDouble } from '../doubles/kurrentdb.ts';
import { Office } from '../read-api/office.ts';
import { freshDatabase, rolesAt } from '../support/database.ts';
import { until } from '../support/waiting.ts';

export type StoreKind = 'postgresql' | 'kurrentdb';

export interface TestPlace extends Place {
  readonly dataDir: string;
  /** Drops the database and removes the folder. */
  remove(): Promise<void>;
}

/** A migrated place without rows, events and files. */
export async function emptyPlace(kind: StoreKind): Promise<TestPlace> {
  const database = await freshDatabase();
  const double = kind === 'kurrentdb' ? await startKurrentDouble() : undefined;
  const dataDir = mkdtempSync(join(tmpdir(), 'daftar-backup-'));
  chmodSync(dataDir, 0o755);
  return {
    databaseUrl: database.url,
    eventStoreUrl: double?.url,
    dataDir,
    remove: async () => {
      await double?.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const storeOf = ({ databaseUrl, eventStoreUrl }: Place) =>
  openEventStore({ databaseUrl, ...(eventStoreUrl ? { eventStoreUrl } : {}) });

/** Opens the office of the place, signed in as the first user. Closing the office keeps the place. */
export async function openOffice(place: TestPlace): Promise<Office> {
  const { dataDir } = place;
  const { command, read, projector } = rolesAt(place.databaseUrl);
  // As every start does: a restored database has no rights of roles yet.
  await prepareDatabase({ url: place.databaseUrl, urls: { command, read, projector }, areSeparate: true });
  const stores = place.eventStoreUrl ? { eventStoreUrl: place.eventStoreUrl } : {};
  const options = { databaseUrl: command, ...stores, clock: () => TODAY };
  await ensureFirstUser({ ...options, password: PASSWORD, rate: '1480' });
  const store = await openEventStore({ databaseUrl: projector, ...stores, compares: true });
  const stopping = new AbortController();
  const running = runProjector({ store, databaseUrl: projector, signal: stopping.signal });
  const app = Fastify();
  app.addHook('onClose', async () => {
    stopping.abort();
    await running;
    await store.close();
  });
  const secrets = { jwtSecret: SECRET };
  const jobs = { projectorDatabaseUrl: projector };
  await app.register(commandApi({ ...options, ...jobs, secrets, dataDir }), { prefix: '/api' });
  await app.register(readApi({ databaseUrl: read, ...stores, secrets, dataDir }), { prefix: '/api' });
  await app.ready();
  const office = new Office(app, { url: place.databaseUrl, drop: async () => undefined });
  office.token = await office.signIn('admin@daftar.local', PASSWORD);
  return office;
}

export async function onDatabase<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The number of rows and a digest of each table of a backup, and of the log if it is in PostgreSQL. */
export function tablesIn(place: Place): Promise<Readonly<Record<string, string>>> {
  return onDatabase(place.databaseUrl, async (client) => {
    const digests: Record<string, string> = {};
    // What was seen of the log is written while nobody enters anything.
    const tables = [...(await tablesOf(client)).keys()].filter((table) => table !== 'claim.log_seen');
    for (const table of ['log.event', ...tables]) digests[table] = await digest(client, table);
    return digests;
  });
}

async function digest(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ digest: string }>(
    `select count(*) || ' rows ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as digest from ${table} t`,
  );
  return rows[0]?.digest ?? '';
}

/** The same for each table of the read models, when all of them are at the head of the log. */
export async function modelsIn(place: Place): Promise<Readonly<Record<string, string>>> {
  const store = await storeOf(place);
  const head = await store.head();
  await store.close();
  return onDatabase(place.databaseUrl, async (client) => {
    await until(async () => {
      const { rows } = await client.query('select from read.checkpoint where position >= $1', [head]);
      return rows.length === models.length;
    });
    const digests: Record<string, string> = {};
    for (const { name } of models.flatMap(({ tables }) => tables)) {
      digests[name] = await digest(client, `read.${name}`);
    }
    return digests;
  });
}

export async function sealOf(place: Place): Promise<Seal> {
  const store = await storeOf(place);
  try {
    return await sealLog(store);
  } finally {
    await store.close();
  }
}

export { printSeal };

/** The broken checks of `verify`. */
export async function brokenIn(place: TestPlace): Promise<readonly string[]> {
  const store = await storeOf(place);
  const lines: string[] = [];
  try {
    const signal = new AbortController().signal;
    const holds = await verify({ ...place, store, replay: true, signal, say: (line) => lines.push(line) });
    expect(lines.some((line) => line.startsWith('  holds'))).toBe(true);
    return holds ? [] : lines.filter((line) => line.includes('BROKEN') || line.includes('not asked'));
  } finally {
    await store.close();
  }
}

const drawn = (color: string) => sharp({ create: { width: 40, height: 30, channels: 3, background: color } });

/** Uploads a picture and returns its name. */
export async function upload(office: Office, color: string): Promise<string> {
  const form = new FormData();
  const bytes = await drawn(color).png().toBuffer();
  form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'shelf.png');
  const sent = new Response(form);
  const answer = await office.app.inject({
    method: 'POST',
    url: '/api/attachments',
    headers: {
      'content-type': sent.headers.get('content-type') ?? '',
      authorization: `Bearer ${office.token}`,
    },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data.attachment_id;
}

/** The picture as it is served, and its thumbnail. */
export async function pictureOf(office: Office, attachment: string): Promise<readonly Buffer[]> {
  const bytes = [];
  for (const query of ['', '?size=small']) {
    const answer = await office.app.inject({
      method: 'GET',
      url: `/api/images/${attachment}${query}`,
      headers: { authorization: `Bearer ${office.token}`, 'x-wait-for-position': office.position },
    });
    expect(answer.statusCode, answer.payload).toBe(200);
    bytes.push(answer.rawPayload);
  }
  return bytes;
}
