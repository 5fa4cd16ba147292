/**
 * Imports that were made: their list, what each has made, and taking one back while nothing stands on it
 * (docs/decisions/0205).
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Commands, openCommands } from '../../command-api/commands/open-commands.ts';
import type { CommandHandler } from '../../command-api/handling/handler.ts';
import { Interrupted } from '../../command-api/jobs/queue.ts';
import { importWork } from '../../command-api/spreadsheets/job.ts';
import { packed } from '../../command-api/spreadsheets/job-data.ts';
import { takeBackWork } from '../../command-api/spreadsheets/taking-back/job.ts';
import { IMPORT_FORMATS, stores } from '../../domain/imports/formats.ts';
import { type ImportRequest, type ImportResult, importPermission } from '../../domain/imports/import-format.ts';
import {
  type ImportMade,
  MAY_IMPORT,
  type MadeThing,
  type TakeBackPreview,
  type TakeBackResult,
} from '../../domain/imports/imports-made.ts';
import { membersOf } from '../../domain/values/members.ts';
import { type Identity, openIdentity } from '../../identity/identity.ts';
import { scopeOf } from '../../identity/session-scope.ts';
import { TODAY } from '../api/api.ts';
import { type Colleague, signedIn } from '../api/people.ts';
import { openShop, purchaseBody, type Shop } from '../api/shop.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { rolesAt } from '../support/database.ts';
import { resultOf } from '../support/job-result.ts';
import { requestOf, rowsOf, start } from './requests.ts';

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

interface As {
  readonly token?: string;
}
type Importer = Colleague & { readonly token: string };
let importers = 0;
async function importer(...permissions: string[]): Promise<Importer> {
  importers += 1;
  const places = { outlets: [shop.outlet], inventories: [shop.inventory] };
  return signedIn(office, `taker-${importers}`, permissions, places);
}

/** Runs the import. Returns its id. */
async function imported(format: string, request: ImportRequest, as: As = {}): Promise<string> {
  const started = await start(office, format, request, as);
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  const id = String(started.body.data['job_id']);
  const { problems, imported: rows } = await resultOf<ImportResult>(office, id, as);
  expect({ problems, rows }).toMatchObject({ problems: [], rows: request.rows.length });
  return id;
}

async function listed(id: string, as: As = {}): Promise<ImportMade | undefined> {
  const { status, body } = await office.send('GET', 'imports/made', undefined, as);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body.data as unknown as ImportMade[]).find(({ import_id }) => import_id === id);
}
const madeBy = async (id: string, as: As = {}) =>
  (await office.send('GET', `imports/made/${id}`, undefined, as)).body.data as unknown as MadeThing[];

async function preview(id: string, as: As = {}): Promise<TakeBackPreview> {
  const { status, body } = await office.send('POST', `imports/made/${id}/take_back?dry_run=1`, {}, as);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data as unknown as TakeBackPreview;
}
const starting = async (id: string, body: object = {}, as: As = {}) => {
  const started = await office.send('POST', `imports/made/${id}/take_back`, body, as);
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  return String(started.body.data['job_id']);
};
const takeBack = async (id: string, body: object = {}, as: As = {}): Promise<TakeBackResult> =>
  resultOf<TakeBackResult>(office, await starting(id, body, as), as);

const items = (names: readonly string[], more: Partial<ImportRequest> = {}) =>
  requestOf(rowsOf(names.map((item_name) => ({ item_name, base_unit: 'Bag' }))), more);
async function events(type: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'select count(*)::int as count from log.event where type = $1',
    [type],
  );
  return rows[0]?.count ?? 0;
}
const statuses = async (id: string) => (await madeBy(id)).map(({ title, status }) => `${title} ${status}`);

