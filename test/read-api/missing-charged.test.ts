/** Goods that are written off on their way: found in the lists, and charged to a person at cost or at an agreed amount. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { itemBody, openShop, purchaseBody, type Shop } from '../api/shop.ts';
import { acrossFindings } from '../api/tilling.ts';
import { onDatabase } from '../backup/place.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let branch: number;
let store: number;
let names = 0;
const driver = 1;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  branch = await office.add('outlets', { outlet_name: 'Branch' });
  store = await office.add('inventories', { inventory_name: 'Branch store', outlet_fk: branch });
});
afterAll(async () => {
  expect(await acrossFindings(office)).toEqual([]);
  await office.close();
});

/** 20 pieces at a price, of which 10 are sent to the branch. */
async function sent(price: string, more: object = {}, resource = 'stock_transfers') {
  names += 1;
  const item_fk = await office.add('items', itemBody(shop.unit, `Sent ${names}`));
  const line = { item_fk, unit_fk: shop.unit };
  await office.add('purchases', purchaseBody(shop, '1', { lines: [{ ...line, quantity: '20', price }] }));
  const id = await office.add(resource, {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, to_outlet_fk: branch, to_inventory_fk: store },
    ...{ date: '2026-03-05', status: 'sent', lines: [{ ...line, quantity: '10', ...more }] },
    ...(resource === 'stock_transfers' ? {} : { currency_fk: 1 }),
  });
  return `${resource}/${id}`;
}
const arrive = (path: string, quantity: string) =>
  office.send('POST', `${path}/receive`, { date: '2026-03-06', lines: [{ line_id: 1, quantity }] });
const missing = (path: string, more: object, token = office.token) =>
  office.send('POST', `${path}/report_missing`, { date: '2026-03-07', ...more }, { token: token ?? '' });
const charged = { charged_user_fk: driver };
/** What the person owes, and what was lost, by this document. */
async function effect(path: string): Promise<Record<string, number>> {
  await office.read('reports/inventory');
  const [resource = '', id] = path.split('/');
  return onDatabase(office.database.url, async (client) => {
    const { rows } = await client.query<{ name: string; sum: string }>(
      `select case account when 1240 then party else 'lost' end as name, sum(base)::float::text as sum
       from read.journal_line where document = $1 and account in (1240, 5130) group by 1`,
      [`${resource.slice(0, -1)}-${id}`],
    );
    return Object.fromEntries(rows.map(({ name, sum }) => [name, Number(sum)]));
  });
}

