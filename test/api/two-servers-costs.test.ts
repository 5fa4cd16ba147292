/**
 * Costs whose goods will not come: whoever closes the rest of a purchase is asked and chooses the day. And two people at two
 * servers, or one whose answer was lost: a rest of costs, a cost by volume and the day of money have one result.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { onDatabase } from '../backup/place.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import { rolesAt } from '../support/database.ts';
import type { Api, Sent } from './api.ts';
import { decidedAtOnce, isDone, isRefused, secondServer } from './at-one-moment.ts';
import { itemBody, openShop, purchaseBody, type Shop } from './shop.ts';
import { acrossFindings } from './tilling.ts';

let office: Office;
let second: Api;
let shop: Shop;
let carrier: number;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  second = await secondServer(office);
  carrier = await office.add('suppliers', { consumer_name: 'Carrier' });
});
afterAll(async () => {
  expect(await acrossFindings(office)).toEqual([]);
  await second?.app.close();
  await office?.close();
});

const FREIGHT = { cost_type: 'freight', currency_fk: 1, payment_type: 'on_account', share_by: 'quantity' };
let names = 0;
/** 1,000 pieces at 600 are ordered with freight of 100,000, and some of them come on 3 March. */
async function ordered(came: string, cost: object = {}, item: object = {}) {
  names += 1;
  const item_fk = await office.add('items', itemBody(shop.unit, `Ordered ${names}`, item));
  const lines = [{ item_fk, unit_fk: shop.unit, quantity: '1000', price: '600' }];
  const costs = [{ ...FREIGHT, amount: '100000', supplier_fk: carrier, ...cost }];
  const id = await office.add('purchases', purchaseBody(shop, '1', { lines, costs, receive: false }));
  await receive(office, id, came)();
  return { id, item_fk };
}
const receive = (server: Api, id: number, quantity: string) => () =>
  server.send('POST', `purchases/${id}/receive`, { date: '2026-03-03', lines: [{ line_id: 1, quantity }] });
const close =
  (server: Api, id: number, more: object = { confirmed: true }) =>
  () =>
    server.send('POST', `purchases/${id}/close`, more);
const errorsOf = ({ status, body }: Sent) => [status, body.code, Object.values(body.errors ?? {}).flat()];
const done = (answers: readonly (Sent | undefined)[]) =>
  answers.map((answer) => answer !== undefined && isDone(answer));
const total = (sql: string, ...given: unknown[]) =>
  onDatabase(office.database.url, async (client) => {
    const { rows } = await client.query<{ sum: string }>(
      `select coalesce(sum(base), 0)::float::text as sum ${sql}`,
      given,
    );
    return Number(rows[0]?.sum);
  });
/** What the purchase owes the carrier, what it left waiting for goods or bills, and what its goods are worth. */
async function books({ id, item_fk }: { readonly id: number; readonly item_fk: number }) {
  // What the second server stored is read too.
  await office.jobIsDone();
  await office.read('reports/inventory');
  const document = `purchase-${id}`;
  return [
    0 - (await total('from read.journal_line where document = $1 and party = $2', document, `supplier-${carrier}`)),
    0 - (await total('from read.journal_line where document = $1 and account = 2130', document)),
    await total('from read.journal_line where item_fk = $1 and account between 131000000 and 131999999', item_fk),
  ];
}

describe('what of a cost becomes owed when the rest of its purchase is closed', () => {
  it('is asked about, and has the day of the answer', async () => {
    const of = await ordered('100');
    const asked = await close(office, of.id, {})();
    expect(errorsOf(asked)).toEqual([
      422,
      'confirmation',
      ['90,000 IQD of a cost for goods that will not come becomes owed to Carrier'],
    ]);
    const at = (date: string) => close(office, of.id, { confirmed: true, date })();
    expect(errorsOf(await at('2026-03-02')).at(-1)).toEqual(['This is before 03/03/2026, when the last goods came']);
    expect(isRefused(await at('2024-03-20'))).toBe(true);
    const path = `purchases/${of.id}/close`;
    const tried = await office.send('POST', `${path}?dry_run=1`, { confirmed: true, date: '2026-03-07' });
    const { journal } = membersOf(tried.body.data['preview']);
    expect(objectsOf(journal).map(({ account_key, debit, credit }) => [account_key, debit, credit])).toEqual([
      ['goods-received-not-billed', '90000', '0'],
      ['payable', '0', '90000'],
      ['inventory', '90000', '0'],
      ['goods-received-not-billed', '0', '90000'],
    ]);
    expect(await books(of)).toEqual([10_000, 0, 70_000]);
    expect(isDone(await at('2026-03-07'))).toBe(true);
    const { data } = await office.read(`purchases/${of.id}`);
    expect(objectsOf(data['entered']).map(({ date, rest_of_cost_id }) => [date, rest_of_cost_id])).toEqual([
      ['2026-03-07', 1],
    ]);
    expect(await books(of)).toEqual([100_000, 0, 160_000]);
  });

  it('is asked for each cost: what is paid is paid from its account; a day without a rest is refused', async () => {
    const cash = { payment_type: 'cash', supplier_fk: null, account_fk: shop.cash, amount: '5000' };
    await office.send('PATCH', `cashes/${shop.cash}`, { allow_overdraft: true });
    const paid = await ordered('400', cash);
    expect(errorsOf(await close(office, paid.id, {})()).at(-1)).toEqual([
      '3,000 IQD of a cost for goods that will not come is paid from Till',
    ]);
    const whole = await ordered('1000');
    expect(errorsOf(await close(office, whole.id, { date: '2026-03-07' })()).at(-1)).toEqual([
      'Nothing of the costs becomes owed, so there is no day to enter',
    ]);
    expect(isDone(await close(office, whole.id, {})())).toBe(true);
  });
});

