/** The prices of goods in the customers' application, taxes from their first day, and the rate in force; the taxes of a sale. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApplication } from '../api/customers-app.ts';
import { itemBody, openShop, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let unit: number;
let category_fk: number;
let token: string;
beforeAll(async () => {
  office = await openOffice();
  await openApplication(office);
  shop = await openShop(office);
  ({ unit } = shop);
  category_fk = await office.add('categories', { category_name: 'Food' });
  const customer = { consumer_name: 'Sara', mobile: '0770 111 2233', password: 'apricots in spring 77' };
  const signedUp = await office.send('POST', 'shop/sign_up', customer, { token: 'none' });
  token = String(signedUp.body.data['access_token']);
});
afterAll(() => office?.close());

it('the tax of goods is shown from its first day', async () => {
  const shownTax = async (date: string) => {
    const tax_fk = await office.add('taxes', { tax_name: `Tax of ${date}`, percentage: '5', date });
    const item = await office.add('items', itemBody(unit, `Goods of ${date}`, { category_fk, tax_fk }));
    return (await office.read(`shop/items/${item}`, token)).data['tax_percent'];
  };
  expect([await shownTax('2026-01-01'), await shownTax('2036-01-01')]).toEqual(['5', null]);
});

it('goods priced in dollars have the last rate of the day, also when an earlier one is entered after it', async () => {
  const date = new Date().toISOString().slice(0, 10);
  const rateAt = (time: string, rate: string) => office.add('currency_rates', { date, time, rate, in_rate: rate });
  await rateAt('00:00:02', '1500');
  await rateAt('00:00:01', '1400');
  const item = await office.add('items', itemBody(unit, 'Imported', { category_fk, price_currency_fk: 2 }));
  expect((await office.read(`shop/items/${item}`, token)).data).toMatchObject({ units: [{ price: '1500000' }] });
});

it('a sale without a word of tax has that of the item, and one that says none has none', async () => {
  const tax_fk = await office.add('taxes', { tax_name: 'Sales tax', percentage: '10', date: '2026-01-01' });
  const item_fk = await office.add('items', itemBody(unit, 'Taxed', { category_fk, tax_fk, item_type: 'service' }));
  const line = { item_fk, unit_fk: unit, quantity: '1', price: '1000' };
  const sold = saleBody(shop, '1', { lines: [line, { ...line, tax_percent: null }, { ...line, tax_percent: '5' }] });
  const sale = await office.read(`sales/${await office.add('sales', sold)}`);
  expect(sale.data['lines']).toMatchObject([{ tax_percent: '10' }, { tax_percent: null }, { tax_percent: '5' }]);
});
