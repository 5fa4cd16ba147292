/** Goods in the customers' application: sections by price, goods that orders reserve, and orders that are paid in advance. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import { objectsOf } from '../../domain/values/members.ts';
import { ask, newShopper } from '../api/customers-app.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { rolesAt } from '../support/database.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let food: number;
let sara: string;

beforeAll(async () => {
  office = await openOffice();
  await ensureRecords({ databaseUrl: rolesAt(office.database.url).command });
  shop = await openShop(office);
  food = await office.add('categories', { category_name: 'Food' });
  await office.send('PATCH', `items/${shop.item}`, { category_fk: food });
  await office.add('purchases', purchaseBody(shop, '5'));
  await office.send('PATCH', 'app_settings/1', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, account_fk: shop.cash },
  });
  sara = await newShopper(office.app, 'Sara', '07701112233');
});
afterAll(() => office?.close());

const read = async (path: string, language = 'en') =>
  (await office.read(`shop/${path}`, sara, { 'accept-language': language })).data;

describe('a section by price', () => {
  /** More than are read at once. */
  const DEAR = 230;

  it('has the goods of its price, however many others come before them by name', async () => {
    const category = await office.add('categories', { category_name: 'Tea' });
    const priced = (item_name: string, sale_price: string) => {
      const { item_units, ...body } = itemBody(shop.unit, item_name, { category_fk: category });
      return { ...body, item_units: item_units.map((unit) => ({ ...unit, sale_price })) };
    };
    for (let first = 0; first < DEAR; first += 23) {
      const names = Array.from({ length: 23 }, (_, index) => `Dear ${first + index}`);
      await Promise.all(names.map((name) => office.add('items', priced(name, '9000'))));
    }
    const cheap: number[] = [];
    for (const name of ['Tea', 'Zest']) cheap.push(await office.add('items', priced(name, '400')));
    await office.add('mobile_sections', {
      ...{ title: 'Cheap tea', content: 'filters', category_fk: category, end_price: '500' },
    });
    await office.add('mobile_sections', {
      ...{ title: 'Dear tea', content: 'filters', category_fk: category, start_price: '500' },
    });
    await office.add('mobile_sections', { title: 'Tea', content: 'filters', category_fk: category });
    const sections = objectsOf((await read('home'))['sections']);
    const shown = sections.map(({ title, items }) => [title, objectsOf(items).map(({ item_id }) => item_id)] as const);
    expect(shown.map(([title, items]) => [title, items.length])).toEqual([
      ['Cheap tea', 2],
      ['Dear tea', 50],
      ['Tea', 50],
    ]);
    expect(shown[0]?.[1]).toEqual(cheap);
  });
});

describe('goods of confirmed orders', () => {
  const ordered = async () => {
    const { status: _status, ...body } = saleBody(shop, '5');
    const id = await office.add('online_orders', body);
    expect((await office.send('POST', `online_orders/${id}/confirm`)).status).toBe(200);
    return id;
  };
  const inStock = async () => (await read(`items/${shop.item}`))['in_stock'];

  it('are not in stock while the orders reserve them, and in stock where orders reserve nothing', async () => {
    expect(await inStock()).toBe(true);
    const first = await ordered();
    expect(await inStock()).toBe(false);
    await office.send('POST', `online_orders/${first}/cancel`, { reason: 'a trial' });
    expect(await inStock()).toBe(true);
    expect((await office.send('PATCH', 'system_settings/1', { allow_negative_stock: true })).status).toBe(200);
    const second = await ordered();
    expect(await inStock()).toBe(true);
    await office.send('POST', `online_orders/${second}/cancel`, { reason: 'a trial' });
    await office.send('PATCH', 'system_settings/1', { allow_negative_stock: false });
  });
});

describe('expired goods', () => {
  it('are not in stock, unless the settings sell them', async () => {
    const milk = await office.add('items', itemBody(shop.unit, 'Milk', { has_expire: true, category_fk: food }));
    const bought = (expire_date: string) => ({
      item_fk: milk,
      unit_fk: shop.unit,
      quantity: '2',
      price: '600',
      expire_date,
    });
    const inStock = async () => (await read(`items/${milk}`))['in_stock'];
    await office.add('purchases', { ...purchaseBody(shop, '2'), lines: [bought('2026-03-10')] });
    expect(await inStock()).toBe(false);
    expect((await office.send('PATCH', 'system_settings/1', { sell_expired: true })).status).toBe(200);
    expect(await inStock()).toBe(true);
    await office.send('PATCH', 'system_settings/1', { sell_expired: false });
    await office.add('purchases', { ...purchaseBody(shop, '2'), lines: [bought('2035-01-01')] });
    expect(await inStock()).toBe(true);
  });
});

describe('the home of the application in the office', () => {
  it('has the prices of customers without an account in the books: those of the customer of the settings', async () => {
    const section = { title: 'Rice', content: 'items', items: [shop.item] };
    await office.add('mobile_sections', section);
    const list = { profile_name: 'App', apply_on: 'all_items', discount_percentage: '10', status: 'active' };
    const pricing_profile_fk = await office.add('pricing_profiles', list);
    await office.send('PATCH', `customers/${shop.customer}`, { pricing_profile_fk });
    await office.send('PATCH', 'app_settings/1', { customer_fk: shop.customer });
    const priceIn = (home: Readonly<Record<string, unknown>>) => {
      const found = objectsOf(home['sections']).find(({ title }) => title === section.title);
      return objectsOf(objectsOf(found?.['items'])[0]?.['units'])[0]?.['price'];
    };
    expect(priceIn(await read('home'))).toBe('900');
    expect(priceIn((await office.read('mobile_sections/preview')).data)).toBe('900');
    await office.send('PATCH', `customers/${shop.customer}`, { pricing_profile_fk: null });
    await office.send('PATCH', 'app_settings/1', { customer_fk: null });
  });
});

