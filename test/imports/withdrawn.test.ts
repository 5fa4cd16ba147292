/**
 * Imports whose person lost a right between two runs of the job: what an earlier run has stored is taken back, also
 * when the taking back was interrupted.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Commands, openCommands } from '../../command-api/commands/open-commands.ts';
import type { CommandHandler } from '../../command-api/handling/handler.ts';
import { CANCELLED, Interrupted } from '../../command-api/jobs/queue.ts';
import { importWork } from '../../command-api/spreadsheets/job.ts';
import { type ImportJob, packed } from '../../command-api/spreadsheets/job-data.ts';
import type { ImportRequest, ImportResult } from '../../domain/imports/import-format.ts';
import { membersOf } from '../../domain/values/members.ts';
import { type Identity, openIdentity } from '../../identity/identity.ts';
import { scopeOf } from '../../identity/session-scope.ts';
import { TODAY } from '../api/api.ts';
import { type Colleague, signedIn } from '../api/people.ts';
import { openShop, type Shop } from '../api/shop.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { rolesAt } from '../support/database.ts';
import { check, requestOf, rowsOf, runImport } from './requests.ts';

let office: Office;
let shop: Shop;
let commands: Commands;
let identity: Identity;
let database: pg.Pool;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  const { command: databaseUrl } = rolesAt(office.database.url);
  commands = await openCommands({ databaseUrl, clock: () => TODAY });
  identity = await openIdentity({ databaseUrl, store: commands.store });
  database = new pg.Pool({ connectionString: office.database.url, max: 1 });
  database.on('error', () => undefined);
});
afterAll(async () => {
  await database.end();
  await identity.close();
  await commands.close();
  await office.close();
});

type Importer = Colleague & { readonly token: string };
let importers = 0;
async function importer(...permissions: string[]): Promise<Importer> {
  importers += 1;
  const places = { outlets: [shop.outlet], inventories: [shop.inventory] };
  return signedIn(office, `importer-${importers}`, permissions, places);
}

/** Gives the person another role with exactly these permissions. */
async function leave({ id }: Importer, ...permissions: string[]): Promise<void> {
  const role_fk = await office.add('roles', { role_name: `less ${id} ${permissions.length}`, permissions });
  expect((await office.send('POST', `users/${id}/set_roles`, { role_fk })).status).toBe(200);
}

/** The data of the job, as the route stores it. */
async function jobOf({ token }: Importer, format: string, request: ImportRequest): Promise<ImportJob> {
  const { sub, sid } = JSON.parse(Buffer.from(String(token.split('.')[1]), 'base64url').toString());
  const person = await identity.person(Number(sub), sid);
  if (!person) throw new Error('the session is over');
  const scope = scopeOf({ person, sid });
  const started = { user_id: person.user_id, scope: JSON.parse(JSON.stringify(scope)) };
  return { ...started, format, packed: packed(request), language: 'en', command_id: randomUUID() };
}

interface Watched {
  /** The signal is aborted after this many commands of the type, with the reason. */
  readonly after?: { readonly type: string; readonly times: number; readonly reason: string };
  /** The only stream whose state is read without a delay. */
  readonly first?: string;
}

async function run(job: ImportJob, { after, first }: Watched = {}): Promise<ImportResult> {
  const { handler } = commands;
  const stop = new AbortController();
  let times = 0;
  const handle: CommandHandler['handle'] = async (request) => {
    const answer = await handler.handle(request);
    if (after && membersOf(request.commands[0])['type'] === after.type) times += 1;
    if (times === after?.times) stop.abort(after.reason);
    return answer;
  };
  const read: CommandHandler['states']['read'] = async (streams) => {
    const asked = [...streams];
    const states = await handler.states.read(asked);
    if (first !== undefined && asked[0] !== first) await sleep(20);
    return states;
  };
  const watched = { handle, states: { read } } as unknown as CommandHandler;
  const work = importWork({ ...commands, handler: watched }, identity, () => TODAY);
  return (await work(job, { signal: stop.signal, progress: async () => undefined })) as unknown as ImportResult;
}
const interrupt = (job: ImportJob, type: string, times: number) =>
  expect(run(job, { after: { type, times, reason: 'stopped' } })).rejects.toBeInstanceOf(Interrupted);

