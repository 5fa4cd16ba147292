/** Only the owner of the log may state the recording time, as the demonstration does; roles of production may not. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEventStore, type StoreOptions } from '../../event-store/opening/open.ts';
import { type CommandStore, NO_STREAM } from '../../event-store/port.ts';
import { type KurrentDouble, startKurrentDouble } from '../doubles/kurrentdb.ts';
import { type FreshDatabase, freshDatabase, rolesAt } from '../support/database.ts';
import { batchOf, newStream, write } from './batches.ts';

const STATED = '2025-03-01T10:00:00.000Z';
const MINUTE_MS = 60_000;

let database: FreshDatabase;
let server: KurrentDouble;
const stores: CommandStore[] = [];
beforeEach(async () => {
  [database, server] = await Promise.all([freshDatabase(), startKurrentDouble()]);
});
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  await server.close();
  await database.drop();
});

describe.each(['PostgreSQL', 'KurrentDB'])('a log in %s', (home) => {
  const place = () => (home === 'KurrentDB' ? { eventStoreUrl: server.url } : {});
  const open = async (options: StoreOptions) => {
    const store = await openEventStore({ ...options, ...place() });
    stores.push(store);
    return store;
  };
  const append = (store: CommandStore) => store.append(batchOf([write(newStream(), NO_STREAM)]));
  const isNow = (time: string) => Math.abs(Date.parse(time) - Date.now()) < MINUTE_MS;

  it('records at the moments that the owner states, which do not go back, and at its own for everybody else', async () => {
    let now = new Date(STATED);
    const own = await open({ databaseUrl: rolesAt(database.url).owner, recordedAt: () => now });
    expect((await append(own)).recordedAt).toBe(STATED);
    now = new Date('2025-03-02T10:00:00.5Z');
    expect((await append(own)).recordedAt).toBe('2025-03-02T10:00:00.500Z');
    now = new Date(STATED);
    expect((await append(own)).recordedAt).toBe('2025-03-02T10:00:00.500Z');
    const other = await open({ databaseUrl: rolesAt(database.url).command });
    expect(isNow((await append(other)).recordedAt)).toBe(true);
  });

  it('stores nothing for a role of run time that states a moment', async () => {
    const store = await open({ databaseUrl: rolesAt(database.url).command, recordedAt: () => new Date(STATED) });
    await expect(append(store)).rejects.toThrow(/permission denied for function clock/);
    expect(await store.readAll(0n, 10)).toEqual([]);
  });

  it.each(['command', 'read', 'projector'] as const)('does not believe the session of the %s role', async (role) => {
    const url = new URL(rolesAt(database.url)[role]);
    url.searchParams.set('options', `-c jit=off -c TimeZone=UTC -c DateStyle=ISO -c daftar.recorded_at=${STATED}`);
    const store = await open({ databaseUrl: url.href });
    const stored = append(store);
    if (role === 'command') expect(isNow((await stored).recordedAt)).toBe(true);
    else await expect(stored).rejects.toThrow(/permission denied/);
  });
});