describe('the rest of a purchase is closed at one server', () => {
  it('while the rest comes at the other one: either nothing is left, or nothing more comes', async () => {
    const first = await ordered('100');
    const came = await decidedAtOnce(office, [receive(second, first.id, '1000'), close(office, first.id)]);
    expect(done(came)).toEqual([true, false]);
    // Who closes it again is asked about nothing: everything came.
    const { revision } = (await office.read(`purchases/${first.id}`)).data;
    expect(isDone(await close(office, first.id, { revision })())).toBe(true);
    expect(await books(first)).toEqual([100_000, 0, 700_000]);
    const other = await ordered('100');
    const closed = await decidedAtOnce(office, [close(office, other.id), receive(second, other.id, '1000')]);
    expect(done(closed)).toEqual([true, false]);
    expect(await books(other)).toEqual([100_000, 0, 160_000]);
  });

  it('and at the other one: the rest is owed once', async () => {
    const of = await ordered('250');
    const dated = close(second, of.id, { confirmed: true, date: '2026-03-06' });
    const both = await decidedAtOnce(office, [close(office, of.id), dated]);
    expect(done(both)[0]).toBe(true);
    expect(await books(of)).toEqual([100_000, 0, 250_000]);
  });

  it('while a cost is entered at the other one: the goods that came bear both', async () => {
    const late = { cost_id: 2, cost_type: 'customs', amount: '7000', currency_fk: 1, supplier_fk: carrier };
    const customs = { ...late, payment_type: 'on_account', share_by: 'quantity', date: '2026-03-09' };
    for (const order of [0, 1]) {
      const of = await ordered('100');
      const enter = () => second.send('POST', `purchases/${of.id}/apply_cost`, customs);
      const sends = [close(office, of.id), enter];
      if (order === 1) sends.reverse();
      expect(done(await decidedAtOnce(office, sends))).toEqual([true, false]);
      expect(isDone(await (sends[1] ?? enter)())).toBe(true);
      expect(await books(of)).toEqual([107_000, 0, 167_000]);
    }
  });

  it('while the carrier is paid what it owes at the other one', async () => {
    const of = await ordered('100');
    const pay = () =>
      second.send('POST', 'supplier_transactions', {
        ...{
          outlet_fk: shop.outlet,
          supplier_fk: carrier,
          transaction_type: 'pay',
          date: '2026-03-12',
          currency_fk: 1,
        },
        ...{
          amount: '10000',
          account_fk: shop.cash,
          allocations: [{ document: `purchase-${of.id}`, amount: '10000' }],
        },
      });
    expect(done(await decidedAtOnce(office, [pay, close(office, of.id)]))).toEqual([true, true]);
    const open = objectsOf((await office.read(`suppliers/${carrier}/open_documents`)).data);
    const own = open.filter(({ document }) => document === `purchase-${of.id}`);
    expect(own.map(({ amount }) => Number(amount))).toEqual([90_000]);
  });

  it('and the answer is lost: the same key closes it once, and reopened it waits again', async () => {
    const of = await ordered('100');
    const send = () =>
      office.send('POST', `purchases/${of.id}/close`, { confirmed: true, revision: 1 }, { key: 'lost' });
    const [once, again] = [await send(), await send()];
    expect(done([once, again])).toEqual([true, true]);
    expect(again.body.position).toBe(once.body.position);
    expect(await books(of)).toEqual([100_000, 0, 160_000]);
    expect(isDone(await office.send('POST', `purchases/${of.id}/open`, { reason: 'it comes' }))).toBe(true);
    expect(await books(of)).toEqual([10_000, 0, 70_000]);
  });
});