async function activeItems(name: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from claim.record r where r.active and exists (
       select from log.event e where e.stream = r.record and e.type = 'item.registered' and e.data ->> 'item_name' like $1 || ' %')`,
    [name],
  );
  return rows[0]?.count ?? 0;
}
const many = (count: number, name: string) =>
  requestOf(rowsOf(Array.from({ length: count }, (_, n) => ({ item_name: `${name} ${n}`, base_unit: 'Bag' }))));

const NOTHING = { imported: 0, skipped: 0, created: {}, cancelled: false };
const MISSING = 'You do not have the permission: Items – Import from Excel';

describe('an import that is taken up again without the right to import', () => {
  it('takes back what the earlier run has stored, and names the missing right', async () => {
    const person = await importer('items/import');
    const job = await jobOf(person, 'items', many(60, 'Withdrawn'));
    await interrupt(job, 'register', 5);
    expect(await activeItems('Withdrawn')).toBeGreaterThanOrEqual(5);
    await leave(person, 'items/index');
    expect(await run(job)).toMatchObject({ ...NOTHING, problems: [{ row: 0, column: null, message: MISSING }] });
    expect(await activeItems('Withdrawn')).toBe(0);
  });

  it('goes on taking back when that was interrupted too, and answers the same', async () => {
    const person = await importer('items/import');
    const job = await jobOf(person, 'items', many(120, 'Twice'));
    await interrupt(job, 'register', 80);
    const stored = await activeItems('Twice');
    await leave(person, 'items/index');
    await interrupt(job, 'retire', 1);
    const left = await activeItems('Twice');
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(stored);
    expect(await run(job)).toMatchObject({ ...NOTHING, problems: [{ row: 0, message: MISSING }] });
    expect(await activeItems('Twice')).toBe(0);
    expect(await run(job)).toMatchObject({ ...NOTHING, problems: [{ row: 0, message: MISSING }] });
  });

  it('is taken back too when its person was blocked, or their session revoked', async () => {
    const person = await importer('items/import');
    const job = await jobOf(person, 'items', many(40, 'Blocked'));
    await interrupt(job, 'register', 3);
    expect((await office.send('POST', `users/${person.id}/set_user_status`, { status: 'blocked' })).status).toBe(200);
    expect(await run(job)).toMatchObject({ ...NOTHING, problems: [{ message: MISSING }] });
    expect(await activeItems('Blocked')).toBe(0);
  });

  it('keeps goods that were posted as its last step, and reports them, also when it is cancelled then', async () => {
    const parameters = { inventory: shop.inventory, against: 'capital' };
    const rows = rowsOf([{ item: 'Rice', unit_quantity: '4', unit_price: '600' }]);
    const request = requestOf(rows, { parameters });
    const person = await importer('opening_balances/import', 'opening_balances/complete');
    const job = await jobOf(person, 'opening_stock', request);
    await interrupt(job, 'finish', 1);
    const after = { type: 'finish', times: 1, reason: CANCELLED };
    // The draft of the interrupted import contains the same goods.
    const more = requestOf(rows, { parameters: { ...parameters, goods_there: 'add' } });
    const cancelled = await run(await jobOf(person, 'opening_stock', more), { after });
    expect(cancelled).toMatchObject({ imported: 1, cancelled: false, problems: [] });
    await leave(person, 'items/index');
    expect(await run(job)).toMatchObject({ imported: 1, skipped: 0, cancelled: false, problems: [] });
  });
});

describe('an import of which a person reversed a row by hand meanwhile', () => {
  it('takes back the rest, also when the states of the others are read later', async () => {
    const person = await importer('items/import');
    const job = await jobOf(person, 'items', many(60, 'By hand'));
    await interrupt(job, 'register', 10);
    const { rows } = await database.query<{ stream: string }>(
      `select stream from log.event
       where type = 'item.registered' and data ->> 'item_name' = 'By hand 0'`,
    );
    const first = String(rows[0]?.stream);
    expect((await office.send('DELETE', `items/${first.split('-')[1]}`)).status).toBe(200);
    const message = 'The import was broken off; what it had stored was taken back';
    expect(await run(job, { first })).toMatchObject({ ...NOTHING, problems: [{ row: 0, message }] });
    expect(await activeItems('By hand')).toBe(0);
  });
});

describe('an import of prices', () => {
  const parameters = { date: '2026-03-11' };
  const request = (new_price: string) => requestOf(rowsOf([{ item: 'Rice', new_price }]), { parameters });
  const needed = expect.stringMatching(/^You do not have the permission: .+ – Activate$/);
  const price = async () => {
    const { data } = (await office.send('GET', `items/${shop.item}`)).body;
    return (data['item_units'] as { sale_price: string }[])[0]?.sale_price;
  };

  it('needs the right to put prices into force, in the dry run and in the job', async () => {
    const person = await importer('item_pricings/import');
    const problems = [{ row: 0, column: null, message: needed }];
    expect(await check(office, 'item_prices', request('1111'), person)).toMatchObject({ problems });
    expect(await runImport(office, 'item_prices', request('1111'), person)).toMatchObject({ imported: 0, problems });
    const both = await importer('item_pricings/import', 'item_pricings/activate');
    expect(await check(office, 'item_prices', request('1111'), both)).toMatchObject({ ready: 1, problems: [] });
    expect(await runImport(office, 'item_prices', request('1111'), both)).toMatchObject({ imported: 1, problems: [] });
  });

  it('is taken back when this right was withdrawn meanwhile', async () => {
    const before = await price();
    const person = await importer('item_pricings/import', 'item_pricings/activate');
    const job = await jobOf(person, 'item_prices', request('2222'));
    await interrupt(job, 'enter', 1);
    await expect.poll(price).toBe('2222');
    await leave(person, 'item_pricings/import');
    expect(await run(job)).toMatchObject({ ...NOTHING, problems: [{ row: 0, column: null, message: needed }] });
    await expect.poll(price).toBe(before);
  });
});
