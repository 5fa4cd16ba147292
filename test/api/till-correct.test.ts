/**
 * Correcting a receipt in the office is one command: the former receipt is refunded and the new one entered, or nothing
 * is stored.
 */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCommands } from '../../command-api/commands/open-commands.ts';
import { CommandHandler } from '../../command-api/handling/handler.ts';
import type { EntryContent } from '../../domain/till/device-entry.schema.ts';
import { posSaleDocument } from '../../domain/till/receipts/pos-sale.document.ts';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import type { ServerReceipt } from '../../web/till/device/server-receipt.ts';
import { everythingLeft, refundLines, returnableLines } from '../../web/till/selling/refund.ts';
import { over } from '../handling/interleaving.ts';
import { everyone } from '../projector/shop.ts';
import { openOffice } from '../read-api/office.ts';
import type { Sent } from './api.ts';
import { itemBody, purchaseBody } from './shop.ts';
import { box, caughtUp, openedTill, openTillShop, receiptOf, send, type TillShop } from './tilling.ts';

const DATE = '2026-03-11';

let shop: TillShop;
let log: pg.Client;
let accounts: { readonly dinars: number; readonly dollars: number };
let drawer: number;
beforeAll(async () => {
  shop = await openTillShop(await openOffice());
  log = new pg.Client({ connectionString: shop.api.database.url });
  await log.connect();
  accounts = {
    dinars: await box(shop.api, shop.outlet, 'Drawer'),
    dollars: await box(shop.api, shop.outlet, 'Drawer in dollars', 2),
  };
  const dollarSafe = await box(shop.api, shop.outlet, 'Safe in dollars', 2);
  drawer = await shop.api.add('closing_drawers', {
    ...{ outlet_fk: shop.outlet, date: DATE, time: '08:00' },
    accounts: [
      { account_fk: accounts.dinars, safe_account_fk: shop.safe, float_amount: '50000' },
      { account_fk: accounts.dollars, safe_account_fk: dollarSafe, rate: '1480' },
    ],
  });
});
afterAll(async () => {
  await log.end();
  await shop.api.close();
});

const body = (quantity: string, payments: readonly object[], more: object = {}) => ({
  ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer_fk: drawer, customer_fk: shop.customer },
  ...{ date: DATE, status: 'complete', payments },
  lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity, price: '1000' }],
  ...more,
});
const dinars = (amount: string) => ({ method: 'cash', amount, account_fk: accounts.dinars });
const dollars = (amount: string) => ({ method: 'cash', amount, account_fk: accounts.dollars });
const app = (amount: string) => ({ method: 'app', amount, reference_number: 'A-17' });
const credit = (amount: string) => ({ method: 'credit', amount });

const sell = (quantity: string, payments: readonly object[]) =>
  shop.api.add('pos_sales', body(quantity, payments, { time: '09:00' }));
const correct = (id: number, quantity: string, payments: readonly object[], more: object = {}, sending = {}) =>
  shop.api.send(
    'POST',
    'pos_sales',
    body(quantity, payments, { replaces_fk: id, reason: 'Miscounted', ...more }),
    sending,
  );
const show = async (id: number) => {
  await caughtUp(shop.api);
  return (await shop.api.send('GET', `pos_sales/${id}`)).body.data;
};

/** The present balances, by claim. */
async function levels(): Promise<Readonly<Record<string, number>>> {
  const keys = {
    dinars: `cash:${accounts.dinars}`,
    dollars: `cash:${accounts.dollars}`,
    owed: `debit:customer-${shop.customer}`,
  };
  const { rows } = await log.query<{ key: string; total: string }>('select key, total from claim.level');
  const totalOf = (name: string) => Number(rows.find(({ key }) => key === name)?.total ?? 0);
  const stock = rows.filter(({ key }) => key.startsWith('stock:')).reduce((sum, { total }) => sum + Number(total), 0);
  return { ...Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, totalOf(key)])), stock };
}

