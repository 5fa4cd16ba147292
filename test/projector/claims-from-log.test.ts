/** Claims, counters and answers that are rebuilt from the log equal those that the commands wrote. */
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareClaims } from '../../command-api/claims-of-log/against-log/compare-claims.ts';
import { commandsOf } from '../../command-api/claims-of-log/from-log/commands-of-log.ts';
import { ClaimsNotRebuilt, rebuildClaims } from '../../command-api/claims-of-log/from-log/rebuild-claims.ts';
import { openKurrentStore } from '../../event-store/kurrentdb/store.ts';
import { openMemoryStore } from '../../event-store/memory/store.ts';
import { type CommandStore, NO_STREAM } from '../../event-store/port.ts';
import { openPostgresStore } from '../../event-store/postgres/store.ts';
import { smallYear, type Year } from '../audit/year.ts';
import { startKurrentDouble } from '../doubles/kurrentdb.ts';
import { changeRule } from '../oracle/correcting.ts';
import { batchOf, batchWith, newEvent, newStream, write } from '../store-contract/batches.ts';
import { onDatabase } from '../store-contract/postgres-server.ts';
import { freshDatabase } from '../support/database.ts';
import { LIMIT_MS } from '../support/limits.ts';
import { history } from './acts.ts';
import { Play } from './histories.ts';
import { openPremises, Shop } from './shop.ts';

const TABLES: Readonly<Record<string, string>> = {
  taken: 'select "set", key, owner from claim.taken',
  series: 'select series, last from claim.series',
  freed: 'select series, value from claim.freed',
  level: 'select key, trim_scale(total) as total from claim.level where total <> 0',
  level_day: 'select key, day, trim_scale(net) as net from claim.level_day where net <> 0',
  level_moment: 'select key, at, trim_scale(net) as net from claim.level_moment where net <> 0',
  count: 'select key, at, trim_scale(real) as real from claim.count',
  period: 'select from_day, to_day, status, used from claim.period',
  record: 'select record, active, used from claim.record',
  stream: 'select stream, revision from claim.stream',
  command: `select command_id, position, streams::jsonb, revisions::jsonb, numbers::jsonb, recorded_at, first_day from log.command`,
};

