/** Two people count one inventory while goods are sold, and the books are exact. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let rice: number;
let tea: number;
let syrup: number;
let salt: number;
let second: string;

/** The date of the office's clock. */
const NOW = { date: '2026-03-11' };

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  rice = shop.item;
  tea = await office.add('items', itemBody(shop.unit, 'Tea', { shelf: 'A-3' }));
  syrup = await office.add('items', itemBody(shop.unit, 'Syrup', { has_batch_number: true }));
  salt = await office.add('items', itemBody(shop.unit, 'Salt', { shelf: 'a-3' }));
  const bought = (item_fk: number, quantity: string, batch_number?: string) => ({
    ...{ item_fk, unit_fk: shop.unit, quantity, price: '600', ...(batch_number ? { batch_number } : {}) },
  });
  const lines = [bought(rice, '100'), bought(tea, '50'), bought(syrup, '8', 'B7'), bought(salt, '5')];
  await office.add('purchases', purchaseBody(shop, '1', { lines }));
  const places = { outlets: [shop.outlet], inventories: [shop.inventory] };
  second = await office.person('sara', ['count_rounds/show', 'count_rounds/update'], places);
});
afterAll(() => office?.close());

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const entry = (number: number, item_fk: number, quantity: string, more: object = {}) => ({
  ...{ entry_uuid: id(number), item_fk, unit_fk: shop.unit, quantity, ...more },
});
const items = (query: string) => office.read(`count_rounds/items?inventory_fk=${shop.inventory}&${query}`);
const listed = async (query: string) =>
  ((await items(query)).data['items'] as unknown as { item_fk: number }[]).map(({ item_fk }) => item_fk);
const stock = async (item: number) => {
  const { data } = await office.read(`items/list?search=&inventory_fk=${shop.inventory}&per_page=50`);
  const rows = (data['data'] ?? data) as unknown as { item_id: number; stock: string }[];
  return Number(rows.find(({ item_id }) => item_id === item)?.stock);
};

describe('the items of a counting round', () => {
  it('are those of an inventory, of a shelf in any spelling, or those with movements since their count', async () => {
    expect((await listed('count_scope=inventory')).toSorted()).toEqual([rice, tea, syrup, salt].toSorted());
    expect((await listed('count_scope=shelf&shelf=A-3')).toSorted()).toEqual([tea, salt].toSorted());
    expect((await listed('count_scope=moved')).toSorted()).toEqual([rice, tea, syrup, salt].toSorted());
    expect(await listed('count_scope=category&category_fk=99')).toEqual([]);
  });
});