describe('the list of imports', () => {
  it('is open to whoever may import a kind of file that is stored', () => {
    const permissions = new Set(IMPORT_FORMATS.filter(stores).map(importPermission));
    expect(new Set(MAY_IMPORT.split('##'))).toEqual(permissions);
  });

  it('has file, kind, person, moment and rows of each, and what it has made', async () => {
    const person = await importer('items/import');
    const id = await imported('items', items(['Lentils', 'Chickpeas'], { file_name: 'old goods.xlsx' }), person);
    expect(await listed(id, person)).toEqual({
      import_id: id,
      ...{ format: 'items', resource: 'items', file_name: 'old goods.xlsx' },
      ...{ user_fk: person.id, user_name: `taker-${importers}`, started_at: TODAY.toISOString() },
      ...{
        rows: 2,
        made: 2,
        left_out: 0,
        updated: 0,
        unchanged: 0,
        state: 'made',
        taken_back_at: null,
        taken_back_name: null,
      },
    });
    expect(await madeBy(id, person)).toEqual([
      { kind: 'item', id: expect.any(Number), title: 'Lentils', status: 'active', changed: false },
      { kind: 'item', id: expect.any(Number), title: 'Chickpeas', status: 'active', changed: false },
    ]);
  });

  it('counts rows that were left out, and has an import that made nothing', async () => {
    const rows = rowsOf([
      { item_name: 'Peas', base_unit: 'Bag' },
      { item_name: 'Beans', base_unit: 'Nothing such' },
    ]);
    const started = await start(office, 'items', requestOf(rows, { good_rows_only: true }));
    const some = String(started.body.data['job_id']);
    await resultOf(office, some);
    expect(await listed(some)).toMatchObject({ file_name: null, rows: 2, made: 1, left_out: 1, state: 'made' });
    const refused = String((await start(office, 'items', requestOf(rows))).body.data['job_id']);
    await resultOf(office, refused);
    expect(await listed(refused)).toMatchObject({ rows: 2, made: 0, left_out: 2, state: 'nothing' });
    expect(await madeBy(refused)).toEqual([]);
  });

  it('is seen by whoever may import such files, and has no rows of other inventories', async () => {
    const id = await imported('items', items(['Barley']));
    const customers = await importer('customers/import');
    expect(await listed(id, customers)).toBeUndefined();
    expect((await office.send('GET', `imports/made/${id}`, undefined, customers)).status).toBe(404);
    expect((await office.send('POST', `imports/made/${id}/take_back?dry_run=1`, {}, customers)).status).toBe(404);
    const cashier = await importer('sales/index');
    expect((await office.send('GET', 'imports/made', undefined, cashier)).status).toBe(403);

    const outlet = await office.add('outlets', { outlet_name: 'Elsewhere' });
    const inventory = await office.add('inventories', { inventory_name: 'Elsewhere', outlet_fk: outlet });
    const goods = rowsOf([{ item: 'Rice', unit_quantity: '4', unit_price: '600' }]);
    const parameters = { inventory, against: null, goods_there: 'add' };
    const there = await imported('opening_stock', requestOf(goods, { parameters }));
    const here = await importer('opening_balances/import', 'opening_balances/destroy');
    expect(await listed(there)).toMatchObject({ state: 'made' });
    expect(await listed(there, here)).toBeUndefined();
    expect((await office.send('GET', `imports/made/${there}`, undefined, here)).status).toBe(404);
    expect((await office.send('POST', `imports/made/${there}/take_back`, {}, here)).status).toBe(404);
  });
});

describe('a long list of imports', () => {
  const page = async (before: string | undefined, as: As) => {
    const { body } = await office.send('GET', `imports/made${before ? `?before=${before}` : ''}`, undefined, as);
    return body.data as unknown as ImportMade[];
  };

  it('comes in pages without a gap, also where most of them are of kinds that the person does not see', async () => {
    // One of three is of customers, the others of items; all are older than whatever a test has imported.
    await database.query(
      `insert into preference.import_made (import_id, format, user_id, started_at, asked, names)
       select gen_random_uuid(), case when n % 3 = 0 then 'customers' else 'items' end, 1,
         timestamptz '2020-01-01' + make_interval(mins => n / 2), 1, '[]' from generate_series(1, 390) n`,
    );
    const as = await importer('customers/import');
    const first = await page(undefined, as);
    const second = await page(first.at(-1)?.import_id, as);
    const third = await page(second.at(-1)?.import_id, as);
    expect([first.length, second.length, third.length]).toEqual([50, 50, 30]);
    const all = [...first, ...second, ...third];
    expect(new Set(all.map(({ import_id }) => import_id)).size).toBe(130);
    expect(all.map(({ started_at }) => started_at)).toEqual(
      all
        .map(({ started_at }) => started_at)
        .toSorted()
        .reverse(),
    );
    expect(new Set(all.map(({ format }) => format))).toEqual(new Set(['customers']));
    expect((await office.send('GET', 'imports/made?before=x', undefined, as)).status).toBe(400);
  });
});