/** Every row of every table as text, sorted. */
async function claimsOf(url: string): Promise<Record<string, string[]>> {
  return onDatabase(url, async (client) => {
    const found: Record<string, string[]> = {};
    for (const [name, sql] of Object.entries(TABLES)) {
      const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from (${sql}) t`);
      found[name] = rows.map(({ row }) => row).sort();
    }
    return found;
  });
}

/** A year that contains a number and no postings. */
async function quoteInAnEmptyYear({ shop, premises }: Year): Promise<void> {
  await shop.register('financial_year', { year_name: '2025', start_date: '2025-01-01', end_date: '2025-12-31' });
  const quoted = await shop.enter('quotation', {
    ...{ outlet_fk: premises.outlets[0], inventory_fk: premises.inventories[0], date: '2025-06-15', currency_fk: 1 },
    lines: [{ item_fk: premises.items[0], unit_fk: premises.unit, quantity: '1', price: '1000' }],
    status: 'complete',
  });
  expect(quoted).toBeDefined();
}

describe('the log as commands', () => {
  it('has each command once, also one of more events than are read at once', async () => {
    const log = openMemoryStore();
    for (let count = 0; count < 500; count += 1) await log.append(batchWith());
    const events = Array.from({ length: 2_000 }, () => newEvent());
    const large = batchOf([write(newStream(), NO_STREAM, ...events)]);
    await log.append(large);
    await log.append(batchWith());
    const sizes: number[] = [];
    for await (const command of commandsOf(log)) sizes.push(command.events.length);
    expect(sizes).toEqual([...Array(500).fill(1), 2_000, 1]);
  });
});

describe('after a year of trade in PostgreSQL', () => {
  let year: Year;
  let store: CommandStore;
  beforeAll(async () => {
    year = await smallYear();
    store = await openPostgresStore({ url: year.database.url });
    await quoteInAnEmptyYear(year);
  });
  afterAll(async () => {
    await store?.close();
    await year?.close();
  });
  const rebuild = () => rebuildClaims({ store, databaseUrl: year.database.url, inKurrentDb: false });

  it('the rebuilt claims and answers equal the former ones', async () => {
    const { url } = year.database;
    const before = await claimsOf(url);
    expect(before['level']?.length).toBeGreaterThan(20);
    expect(before['series']?.length).toBeGreaterThan(5);
    expect(before['period']).toContainEqual(expect.stringMatching(/"used": true, .*2025-12-31/));
    await onDatabase(url, (client) => client.query('delete from log.command'));
    const { commands, events } = await rebuild();
    expect(events).toBeGreaterThan(100);
    expect(await claimsOf(url)).toEqual(before);
    expect(commands).toBe(before['command']?.length);
  });

  it('the rebuilt claims are the same when few states fit in memory', async () => {
    const { url } = year.database;
    const before = await claimsOf(url);
    await rebuildClaims({ store, databaseUrl: url, inKurrentDb: false, statesMax: 2 });
    expect(await claimsOf(url)).toEqual(before);
  });

  it('damaged claims are repaired, and claims without events are removed', async () => {
    const { url } = year.database;
    const before = await claimsOf(url);
    await onDatabase(url, (client) =>
      client.query(
        `update claim.level set total = total + 1; delete from claim.taken; insert into claim.record values ('item-900', true, true)`,
      ),
    );
    await rebuild();
    expect(await claimsOf(url)).toEqual(before);
  });

  it('a recalculation keeps the used average scope in force, and fixes the new one', async () => {
    const { shop, database } = year;
    await changeRule(
      shop,
      store,
      await shop.register('recalculation', { date: '2026-06-01', average_scope: 'company' }),
    );
    const before = await claimsOf(database.url);
    const ofScopes = before['record']?.filter((row) => row.includes('average_scope-')).map((row) => JSON.parse(row));
    expect(ofScopes).toEqual([
      { record: 'average_scope-company', active: true, used: true },
      { record: 'average_scope-inventory', active: true, used: true },
    ]);
    await rebuild();
    expect(await claimsOf(database.url)).toEqual(before);
  });

  it('counters are never decreased, so no number is assigned twice', async () => {
    const first = await store.nextId('item');
    await rebuild();
    const other = await openPostgresStore({ url: year.database.url });
    expect(await other.nextId('item')).toBeGreaterThan(first);
    await other.close();
  });

  it('the rebuild is refused while a command has claims but no events', async () => {
    const client = new pg.Client({ connectionString: year.database.url });
    await client.connect();
    await client.query(
      `insert into claim.intent (command_id, batch, claims, numbers, undo) values (gen_random_uuid(), '{}', '{}', '[]', '{}')`,
    );
    await expect(rebuild()).rejects.toThrow(ClaimsNotRebuilt);
    await client.query('delete from claim.intent');
    await client.end();
  });
});

describe('when PostgreSQL is lost and the log is in KurrentDB', () => {
  it('an empty database gets the same claims, and commands continue', async () => {
    const [lost, empty, server] = await Promise.all([freshDatabase(), freshDatabase(), startKurrentDouble()]);
    const clock = { now: new Date('2026-03-01T07:00:00.000Z') };
    const old = await openKurrentStore({ url: server.url, databaseUrl: lost.url });
    const shop = new Shop(old, clock);
    const premises = await openPremises(shop, true);
    const play = new Play(shop, premises);
    for (const act of fc.sample(history(60), { numRuns: 1, seed: 7 }).flat()) await play.run(act);
    const sale = {
      ...{ outlet_fk: premises.outlets[0], inventory_fk: premises.inventories[0], date: '2026-03-01', currency_fk: 1 },
      ...{ payment_type: 'cash', account_fk: premises.cashes[0], status: 'complete' },
      lines: [{ item_fk: premises.items[0], unit_fk: premises.unit, quantity: '1', price: '1000' }],
    };
    const sold = [await shop.enter('sale', sale), await shop.enter('sale', sale)];
    expect(sold.every((answer) => answer !== undefined)).toBe(true);
    // A command is answered before its claims are settled.
    const unsettled = async () =>
      (await onDatabase(lost.url, (client) => client.query('select from claim.intent'))).rowCount;
    await expect.poll(unsettled, { timeout: LIMIT_MS }).toBe(0);
    const before = await claimsOf(lost.url);
    await old.close();
    await lost.drop();

    // Answers of commands that are not in the restored log, one of which other events have passed since.
    await onDatabase(empty.url, (client) =>
      client.query(
        `insert into log.command values (gen_random_uuid(), null, 9999999999, '["sale-9"]', '[0]', '[]', now()),
           (gen_random_uuid(), null, 1, '["sale-8"]', '[0]', '[]', now())`,
      ),
    );
    const store = await openKurrentStore({ url: server.url, databaseUrl: empty.url });
    const lossy = { store, databaseUrl: empty.url, inKurrentDb: true };
    await expect(rebuildClaims(lossy)).rejects.toThrow(/^2 commands .* what they stored is lost: sale-8, sale-9\./);
    expect((await claimsOf(empty.url))['command']?.length).toBe(2);
    await rebuildClaims({ ...lossy, acceptsLoss: true });
    expect(await claimsOf(empty.url)).toEqual(before);
    const compare = () => compareClaims({ store, databaseUrl: empty.url, inKurrentDb: true });
    const found = async () => {
      const compared = await compare();
      return 'because' in compared ? [compared.because] : compared.answers.flatMap(({ findings }) => findings);
    };
    expect(await found()).toEqual([]);
    await onDatabase(empty.url, (client) =>
      client.query(`update claim.stream set revision = 9 where stream = 'sale-1'`),
    );
    expect(await found()).toEqual(['sale-1: 9 claimed, 0 in the log']);
    await onDatabase(empty.url, (client) =>
      client.query(`update claim.stream set revision = 0 where stream = 'sale-1'`),
    );
    const next = await new Shop(store, clock).enter('sale', sale);
    expect(next?.id).toBeGreaterThan(Number(sold[1]?.id));
    const numberOf = (answer: typeof next) =>
      Number(/\d+$/.exec((answer?.state as unknown as { readonly number?: string } | undefined)?.number ?? '')?.[0]);
    expect(numberOf(next)).toBe(numberOf(sold[1]) + 1);
    await store.close();
    await server.close();
    await empty.drop();
  });
});
