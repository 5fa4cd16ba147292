/** The customers' application through HTTP: accounts, the catalogue, and orders from placing to payment. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { v4 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import { itemBody, openShop, purchaseBody, type Shop } from '../api/shop.ts';
import { rolesAt } from '../support/database.ts';
import { type Office, openOffice } from './office.ts';

type Json = Record<string, unknown>;
const PASSWORD = 'apricots in spring 77';

let office: Office;
let shop: Shop;
let zone: number;
let sara: string;
let hidden: number;
let food: number;
let backRoom: number;
let dataDir: string;
let uploads = 0;

const shopPost = (path: string, body: Json, token = '', more: { key?: string; language?: string } = {}) =>
  office.send('POST', `shop/${path}`, body, {
    token: token || 'none',
    ...(more.key ? { key: more.key } : {}),
    headers: { 'accept-language': more.language ?? 'en' },
  });
const signUp = async (name: string, mobile: string, more: Json = {}) => {
  const { body } = await shopPost('sign_up', { consumer_name: name, mobile, password: PASSWORD, ...more });
  return String(body.data['access_token']);
};
const line = (quantity: string, item = shop.item) => ({ item_fk: item, unit_fk: shop.unit, quantity });
const order = (quantity: string, more: Json = {}) => ({
  received_type: 'brought',
  delivery_zone_fk: zone,
  lines: [line(quantity)],
  ...more,
});
const refusal = async (body: Json, language = 'en') => {
  const { status, body: answer } = await shopPost('orders', body, sara, { language });
  return { status, errors: answer.errors, message: answer.message };
};
const patch = async (path: string, body: Json) => {
  const { status, body: answer } = await office.send('PATCH', path, body);
  expect(status, JSON.stringify(answer)).toBe(200);
};
const settings = (body: Json) => patch('app_settings/1', body);
const read = async (path: string, token = sara) => office.read(`shop/${path}`, token);

/** Uploads a picture in the office. Returns its id. */
async function upload(): Promise<string> {
  const side = { width: 20, height: 10, channels: 3, background: { r: 10, g: 90, b: uploads * 40 } } as const;
  uploads += 1;
  const form = new FormData();
  const bytes = new Uint8Array(await sharp({ create: side }).png().toBuffer());
  form.append('image', new Blob([bytes], { type: 'image/png' }), 'slide.png');
  const sent = new Response(form);
  const answer = await office.app.inject({
    ...{ method: 'POST', url: '/api/attachments' },
    headers: {
      'content-type': sent.headers.get('content-type') ?? '',
      authorization: `Bearer ${office.token}`,
    },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ data: { attachment_id: string } }>().data.attachment_id;
}

/** Runs a query as the owner of the database. */
async function inDatabase(query: string, values: readonly unknown[] = []): Promise<Json[]> {
  const client = new pg.Client({ connectionString: office.database.url });
  await client.connect();
  try {
    return (await client.query<Json>(query, [...values])).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'daftar-shop-'));
  office = await openOffice(dataDir);
  await ensureRecords({ databaseUrl: rolesAt(office.database.url).command });
  shop = await openShop(office);
  food = await office.add('categories', { category_name: 'Food' });
  backRoom = await office.add('categories', { category_name: 'Back room', is_active_online: false });
  await office.send('PATCH', `items/${shop.item}`, { category_fk: food, out_of_stock_minimum: '2' });
  hidden = await office.add('items', itemBody(shop.unit, 'Hidden', { category_fk: backRoom }));
  await office.add('purchases', purchaseBody(shop, '20'));
  zone = await office.add('delivery_zones', {
    ...{ zone_name: 'Old town', zone_name_ckb: 'شاری کۆن', delivery_charge: '500', delivery_minutes: 25 },
  });
  await settings({ outlet_fk: shop.outlet, inventory_fk: shop.inventory, account_fk: shop.cash });
  sara = await signUp('Sara', '٠٧٧٠ 111-2233', {
    addresses: [{ label: 'Home', address: '12 Citadel', is_default: true }],
  });
});
afterAll(async () => {
  await office?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('an account of the application', () => {
  it('is opened by mobile and password once, and signs in however the number is typed', async () => {
    const again = await shopPost('sign_up', {
      consumer_name: 'Eve',
      mobile: '07701112233',
      password: 'quite another 12',
    });
    expect(again).toMatchObject({ status: 422, body: { errors: { mobile: [expect.stringContaining('knows')] } } });
    const { body } = await shopPost('sign_in', { mobile: '0770 111 2233', password: PASSWORD });
    expect(body.data).toMatchObject({ access_token: expect.any(String), customer: { mobile: '07701112233' } });
    const wrong = await shopPost('sign_in', { mobile: '07701112233', password: 'no' });
    const nobody = await shopPost('sign_in', { mobile: '07709999999', password: 'no' });
    expect([wrong.status, wrong.body.message]).toEqual([nobody.status, nobody.body.message]);
    const poor = await shopPost('sign_up', { consumer_name: 'X', mobile: '12', password: 'password' });
    expect(Object.keys(poor.body.errors ?? {}).sort()).toEqual(['mobile', 'password']);
    const { data } = await office.read('online_customers?search=Sara');
    expect(data).toMatchObject({ data: [{ mobile: '07701112233', status: 'active', created_by_fk: null }] });
  });

  it('is opened by the same request again where the server stopped before the account, and by no other', async () => {
    const key = uuid();
    const body = { consumer_name: 'Rebin', mobile: '07706667788', password: PASSWORD };
    const first = await shopPost('sign_up', body, '', { key });
    const { consumer_id } = first.body.data['customer'] as Json;
    await inDatabase('delete from identity.shop_session where consumer_id = $1', [consumer_id]);
    await inDatabase('delete from identity.shop_account where consumer_id = $1', [consumer_id]);
    const other = await shopPost('sign_up', body, '', { key: uuid() });
    expect(other).toMatchObject({ status: 422, body: { errors: { mobile: [expect.stringContaining('knows')] } } });
    const again = await shopPost('sign_up', body, '', { key });
    expect(again).toMatchObject({ status: 200, body: { data: { customer: { consumer_id } } } });
    expect((await read('orders', String(again.body.data['access_token']))).status).toBe(200);
    const { data } = await office.read('online_customers?search=Rebin');
    expect(data).toMatchObject({ total: 1 });
  });

  it('keeps no digest of its password beside the log, where it could be guessed faster than the hash', async () => {
    const body = { consumer_name: 'Hana', mobile: '07706667799', password: PASSWORD };
    expect((await shopPost('sign_up', body, '', { key: uuid() })).status).toBe(200);
    const digestOf = (said: Json) =>
      createHash('sha256')
        .update(`POST /api/shop/sign_up\n${JSON.stringify(said)}`)
        .digest('base64url');
    const { password: _secret, ...rest } = body;
    const digests = await inDatabase('select digest from log.command');
    const stored = new Set(digests.map(({ digest }) => digest));
    expect([stored.has(digestOf(body)), stored.has(digestOf(rest))]).toEqual([false, true]);
  });

  it('has its password changed with the present one, and every other session ends', async () => {
    const [own, elsewhere] = [await signUp('Nma', '07708889900'), await signUp('Nma', '07708889900')];
    const change = (password: string, new_password: string) => shopPost('password', { password, new_password }, own);
    const wrong = await change('not this one', 'pomegranates in autumn 5');
    expect(wrong).toMatchObject({ status: 422, body: { errors: { password: [expect.any(String)] } } });
    const poor = await change(PASSWORD, '07708889900');
    expect(Object.keys(poor.body.errors ?? {})).toEqual(['new_password']);
    expect((await read('orders', elsewhere)).status).toBe(200);
    expect((await change(PASSWORD, 'pomegranates in autumn 5')).status).toBe(200);
    expect((await read('orders', own)).status).toBe(200);
    expect((await read('orders', elsewhere)).status).toBe(401);
    const signIn = (password: string) => shopPost('sign_in', { mobile: '07708889900', password });
    expect((await signIn(PASSWORD)).status).toBe(422);
    expect((await signIn('pomegranates in autumn 5')).status).toBe(200);
    expect((await shopPost('password', { password: 'x', new_password: 'y' }, office.token)).status).toBe(401);
  });

  it('gets its first password from the shop, and a new one when it is forgotten', async () => {
    const consumer = await office.add('online_customers', { consumer_name: 'Azad', mobile: '07709990011' });
    const give = (token = office.token, id = consumer) =>
      office.send('POST', `online_customers/${id}/give_password`, {}, { token });
    const taken = await shopPost('sign_up', { consumer_name: 'Azad', mobile: '07709990011', password: PASSWORD });
    expect(taken).toMatchObject({ status: 422, body: { errors: { mobile: [expect.any(String)] } } });
    const seer = await office.person('reader', ['online_customers/index', 'online_customers/show']);
    expect([(await give(seer)).status, (await give(office.token, 9999)).status]).toEqual([403, 404]);
    const signIn = (password: unknown) => shopPost('sign_in', { mobile: '07709990011', password });
    const { status, body } = await give();
    expect(status, JSON.stringify(body)).toBe(200);
    const first = await signIn(body.data['password']);
    expect(first.status).toBe(200);
    // Locked after wrong passwords, until the office sets a new one.
    for (let tries = 0; tries < 5; tries += 1) await signIn(`wrong ${tries}`);
    expect((await signIn(body.data['password'])).status).toBe(429);
    const next = (await give()).body.data['password'];
    expect(next).not.toBe(body.data['password']);
    const { data: logged } = await office.read('system_log?per_page=50');
    expect(logged['data']).toContainEqual(
      expect.objectContaining({ detail: { online_customer: 'Azad', online_customer_id: consumer } }),
    );
    expect((await read('orders', String(first.body.data['access_token']))).status).toBe(401);
    expect((await signIn(body.data['password'])).status).toBe(422);
    expect((await signIn(next)).status).toBe(200);
  });

  it('is changed and signed out of by its customer alone', async () => {
    const token = await signUp('Dara', '07702223344');
    const addresses = [{ label: 'Work', address: '5 Bazaar', is_default: true }];
    const changed = await office.send('PATCH', 'shop/me', { addresses }, { token });
    expect(changed).toMatchObject({ status: 200, body: { data: { consumer_name: 'Dara', addresses } } });
    const status = await office.send('PATCH', 'shop/me', { status: 'active', customer_fk: 1 }, { token });
    expect(status.status).toBe(422);
    expect((await shopPost('sign_out', {}, token)).status).toBe(200);
    expect((await read('orders', token)).status).toBe(401);
  });

  it('holds off who guesses, in their own network alone', async () => {
    await signUp('Lana', '07703334455');
    for (let tries = 0; tries < 5; tries += 1) {
      await shopPost('sign_in', { mobile: '07703334455', password: `wrong ${tries}` });
    }
    const from = (remoteAddress: string) =>
      office.app.inject({
        ...{ method: 'POST', url: '/api/shop/sign_in', remoteAddress },
        payload: { mobile: '07703334455', password: PASSWORD },
      });
    const locked = await shopPost('sign_in', { mobile: '07703334455', password: PASSWORD });
    expect(locked.status).toBe(429);
    const byName = await shopPost('sign_up', { consumer_name: 'E', mobile: '07703334455', password: PASSWORD });
    expect(byName.status).toBe(429);
    expect((await from('203.0.113.7')).statusCode).toBe(200);
  });

  it('is out at once when it is blocked', async () => {
    const token = await signUp('Omar', '07704445566');
    expect((await read('me/none', token)).status).toBe(404);
    expect((await read('orders', token)).status).toBe(200);
    const { data } = await office.read('online_customers?search=Omar');
    const [row] = (data as unknown as { data: Json[] }).data;
    await office.send('PATCH', `online_customers/${row?.['consumer_id']}`, { status: 'blocked' });
    expect((await read('orders', token)).status).toBe(401);
    expect((await shopPost('orders', order('1'), token)).status).toBe(401);
    expect((await shopPost('sign_in', { mobile: '07704445566', password: PASSWORD })).status).toBe(422);
  });

  it('opens nothing of the back office, and a person of the staff nothing of it', async () => {
    for (const path of ['items', 'online_orders', 'auth/me', 'app_settings/1', 'online_customers']) {
      expect([path, (await office.read(path, sara)).status]).toEqual([path, 401]);
    }
    expect((await office.send('POST', 'online_orders', {}, { token: sara })).status).toBe(401);
    for (const path of ['orders', 'items', 'home']) {
      expect([path, (await read(path, office.token)).status]).toEqual([path, 401]);
    }
    expect((await shopPost('orders', order('1'), office.token)).status).toBe(401);
  });
});

describe('the application', () => {
  it('tells whether it takes orders, its terms and its zones', async () => {
    expect((await read('settings')).data).toMatchObject({ takes_orders: true });
    await settings({ customer_fk: shop.customer, minimum_order_amount: '2000', delivery_charge: '1500' });
    await settings({ free_delivery_amount: '10000' });
    expect((await read('settings')).data).toMatchObject({
      takes_orders: true,
      delivery_zones: [{ zone_name: 'Old town', delivery_charge: '500', delivery_minutes: 25 }],
    });
  });

  it('shows what is active online, at the price of the customer, in stock or not', async () => {
    const { data } = await read('items');
    expect(data).toMatchObject({ total: 1, items: [{ item_id: shop.item, in_stock: true }] });
    expect((data['items'] as unknown as Json[])[0]).toMatchObject({ units: [{ price: '1000', is_default: true }] });
    expect((await read(`items/${hidden}`)).status).toBe(404);
    expect((await read('items?search=ric')).data).toMatchObject({ total: 1 });
    expect((await read('items?search=hidden')).data).toMatchObject({ total: 0, items: [] });
    const list = await office.add('pricing_profiles', {
      ...{ profile_name: 'App', apply_on: 'all_items', discount_percentage: '10', status: 'active' },
    });
    await office.send('PATCH', `customers/${shop.customer}`, { pricing_profile_fk: list });
    expect((await read(`items/${shop.item}`)).data).toMatchObject({ units: [{ price: '900' }] });
    await office.send('PATCH', `customers/${shop.customer}`, { pricing_profile_fk: null });
    const categories = (await read('categories')).data as unknown as Json[];
    expect(categories.map((row) => row['category_name'])).toEqual(['Food']);
  });

  it('shows the sections as they are arranged, without what is not sold there, and so does the office', async () => {
    const chosen = await office.add('mobile_sections', {
      ...{ title: 'Chosen', title_ckb: 'هەڵبژێردراو', content: 'items', items: [hidden, shop.item] },
    });
    const filtered = await office.add('mobile_sections', {
      ...{ title: 'Cheap', content: 'filters', start_price: '500', end_price: '1500' },
    });
    await office.add('mobile_sections', { title: 'Dear', content: 'filters', start_price: '5000' });
    await settings({ section_arrangement: [filtered, chosen] });
    const home = await office.read('shop/home', sara, { 'accept-language': 'ckb' });
    const titles = (data: unknown) => (data as { sections: Json[] }).sections.map(({ title }) => title);
    expect(titles(home.data)).toEqual(['Cheap', 'هەڵبژێردراو']);
    expect(home.data).toMatchObject({ sections: [{ items: [{ item_id: shop.item }] }, { items: [{}] }] });
    expect(titles((await office.read('mobile_sections/preview')).data)).toEqual(['Cheap', 'Chosen']);
  });

  it('shows the promotions of the day, sliders in their order, and pictures of nothing else', async () => {
    const promotion = (title: string, start_date: string, end_date: string) =>
      office.add('promotions', {
        ...{ title, start_date, end_date, status: 'active', reward_type: 'get_free' },
        items: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '3' }],
        reward_items: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1' }],
      });
    // The read API uses the date of the database.
    const [last, next] = [-30, 30].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
    const now = await promotion('Three and one', String(last), String(next));
    await promotion('Long gone', '2020-01-01', '2020-01-31');
    const promotions = (await read('promotions')).data as unknown as Json[];
    expect(promotions.map(({ title }) => title)).toEqual(['Three and one']);
    expect((await read(`items/${shop.item}`)).data).toMatchObject({ promotions: [now] });

    const [shown, later, unused] = [await upload(), await upload(), await upload()];
    await office.add('slider_images', { title: 'Second', image: [later], sort_order: 2 });
    await office.add('slider_images', { title: 'First', image: [shown], sort_order: 1, item_fk: shop.item });
    await office.add('slider_images', { title: 'Hidden', image: [unused], sort_order: 3, is_active: false });
    const { sliders } = (await read('home')).data as unknown as { sliders: Json[] };
    expect(sliders.map(({ title, image }) => [title, image])).toEqual([
      ['First', shown],
      ['Second', later],
    ]);
    const statuses = [shown, unused, 'f'.repeat(32)].map(async (id) => (await read(`pictures/${id}`)).status);
    expect(await Promise.all(statuses)).toEqual([200, 404, 404]);
    expect((await read(`pictures/${shown}`, office.token)).status).toBe(401);
  });

  it('shows a picture of goods or of a category while it shows these, and not otherwise', async () => {
    const [own, secret, ofCategory, ofSecret] = [await upload(), await upload(), await upload(), await upload()];
    await patch(`items/${shop.item}`, { images: [own] });
    await patch(`items/${hidden}`, { images: [secret] });
    await patch(`categories/${food}`, { images: [ofCategory] });
    await patch(`categories/${backRoom}`, { images: [ofSecret] });
    const statuses = () =>
      Promise.all([own, secret, ofCategory, ofSecret].map(async (id) => (await read(`pictures/${id}`)).status));
    await expect.poll(statuses).toEqual([200, 404, 200, 404]);
    expect((await read('categories')).data).toMatchObject([{ category_name: 'Food', image: ofCategory }]);
    // A picture that hidden goods share with goods that are shown is shown.
    await patch(`items/${hidden}`, { images: [own] });
    await expect.poll(statuses).toEqual([200, 404, 200, 404]);
    await patch(`categories/${backRoom}`, { parent_fk: food, is_active_online: true });
    await patch(`items/${hidden}`, { images: [secret] });
    await expect.poll(statuses).toEqual([200, 200, 200, 200]);
    await patch(`categories/${food}`, { is_active_online: false });
    await expect.poll(statuses).toEqual([404, 404, 404, 404]);
    await patch(`categories/${food}`, { is_active_online: true });
    await patch(`items/${shop.item}`, { is_active: false });
    await expect.poll(statuses).toEqual([404, 200, 200, 200]);
    await patch(`items/${shop.item}`, { is_active: true });
    await patch(`categories/${backRoom}`, { parent_fk: null, is_active_online: false });
  });

  it('refuses orders that its settings do not accept, each with a message', async () => {
    const few = await refusal(order('1'));
    expect(few.errors).toMatchObject({ lines: [expect.stringMatching(/1,000.*2,000/)] });
    const many = await refusal(order('19'));
    expect(many.errors).toMatchObject({ 'lines.0.quantity': [expect.stringContaining('left')] });
    const other = await refusal(order('3', { lines: [line('3', hidden), line('0'), line('1', 9999)] }));
    expect(Object.keys(other.errors ?? {})).toEqual(['lines.0.item_fk', 'lines.1.quantity', 'lines.2.item_fk']);
    const dear = await refusal(order('3', { expected_total: '3000' }));
    expect(dear.errors).toMatchObject({ expected_total: [expect.stringContaining('3,500')] });
    await settings({ opens_at: '08:00', closes_at: '09:00' });
    expect(await refusal(order('3'))).toMatchObject({ message: expect.stringContaining('08:00') });
    await settings({ opens_at: '22:00', closes_at: '11:00', takes_orders: false });
    expect((await read('settings')).data).toMatchObject({ takes_orders: false });
    expect(await refusal(order('3'), 'ckb')).toMatchObject({ message: expect.stringMatching(/[\u0600-\u06ff]/) });
    await settings({ takes_orders: true });
    expect((await shopPost('orders?dry_run=1', order('3'), sara)).body.data).toMatchObject({ total: '3500' });
  });

  it('charges for delivery as its settings say: its zone, else the settings, and nothing from an amount on', async () => {
    const priced = async (quantity: string, more: Json = {}) => {
      const { body } = await shopPost('orders?dry_run=1', order(quantity, more), sara);
      return [body.data['delivery_charge'], body.data['total']];
    };
    expect(await priced('3')).toEqual(['500', '3500']);
    expect(await priced('3', { delivery_zone_fk: null })).toEqual(['1500', '4500']);
    expect(await priced('3', { received_type: 'collected', delivery_zone_fk: null })).toEqual([null, '3000']);
    expect(await priced('9')).toEqual(['500', '9500']);
    expect(await priced('10')).toEqual([null, '10000']);
    await settings({ delivery_charge: '2000', free_delivery_amount: '3000' });
    expect(await priced('2', { delivery_zone_fk: null })).toEqual(['2000', '4000']);
    expect(await priced('3')).toEqual([null, '3000']);
    await settings({ delivery_charge: '1500', free_delivery_amount: '10000' });
  });

  it('refuses hostile questions and orders with a sentence, and answers searches for anything', async () => {
    const questions = `items?page=0 items?page=9e9 items?category_fk=x items/x items/0 items/99999999999 orders?page=-1
      orders/2147483648 pictures/..%2f..%2fetc%2fpasswd items?search[]=a home?x=1`;
    for (const path of questions.split(/\s+/)) {
      const { status, text } = await read(path);
      expect([path, status >= 400 && status < 500]).toEqual([path, true]);
      expect(text).not.toMatch(/FST_|select |undefined|\[object/);
    }
    for (const search of ["' or 1=1 --", '%', '_', '\\', '🙂', 'ە'.repeat(90)]) {
      expect([search, (await read(`items?search=${encodeURIComponent(search)}`)).status]).toEqual([search, 200]);
    }
    const lines = (more: Json) => ({ lines: [{ ...line('3'), ...more }] });
    for (const more of [
      ...[
        { lines: [] },
        { lines: Array.from({ length: 800 }, () => line('1')) },
        { lines: 'all' },
        lines({ item_fk: 1e12 }),
      ],
      ...['1e9', '-3', 'NaN', '1'.repeat(40), '0.0000001', 3].map((quantity) => lines({ quantity })),
      ...[{ received_type: 'dropped' }, { delivery_zone_fk: 9999 }, { note: 'x'.repeat(5_000) }, { note: 'a\u202eb' }],
      ...[{ address: { street: 1 } }, { expected_total: '1e3' }],
    ]) {
      expect([more, (await refusal(order('3', more as Json))).status]).toEqual([more, 422]);
    }
  });

  it('refuses stated prices, discounts, free goods and customers', async () => {
    for (const more of [
      ...[{ discount: { type: 'percent', value: '99' } }, { customer_fk: 1 }, { online_customer_fk: 1 }],
      ...[{ lines: [{ ...line('3'), price: '1' }] }, { lines: [{ ...line('3'), bonus_quantity: '5' }] }],
    ]) {
      expect((await refusal(order('3', more))).status).toBe(422);
    }
  });
});

describe('an order of the application', () => {
  let placed: number;

  it('is placed once, however often it is sent, and is the customer’s own', async () => {
    const key = uuid();
    const first = await shopPost('orders', order('3', { note: 'ring twice' }), sara, { key });
    expect(first).toMatchObject({ status: 201, body: { data: { status: 'pending', total: '3500' } } });
    placed = Number(first.body.data['order_id']);
    const again = await shopPost('orders', order('3', { note: 'ring twice' }), sara, { key });
    expect(again.body.data['order_id']).toBe(placed);
    expect((await shopPost('orders', order('4'), sara, { key })).status).toBe(422);
    expect((await office.read(`online_orders/${placed}`)).data).toMatchObject({
      ...{ online_customer_name: 'Sara', customer_fk: shop.customer, customer_mobile: '07701112233' },
      ...{ customer_address: '12 Citadel', delivery_charge: '500', payment_status: 'unpaid', unpaid: '3500' },
      ...{ ordered_by_fk: null, ordered_by_name: 'Sara' },
    });
  });

  it('is not there for anybody else', async () => {
    const other = await signUp('Eve', '07705556677');
    expect((await read(`orders/${placed}`, other)).status).toBe(404);
    expect((await shopPost(`orders/${placed}/cancel`, {}, other)).status).toBe(404);
    expect((await read('orders', other)).data).toEqual([]);
  });

  it('is confirmed, given to a driver, delivered and paid, and its history names who did what', async () => {
    const act = (name: string, body: Json = {}) => office.send('POST', `online_orders/${placed}/${name}`, body);
    expect((await act('confirm')).body.data).toMatchObject({ accepted_minutes: 25 });
    const late = await shopPost(`orders/${placed}/cancel`, {}, sara);
    expect(late).toMatchObject({ status: 422, body: { message: expect.stringContaining('call the shop') } });
    await act('give_to_driver', { driver_fk: 1 });
    expect((await act('deliver')).status).toBe(200);
    const { data } = await read(`orders/${placed}`);
    expect(data).toMatchObject({ status: 'delivered', paid: '3500', unpaid: '0', accepted_minutes: 25 });
    const steps = (data['steps'] as unknown as Json[]).map(({ step }) => step);
    expect(steps).toEqual(['ordered', 'confirmed', 'given', 'delivered']);
    const history = (await office.read(`online_orders/${placed}/history`)).data as unknown as Json[];
    expect(history.map(({ type, user_name }) => [type, user_name])).toEqual([
      ['online_order.ordered', 'Sara'],
      ['online_order.confirmed', expect.any(String)],
      ['online_order.given_to_driver', expect.any(String)],
      ['online_order.delivered', expect.any(String)],
    ]);
  });

  it('is promised within the minutes of the settings where its zone has none, and within those that the shop states', async () => {
    const confirmed = async (minutes: Json = {}) => {
      const { body } = await shopPost('orders', order('2', { delivery_zone_fk: null }), sara);
      const path = `online_orders/${body.data['order_id']}`;
      const accepted = (await office.send('POST', `${path}/confirm`, minutes)).body.data['accepted_minutes'];
      await office.send('POST', `${path}/cancel`, { reason: 'a trial' });
      return accepted;
    };
    expect(await confirmed()).toBe(30);
    await settings({ accepted_time_minutes: 45 });
    expect(await confirmed()).toBe(45);
    expect(await confirmed({ accepted_minutes: 10 })).toBe(10);
  });

  it('is cancelled by its customer while it is pending, and has a message when the shop cancels it', async () => {
    const own = Number(
      (await shopPost('orders', order('2', { received_type: 'collected' }), sara)).body.data['order_id'],
    );
    const back = await shopPost(`orders/${own}/cancel`, { reason: 'changed my mind' }, sara);
    expect(back).toMatchObject({ status: 200, body: { data: { status: 'cancelled', total: '2000' } } });
    expect((await shopPost(`orders/${own}/cancel`, {}, sara)).status).toBe(200);
    const told = await office.add('order_cancellation_messages', { message_text: 'Sold out, sorry' });
    const second = Number((await shopPost('orders', order('2'), sara)).body.data['order_id']);
    const why = { reason: 'sold out', order_cancellation_message_fk: told };
    await office.send('POST', `online_orders/${second}/cancel`, why);
    const messages = (await read('messages')).data as unknown as Json[];
    expect(messages[0]).toMatchObject({ order_id: second, step: 'cancelled', message: 'Sold out, sorry' });
    const { data: shown } = await office.read(`online_orders/${own}`);
    expect(shown).toMatchObject({ cancelled_by_name: 'Sara', cancelled: { reason: 'changed my mind' } });
  });
});