describe('a counting round of two people while the shop sells', () => {
  let round: number;
  const sell = (item_fk: number, quantity: string, time: string) =>
    office.add(
      'sales',
      saleBody(shop, '1', { ...NOW, time, lines: [{ item_fk, unit_fk: shop.unit, quantity, price: '1000' }] }),
    );
  const count = (entries: object[], token = office.token) =>
    // As text: a device states no revision, because others count at the same time.
    office.send('POST', `count_rounds/${round}/count`, JSON.stringify({ entries }), {
      ...{ token, headers: { 'content-type': 'application/json' } },
    });

  it('is counted by both at the same moment, and nothing is lost or counted twice', async () => {
    round = await office.add('count_rounds', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, ...NOW, time: '09:00:00', count_scope: 'inventory' },
      items: [rice, tea, syrup, salt].map((item_fk) => ({ item_fk })),
    });
    const counted = (number: number, quantity: string, token?: string) =>
      count([entry(number, rice, quantity, { seconds_ago: 1800 })], token);
    const mine = [1, 2, 3, 4, 5].map((number) => counted(number, '10'));
    const theirs = [6, 7, 8, 9].map((number) => counted(number, '12', second));
    // The device repeats the entry: whichever request arrives first is stored.
    const again = [counted(1, '10'), counted(6, '12', second)];
    const answers = await Promise.all([...mine, ...theirs, ...again]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { data } = await office.read(`count_rounds/${round}`);
    const entries = data['entries'] as unknown as { counted_by_fk: number }[];
    expect(entries).toHaveLength(9);
    expect(new Set(entries.map(({ counted_by_fk }) => counted_by_fk)).size).toBe(2);
  });

  it('counts an item again from nothing while others count', async () => {
    expect((await count([entry(20, salt, '3')], second)).status).toBe(200);
    // As text: the manager states no revision either.
    const again = JSON.stringify({ item_fk: salt });
    const { status } = await office.send('POST', `count_rounds/${round}/recount`, again, {
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(200);
    const { data } = await office.read(`count_rounds/${round}`);
    const entries = data['entries'] as unknown as { item_fk: number }[];
    expect(entries.filter(({ item_fk }) => item_fk === salt)).toEqual([]);
  });

  it('sends devices names, units and barcodes, and no quantity', async () => {
    const { status, data, text } = await office.read(`count_rounds/${round}/goods`, second);
    expect(status).toBe(200);
    expect((data as unknown as object[]).length).toBe(4);
    expect(text).not.toMatch(/"(stock|quantity)"/);
  });

  it('is exact with any sales before, between and after', async () => {
    // Rice was counted half an hour ago as 98 of 100; goods that are sold now were counted.
    expect((await count([entry(10, tea, '49', { seconds_ago: 60 })], second)).status).toBe(200);
    expect((await count([entry(11, syrup, '7', { batch_number: 'B7', seconds_ago: 30 })])).status).toBe(200);
    await sell(rice, '5', '10:10:00');
    await sell(tea, '4', '10:29:30');
    // An offline till sends a sale later whose time is before the count.
    await sell(rice, '2', '09:30:00');
    const done = await office.send('POST', `count_rounds/${round}/complete`, { is_zero_where_uncounted: true });
    expect(done.body.errors).toBeUndefined();
    const { data: finished } = await office.read(`count_rounds/${round}`);
    expect(finished['status']).toBe('complete');
    const adjustment = (finished['completed'] as unknown as { inventory_adjustment_fk: number })
      .inventory_adjustment_fk;
    const own = await office.send('POST', `inventory_adjustments/${adjustment}/approve`, {});
    expect(own.status).toBe(422);
    await office.send('PATCH', 'system_settings/1', { counter_may_approve: true });
    const approved = await office.send('POST', `inventory_adjustments/${adjustment}/approve`, {});
    expect(approved.body.errors).toBeUndefined();
    await sell(rice, '1', '10:20:00');
    expect(await stock(rice)).toBe(100 - 2 - 5 - 1);
    expect(await stock(tea)).toBe(50 - 1 - 4);
    expect(await stock(syrup)).toBe(7);
    expect(await stock(salt)).toBe(0);
  });
});

it('a round whose stock count was discarded is open with its entries, and drafts another one', async () => {
  const round = await office.add('count_rounds', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, ...NOW, time: '09:00:00', count_scope: 'inventory' },
    items: [{ item_fk: tea }],
  });
  const count = (number: number) =>
    office.send('POST', `count_rounds/${round}/count`, { entries: [entry(number, tea, '20')] });
  expect((await count(51)).status).toBe(200);
  const complete = async () => {
    const done = await office.send('POST', `count_rounds/${round}/complete`, { is_zero_where_uncounted: false });
    expect(done.body.errors).toBeUndefined();
    return (done.body.data['completed'] as { inventory_adjustment_fk: number }).inventory_adjustment_fk;
  };
  const first = await complete();
  expect((await office.send('POST', `inventory_adjustments/${first}/discard`, {})).status).toBe(200);
  const { data } = await office.read(`count_rounds/${round}`);
  expect([data['status'], data['completed'] ?? null]).toEqual(['open', null]);
  expect(data['entries']).toHaveLength(1);
  expect((await count(52)).status).toBe(200);
  const { data: adjustment } = await office.read(`inventory_adjustments/${await complete()}`);
  expect(adjustment).toMatchObject({ status: 'draft', lines: [{ item_fk: tea, real_quantity: '40' }] });
});