describe('an import is taken back', () => {
  it('by the ordinary commands, once, and its names can be used again', async () => {
    const id = await imported('items', items(['Oats', 'Rye']));
    expect(await preview(id)).toEqual({ ready: 2, gone: 0, kept: [], reasoned: false });
    expect(await takeBack(id)).toMatchObject({ taken_back: 2, gone: 0, kept: [], stopped: false });
    expect(await statuses(id)).toEqual(['Oats retired', 'Rye retired']);
    expect(await listed(id)).toMatchObject({ made: 2, state: 'taken_back', taken_back_at: TODAY.toISOString() });
    const before = await events('item.retired');
    expect(await takeBack(id)).toMatchObject({ taken_back: 0, gone: 2, kept: [], position: null });
    expect(await events('item.retired')).toBe(before);
    await imported('items', items(['Oats']));
  });

  it('with what stands on it named first: nothing is done before the person agrees to a part', async () => {
    const id = await imported('items', items(['Used rice', 'Free rice', 'Touched rice']));
    const [used, , touched] = await madeBy(id);
    const line = { item_fk: used?.id, unit_fk: shop.unit, quantity: '5', price: '600' };
    expect((await office.send('POST', 'purchases', purchaseBody(shop, '5', { lines: [line] }))).status).toBe(201);
    const amended = { item_name: 'Touched by hand', revision: 0 };
    expect((await office.send('PATCH', `items/${touched?.id}`, amended)).status).toBe(200);
    const kept = [
      { kind: 'item', id: used?.id, title: 'Used rice', message: expect.stringMatching(/./) },
      { kind: 'item', id: touched?.id, title: 'Touched by hand', message: 'It was changed after the import' },
    ];
    expect(await preview(id)).toEqual({ ready: 1, gone: 0, kept, reasoned: false });
    const before = await events('item.retired');
    expect(await takeBack(id)).toMatchObject({ taken_back: 0, kept, stopped: true });
    expect([await events('item.retired'), (await listed(id))?.state]).toEqual([before, 'made']);
    expect(await takeBack(id, { partly: true })).toMatchObject({ taken_back: 1, kept, stopped: false });
    expect(await statuses(id)).toEqual(['Used rice active', 'Free rice retired', 'Touched by hand active']);
    expect(await listed(id)).toMatchObject({ state: 'partly' });
  });

  it('without a record that was restored by hand in the meantime', async () => {
    const id = await imported('items', items(['Restored']));
    await takeBack(id);
    const [thing] = await madeBy(id);
    expect((await office.send('POST', `items/${thing?.id}/restore`, { revision: 1 })).status).toBe(200);
    expect(await takeBack(id)).toMatchObject({ kept: [{ message: 'It was changed after the import' }], stopped: true });
    expect(await statuses(id)).toEqual(['Restored active']);
  });

  it('with the rights of the person, who deletes or reverses nothing else by hand', async () => {
    const id = await imported('items', items(['Guarded']));
    const person = await importer('items/import');
    const message = 'You do not have the permission: Items – Delete or reverse';
    expect(await preview(id, person)).toMatchObject({ ready: 0, kept: [{ title: 'Guarded', message }] });
    const asked = { partly: true };
    expect(await takeBack(id, asked, person)).toMatchObject({ taken_back: 0, kept: [{ message }] });
    expect(await statuses(id)).toEqual(['Guarded active']);
    expect(await takeBack(id, {}, await importer('items/import', 'items/destroy'))).toMatchObject({ taken_back: 1 });
  });

  it('with the names that were made for it, which stay where a row has used them', async () => {
    const rows = rowsOf([{ item_name: 'Branded', base_unit: 'Bag', brand: 'Newbrand' }]);
    const choices = [{ resource: 'brands', name: 'Newbrand', becomes: 'create' as const }];
    const id = await imported('items', requestOf(rows, { choices }));
    expect((await madeBy(id)).map(({ kind, title }) => [kind, title])).toEqual([
      ['item', 'Branded'],
      ['brand', 'Newbrand'],
    ]);
    expect(await preview(id)).toMatchObject({ ready: 1, kept: [{ kind: 'brand', title: 'Newbrand' }] });
    expect(await takeBack(id, { partly: true })).toMatchObject({ taken_back: 1, kept: [{ title: 'Newbrand' }] });
  });
});

