/** Backups with the log in KurrentDB: pending commands during a backup, and positions that KurrentDB assigns. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { restoreBackup } from '../../backup/restore.ts';
import { takeBackup } from '../../backup/take.ts';
import type { KurrentStore } from '../../event-store/kurrentdb/store.ts';
import { openKurrentStore } from '../../event-store/kurrentdb/store.ts';
import { identityOf } from '../../event-store/log-identity.ts';
import { openLogReader } from '../../event-store/opening/log-reader.ts';
import { START, StoreUnavailable } from '../../event-store/port.ts';
import { whyLogDisagrees } from '../../launcher/log-agrees.ts';
import { TODAY } from '../api/api.ts';
import { type KurrentDouble, startKurrentDouble } from '../doubles/kurrentdb.ts';
import { batchOf, batchWith, level, newEvent, newStream, take, write } from '../store-contract/batches.ts';
import { readToEnd, refusalsOf, takeEvents } from '../store-contract/harness.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';
import { LIMIT_MS } from '../support/limits.ts';

const folder = mkdtempSync(join(tmpdir(), 'daftar-kurrentdb-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Kurrent {
  readonly database: FreshDatabase;
  readonly server: KurrentDouble;
}

/** Short, for tests in which the server does not answer. */
const TIMEOUT_MS = 900;

/** Opens the store as the command API does. */
const open = ({ database, server }: Kurrent, timeoutMs = TIMEOUT_MS): Promise<KurrentStore> => {
  const recovering = { recovers: true, recoverMs: 3_600_000 };
  return openKurrentStore({ url: server.url, databaseUrl: database.url, timeoutMs, pollMs: 100, ...recovering });
};

let [here, there]: Kurrent[] = [];
let store: KurrentStore;
let files = 0;

beforeEach(async () => {
  const kurrent = async (): Promise<Kurrent> => {
    const [database, server] = await Promise.all([freshDatabase(), startKurrentDouble()]);
    return { database, server };
  };
  [here, there] = await Promise.all([kurrent(), kurrent()]);
  store = await open(here as Kurrent);
});
afterEach(async () => {
  await store.close();
  for (const kurrent of [here, there]) {
    await kurrent?.server.close();
    await kurrent?.database.drop();
  }
});

const placeOf = (kurrent: Kurrent | undefined) => ({
  databaseUrl: kurrent?.database.url ?? '',
  eventStoreUrl: kurrent?.server.url,
  dataDir: folder,
});

async function backup(): Promise<string> {
  files += 1;
  const file = join(folder, `${files}.tar.gz`);
  await takeBackup(placeOf(here), file, TODAY);
  return file;
}

async function restored(file: string): Promise<KurrentStore> {
  rmSync(join(folder, 'attachments'), { recursive: true, force: true });
  rmSync(join(folder, 'seals'), { recursive: true, force: true });
  await restoreBackup(file, placeOf(there));
  return open(there as Kurrent, LIMIT_MS);
}

