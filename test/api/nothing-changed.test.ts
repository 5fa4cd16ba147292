/** A command that finds everything as it says already changes nothing, and its answer says so. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, openApi } from './api.ts';
import { openShop, purchaseBody, type Shop } from './shop.ts';

let api: Api;
let shop: Shop;
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
});
afterAll(() => api.close());

const NOTHING = 'Nothing changed: it was so already';
const send = async (method: 'POST' | 'PATCH', path: string, body: object = {}) => {
  const answer = await api.send(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return [answer.body.message, answer.body.position === null];
};

it('is said of a receipt of the same total counts, and not of one that counts more', async () => {
  const purchase = await api.add('purchases', purchaseBody(shop, '7', { receive: false }));
  const receive = (quantity: string) =>
    send('POST', `purchases/${purchase}/receive`, { date: '2026-03-04', lines: [{ line_id: 1, quantity }] });
  expect(await receive('3')).toEqual(['Done Successfully', false]);
  expect(await receive('3')).toEqual([NOTHING, true]);
  expect(await receive('4')).toEqual(['Done Successfully', false]);
});

it('is said of a transition to the state in which the document is', async () => {
  const purchase = await api.add('purchases', purchaseBody(shop, '1', { status: 'draft' }));
  expect(await send('POST', `purchases/${purchase}/complete`)).toEqual(['Done Successfully', false]);
  expect(await send('POST', `purchases/${purchase}/complete`)).toEqual([NOTHING, true]);
});

it('is said of a change that changes no field of a record', async () => {
  const outlet = await api.add('outlets', { outlet_name: 'Harbour' });
  expect(await send('PATCH', `outlets/${outlet}`, { outlet_name: 'Harbour' })).toEqual([NOTHING, true]);
  expect(await send('PATCH', `outlets/${outlet}`, { outlet_name: 'Port' })).toEqual(['Updated Successfully', false]);
});