describe('documents of an import', () => {
  const goods = rowsOf([{ item: 'Rice', unit_quantity: '4', unit_price: '600' }]);
  const stock = (against: string | null) =>
    requestOf(goods, { parameters: { inventory: shop.inventory, against, goods_there: 'add' } });

  it('are discarded while they are drafts', async () => {
    const id = await imported('opening_stock', stock(null));
    expect(await preview(id)).toMatchObject({ ready: 1, reasoned: false });
    expect(await takeBack(id)).toMatchObject({ taken_back: 1 });
    expect((await madeBy(id)).map(({ status }) => status)).toEqual(['discarded']);
  });

  it('are reversed with a reason when they have counted, and the goods are gone', async () => {
    const id = await imported('opening_stock', stock('capital'));
    expect(await preview(id)).toMatchObject({ ready: 1, kept: [], reasoned: true });
    expect(await takeBack(id)).toMatchObject({
      taken_back: 0,
      stopped: true,
      kept: [{ kind: 'opening_balance' }],
    });
    expect(await takeBack(id, { reason: 'The wrong file' })).toMatchObject({ taken_back: 1, kept: [] });
    const [document] = await madeBy(id);
    expect(document).toMatchObject({ status: 'reversed', title: expect.stringMatching(/^O-/) });
    const { rows } = await database.query(
      `select meta ->> 'reason' as reason from log.event where stream = $1 order by revision desc limit 1`,
      [`opening_balance-${document?.id}`],
    );
    expect(rows).toEqual([{ reason: 'The wrong file' }]);
  });

  it('of open invoices are reversed, but for those that were paid', async () => {
    const invoice = { customer: 'Azad', document_date: '2025-11-03', open_amount: '5000', opened_as: 'debt' };
    const rows = rowsOf(['A-1', 'A-2'].map((document_number) => ({ ...invoice, document_number })));
    const id = await imported('opening_items', requestOf(rows, { parameters: { outlet: shop.outlet } }));
    const [paid] = await madeBy(id);
    const received = await office.send('POST', 'customer_transactions', {
      ...{ outlet_fk: shop.outlet, customer_fk: shop.customer, transaction_type: 'receive', date: '2026-03-02' },
      ...{ currency_fk: 1, amount: '5000', account_fk: shop.cash },
      allocations: [{ document: `opening_item-${paid?.id}`, amount: '5000' }],
    });
    expect(received.status, JSON.stringify(received.body)).toBe(201);
    const reason = 'Twice';
    expect(await takeBack(id, { reason, partly: true })).toMatchObject({ taken_back: 1, kept: [{ id: paid?.id }] });
    expect((await madeBy(id)).map(({ status }) => status)).toEqual(['complete', 'reversed']);
  });

  it('of assets are returned to draft and reversed in one step, with the rights to both', async () => {
    const asset = { asset: 'Van', bought_on: '2023-05-10', asset_cost: '2400000', depreciated: '0', months_left: '20' };
    const choices = [{ resource: 'fixed_assets', name: 'Van', becomes: 'create' as const }];
    const request = requestOf(rowsOf([asset]), { parameters: { outlet: shop.outlet }, choices });
    const id = await imported('opening_assets', request);
    const rights = ['asset_purchases/import', 'fixed_assets/destroy', 'asset_purchases/destroy'];
    const some = await importer(...rights);
    expect(await preview(id, some)).toMatchObject({ ready: 0, kept: [{ kind: 'asset_purchase' }, {}] });
    const all = await importer(...rights, 'asset_purchases/return_to_draft');
    expect(await preview(id, all)).toMatchObject({ ready: 1, kept: [{ title: 'Van' }], reasoned: true });
    expect(await takeBack(id, { reason: 'Sold', partly: true }, all)).toMatchObject({ taken_back: 1 });
    expect((await madeBy(id)).map(({ status }) => status)).toEqual(['reversed', 'active']);
  });

  it('of prices in force are deactivated, and the items have their former prices', async () => {
    const rows = rowsOf([{ item: 'Rice', new_price: '1400' }]);
    const id = await imported('item_prices', requestOf(rows, { parameters: { date: '2026-03-11' } }));
    expect(await takeBack(id)).toMatchObject({ taken_back: 1, kept: [] });
    expect((await madeBy(id)).map(({ status }) => status)).toEqual(['inactive']);
    const { data } = await office.read(`items/${shop.item}`);
    expect(data['item_units']).toMatchObject([{ sale_price: '1000' }]);
  });
});