let before: Readonly<Record<string, number>>;
beforeEach(async () => {
  before = await levels();
});
const changed = async () => {
  const now = await levels();
  return Object.fromEntries(Object.entries(now).map(([name, level]) => [name, level - (before[name] ?? 0)]));
};

async function countOf(type: string): Promise<number> {
  const { rows } = await log.query<{ count: number }>('select count(*)::int as count from log.event where type = $1', [
    type,
  ]);
  return rows[0]?.count ?? 0;
}

describe('a receipt that is corrected', () => {
  it.each([
    [
      'by app and in cash',
      { dinars: 2000, owed: 0 },
      () => [app('1000'), dinars('3000')],
      () => [app('1000'), dinars('2000')],
    ],
    ['on account', { dinars: 0, owed: 3000 }, () => [credit('4000')], () => [credit('3000')]],
  ] as const)('was paid %s, and is refunded and sold again with one command', async (_way, kept, first, second) => {
    const old = await sell('4', first());
    const done = await correct(old, '3', second());
    expect(done.status, JSON.stringify(done.body)).toBe(201);
    expect(done.body.data).toMatchObject({ status: 'complete', replaces_fk: old, reason: 'Miscounted' });
    expect(await show(old)).toMatchObject({ status: 'refunded', refund: { reason: 'Miscounted', drawer_fk: drawer } });
    expect(await changed()).toEqual({ ...kept, dollars: 0, stock: -3 });
    const { rows } = await log.query<{ type: string; command: string }>(
      `select type, meta ->> 'commandId' as command from log.event
       where stream in ($1, $2) and type in ('pos_sale.refunded', 'pos_sale.completed') order by position desc limit 2`,
      [`pos_sale-${old}`, `pos_sale-${done.body.data['id']}`],
    );
    expect(rows.map(({ type }) => type).toSorted()).toEqual(['pos_sale.completed', 'pos_sale.refunded']);
    expect(new Set(rows.map(({ command }) => command)).size).toBe(1);
  });

  it('was paid in dollars with change in dinars: the balance of the drawer is right in each currency', async () => {
    const old = await sell('28', [dollars('20')]);
    expect(await show(old)).toMatchObject({ change_amount: '1500' });
    expect(await changed()).toMatchObject({ dinars: -1500, dollars: 20 });
    // 27 bags cost less than the payment: the dollars remain, and 1,000 is paid back. An amount below the smallest coin
    // remains.
    const done = await correct(old, '27', [dinars('27100')]);
    expect(done.status, JSON.stringify(done.body)).toBe(201);
    expect(await changed()).toMatchObject({ dinars: -2500, dollars: 20, stock: -27 });
  });

  it('was partly refunded before: the remaining goods are sold again', async () => {
    const old = await sell('4', [app('4000')]);
    const part = { drawer_fk: drawer, date: DATE, reason: 'torn', lines: [{ line_id: 1, quantity: '1' }] };
    expect((await shop.api.send('POST', `pos_sales/${old}/refund`, part)).status).toBe(200);
    const done = await correct(old, '2', [app('2000')]);
    expect(done.status, JSON.stringify(done.body)).toBe(201);
    expect(await show(old)).toMatchObject({ status: 'refunded', refunds: [{}, { payments: [{ amount: '3000' }] }] });
    expect(await changed()).toMatchObject({ dinars: 0, stock: -2 });
  });

  it('may return the last goods, and need the last cash', async () => {
    const left = before['stock'] ?? 0;
    const old = await sell(String(left), [dinars(String(left * 1000))]);
    const done = await correct(old, String(left - 1), [dinars(String((left - 1) * 1000))]);
    expect(done.status, JSON.stringify(done.body)).toBe(201);
    expect(await changed()).toMatchObject({ stock: 1 - left });
    const refund = { drawer_fk: drawer, date: DATE, reason: 'put back' };
    await shop.api.send('POST', `pos_sales/${done.body.data['id']}/refund`, refund);
  });
});