describe('an item that is not listed in a round', () => {
  const open = (more: object) =>
    office.add('count_rounds', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, ...NOW, time: '09:00:00', count_scope: 'inventory' },
      ...{ items: [{ item_fk: tea }], ...more },
    });
  const found = async (round: number, code: string) => {
    const { status, data, text } = await office.read(`count_rounds/${round}/unlisted?code=${code}`, second);
    expect(status).toBe(200);
    expect(text).not.toMatch(/"(stock|quantity)"/);
    return (data as unknown as { item_fk: number }[]).map(({ item_fk }) => item_fk);
  };
  const count = (round: number, entries: object[]) =>
    office.send('POST', `count_rounds/${round}/count`, JSON.stringify({ entries }), {
      ...{ token: second, headers: { 'content-type': 'application/json' } },
    });

  it('is found by its barcode or code, without its quantity, and counted as an extra line', async () => {
    const [unit = {}] = itemBody(shop.unit, 'Oil').item_units;
    const more = { item_code: 'OIL', item_units: [{ ...unit, barcodes: ['6291'] }] };
    const oil = await office.add('items', itemBody(shop.unit, 'Oil', more));
    const round = await open({});
    expect([await found(round, '6291'), await found(round, 'oil'), await found(round, '77')]).toEqual([
      [oil],
      [oil],
      [],
    ]);
    expect((await count(round, [entry(31, oil, '3', { shelf: 'B-1' }), entry(32, tea, '45')])).status).toBe(200);
    const done = await office.send('POST', `count_rounds/${round}/complete`, { is_zero_where_uncounted: false });
    expect(done.body.errors).toBeUndefined();
    const { data } = await office.read(`count_rounds/${round}`);
    const made = (data['completed'] as unknown as { inventory_adjustment_fk: number }).inventory_adjustment_fk;
    const { data: adjustment } = await office.read(`inventory_adjustments/${made}`);
    expect(adjustment['lines']).toMatchObject([
      { item_fk: oil, real_quantity: '3', note: 'B-1' },
      { item_fk: tea, real_quantity: '45' },
    ]);
  });

  it('is counted in a unit whose base quantity has more decimals than a person may type', async () => {
    const yard = await office.add('units', { unit_name: 'Yard' });
    const [metre = {}] = itemBody(shop.unit, 'Cloth').item_units;
    const units = [metre, { ...metre, unit_fk: yard, base_unit_qty: '0.9144', is_base: false, is_default: false }];
    const cloth = await office.add('items', itemBody(shop.unit, 'Cloth', { item_units: units }));
    const round = await open({});
    expect((await count(round, [{ ...entry(41, cloth, '3'), unit_fk: yard }])).status).toBe(200);
    const done = await office.send('POST', `count_rounds/${round}/complete`, { is_zero_where_uncounted: false });
    expect(done.body.errors).toBeUndefined();
    const { data } = await office.read(`count_rounds/${round}`);
    const made = (data['completed'] as unknown as { inventory_adjustment_fk: number }).inventory_adjustment_fk;
    const { data: adjustment } = await office.read(`inventory_adjustments/${made}`);
    expect(adjustment['lines']).toMatchObject([{ item_fk: cloth, real_quantity: '2.7432' }]);
  });

  it('is neither found nor taken where only listed items are counted', async () => {
    const round = await open({ takes_unlisted: false });
    expect(await found(round, '6291')).toEqual([]);
    const { status, body } = await count(round, [entry(41, tea, '1'), entry(42, rice, '1')]);
    expect([status, body.errors]).toEqual([
      422,
      { 'entries.1.item_fk': ['This item is not among those of the round'] },
    ]);
  });
});

it('an item whose count was taken back is counted again by a round of items that moved', async () => {
  await office.send('PATCH', 'system_settings/1', { counter_may_approve: true });
  const soap = await office.add('items', itemBody(shop.unit, 'Soap'));
  const lines = [{ item_fk: soap, unit_fk: shop.unit, quantity: '4', price: '600' }];
  await office.add('purchases', purchaseBody(shop, '1', { lines }));
  const adjustment = await office.add('inventory_adjustments', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-05' },
    lines: [{ item_fk: soap, unit_fk: shop.unit, real_quantity: '3' }],
  });
  const step = async (path: string, body?: object) => {
    const answer = await office.send('POST', `inventory_adjustments/${adjustment}/${path}`, body);
    expect(answer.body.errors).toBeUndefined();
    return (await listed('count_scope=moved')).includes(soap);
  };
  expect(await step('approve')).toBe(false);
  expect(await step('return_to_draft', { reason: 'wrong shelf' })).toBe(true);
  expect(await step('approve')).toBe(false);
});
