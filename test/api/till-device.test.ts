/**
 * Requests of a till with its cookie: the whole catalogue and its changes, its state, and approvals of a supervisor.
 */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryHash } from '../../domain/till/device-entry.ts';
import { openOffice } from '../read-api/office.ts';
import { PIN } from './people.ts';
import { saleBody } from './shop.ts';
import {
  CASHIER_RIGHTS,
  caughtUp,
  newCashier,
  newDevice,
  type OpenedTill,
  openedTill,
  openTillShop,
  receiptOf,
  send,
  type TillShop,
} from './tilling.ts';

let shop: TillShop;
let till: OpenedTill;
beforeAll(async () => {
  shop = await openTillShop(await openOffice());
  till = await openedTill(shop, 'Front');
});
afterAll(() => shop.api.close());

interface Part {
  readonly table: string;
  readonly rows: readonly Record<string, unknown>[];
  readonly removed?: readonly number[];
}

async function catalogue(after?: string, cookie = till.device.cookie) {
  const url = `/api/till/catalogue${after === undefined ? '' : `?after=${after}`}`;
  const answer = await shop.api.app.inject({ method: 'GET', url, headers: { cookie, 'accept-encoding': 'gzip' } });
  if (answer.statusCode !== 200) return { status: answer.statusCode, head: {}, parts: [] as Part[], last: {} };
  const lines = gunzipSync(answer.rawPayload)
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  return {
    status: 200,
    head: lines[0] as Record<string, unknown>,
    parts: lines.slice(1, -1) as Part[],
    last: lines.at(-1),
  };
}
const table = (parts: readonly Part[], name: string) =>
  parts.filter((part) => part.table === name).flatMap(({ rows }) => rows);

describe('the catalogue', () => {
  it('is everything that a till sells with, packed, and ends', async () => {
    await caughtUp(shop.api);
    const { head, parts, last } = await catalogue();
    expect(head).toMatchObject({ position: expect.stringMatching(/^\d+$/), counts: { items: 1, customers: 1 } });
    expect(table(parts, 'items')).toMatchObject([
      { id: shop.item, item_name: 'Rice', categories: [], stock: '1000', image: null },
    ]);
    expect(table(parts, 'customers')).toMatchObject([
      { id: shop.customer, allowed_debit_amount: '100000', balance: '0' },
    ]);
    expect(table(parts, 'cashiers')).toMatchObject([{ id: shop.cashier, name: 'Rezan', language: 'en' }]);
    expect(table(parts, 'cashiers')[0]?.['rights']).toEqual(CASHIER_RIGHTS);
    expect(table(parts, 'settings')).toMatchObject([{ currency_fk: 1, cash_rounding_step: '250' }]);
    expect(table(parts, 'settings')[0]).not.toHaveProperty('pin_length_min');
    expect(last).toEqual({ end: true });
  });

  it('returns the changes afterwards: sold goods, a new name, deleted items', async () => {
    const { head } = await catalogue();
    const gone = await shop.api.add('customers', { consumer_name: 'Gone' });
    await caughtUp(shop.api);
    const before = String((await catalogue()).head['position']);
    await shop.api.send('DELETE', `customers/${gone}`);
    const content = receiptOf(
      shop,
      { drawer: till.drawer, account: till.account, number: till.device.chain.number },
      5,
    );
    await send(shop.api, till.device, [till.opened, await till.device.chain.next(content, { cashier: shop.cashier })]);
    await caughtUp(shop.api);
    const { parts } = await catalogue(before);
    expect(table(parts, 'items')).toMatchObject([{ id: shop.item, stock: '995' }]);
    expect(parts.filter(({ table: name }) => name === 'customers').flatMap(({ removed }) => removed ?? [])).toEqual([
      gone,
    ]);
    expect(parts.map(({ table: name }) => name)).toEqual(['cashiers', 'items', 'customers']);
    expect(String(head['position']) <= before).toBe(true);
  });

  it('has the overdue debts of a customer in the currency of the balance', async () => {
    const customer_fk = await shop.api.add('customers', { consumer_name: 'Late', overdue_days: 3 });
    const sold = (price: string, more: object) => {
      const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price }];
      const onAccount = { customer_fk, payment_type: 'on_account', account_fk: null, date: '2026-03-05', lines };
      return shop.api.add('sales', saleBody(shop, '1', { ...onAccount, ...more }));
    };
    await sold('1000', {});
    await sold('10', { currency_fk: 2, rate: '1500' });
    // Due later than the customer's days give.
    await sold('500', { due_date: '2027-12-31' });
    await caughtUp(shop.api);
    const { parts } = await catalogue();
    expect(table(parts, 'customers')).toContainEqual(
      expect.objectContaining({ id: customer_fk, balance: '16500', overdue: '16000' }),
    );
  });

  it('returns a customer whose debt became overdue since the last answer, without any event', async () => {
    const customer_fk = await shop.api.add('customers', { consumer_name: 'Later', overdue_days: 3 });
    const onAccount = { customer_fk, payment_type: 'on_account', account_fk: null, date: '2026-03-05' };
    await shop.api.add('sales', saleBody(shop, '1', onAccount));
    await caughtUp(shop.api);
    const position = String((await catalogue()).head['position']);
    const overdueSince = async (asOf: string) => {
      const { parts } = await catalogue(`${position}&as_of=${asOf}T09:00:00.000Z`);
      return table(parts, 'customers').map(({ id, overdue }) => [id, overdue !== null]);
    };
    // Overdue from 9 March on.
    expect(await overdueSince('2026-03-08')).toContainEqual([customer_fk, true]);
    expect(await overdueSince('2026-03-09')).toEqual([]);
    expect(await overdueSince('2026-03-11')).toEqual([]);
  });

  it('begins anew for a till that has seen more than the server has, and is for tills alone', async () => {
    const { head, parts } = await catalogue('999999999999999999');
    expect([head['reset'], parts]).toEqual([true, []]);
    expect((await catalogue(undefined, 'daftar_till=guessed')).status).toBe(401);
    expect((await shop.api.send('GET', 'till/catalogue')).status).toBe(401);
  });
});

