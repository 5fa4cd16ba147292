/**
 * Two stores of different age or identity are noticed: the log against the claims, the read models and the data folder, on
 * PostgreSQL and on the double of KurrentDB. Nothing is written until a person decided, and then everything holds again.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rebuildClaims } from '../../command-api/claims-of-log/from-log/rebuild-claims.ts';
import { openEventStore } from '../../event-store/opening/open.ts';
import { type CommandStore, LogDisagrees } from '../../event-store/port.ts';
import { describeLog, keepSeen } from '../../launcher/log-agrees.ts';
import { checkClaimsThere } from '../../launcher/stores.ts';
import { RebuildRefused, rebuild } from '../../projector/rebuild/rebuild.ts';
import { brokenIn, openOffice, type TestPlace } from '../backup/place.ts';
import { type KurrentDouble, startKurrentDouble } from '../doubles/kurrentdb.ts';
import type { Office } from '../read-api/office.ts';
import { batchWith } from '../store-contract/batches.ts';
import { cutOtherConnections, onDatabase } from '../store-contract/postgres-server.ts';
import { asAdministrator, type FreshDatabase, freshDatabase } from '../support/database.ts';
import { isSuite } from '../support/ring.ts';

let database: FreshDatabase;
let server: KurrentDouble;
let dataDir: string;
let undo: (() => Promise<void>)[];

beforeEach(async () => {
  [database, server] = await Promise.all([freshDatabase(), startKurrentDouble()]);
  dataDir = mkdtempSync(join(tmpdir(), 'daftar-log-'));
  undo = [];
});
afterEach(async () => {
  for (const step of undo.reverse()) await step();
  await server.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const placeOf = (kind: string): TestPlace => ({
  databaseUrl: database.url,
  eventStoreUrl: kind === 'kurrentdb' ? server.url : undefined,
  dataDir,
  remove: async () => undefined,
});

async function opened(place: TestPlace): Promise<CommandStore> {
  const store = await openEventStore({ ...place, recovers: true });
  undo.push(() => closed(store));
  return store;
}

const ended = new WeakSet<CommandStore>();

async function closed(store: CommandStore): Promise<void> {
  if (ended.has(store)) return;
  ended.add(store);
  await store.close();
}

async function append(store: CommandStore, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await store.append(batchWith());
}

/** The log as it was after some of its events, under the same claims. */
async function goBack(kind: string, events: number): Promise<void> {
  if (kind === 'kurrentdb') {
    const ours = server.log.all.filter(({ stream }) => !stream.startsWith('$'))[events];
    server.log = server.log.copy(ours ? server.log.all.indexOf(ours) : server.log.all.length);
    await server.restart();
    return;
  }
  await onDatabase(asAdministrator(database.url), (client) =>
    client.query(`set session_replication_role = replica; delete from log.event where position > ${events}`),
  );
}

/** A log of the same size, of a business of its own. */
async function ofAnotherBusiness(kind: string): Promise<void> {
  if (kind === 'kurrentdb') {
    const [other, elsewhere] = await Promise.all([freshDatabase(), startKurrentDouble()]);
    const store = await openEventStore({ databaseUrl: other.url, eventStoreUrl: elsewhere.url, recovers: true });
    await append(store, 8);
    await store.close();
    server.log = elsewhere.log;
    await server.restart();
    await elsewhere.close();
    await other.drop();
    return;
  }
  await onDatabase(asAdministrator(database.url), (client) =>
    client.query(`set session_replication_role = replica; update log.event set id = gen_random_uuid()`),
  );
}

const KINDS = ['postgresql', 'kurrentdb'];

