/** The least remaining shelf life that a customer or a category wants: a sale with less is asked about at its line. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let item: number;
let hospital: number;
let medicines: number;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  medicines = await office.add('categories', { category_name: 'Medicines', least_shelf_life_days: 30 });
  const syrups = await office.add('categories', { category_name: 'Syrups', parent_fk: medicines });
  hospital = await office.add('customers', { consumer_name: 'Hospital', least_shelf_life_days: 180 });
  item = await office.add(
    'items',
    itemBody(shop.unit, 'Syrup', {
      ...{ has_expire: true, has_batch_number: true, category_fk: medicines, sub_category_fk: syrups },
    }),
  );
  const line = { item_fk: item, unit_fk: shop.unit, quantity: '10', price: '600' };
  await office.add('purchases', {
    ...purchaseBody(shop, '1'),
    lines: [
      { ...line, batch_number: 'S1', expire_date: '2026-03-31' },
      { ...line, batch_number: 'S2', expire_date: '2026-05-31' },
      { ...line, batch_number: 'S3', expire_date: '2027-05-31' },
    ],
  });
});
afterAll(() => office?.close());

const sell = (customer_fk: number | null, batch: string | null, expire_date: string, more: object = {}) =>
  office.send('POST', 'sales', {
    ...saleBody(shop, '1', { customer_fk, ...more }),
    lines: [
      {
        ...{ item_fk: item, unit_fk: shop.unit, quantity: '1', price: '1000' },
        ...(batch ? { batches: [{ batch_number: batch, expire_date, quantity: '1' }] } : {}),
      },
    ],
  });

it('of a category is asked about at the line, for named batches and for those that the sale would take', async () => {
  for (const batch of ['S1', null]) {
    const asked = await sell(null, batch, '2026-03-31');
    expect([asked.status, asked.body.code, asked.body.errors]).toEqual([
      422,
      'confirmation',
      {
        'lines.0.batches': [
          'Line 1, Syrup: batch S1 expires on 31/03/2026, and at least 30 days should be left: sell it all the same?',
        ],
      },
    ]);
  }
  expect((await sell(null, 'S1', '2026-03-31', { confirmed: true })).status).toBe(201);
  expect((await sell(null, 'S2', '2026-05-31')).status).toBe(201);
});

it('of a customer counts where it is longer than that of the category', async () => {
  const asked = await sell(hospital, 'S2', '2026-05-31');
  expect([asked.body.code, JSON.stringify(asked.body.errors)]).toEqual([
    'confirmation',
    expect.stringContaining('at least 180 days should be left'),
  ]);
  expect((await sell(hospital, 'S3', '2027-05-31')).status).toBe(201);
  expect((await sell(shop.customer, 'S2', '2026-05-31')).status).toBe(201);
});

it('is that of the nearest category, and asks nothing about a draft or about goods that are moved', async () => {
  expect((await sell(hospital, 'S1', '2026-03-31', { status: 'draft' })).status).toBe(201);
  const to = await office.add('inventories', { inventory_name: 'Shelf', outlet_fk: shop.outlet });
  const place = { outlet_fk: shop.outlet, inventory_fk: shop.inventory };
  const moved = await office.send('POST', 'stock_transfers', {
    ...{ ...place, to_outlet_fk: shop.outlet, to_inventory_fk: to, date: '2026-03-11', status: 'sent' },
    lines: [{ item_fk: item, unit_fk: shop.unit, quantity: '1' }],
  });
  expect(moved.status).toBe(201);
  const short = await office.add('categories', {
    ...{ category_name: 'Drops', parent_fk: medicines, least_shelf_life_days: 5 },
  });
  expect((await office.send('PATCH', `items/${item}`, { sub_category_fk: short })).status).toBe(200);
  expect((await sell(null, 'S1', '2026-03-31')).status).toBe(201);
});