describe('an order of a customer that the shop entered', () => {
  const orderOf = async (more: object) => {
    const me = await office.read('online_customers?search=Sara');
    const [row] = objectsOf((me.data as unknown as { data: unknown }).data);
    const { status: _status, ...body } = saleBody(shop, '1', { customer_fk: shop.customer, ...more });
    return office.add('online_orders', { ...body, online_customer_fk: row?.['consumer_id'] });
  };

  it('is not cancelled by its customer when it is paid in advance, and the application knows that', async () => {
    const paid = await orderOf({ prepayment: { amount: '400', account_fk: shop.cash } });
    const open = await orderOf({});
    expect(await read(`orders/${paid}`)).toMatchObject({ status: 'pending', can_cancel: false });
    expect(await read(`orders/${open}`)).toMatchObject({ status: 'pending', can_cancel: true });
    const cancel = (id: number, language: string) =>
      ask(office.app, `orders/${id}/cancel`, { reason: 'no' }, { token: sara, key: `${language} ${id}`, language });
    const refused = await cancel(paid, 'en');
    expect(refused).toMatchObject({ status: 422, message: expect.stringContaining('paid in advance') });
    for (const language of ['ar', 'ckb']) {
      expect((await cancel(paid, language)).message).toMatch(/^[^a-zA-Z]+$/);
    }
    expect((await office.send('POST', `online_orders/${open}/confirm`)).status).toBe(200);
    expect(await read(`orders/${open}`)).toMatchObject({ status: 'confirmed', can_cancel: false });
    // The shop cancels it, and pays the amount back.
    expect((await office.send('POST', `online_orders/${paid}/cancel`, { reason: 'called' })).status).toBe(200);
    expect(await read(`orders/${paid}`)).toMatchObject({ status: 'cancelled', can_cancel: false });
  });

  it('has the shop’s message about its cancellation in the language of the customer, who may have none of it', async () => {
    const texts = { message_text: 'Sold out', message_text_ckb: 'نەماوە' };
    const told = await office.add('order_cancellation_messages', texts);
    const id = await orderOf({});
    const why = { reason: 'sold out', order_cancellation_message_fk: told };
    expect((await office.send('POST', `online_orders/${id}/cancel`, why)).status).toBe(200);
    const shown = (language: string) =>
      Promise.all(
        [`orders/${id}`, 'orders', 'messages'].map(async (path) => {
          const data = await read(path, language);
          const found = [data, ...objectsOf(data)].find(
            ({ order_id, step = 'cancelled' }) => order_id === id && step === 'cancelled',
          );
          return found?.['message'];
        }),
      );
    for (const [language, text] of [
      ['en', 'Sold out'],
      ['ckb', 'نەماوە'],
      ['ar', 'Sold out'],
    ] as const) {
      expect(await shown(language)).toEqual([text, text, text]);
    }
  });
});

describe('the promotions of the application', () => {
  const title = async () => objectsOf(await read('promotions')).map((promotion) => promotion['title']);
  const promotion = (more: object) =>
    office.add('promotions', {
      ...{ status: 'active', start_date: '2020-01-01', end_date: '2035-12-31', reward_type: 'get_free' },
      items: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '3' }],
      reward_items: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1' }],
      ...more,
    });

  it('are those that an order can earn: of its outlet, and in the system currency', async () => {
    const everywhere = await promotion({ title: 'Everywhere' });
    const here = await promotion({ title: 'Here', outlet_fk: shop.outlet });
    const elsewhere = await office.add('outlets', { outlet_name: 'Elsewhere' });
    await promotion({ title: 'Elsewhere', outlet_fk: elsewhere });
    await promotion({ title: 'In dollars', minimum_amount: '100', currency_fk: 2 });
    expect(await title()).toEqual(['Everywhere', 'Here']);
    expect((await read(`items/${shop.item}`))['promotions']).toEqual([everywhere, here]);
  });
});

describe('delivery charge, time and customer account', () => {
  it('are shown to a person who enters orders and sees no settings', async () => {
    const clerk = await office.person('orders', ['online_orders/store']);
    const ofZone = { delivery_charge: '2000', delivery_minutes: 45 };
    const zone = await office.add('delivery_zones', { zone_name: 'Bakhtiari', ...ofZone });
    const charges = { delivery_charge: '3000', free_delivery_amount: '100000' };
    const settings = { ...charges, accepted_time_minutes: 30, customer_fk: shop.customer };
    expect(await office.send('PATCH', 'app_settings/1', settings)).toMatchObject({ status: 200 });
    expect((await office.read('app_settings/1', clerk)).status).toBe(403);
    expect((await office.read('delivery_zones/terms', clerk)).data).toEqual({ ...settings, zone: null });
    const terms = await office.read(`delivery_zones/terms?delivery_zone_fk=${zone}`, clerk);
    expect(terms.data).toEqual({ ...settings, zone: ofZone });
    expect((await office.read('delivery_zones/terms?delivery_zone_fk=999', clerk)).status).toBe(404);
  });
});
