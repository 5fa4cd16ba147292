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

it('is not said of what is written beside the log: a telephone number, a PIN, the attempts at a till', async () => {
  const person = {
    ...{
      user_name: 'Hana',
      email: 'hana@example.com',
      role_fk: await api.add('roles', { role_name: 'Seller', permissions: ['sales/index'] }),
    },
    ...{ outlet_fk: shop.outlet, new_password: 'apricots in spring', new_password_confirmation: 'apricots in spring' },
  };
  const user = await api.add('users', person);
  const change = async (body: object) => (await send('PATCH', `users/${user}`, body))[0];
  expect(await change({ phone: '0770 123 4567' })).toBe('Updated Successfully');
  expect(await change({ phone: '0770 123 4567' })).toBe(NOTHING);
  expect(await change({ address: 'Erbil' })).toBe('Updated Successfully');
  expect(await change({ staff_pin: '482613' })).toBe('Updated Successfully');
  // The same request that arrives again is answered as before, and the next one is not.
  const again = async (key: string) =>
    (await api.send('PATCH', `users/${user}`, { phone: '0750 765 4321' }, { key })).body.message;
  expect([await again('one'), await again('one'), await again('two')]).toEqual([
    'Updated Successfully',
    'Updated Successfully',
    NOTHING,
  ]);
  const till = await api.send('POST', 'tills/enrol', { outlet_fk: shop.outlet, till_name: 'Front' });
  const { till_id } = till.body.data;
  expect((await send('POST', `tills/${till_id}/unlock`))[0]).toBe('Done Successfully');
  expect((await send('POST', 'tills/enrol', { till_fk: till_id }))[0]).toBe('Done Successfully');
});
