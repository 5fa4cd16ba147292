/** The customers' application adds a tax to the prices of its goods from the first day of this tax. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { itemBody, openShop } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

it('the tax of goods is shown from its first day', async () => {
  const { unit } = await openShop(office);
  const category_fk = await office.add('categories', { category_name: 'Food' });
  const customer = { consumer_name: 'Sara', mobile: '0770 111 2233', password: 'apricots in spring 77' };
  const signedUp = await office.send('POST', 'shop/sign_up', customer, { token: 'none' });
  const token = String(signedUp.body.data['access_token']);
  const shownTax = async (date: string) => {
    const tax_fk = await office.add('taxes', { tax_name: `Tax of ${date}`, percentage: '5', date });
    const item = await office.add('items', itemBody(unit, `Goods of ${date}`, { category_fk, tax_fk }));
    return (await office.read(`shop/items/${item}`, token)).data['tax_percent'];
  };
  expect([await shownTax('2026-01-01'), await shownTax('2036-01-01')]).toEqual(['5', null]);
});