describe('an item gets another volume at one server', () => {
  const byVolume = { amount: '90000', share_by: 'volume', cost_type: 'freight', currency_fk: 1 };
  it('while a cost is shared by volume at the other one: the goods keep that of their purchase', async () => {
    const sized = async (volume: string) => {
      names += 1;
      return office.add('items', itemBody(shop.unit, `Sized ${names}`, { volume }));
    };
    const items = [await sized('0.002'), await sized('0.001')];
    const lines = items.map((item_fk) => ({ item_fk, unit_fk: shop.unit, quantity: '10', price: '1000' }));
    const change = (server: Api, volume: string | null) => () =>
      server.send('PATCH', `items/${items[0]}`, { volume, confirmed: true });
    const bought = await office.add('purchases', purchaseBody(shop, '1', { lines }));
    const owed = { payment_type: 'on_account', supplier_fk: carrier, date: '2026-03-08' };
    const share = () => office.send('POST', `purchases/${bought}/apply_cost`, { ...byVolume, ...owed, cost_id: 1 });
    expect(done(await decidedAtOnce(office, [change(second, '0.008'), share]))).toEqual([true, true]);
    const worth = async (item_fk: number | undefined) => (await books({ id: bought, item_fk: item_fk ?? 0 })).at(-1);
    expect([await worth(items[0]), await worth(items[1])]).toEqual([70_000, 40_000]);
    const body = { outlet_fk: shop.outlet, ...byVolume, ...owed, status: 'complete' };
    const landed = () =>
      second.send('POST', 'landed_costs', { ...body, amount: '30000', lines: [{ purchase_fk: bought }] });
    expect(done(await decidedAtOnce(office, [change(office, null), landed]))).toEqual([true, true]);
    expect([await worth(items[0]), await worth(items[1])]).toEqual([90_000, 50_000]);
  });

  it('while goods of it are bought with freight by volume: both agree, whichever was first', async () => {
    for (const isFirst of [true, false]) {
      names += 1;
      const item = await office.add('items', itemBody(shop.unit, `Changed ${names}`, { volume: '0.001' }));
      const other = await office.add('items', itemBody(shop.unit, `Kept ${names}`, { volume: '0.001' }));
      const lines = [item, other].map((item_fk) => ({ item_fk, unit_fk: shop.unit, quantity: '10', price: '1000' }));
      const costs = [{ ...byVolume, payment_type: 'on_account', supplier_fk: carrier }];
      const buy = () => office.send('POST', 'purchases', purchaseBody(shop, '1', { lines, costs }));
      const change = () => second.send('PATCH', `items/${item}`, { volume: '0.002', confirmed: true });
      const answers = await decidedAtOnce(office, isFirst ? [change, buy] : [buy, change]);
      expect(done(answers)).toEqual([true, true]);
      const value = (await books({ id: 0, item_fk: item })).at(-1);
      expect(value).toBe(isFirst ? 70_000 : 55_000);
    }
  });
});

describe('money is taken back at one server', () => {
  const lockUntil = (locked_until: string | null) => () => {
    names += 1;
    const rows = locked_until === null ? [] : [{ locked_area: 'all', outlet_fk: null, locked_until, days_open: null }];
    const locks = rows.map((row) => ({ ...row, locked_for: 'everybody' }));
    return second.send('PATCH', 'period_locks/1', { lock_reason: `Report ${names}`, locks, confirmed: true });
  };
  beforeAll(() => ensureRecords({ databaseUrl: rolesAt(office.database.url).command, countries: '/none' }));
  const transfer = async () => {
    names += 1;
    const safe = await office.add('cashes', { account_name: `Safe ${names}`, cash_type: 1, currency_fk: 1 });
    const amounts = { amount: '5000', from_account_fk: shop.cash, to_account_fk: safe };
    const id = await office.add('cash_transactions', { outlet_fk: shop.outlet, date: '2026-03-04', ...amounts });
    return id;
  };
  const back =
    (id: number, more: object = {}) =>
    () =>
      office.send('POST', `cash_transactions/${id}/reverse`, { reason: 'not sent', ...more });

  it('while its day is locked at the other one: what was locked first stays, and a later day is open', async () => {
    const first = await transfer();
    expect(done(await decidedAtOnce(office, [lockUntil('2026-03-05'), back(first)]))).toEqual([true, false]);
    expect(isDone(await back(first, { date: '2026-03-09' })())).toBe(true);
    expect(isDone(await lockUntil(null)())).toBe(true);
    const other = await transfer();
    expect(done(await decidedAtOnce(office, [back(other), lockUntil('2026-03-05')]))).toEqual([true, true]);
    expect(isDone(await lockUntil(null)())).toBe(true);
    const third = await transfer();
    const late = back(third, { date: '2026-03-09' });
    expect(done(await decidedAtOnce(office, [lockUntil('2026-03-10'), late]))).toEqual([true, false]);
    expect(isDone(await lockUntil(null)())).toBe(true);
  });
});