describe('a command that is on its way when the backup is taken', () => {
  it('and whose event is not stored is appended by the restored place, once, with its claims', async () => {
    await store.append(batchWith(level('stock', '2025-03-01', '5')));
    const sale = batchWith(take('stock', '2025-03-02', '4'));
    here?.server.appendFaults.push('unavailable', 'unavailable', 'unavailable');
    await expect(store.append(sale)).rejects.toThrow(StoreUnavailable);
    const file = await backup();
    const again = await restored(file);
    const events = await readToEnd(again, START);
    expect(events.map(({ meta }) => meta.commandId).at(-1)).toBe(sale.commandId);
    expect(events).toHaveLength(2);
    expect(await again.levels('stock', 1)).toEqual([{ key: 'stock', total: '1' }]);
    expect((await again.append(sale)).repeated).toBe(true);
    expect(await readToEnd(again, START)).toHaveLength(2);
    await again.close();
  });

  it('and whose event is stored, but not settled, has both in the restored place', async () => {
    const purchase = batchWith(level('stock', '2025-03-01', '5'));
    here?.server.appendFaults.push('stored-and-silent', 'silent', 'silent');
    await expect(store.append(purchase)).rejects.toThrow(StoreUnavailable);
    const again = await restored(await backup());
    expect((await readToEnd(again, START)).map(({ id }) => id)).toEqual([purchase.writes[0]?.events[0]?.id]);
    expect(await again.levels('stock', 1)).toEqual([{ key: 'stock', total: '5' }]);
    await again.close();
  });

  it('and of which one stream is stored and the other is not is completed', async () => {
    const [first, second] = [newStream(), newStream()];
    const both = batchOf([write(first, -1), write(second, -1)]);
    here?.server.appendFaults.push('none', 'unavailable', 'unavailable', 'unavailable');
    await expect(store.append(both)).rejects.toThrow(StoreUnavailable);
    const again = await restored(await backup());
    expect((await readToEnd(again, START)).map(({ stream }) => stream)).toEqual([first, second]);
    await again.close();
  });

  it('reads its claims after the head: events before the head are claimed in the backup', async () => {
    await store.close();
    store = await open(here as Kurrent, LIMIT_MS);
    await store.append(batchWith(level('stock', '2025-03-01', '5')));
    // All commands are settled, so the lock below is the backup's.
    expect(await store.levels('stock', 1)).toEqual([{ key: 'stock', total: '5' }]);
    // The backup reads the head while it holds the lock; no command is reserved until the head is returned.
    here?.server.silence(true);
    const taking = backup();
    const sale = batchWith(take('stock', '2025-03-02', '4'));
    await expect.poll(() => isLocked()).toBe(true);
    const selling = store.append(sale);
    await expect.poll(() => waitersForLock()).toBe(1);
    here?.server.silence(false);
    const file = await taking;
    await selling;
    const again = await restored(file);
    expect(await readToEnd(again, START)).toHaveLength(1);
    expect(await again.levels('stock', 1)).toEqual([{ key: 'stock', total: '5' }]);
    await again.close();
  });
});

async function locks(condition: string): Promise<number> {
  const pg = await import('pg');
  const client = new pg.default.Client({ connectionString: here?.database.url });
  await client.connect();
  const { rowCount } = await client.query(
    `select from pg_locks where locktype = 'advisory' and classid = 20 and objid = 2 and ${condition}
       and database = (select oid from pg_database where datname = current_database())`,
  );
  await client.end();
  return rowCount ?? 0;
}
const isLocked = async (): Promise<boolean> => (await locks('granted')) > 0;
const waitersForLock = (): Promise<number> => locks('not granted');