it('a receipt that is corrected keeps its batches, although all of them were sold', async () => {
  const more = { has_batch_number: true, has_expire: true };
  const item = await shop.api.add('items', itemBody(shop.unit, 'Drops', more));
  const line = { item_fk: item, unit_fk: shop.unit, quantity: '2', price: '600' };
  const lines = [
    { ...line, batch_number: 'D1', expire_date: '2027-01-31' },
    { ...line, batch_number: 'D2', expire_date: '2026-09-30', quantity: '9' },
  ];
  await shop.api.add('purchases', purchaseBody(shop, '1', { lines }));
  const named = [{ batch_number: 'D1', expire_date: '2027-01-31', quantity: '2' }];
  const sold = (price: string, batches?: object) => ({ lines: [{ ...line, price, ...(batches ? { batches } : {}) }] });
  const old = await shop.api.add('pos_sales', body('2', [dinars('2000')], { time: '09:00', ...sold('1000', named) }));
  const done = await correct(old, '2', [dinars('1800')], sold('900'));
  expect(done.status, JSON.stringify(done.body)).toBe(201);
  const moved = async (id: unknown) => {
    const { batches, refund } = await show(Number(id));
    return [batches, membersOf(refund)['batches']].map((of) => objectsOf(of).map((one) => one['batch_number']));
  };
  expect(await moved(old)).toEqual([['D1'], ['D1']]);
  expect(await moved(done.body.data['id'])).toEqual([['D1'], []]);
  const again = await correct(Number(done.body.data['id']), '3', [dinars('3000')], {
    lines: [{ ...line, quantity: '3', price: '1000' }],
  });
  expect(await moved(again.body.data['id'])).toEqual([['D1', 'D2'], []]);
});

it('a receipt with free goods that a till corrects brings them back, and gives them once', async () => {
  const { device, drawer: ofTill, account, opened } = await openedTill(shop, 'Front');
  const entered = async (content: EntryContent) => {
    const [answer] = await send(shop.api, device, [await device.chain.next(content, { cashier: shop.cashier })]);
    expect(answer).toMatchObject({ state: 'stored' });
    await caughtUp(shop.api);
    return answer?.id ?? 0;
  };
  await send(shop.api, device, [opened]);
  const { number } = device.chain;
  const sold = receiptOf(shop, { drawer: ofTill, account, number });
  const printed = { discount_amount: '0', tax_amount: '0', total_amount: '0' };
  const free = { ...printed, line_id: 90_000, quantity: '0', bonus_quantity: '1', price: '0' };
  const lines = [...sold.lines, { ...free, item_fk: shop.item, unit_fk: shop.unit }];
  const id = await entered({ ...sold, lines });
  expect(await changed()).toMatchObject({ stock: -3 });
  const found = async () => {
    const headers = { cookie: device.cookie };
    const { body: answer } = await shop.api.send('GET', `till/receipts/${number}`, undefined, { token: '', headers });
    const data = answer.data as unknown as ServerReceipt;
    return returnableLines(data, data.refunds);
  };
  const left = await found();
  await entered({
    ...{ kind: 'refund', outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer: ofTill, receipt: { id } },
    ...{ date: sold.date, time: '10:00:00', reason: 'Miscounted', total: '2000', number: device.chain.number },
    lines: [...refundLines(left, everythingLeft(left), 0)],
    payments: [{ method: 'cash', amount: '2000', account_fk: account, is_exchanged: true }],
  });
  expect(await changed()).toMatchObject({ stock: 0 });
  expect((await found()).map((each) => each.left)).toEqual(['0', '0']);
  expect(await show(id)).toMatchObject({ status: 'refunded' });
  await entered({ ...receiptOf(shop, { drawer: ofTill, account, number: device.chain.number }), lines });
  expect(await changed()).toMatchObject({ stock: -3 });
});

