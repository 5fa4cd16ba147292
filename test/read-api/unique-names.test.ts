/** Item names that a setting makes unique, in every way in which an item gets a name. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { itemBody, openShop, purchaseBody, type Shop } from '../api/shop.ts';
import { check, requestOf, rowsOf, runImport } from '../imports/requests.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
});
afterAll(() => office?.close());

const add = (item_name: string, more: object = {}) =>
  office.send('POST', 'items', itemBody(shop.unit, item_name, more));
const turn = (unique_item_names: boolean) => office.send('PATCH', 'system_settings/1', { unique_item_names });
const SENTENCE = 'There is already an item with this name: Tea (T1)';

describe('item names', () => {
  it('may be alike while the setting is off, and those items can be changed when it is on', async () => {
    const tea = await office.add('items', itemBody(shop.unit, 'Tea', { item_code: 'T1' }));
    expect((await add('Tea')).status).toBe(201);
    expect((await turn(true)).status).toBe(200);
    expect((await office.send('PATCH', `items/${tea}`, { shelf: 'A' })).status).toBe(200);
    expect((await office.send('PATCH', `items/${tea}`, { item_name: 'tea' })).status).toBe(200);
    expect((await office.send('PATCH', `items/${tea}`, { item_name: 'Tea' })).status).toBe(200);
  });

  it('are refused when an item has the name, however it is written, with the item that has it', async () => {
    const { status, body } = await add(' TEA ');
    expect([status, body.errors]).toEqual([422, { item_name: [SENTENCE] }]);
    const coffee = await office.add('items', itemBody(shop.unit, 'Coffee', { item_name_ckb: 'قاوە' }));
    const renamed = await office.send('PATCH', `items/${coffee}`, { item_name: 'tea' });
    expect(renamed.body.errors).toEqual({ item_name: [SENTENCE] });
    const kurdish = await add('Other coffee', { item_name_ckb: 'قاوه' });
    expect(Object.keys(kurdish.body.errors ?? {})).toEqual(['item_name_ckb']);
  });

  it('are taken once by people who enter an item of one name at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => add('Saffron')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
  });

  it('are free when their item is deleted, which is then not restored beside another one', async () => {
    const mint = await office.add('items', itemBody(shop.unit, 'Mint'));
    expect((await office.send('DELETE', `items/${mint}`)).status).toBe(200);
    expect((await add('Mint')).status).toBe(201);
    const restored = await office.send('POST', `items/${mint}/restore`, {});
    expect(Object.keys(restored.body.errors ?? {})).toEqual(['item_name']);
  });

  it('are told in the row of an import, and stored one after the other', async () => {
    const row = { base_unit: 'Bag' };
    const rows = rowsOf([
      { ...row, item_name: 'tea' },
      { ...row, item_name: 'Salt' },
      { ...row, item_name: 'SALT' },
    ]);
    const { problems } = await check(office, 'items', requestOf(rows));
    expect(problems).toEqual([
      { row: 2, column: 'item_name', message: SENTENCE },
      { row: 3, column: 'item_name', message: '“Salt” stands in these rows too: 4' },
      { row: 4, column: 'item_name', message: '“SALT” stands in these rows too: 3' },
    ]);
    const good = rowsOf([
      { ...row, item_name: 'Sumac' },
      { ...row, item_name: 'Cumin' },
    ]);
    expect(await runImport(office, 'items', requestOf(good))).toMatchObject({ imported: 2, problems: [] });
    expect((await turn(false)).status).toBe(200);
    expect((await add('Tea')).status).toBe(201);
  });

  it('that items share are listed with the items, however they are written, until one of them is renamed', async () => {
    const shared = async (token?: string) => {
      const { data } = await office.read('items/same_names', token);
      const names = objectsOf(data['names']).map(({ field, name, items }) => [
        ...[field, name, objectsOf(items).map(({ item_name, stock }) => `${item_name} ${stock}`)],
      ]);
      return { refused: data['is_refused'], total: data['total'], names };
    };
    const teas = ['item_name', 'Tea', ['Tea 0', 'Tea 0', 'Tea 0']];
    expect(await shared()).toEqual({ refused: false, total: 1, names: [teas] });
    const mocha = await office.add('items', itemBody(shop.unit, 'Mocha', { item_name_ckb: 'قاوه' }));
    await office.add('items', itemBody(shop.unit, 'RICE'));
    await office.add('purchases', purchaseBody(shop, '7'));
    await turn(true);
    const rice = ['item_name', 'Rice', ['Rice 7', 'RICE 0']];
    const coffee = ['item_name_ckb', 'قاوە', ['Coffee 0', 'Mocha 0']];
    expect(await shared()).toEqual({ refused: true, total: 3, names: [rice, teas, coffee] });
    const elsewhere = await office.person('elsewhere', ['items/index'], { inventories: [] });
    expect((await shared(elsewhere)).names[0]).toEqual(['item_name', 'Rice', ['Rice 0', 'RICE 0']]);
    const nobody = await office.person('nobody', ['brands/index']);
    expect((await office.read('items/same_names', nobody)).status).toBe(403);

    expect((await office.send('PATCH', `items/${mocha}`, { item_name_ckb: 'مۆکا' })).status).toBe(200);
    const { data } = await office.read('items/same_names');
    const [, tea] = objectsOf(data['names']);
    const [first, second, third] = objectsOf(tea?.['items']).map(({ item_id }) => item_id);
    for (const id of [second, third]) expect((await office.send('DELETE', `items/${id}`)).status).toBe(200);
    expect(await shared()).toEqual({ refused: true, total: 1, names: [rice] });
    expect((await office.send('PATCH', `items/${first}`, { shelf: 'B' })).status).toBe(200);
  });
});
