/** Files of staff and of promotions: what decides about people, what is asked, and what is taken back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../api/api.ts';
import { signedIn } from '../api/people.ts';
import { itemBody, openShop, type Shop } from '../api/shop.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { resultOf as resultOfJob } from '../support/job-result.ts';
import { check, requestOf, resultOf, rowsOf, runImport, start } from './requests.ts';

type Row = Readonly<Record<string, unknown>>;
type Cells = Readonly<Record<string, string>>;

let office: Office;
let shop: Shop;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  await office.add('roles', { role_name: 'Seller', permissions: ['sales/store', 'sales/index'] });
  await office.add('items', itemBody(shop.unit, 'Tea'));
});
afterAll(() => office.close());

const rowsAt = async (path: string) => (await office.read(path)).data['data'] as unknown as Row[];
const staff = async (email: string) => (await rowsAt('users')).find((row) => row['email'] === email) ?? {};
const problems = async (format: string, rows: readonly Cells[], as: { readonly token?: string } = {}) =>
  (await check(office, format, requestOf(rowsOf(rows)), as)).problems.map(
    ({ row, column, message }) => `${row} ${column}: ${message}`,
  );
const imported = async (format: string, rows: readonly Cells[]): Promise<string> => {
  const started = await start(office, format, requestOf(rowsOf(rows)));
  const job = String(started.body.data['job_id']);
  expect(await resultOf(office, job)).toMatchObject({ imported: rows.length, problems: [] });
  await office.jobIsDone();
  return job;
};
const takenBack = async (job: string, body: object = {}) => {
  const back = await office.send('POST', `imports/made/${job}/take_back`, body);
  expect(back.status, JSON.stringify(back.body)).toBe(200);
  return resultOfJob<Row>(office, String(back.body.data['job_id']));
};

describe('staff of a file', () => {
  const shilan = {
    ...{ staff_name: 'Shilan', full_name: 'Shilan Omar', email: 'shilan@shop.example', user_code: 'S-1' },
    ...{ role: 'seller', own_outlet: 'Bazaar', own_inventory: 'Bazaar store', own_account: 'Till' },
    ...{ is_cashier: 'yes', joined_on: '2024-03-01', language: 'ckb' },
  };

  it('cannot sign in before somebody gives them a password and activates them, and then work in their places', async () => {
    const job = await imported('users', [shilan, { staff_name: 'Rebin', email: 'rebin@shop.example' }]);
    const one = await staff('shilan@shop.example');
    expect(one).toMatchObject({
      ...{ user_name: 'Shilan', status: 'inactive', role_name: 'Seller', outlet_name: 'Bazaar', lang: 'ckb' },
      ...{ outlets: [shop.outlet], inventories: [shop.inventory], is_cashier: true, user_joining_date: '2024-03-01' },
    });
    const signIn = { email: 'shilan@shop.example', password: PASSWORD };
    expect((await office.send('POST', 'auth/login', signIn, { token: '' })).status).toBeGreaterThan(399);
    expect((await office.send('POST', `users/${one['user_id']}/give_password`)).status).toBe(200);
    const active = await office.send('POST', `users/${one['user_id']}/set_user_status`, { status: 'active' });
    expect(active.status, JSON.stringify(active.body)).toBe(200);
    // Who was changed since stays; the other is no longer there.
    expect(await takenBack(job, { partly: true })).toMatchObject({ taken_back: 1, kept: [{ id: one['user_id'] }] });
    await office.jobIsDone();
    expect([(await staff('shilan@shop.example'))['status'], await staff('rebin@shop.example')]).toEqual(['active', {}]);
  });

  it('are refused row by row: an email or a code that another has, a role or an outlet that is not there', async () => {
    await imported('users', [{ staff_name: 'Dara', email: 'dara@shop.example', user_code: 'D-1' }]);
    expect(
      await problems('users', [
        { staff_name: 'Dara again', email: 'DARA@shop.example' },
        { staff_name: 'Zana', email: 'zana@shop.example', user_code: 'd-1' },
        { staff_name: 'Lana', email: 'no email', role: 'Pilot', own_outlet: 'Airport' },
        { staff_name: 'One', email: 'same@shop.example' },
        { staff_name: 'Two', email: 'same@shop.example' },
        { staff_name: 'Cashier', email: 'cashier@shop.example', is_cashier: 'yes' },
      ]),
    ).toEqual([
      '2 email: “DARA@shop.example” is that of “Dara” already',
      '3 user_code: “d-1” is that of “Dara” already',
      '4 role: There is no Role “Pilot”',
      '4 own_outlet: There is no Outlet “Airport”',
      '4 email: Email must be an email address',
      '5 email: “same@shop.example” stands in these rows too: 6',
      '6 email: “same@shop.example” stands in these rows too: 5',
      '7 own_inventory: You must have a default inventory',
      '7 own_account: You must have a default account',
    ]);
  });

  it('get no right that the person who imports them does not have, and nobody learns of people of other outlets', async () => {
    const other = await office.add('outlets', { outlet_name: 'Airport' });
    await office.add('users', {
      user_name: 'Far away',
      email: 'far@shop.example',
      outlet_fk: other,
      status: 'inactive',
    });
    const rights = ['users/import', 'users/set_user_status', 'users/set_roles', 'users/change_outlets', 'users/index'];
    const places = { outlets: [shop.outlet], inventories: [shop.inventory] };
    const clerk = await signedIn(office, 'clerk', [...rights, 'outlets/index', 'roles/index'], places);
    const rows = [
      { staff_name: 'Zana', email: 'zana@shop.example', role: 'Seller' },
      { staff_name: 'Lana', email: 'lana@shop.example', own_outlet: 'Airport' },
      { staff_name: 'Same', email: 'far@shop.example' },
    ];
    const told = await problems('users', rows, clerk);
    expect(told).toEqual([
      '2 role: You can only grant what you hold yourself: Sales – Add, Sales – See the list',
      '3 own_outlet: There is no Outlet “Airport”',
      '4 email: Email is entered twice',
    ]);
    expect(told.join()).not.toContain('Far away');
    const without = await signedIn(office, 'clerk-2', ['users/import'], places);
    expect(await problems('users', [{ staff_name: 'A', email: 'a@shop.example' }], without)).toContainEqual(
      expect.stringMatching(/^0 null: /),
    );
  });
});

describe('promotions of a file', () => {
  const free = {
    ...{ promotion_title: 'Tea week', start_date: '2026-10-01', end_date: '2026-10-07', applies: 'each_time' },
    ...{ reward_type: 'Get free', bought_item: 'Tea', bought_unit: 'Bag', bought_quantity: '10' },
    ...{ given_item: 'Rice', given_unit: 'Bag', given_quantity: '1' },
  };
  const cheaper = {
    ...{ promotion_title: 'Ten percent', start_date: '2026-10-01', end_date: '2026-10-31' },
    ...{ promotion_status: 'active', reward_type: 'get_discount', reward_percentage: '10', minimum_amount: '50000' },
  };

  it('are there with their goods; the same file once more is refused; they are taken back', async () => {
    const job = await imported('promotions', [free, cheaper]);
    const found = await rowsAt('promotions');
    expect(found.map(({ title, status }) => `${title} ${status}`).toSorted()).toEqual([
      'Tea week draft',
      'Ten percent active',
    ]);
    const { section_id } = found.find(({ title }) => title === 'Tea week') ?? {};
    expect((await office.read(`promotions/${section_id}`)).data).toMatchObject({
      items: [{ item_fk: shop.item + 1, unit_fk: shop.unit, quantity: '10' }],
      reward_items: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1' }],
    });
    expect(await problems('promotions', [free, { ...cheaper, promotion_title: 'New' }])).toEqual([
      '2 promotion_title: “Tea week” is that of “Tea week” already',
    ]);
    expect(await takenBack(job)).toMatchObject({ taken_back: 2, kept: [] });
    await office.jobIsDone();
    expect(await rowsAt('promotions')).toEqual([]);
  });

  it('are refused at their cells: a reward of another kind, goods without a unit, a place that is left out, days', async () => {
    const { given_unit: _, ...withoutUnit } = free;
    const { bought_item, bought_unit, bought_quantity, ...nothing } = free;
    expect(
      await problems('promotions', [
        { ...cheaper, promotion_title: 'Both', reward_amount: '5' },
        { ...withoutUnit, promotion_title: 'No unit' },
        {
          ...nothing,
          promotion_title: 'Second',
          bought_item_2: bought_item,
          bought_unit_2: bought_unit,
          bought_quantity_2: bought_quantity,
        },
        { ...free, promotion_title: 'Days', end_date: '2026-09-01' },
        { ...free, promotion_title: 'None', bought_item: 'Sand' },
      ]),
    ).toEqual([
      '2 reward_amount: This belongs to another type of reward',
      '3 given_unit: Unit given free is required',
      '4 bought_item: Item to buy is required',
      '5 end_date: The end date must be greater than the start date',
      '6 bought_item: There is no Item to buy “Sand”',
    ]);
  });

  it('change by their title, good by good, and what stands beyond the columns stays', async () => {
    const goods = [1, 2, 3, 4].map((number) => ({ name: `Good ${number}`, quantity: `${number}` }));
    const ids: number[] = [];
    for (const { name } of goods) ids.push(await office.add('items', itemBody(shop.unit, name)));
    const id = await office.add('promotions', {
      ...{ title: 'Four goods', start_date: '2026-10-01', end_date: '2026-10-07' },
      ...{ reward_type: 'get_discount', reward_percentage: '5' },
      items: goods.map(({ quantity }, index) => ({ item_fk: ids[index], unit_fk: shop.unit, quantity })),
    });
    await office.read('promotions');
    const rows = rowsOf([{ promotion_title: 'Four goods', bought_quantity_2: '7', bought_item: '-' }]);
    const parameters = { mode: 'update', key: 'promotion_title' };
    expect(await runImport(office, 'promotions', requestOf(rows, { parameters }))).toMatchObject({
      updated: 1,
      problems: [],
    });
    await office.jobIsDone();
    expect(
      ((await office.read(`promotions/${id}`)).data['items'] as unknown as Row[]).map(({ quantity }) => quantity),
    ).toEqual(['7', '3', '4']);
  });
});