describe.each(KINDS)('a log in %s', (kind) => {
  let place: TestPlace;
  let store: CommandStore;
  beforeEach(async () => {
    place = placeOf(kind);
    store = await opened(place);
    await append(store, 6);
    await closed(store);
    store = await opened(place);
    await store.findCommand(crypto.randomUUID());
  });
  const refusal = async () => {
    const start = await checkClaimsThere(place).then(
      () => 'starts',
      (error: Error) => error.message,
    );
    await closed(store);
    const again = await opened(place);
    const stored = await again.append(batchWith()).catch((error: Error) => error);
    const repeated = await again.findCommand(crypto.randomUUID()).catch((error: Error) => error);
    expect([stored, repeated]).toEqual([expect.any(LogDisagrees), expect.any(LogDisagrees)]);
    await expect(describeLog(place)).rejects.toThrow(start);
    return start;
  };

  it('that is the one that was seen is taken, also when it is ahead of what was noted', async () => {
    await append(store, 3);
    await checkClaimsThere(place);
    expect(await describeLog(place)).toMatch(/^identity [\da-f]{12}, up to position \d+/);
  });

  it('of before is refused, with what would be lost', async () => {
    await goBack(kind, 4);
    const said = await refusal();
    expect(said).toMatch(/^The log is older, or its end was cut off: the claims have seen events up to position \d+/);
    expect(said).toContain('It lacks what 2 answered commands have stored since');
    expect(said).toContain('npm run rebuild -- claims --accept-loss');
  });

  it('that is empty is refused', async () => {
    await goBack(kind, 0);
    expect(await refusal()).toMatch(/^The log has no events, and the claims have seen events up to position/);
  });

  it('of another business is refused', async () => {
    await ofAnotherBusiness(kind);
    expect(await refusal()).toMatch(/^The log is that of another business: its identity is/);
  });

  it('whose end was cut off is refused also when others have written past it since', async () => {
    await goBack(kind, 4);
    await closed(store);
    const other = await openEventStore(place);
    undo.push(() => other.close());
    if (kind === 'kurrentdb') await onDatabase(database.url, (client) => client.query('delete from claim.stream'));
    await append(other, 5);
    expect(await refusal()).toMatch(/^The end of the log was cut off and other events came in its place/);
  });

  it('is known in the data folder too, which a database of before or of another business does not agree with', async () => {
    await (await keepSeen(place))();
    await checkClaimsThere(place);
    await goBack(kind, 3);
    await onDatabase(database.url, (client) =>
      client.query(
        'delete from claim.log_seen; delete from log.command where position > 3; update claim.clock set position = 0',
      ),
    );
    if (kind === 'kurrentdb') await onDatabase(database.url, (client) => client.query('delete from log.command'));
    await expect(checkClaimsThere(place)).rejects.toThrow('the data folder has seen events up to position');
    const elsewhere = await freshDatabase();
    undo.push(() => elsewhere.drop());
    const other = { ...place, databaseUrl: elsewhere.url, eventStoreUrl: undefined };
    await append(await opened(other), 1);
    await expect(checkClaimsThere(other)).rejects.toThrow('of another business');
  });

  it('of an installation of before this version gets its identity at the first start', async () => {
    await closed(store);
    await onDatabase(database.url, (client) => client.query('delete from claim.log_seen'));
    await checkClaimsThere(place);
    store = await opened(place);
    await store.findCommand(crypto.randomUUID());
    const noted = await onDatabase(database.url, (client) =>
      client.query('select identity, position from claim.log_seen'),
    );
    expect(noted.rows).toEqual([{ identity: expect.stringMatching(/^[\da-f]{64}$/), position: expect.any(String) }]);
  });
});

describe('a connection to KurrentDB', () => {
  it('that ends is compared anew before anything is stored, in the same process', async () => {
    const place = placeOf('kurrentdb');
    const store = await opened(place);
    await append(store, 6);
    const events = server.log.all.length;
    await goBack('kurrentdb', 4);
    const before = server.log.all.length;
    expect(before).toBeLessThan(events);
    await expect(store.append(batchWith())).rejects.toThrow(LogDisagrees);
    await expect(store.findCommand(crypto.randomUUID())).rejects.toThrow(LogDisagrees);
    expect(server.log.all.length).toBe(before);
  });
});

// On PostgreSQL in the later rings: it is the same code.
describe.each(isSuite ? ['kurrentdb'] : KINDS)('when an older log was put back in %s', (kind) => {
  it('the two commands of the handbook name what is lost, end, and leave everything in order', async () => {
    const place = placeOf(kind);
    let office: Office = await openOffice(place);
    await office.add('brands', { brand_name: 'Kept', brand_name_ar: 'Kept', brand_name_ckb: 'Kept' });
    const kept = BigInt(office.position);
    const count =
      kind === 'kurrentdb' ? server.log.all.filter(({ stream }) => !stream.startsWith('$')).length : Number(kept);
    const brand = (name: string) => ({ brand_name: name, brand_name_ar: name, brand_name_ckb: name });
    for (const name of ['Lost 1', 'Lost 2', 'Lost 3']) await office.add('brands', brand(name));
    expect((await office.read('brands')).status).toBe(200);
    await goBack(kind, count);
    if (kind === 'postgresql') await cutOtherConnections(database.url);
    const refused = await office.send('POST', 'brands', brand('Not stored'));
    expect(refused).toMatchObject({ status: 503, body: { code: 'log_disagrees' } });
    await office.close();
    await expect(checkClaimsThere(place)).rejects.toThrow('It lacks what 3 answered commands have stored');

    const store = await openEventStore(place);
    undo.push(() => store.close());
    const claims = { store, databaseUrl: place.databaseUrl, inKurrentDb: kind === 'kurrentdb' };
    await expect(rebuildClaims(claims)).rejects.toThrow(/^3 commands that were answered since .* is lost: brand-/);
    const { lost } = await rebuildClaims({ ...claims, acceptsLoss: true });
    expect(lost).toMatchObject({ commands: 3, streams: ['brand-2', 'brand-3', 'brand-4'] });
    await checkClaimsThere(place, { models: false });
    await expect(checkClaimsThere(place)).rejects.toThrow(
      '"npm run rebuild -- --accept-differences" makes the read models',
    );
    const again = { store, databaseUrl: place.databaseUrl, sameRules: false, signal: new AbortController().signal };
    await expect(rebuild(again)).rejects.toThrow(RebuildRefused);
    await rebuild({ ...again, acceptsLoss: true });

    await checkClaimsThere(place);
    office = await openOffice(place);
    undo.push(() => office.close());
    await office.add('brands', brand('After'));
    const { text } = await office.read('brands');
    expect(text).toContain('Kept');
    expect(text).toContain('After');
    expect(text).not.toContain('Lost');
    expect(await brokenIn(place)).toEqual([]);
  });
});