describe('taking back at the same time, and again', () => {
  async function startedBy({ token }: Importer) {
    const { sub, sid } = JSON.parse(Buffer.from(String(token.split('.')[1]), 'base64url').toString());
    const person = await identity.person(Number(sub), sid);
    if (!person) throw new Error('the session is over');
    return { user_id: person.user_id, scope: JSON.parse(JSON.stringify(scopeOf({ person, sid }))) };
  }

  const many = (name: string) => items(Array.from({ length: 40 }, (_, n) => `${name} ${n}`));

  /** Runs the job's work; its process stops after that many commands that delete. */
  async function run(data: object, stopAfter = Number.POSITIVE_INFINITY): Promise<TakeBackResult> {
    const { handler } = commands;
    const stop = new AbortController();
    let times = 0;
    const handle: CommandHandler['handle'] = async (request) => {
      const answer = await handler.handle(request);
      if (!request.dryRun && membersOf(request.commands[0])['type'] === 'retire') times += 1;
      if (times === stopAfter) stop.abort('stopped');
      return answer;
    };
    const watched = { handle, states: handler.states } as unknown as CommandHandler;
    const work = takeBackWork({ ...commands, handler: watched }, identity, () => TODAY);
    return (await work(data, { signal: stop.signal, progress: async () => undefined })) as unknown as TakeBackResult;
  }

  it('goes on after a crash in the middle, and deletes nothing twice', async () => {
    const id = await imported('items', many('Crash'));
    const person = await importer('items/import', 'items/destroy');
    const before = await events('item.retired');
    const data = { ...(await startedBy(person)), import_id: id, reason: null, partly: false, language: 'en' };
    await expect(run(data, 7)).rejects.toBeInstanceOf(Interrupted);
    expect(await events('item.retired')).toBe(before + 7);
    expect(await listed(id)).toMatchObject({ state: 'made' });
    expect(await run(data)).toMatchObject({ taken_back: 33, gone: 7, kept: [] });
    expect(await events('item.retired')).toBe(before + 40);
    expect(await listed(id)).toMatchObject({ state: 'taken_back' });
  });

  it('by two people deletes each record once', async () => {
    const id = await imported('items', many('Both'));
    const before = await events('item.retired');
    const people = [await importer('items/import', 'items/destroy'), await importer('items/import', 'items/destroy')];
    const started = await Promise.all(people.map(startedBy));
    const results = await Promise.all(
      started.map((by) => run({ ...by, import_id: id, reason: null, partly: true, language: 'en' })),
    );
    expect(await events('item.retired')).toBe(before + 40);
    expect((await madeBy(id)).every(({ status }) => status === 'retired')).toBe(true);
    for (const { taken_back, gone, kept } of results) expect(taken_back + gone + kept.length).toBe(40);
    expect(await takeBack(id)).toMatchObject({ gone: 40, kept: [] });
  });

  it('is refused while the import runs, and not after its job is gone', async () => {
    const id = randomUUID();
    const person = await importer('items/import', 'items/destroy');
    const by = await startedBy(person);
    const data = { ...by, format: 'items', packed: packed(many('Running')), language: 'en', command_id: id };
    const stop = new AbortController();
    const handle: CommandHandler['handle'] = async (request) => {
      const answer = await commands.handler.handle(request);
      stop.abort('stopped');
      return answer;
    };
    const watched = { handle, states: commands.handler.states } as unknown as CommandHandler;
    const work = importWork({ ...commands, handler: watched }, identity, () => TODAY);
    const context = { signal: stop.signal, progress: async () => undefined };
    await expect(work(data, context)).rejects.toBeInstanceOf(Interrupted);
    // The job as the queue has it until it is taken up again.
    await database.query(
      `insert into job.job (queue, id, seq, name, state, data, added_at_ms, delay_ms, process_at_ms)
       values ('daftar', $1, nextval('job.job_seq'), 'import', 'delayed', $2, extract(epoch from now()) * 1000, 86400000,
         extract(epoch from now()) * 1000 + 86400000)`,
      [id, data],
    );
    expect(await listed(id, person)).toMatchObject({ rows: 40, made: null, state: 'running' });
    const asked = await office.send('POST', `imports/made/${id}/take_back`, {}, person);
    expect(asked).toMatchObject({ status: 409, body: { errors: { '': ['The import is still running'] } } });
    await database.query('delete from job.job where id = $1', [id]);
    expect(await listed(id, person)).toMatchObject({ state: 'broken_off' });
    const made = (await madeBy(id, person)).length;
    expect(made).toBeGreaterThan(0);
    expect(await takeBack(id, {}, person)).toMatchObject({ taken_back: made, kept: [] });
  });
});
