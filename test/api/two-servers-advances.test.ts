/**
 * Two people at two servers pay one order in dollars in advance on one day (docs/decisions/0218): what is paid on one day has
 * one rate, whoever stores first.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { type Office, openOffice } from '../read-api/office.ts';
import type { Api, Sent } from './api.ts';
import { decidedAtOnce, isDone, secondServer } from './at-one-moment.ts';
import { openShop, type Shop } from './shop.ts';
import { acrossFindings } from './tilling.ts';

let office: Office;
let second: Api;
let shop: Shop;
let dollars: number;

beforeAll(async () => {
  office = await openOffice();
  second = await secondServer(office);
  shop = await openShop(office);
  dollars = await office.add('cashes', {
    ...{ account_name: 'Dollars', cash_type: 1, currency_fk: 2, outlet_fk: shop.outlet, allow_overdraft: true },
  });
  await office.add('currency_rates', { date: '2026-03-01', rate: '1400', in_rate: '1400' });
});
afterAll(async () => {
  await second?.app.close();
  await office?.close();
});

const billed = () =>
  office.add('purchase_orders', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, supplier_fk: shop.supplier, date: '2026-03-01' },
    ...{ currency_fk: 2, rate: '1400', status: 'bill' },
    lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '20', price: '10' }],
  });
interface Paid {
  readonly payment_id: number;
  readonly amount: string;
  readonly rate: string;
}
/** Asked about the distance to the rate of the day, the person says that it is right. */
const pay = (server: Api, order: number, paid: Paid) => () =>
  server.send('POST', `purchase_orders/${order}/pay`, {
    ...{ ...paid, date: '2026-03-10', account_fk: dollars, confirmed: true },
  });
const said = (answer: Sent | undefined) => [answer?.status, answer?.body.code, answer?.body.message];
const STALE = [409, 'stale', 'Somebody changed this in the meantime'];

/** What the order says that was paid, what is open under its name, and the dollars and dinars that left. */
async function standing(order: number) {
  const payments = objectsOf((await office.read(`purchase_orders/${order}`)).data['payments']);
  const open = objectsOf((await office.read(`suppliers/${shop.supplier}/open_documents`)).data);
  const { data } = await office.read(`reports/suppliers_statement?consumer_id=${shop.supplier}`);
  const lines = objectsOf(data['data']).filter(({ document }) => document === `purchase_order-${order}`);
  return {
    paid: payments.map(({ payment_id, amount, rate }) => `${payment_id}: ${amount} at ${rate}`),
    open: open.filter(({ document }) => document === `purchase_order-${order}`).map(({ amount }) => amount),
    base: lines.map(({ base }) => base),
  };
}
const left = async () => Number((await office.read(`cashes/${dollars}`)).data['balance']);

describe('of two payments of a day', () => {
  it('at different rates one is stored, and the other one is refused with the rate that is expected', async () => {
    const [order, before] = [await billed(), await left()];
    const other = { payment_id: 2, amount: '40', rate: '1410' };
    const [first, last] = await decidedAtOnce(office, [
      pay(office, order, { payment_id: 1, amount: '100', rate: '1400' }),
      pay(second, order, other),
    ]);
    expect([first?.status, said(last)]).toEqual([200, STALE]);
    const alone = { paid: ['1: 100 at 1400'], open: ['-100'], base: ['140000'] };
    expect(await standing(order)).toEqual(alone);
    // The page of the other one shows the payment now, and the person pays all the same.
    const again = await pay(second, order, other)();
    const expected = 'What an order is paid in advance on one day has one rate: 1,400';
    expect([again.status, again.body.errors]).toEqual([422, { rate: [expected] }]);
    expect([await standing(order), before - (await left())]).toEqual([alone, 100]);
  });

  it('at one rate both are stored once the other one has seen the first', async () => {
    const [order, before] = [await billed(), await left()];
    // Both pages proposed the same number, amount and account.
    const one = { payment_id: 1, amount: '40', rate: '1405' };
    const [first, last] = await decidedAtOnce(office, [pay(office, order, one), pay(second, order, one)]);
    expect([first?.status, said(last)]).toEqual([200, STALE]);
    const again = await pay(second, order, { ...one, payment_id: 2 })();
    expect([again.status, again.body.errors]).toEqual([200, undefined]);
    await office.jobIsDone();
    expect(await standing(order)).toEqual({
      ...{ paid: ['1: 40 at 1405', '2: 40 at 1405'], open: ['-80'], base: ['56200', '56200'] },
    });
    expect(before - (await left())).toBe(80);
  });

  it('on two orders each is stored at its own rate', async () => {
    const orders = [await billed(), await billed()];
    const before = await left();
    const answers = await decidedAtOnce(office, [
      pay(office, orders[0] ?? 0, { payment_id: 1, amount: '10', rate: '1400' }),
      pay(second, orders[1] ?? 0, { payment_id: 1, amount: '20', rate: '1410' }),
    ]);
    expect(answers.map(isDone), JSON.stringify(answers.map(({ body }) => body))).toEqual([true, true]);
    expect(await standing(orders[0] ?? 0)).toMatchObject({ open: ['-10'], base: ['14000'] });
    expect(await standing(orders[1] ?? 0)).toMatchObject({ open: ['-20'], base: ['28200'] });
    expect(before - (await left())).toBe(30);
  });
});

it('leaves the books whole', async () => {
  expect(await acrossFindings(office)).toEqual([]);
});