describe('goods that are missing at the end of a transfer', () => {
  it('are owed by the person at what they cost, in whole dinars', async () => {
    const path = await sent('1200.4');
    await arrive(path, '7');
    const answer = await missing(path, charged);
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    expect(await effect(path)).toEqual({ 'user-1': 3601, lost: 0.2 });
    const { data } = await office.read(path);
    expect(objectsOf(data['receipts']).at(-1)).toMatchObject({ charged_user_fk: driver, charged_amount: '3601' });
  });

  it('are owed at another amount where it is typed, of a sale transfer too, and of an arrival that ends it', async () => {
    const path = await sent('1000', { price: '1500' }, 'sale_transfers');
    const lines = [{ line_id: 1, quantity: '6' }];
    const ended = { date: '2026-03-06', lines, rest: 'missing', ...charged, charged_amount: '2500' };
    const answer = await office.send('POST', `${path}/receive`, ended);
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    expect(await effect(path)).toEqual({ 'user-1': 2500, lost: 1500 });
  });

  it('are charged to nobody without the permission, without missing goods, and without a person', async () => {
    const path = await sent('1000');
    const permissions = ['stock_transfers/receive', 'stock_transfers/show', 'users/index'];
    const given = { outlets: [shop.outlet, branch], inventories: [shop.inventory, store] };
    const clerk = await office.person('clerk', permissions, given);
    const refused = await missing(path, charged, clerk);
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['charged_user_fk']]);
    const lines = [{ line_id: 1, quantity: '10' }];
    const whole = await office.send('POST', `${path}/receive`, {
      date: '2026-03-06',
      lines,
      rest: 'missing',
      ...charged,
    });
    expect(Object.values(whole.body.errors ?? {}).flat()).toContain('Nothing is missing, so nobody is charged');
    const nobody = await missing(path, { charged_amount: '5' });
    expect(Object.keys(nobody.body.errors ?? {})).toEqual(['charged_user_fk']);
    expect((await missing(path, {}, clerk)).status).toBe(200);
    expect(await effect(path)).toEqual({ lost: 10_000 });
  });

  it('tell nobody a cost who may not see costs: they charge a typed amount, and are not shown that of others', async () => {
    const path = await sent('1300');
    const ofTransfers = ['receive', 'show', 'index'].map((action) => `stock_transfers/${action}`);
    const of = [...ofTransfers, 'stocks/charge_missing'];
    const given = { outlets: [shop.outlet, branch], inventories: [shop.inventory, store] };
    const foreman = await office.person('foreman', of, given);
    const refused = await missing(path, charged, foreman);
    expect(Object.keys(refused.body.errors ?? {})).toEqual(['charged_amount']);
    const other = await sent('1100');
    expect((await missing(other, charged)).status).toBe(200);
    expect(JSON.stringify((await office.read(other, foreman)).body)).not.toContain('11000');
    const typed = await missing(path, { ...charged, charged_amount: '2000' }, foreman);
    expect([typed.status, typed.body.errors]).toEqual([200, undefined]);
  });

  it('are found in the list with their loss', async () => {
    const came = await sent('1000');
    await arrive(came, '10');
    const lost = await sent('700');
    await missing(lost, {});
    const numbers = async (filter: string) => {
      const { data } = await office.read(`stock_transfers?filter[written_off]=${filter}`);
      return objectsOf(data['data']).map(({ id, loss_amount }) => [`stock_transfers/${id}`, loss_amount]);
    };
    expect(await numbers('1')).toContainEqual([lost, '7000']);
    expect((await numbers('1')).map(([path]) => path)).not.toContain(came);
    expect(await numbers('0')).toContainEqual([came, '0']);
    expect((await numbers('0')).map(([path]) => path)).not.toContain(lost);
  });
});