describe('nothing is stored', () => {
  const untouched = async (old: number, refused: Sent, fields: readonly string[]) => {
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, fields]);
    expect(await show(old)).toMatchObject({ status: 'complete' });
  };

  it('where the new one cannot be sold, or the old one not be given back', async () => {
    const old = await sell('2', [dinars('2000')]);
    const receipts = await countOf('pos_sale.completed');
    await untouched(old, await correct(old, '2', [dinars('1000')]), ['payments']);
    await untouched(old, await correct(old, '5000', [app('5000000')]), ['lines.0.quantity']);
    await untouched(old, await correct(old, '2', [dinars('2000')], { date: '2026-03-10' }), ['replaces_fk']);
    expect(await countOf('pos_sale.completed')).toBe(receipts);
    const tried = await shop.api.send(
      'POST',
      'pos_sales?dry_run=1',
      body('1', [dinars('1000')], { replaces_fk: old, reason: 'x' }),
    );
    expect(tried.status).toBe(200);
    expect(await show(old)).toMatchObject({ status: 'complete' });
  });

  it('without the permission to refund, without a receipt, of one that does not exist, and twice', async () => {
    const old = await sell('2', [dinars('2000')]);
    const place = { outlets: [shop.outlet], inventories: [shop.inventory] };
    const rights = ['pos_sales/store', 'pos_sales/complete', 'pos_sales/show', 'pos_admin_sales/store'];
    const seller = await shop.api.person('sells', rights, place);
    await untouched(old, await correct(old, '1', [dinars('1000')], {}, { token: seller }), ['replaces_fk']);
    await untouched(old, await correct(old, '1', [dinars('1000')], { replaces_fk: null }), ['replaces_fk']);
    await untouched(old, await correct(999_999, '1', [dinars('1000')]), ['replaces_fk']);
    expect((await correct(old, '1', [dinars('1000')])).status).toBe(201);
    const again = await correct(old, '1', [dinars('1000')]);
    expect(again.body.errors).toEqual({ replaces_fk: ['All of this receipt was refunded before'] });
  });

  it('of one of two who correct the same receipt at the same time', async () => {
    const old = await sell('3', [app('3000')]);
    const receipts = await countOf('pos_sale.completed');
    const answers = await Promise.all(['1', '2', '1', '2'].map((count) => correct(old, count, [app(`${count}000`)])));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
    expect(await countOf('pos_sale.completed')).toBe(receipts + 1);
  });

  it('when the server dies before it has stored: it is sent again and happens once', async () => {
    const old = await sell('3', [dinars('3000')]);
    before = await levels();
    const commands = await openCommands({ databaseUrl: shop.api.database.url });
    const given = body('2', [dinars('2000')], { replaces_fk: old, reason: 'Miscounted', time: '10:00' });
    const request = {
      ...{ declaration: posSaleDocument, commands: posSaleDocument.create(given), body: given, actor: everyone },
      commandId: '01890a5d-ac96-774b-bcce-000000000771',
    };
    const arrived = Promise.withResolvers<void>();
    const dying = over(commands.store, () => {
      arrived.resolve();
      return new Promise(() => undefined);
    });
    const options = { kinds: commands.kinds, averages: async () => new Map() };
    void new CommandHandler({ store: dying, ...options }).handle(request);
    await arrived.promise;
    expect(await show(old)).toMatchObject({ status: 'complete' });
    expect(await changed()).toMatchObject({ dinars: 0, stock: 0 });
    const stored = await commands.handler.handle(request);
    const again = await new CommandHandler({ store: commands.store, ...options }).handle(request);
    expect(again).toMatchObject({ id: stored.id, repeated: true });
    expect(await show(old)).toMatchObject({ status: 'refunded' });
    expect(await changed()).toMatchObject({ dinars: -1000, stock: 1 });
    await commands.close();
  });
});