const digest = (bytes: Uint8Array<ArrayBuffer>) => crypto.subtle.digest('SHA-256', bytes);

describe('the state', () => {
  const state = async () =>
    (await shop.api.send('GET', 'till/state', undefined, { token: '', headers: { cookie: till.device.cookie } })).body
      .data;

  it('names the last entry, how many are missing, and the drawers in use', async () => {
    const [skipped, next] = [await entry(), await entry()];
    await send(shop.api, till.device, [next]);
    await caughtUp(shop.api);
    expect(await state()).toMatchObject({
      ...{
        till_id: till.device.till,
        enrolment: till.device.enrolment,
        last_sequence: 4,
        last_hash: next.hash,
        missing: 1,
        gaps: [{ from: 3, to: 3 }],
      },
      ...{
        number_prefix: `T${till.device.till}`,
        inventory_id: shop.inventory,
        outlet_name: 'Bazaar',
        pending_orders: 0,
      },
      open_drawers: [{ user_fk: shop.cashier, uuid: till.opened.uuid, status: 'open' }],
    });
    await send(shop.api, till.device, [skipped]);
    expect(await state()).toMatchObject({ last_sequence: 4, missing: 0, gaps: [] });
  });

  it('names the ranges that are missing, however long they are', async () => {
    for (const sequence of [6, 8, 10_008]) {
      const { hash: _, ...sealed } = await entry();
      const unsealed = { ...sealed, sequence };
      await send(shop.api, till.device, [{ ...unsealed, hash: await entryHash(unsealed, digest) }]);
    }
    expect(await state()).toMatchObject({
      ...{ last_sequence: 10_008, missing: 10_001 },
      gaps: [
        { from: 5, to: 5 },
        { from: 7, to: 7 },
        { from: 9, to: 10_007 },
      ],
    });
  });
});

const entry = () =>
  till.device.chain.next(
    receiptOf(shop, { drawer: till.drawer, account: till.account, number: till.device.chain.number }),
    { cashier: shop.cashier },
  );

describe('the inventory of a till', () => {
  it('is its own, otherwise the first active one of the outlet', async () => {
    const [outlet, other] = [await shop.api.add('outlets', { outlet_name: 'Two places' }), shop.inventory];
    const place = (inventory_name: string, more: object = {}) =>
      shop.api.add('inventories', { inventory_name, outlet_fk: outlet, ...more });
    const closed = await place('Closed', { is_active: false });
    const [front, cellar] = [await place('Front'), await place('Cellar')];
    const device = await newDevice({ api: shop.api, outlet }, { till_name: 'Of two' });
    const inventory = async () => {
      await caughtUp(shop.api);
      const given = { token: '', headers: { cookie: device.cookie } };
      return (await shop.api.send('GET', 'till/state', undefined, given)).body.data['inventory_id'];
    };
    expect(await inventory()).toBe(front);
    const before = (await catalogue(undefined, device.cookie)).head;
    expect(before).toMatchObject({ inventory_id: front });
    const refusals = await Promise.all(
      [closed, other].map(async (inventory_fk) => {
        const { status, body } = await shop.api.send('PATCH', `tills/${device.till}`, { inventory_fk });
        return [status, body.errors];
      }),
    );
    expect(refusals).toEqual([
      [422, { inventory_fk: ['Inventory: this record is inactive'] }],
      [422, { inventory_fk: ['Inventory belongs to another outlet'] }],
    ]);
    expect((await shop.api.send('PATCH', `tills/${device.till}`, { inventory_fk: cellar })).status).toBe(200);
    expect(await inventory()).toBe(cellar);
    // The quantities of another inventory need the whole catalogue.
    const after = `${String(before['position'])}&inventory=${front}`;
    expect((await catalogue(after, device.cookie)).head).toMatchObject({ reset: true, inventory_id: cellar });
    const same = `${String(before['position'])}&inventory=${cellar}`;
    expect((await catalogue(same, device.cookie)).head).not.toHaveProperty('reset');
    expect((await shop.api.send('PATCH', `inventories/${cellar}`, { is_active: false })).status).toBe(200);
    expect(await inventory()).toBe(front);
  });
});

describe('an approval', () => {
  const approve = (body: object, cookie = till.device.cookie) =>
    shop.api.send('POST', 'till/approvals', body, { token: '', key: '', headers: { cookie } });

  it('is granted by the PIN of a person who has the right at a till, and by nobody else', async () => {
    const supervisor = await newCashier(shop, 'Boss', ['pos_sales/index', 'sales/below_minimum_price', 'users/store']);
    const rights = ['sales/below_minimum_price'];
    const given = await approve({ user_fk: supervisor, pin: PIN, rights });
    expect(given.body.data).toMatchObject({
      user_id: supervisor,
      name: 'Boss',
      rights: expect.arrayContaining(rights),
    });
    expect(given.body.data['rights']).not.toContain('users/store');
    expect((await approve({ user_fk: supervisor, pin: PIN, rights: ['users/store'] })).status).toBe(403);
    expect((await approve({ user_fk: shop.cashier, pin: PIN, rights })).status).toBe(403);
    expect((await approve({ user_fk: supervisor, pin: '000000', rights })).status).toBe(422);
    expect((await approve({ user_fk: supervisor, pin: PIN, rights }, 'daftar_till=guessed')).status).toBe(401);
  });
});