describe('goods that were written off on their way', () => {
  const later = (path: string, step: string, more: object, token = office.token) =>
    office.send('POST', `${path}/${step}`, { reason: 'known now', ...more }, { token: token ?? '' });
  const charge = (path: string, more: object, token = office.token) =>
    later(path, 'charge_missing', { charge_id: 1, ...charged, date: '2026-03-14', ...more }, token);

  it('are owed by a person a week later, on that day, and by nobody from a day on', async () => {
    const path = await sent('1200');
    await missing(path, {});
    expect(await effect(path)).toEqual({ lost: 12_000 });
    const tried = await office.send('POST', `${path}/charge_missing?dry_run=1`, {
      ...{ charge_id: 1, ...charged, date: '2026-03-14', reason: 'he drove' },
    });
    const { journal } = membersOf(tried.body.data['preview']);
    expect(objectsOf(journal).map(({ account_key, debit, credit }) => [account_key, debit, credit])).toEqual([
      ['staff-receivable', '12000', '0'],
      ['shrinkage', '0', '12000'],
    ]);
    const answer = await charge(path, {});
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    expect(await effect(path)).toEqual({ 'user-1': 12_000, lost: 0 });
    const { data } = await office.read(path);
    expect(data['charges']).toMatchObject([
      { charge_id: 1, charged_user_fk: driver, charged_amount: '12000', date: '2026-03-14', reason: 'known now' },
    ]);
    expect(data['transitions'] ?? data['possible']).toEqual(expect.arrayContaining(['reverse_charge']));
    expect((await later(path, 'reverse_charge', { charge_id: 1, date: '2026-03-20' })).status).toBe(200);
    expect(await effect(path)).toEqual({ 'user-1': 0, lost: 12_000 });
  });

  it('are charged to several persons, of a sale transfer and its return too, and never beyond what they cost', async () => {
    const helper = await office.add('users', { user_name: 'Helper', email: 'helper@example.com' });
    for (const resource of ['sale_transfers', 'sale_transfer_returns']) {
      const path = await sent('1000', { price: '1500' }, resource);
      await missing(path, { ...charged, charged_amount: '3000' });
      expect((await charge(path, { charge_id: 2, charged_user_fk: helper, charged_amount: '2000' })).status).toBe(200);
      const over = await charge(path, { charge_id: 3, charged_amount: '5001' });
      expect(Object.values(over.body.errors ?? {}).flat()).toEqual([
        'At most 5,000 IQD of what was written off is not charged yet',
      ]);
      expect((await charge(path, { charge_id: 3 })).status).toBe(200);
      expect(await effect(path)).toEqual({ 'user-1': 8000, [`user-${helper}`]: 2000, lost: 0 });
      const none = await charge(path, { charge_id: 4, charged_amount: '1' });
      expect(Object.values(none.body.errors ?? {}).flat()).toEqual(['All of what was written off is charged already']);
      expect((await later(path, 'reverse_charge', { charge_id: 1 })).status).toBe(200);
      expect(await effect(path)).toEqual({ 'user-1': 5000, [`user-${helper}`]: 2000, lost: 3000 });
    }
  });

  it('are found by whether somebody is charged for them', async () => {
    const found = async (filter: string) => {
      const { data } = await office.read(
        `stock_transfers?filter[written_off]=1&filter[charged]=${filter}&per_page=100`,
      );
      return objectsOf(data['data']).map(({ id }) => `stock_transfers/${id}`);
    };
    const [atOnce, since, nobody, back] = await Promise.all(['900', '800', '700', '600'].map((price) => sent(price)));
    await missing(atOnce ?? '', charged);
    for (const path of [since, nobody, back]) await missing(path ?? '', {});
    await charge(since ?? '', {});
    await charge(back ?? '', {});
    await later(back ?? '', 'reverse_charge', { charge_id: 1 });
    expect(await found('1')).toEqual(expect.arrayContaining([atOnce, since]));
    expect(await found('0')).toEqual(expect.arrayContaining([nobody, back]));
    expect((await found('1')).filter((path) => path === nobody || path === back)).toEqual([]);
  });

  it('are charged by either side, with the permission, and who may not see costs learns none', async () => {
    const path = await sent('1100');
    await missing(path, {});
    const ofTransfers = ['receive', 'show', 'index'].map((action) => `stock_transfers/${action}`);
    const here = { outlets: [shop.outlet], inventories: [shop.inventory] };
    const clerk = await office.person('chargeless', ofTransfers, here);
    expect((await charge(path, {}, clerk)).status).toBe(422);
    const blind = await office.person('blind', [...ofTransfers, 'stocks/charge_missing', 'users/index'], here);
    const refused = await charge(path, { charged_amount: '99999' }, blind);
    expect(Object.keys(refused.body.errors ?? {})).toEqual(['charged_amount']);
    expect(JSON.stringify(refused.body)).not.toContain('11,000');
    const sees = ['stocks/charge_missing', 'items/show_cost', 'users/index'];
    const manager = await office.person('manager', [...ofTransfers, ...sees], here);
    const given = await charge(path, { date: '2026-03-10' }, manager);
    expect([given.status, given.body.errors]).toEqual([200, undefined]);
    expect(JSON.stringify((await office.read(path, blind)).body)).not.toContain('11000');
  });

  it('are not charged before they were written off, and not taken back from who has repaid them', async () => {
    const path = await sent('500');
    await missing(path, {});
    const early = await charge(path, { date: '2026-03-06' });
    expect(Object.values(early.body.errors ?? {}).flat()).toEqual([
      'The goods were written off on 07/03/2026: nobody is charged before that day',
    ]);
    const owing = await office.add('users', { user_name: 'Owing', email: 'owing@example.com' });
    expect((await charge(path, { charged_user_fk: owing })).status).toBe(200);
    await office.add('general_journals', {
      ...{ outlet_fk: shop.outlet, date: '2026-03-15', status: 'posted' },
      lines: [
        { account: 1240, user_fk: owing, credit: '5000', currency_fk: 1 },
        { account: 5130, debit: '5000', currency_fk: 1 },
      ],
    });
    const before = await effect(path);
    const taken = await later(path, 'reverse_charge', { charge_id: 1 });
    expect([taken.status, taken.body.code]).toEqual([409, 'protected']);
    expect(JSON.stringify(taken.body)).toContain('general_journals/1');
    const since = await later(path, 'reverse_charge', { charge_id: 1, date: '2026-03-20' });
    expect([since.status, since.body.message]).toEqual([422, 'Owing owes only 0 IQD']);
    expect(await effect(path)).toEqual(before);
  });
});