describe('positions of a restored log', () => {
  it('are those of the backup for every reader, wherever it begins, and go on after the last', async () => {
    await store.close();
    store = await open(here as Kurrent, LIMIT_MS);
    const [busy, other] = [newStream(), newStream()];
    // More events than one point of the backup, alternating between two streams and in long runs of one.
    await store.append(batchOf([write(busy, -1, ...Array.from({ length: 700 }, () => newEvent()))]));
    await store.append(batchOf([write(other, -1, ...Array.from({ length: 500 }, () => newEvent()))]));
    for (let revision = 0; revision < 10; revision += 1) await store.append(batchOf([write(newStream(), -1)]));
    const before = await readToEnd(store, START);
    const stored = await store.readStored(START, 5);
    // From the first event on, positions differ on the other server.
    for (let n = 0; n < 3; n += 1) there?.server.log.append('$noise', 'any', [noise()]);
    const again = await restored(await backup());
    const after = await readToEnd(again, START);
    expect(after).toEqual(before);
    expect(await again.readStored(START, 5)).toEqual(stored);
    expect(there?.server.log.all.map(({ position }) => position)).not.toEqual(
      here?.server.log.all.map(({ position }) => position),
    );
    for (const index of [0, 1, 498, 499, 500, 501, 699, 700, 1198, 1199, 1208, 1209]) {
      const from = before[index]?.position ?? START;
      expect(await again.readAll(from, 3)).toEqual(before.slice(index + 1, index + 4));
    }
    expect(await again.head()).toBe(await store.head());
    for (const index of [0, 499, 500, 1199, 1209]) {
      const position = before[index]?.position ?? START;
      expect(await again.eventAt(position)).toEqual(await store.eventAt(position));
    }
    expect(await again.eventAt((before[500]?.position ?? START) + 1n)).toBeUndefined();
    // It is the log that was backed up, and what the claims have seen of it is there.
    expect(await identityOf(again)).toBe(await identityOf(store));
    expect(await whyLogDisagrees(placeOf(there), { models: true })).toBeUndefined();
    expect((await again.readStreams([{ stream: busy, after: 697 }])).get(busy)).toEqual(
      before.filter(({ stream, revision }) => stream === busy && revision > 697),
    );
    const appended = await again.append(batchOf([write(newStream(), -1)]));
    expect(appended.position).toBeGreaterThan(before.at(-1)?.position ?? 0n);
    expect(await again.head()).toBe(appended.position);
    expect((await again.eventAt(appended.position))?.position).toBe(appended.position);
    const all = await takeEvents(
      again.subscribe({ after: START, signal: new AbortController().signal }),
      before.length + 1,
    );
    expect(all.map(({ position }) => position)).toEqual([...before.map(({ position }) => position), appended.position]);
    expect(await readToEnd(again, before.at(-1)?.position ?? START)).toEqual([all.at(-1)]);
    expect(all.at(-1)?.meta).toEqual({ actor: 'user-1', commandId: expect.any(String) });
    await again.close();
  });

  it('are not given to a log that was never restored', async () => {
    const appended = await store.append(batchWith());
    const reader = await openLogReader(placeOf(here));
    expect(await reader.head()).toBe(appended.position);
    expect(here?.server.log.all.map(({ position }) => position)).toContain(appended.position);
    await reader.close();
  });
});

describe('the commands with DAFTAR_EVENTSTORE_URL', () => {
  /** Runs a command as npm does. */
  async function command(name: string, kurrent: Kurrent | undefined, file: string): Promise<readonly [number, string]> {
    const dataDir = mkdtempSync(join(folder, 'data-'));
    const own = { DATABASE_URL: kurrent?.database.url, DAFTAR_EVENTSTORE_URL: kurrent?.server.url, DATA_DIR: dataDir };
    const child = spawn(process.execPath, ['launcher/run.mjs', name, file], { env: { ...process.env, ...own } });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
    const [code] = (await once(child, 'close')) as [number];
    return [code, text];
  }

  it('back up and restore the log of KurrentDB', async () => {
    await store.close();
    store = await open(here as Kurrent, LIMIT_MS);
    await store.append(batchWith(level('stock', '2025-03-01', '5')));
    const file = join(folder, 'commands.tar.gz');
    const [code, backedUp] = await command('backup', here, file);
    expect([code, backedUp]).toEqual([0, expect.stringContaining('Backed up 1 events')]);
    const [, root = 'none'] = /^Root: (.*)$/m.exec(backedUp) ?? [];
    expect(await command('restore', there, file)).toEqual([0, expect.stringContaining(`Root: ${root}`)]);
    const again = await open(there as Kurrent, LIMIT_MS);
    expect(await readToEnd(again, START)).toEqual(await readToEnd(store, START));
    expect(await again.levels('stock', 1)).toEqual([{ key: 'stock', total: '5' }]);
    await again.close();
  });
});

describe('a KurrentDB with events', () => {
  it('takes no restore', async () => {
    await store.append(batchWith(level('stock', '2025-03-01', '5')));
    const file = await backup();
    const first = await open(there as Kurrent, LIMIT_MS);
    await first.append(batchWith());
    await first.close();
    const own = await freshDatabase();
    await expect(restoreBackup(file, { ...placeOf(there), databaseUrl: own.url })).rejects.toThrow(
      'There are events in KurrentDB already.',
    );
    await own.drop();
    expect(await refusalsOf(store.append(batchWith(take('stock', '2025-03-01', '6'))))).toHaveLength(1);
  });
});

function noise() {
  const none = new TextEncoder().encode('{}');
  return { id: crypto.randomUUID(), type: '$noise', contentType: 'application/json', data: none, metadata: none };
}
