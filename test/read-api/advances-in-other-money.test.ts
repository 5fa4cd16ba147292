/** An order in dollars is paid in advance with dinars, and one in dinars with dollars (docs/decisions/0223). */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { checkBooks } from '../../projector/rebuild/invariants.ts';
import { checkAcross } from '../../projector/verify/across.ts';
import { openShop, purchaseBody, type Shop } from '../api/shop.ts';
import { onDatabase } from '../backup/place.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let dinars: number;
let dollars: number;
let rate_fk: number;
const orders = { dollars: 0, dinars: 0 };

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  const box = { cash_type: 1, outlet_fk: shop.outlet, allow_overdraft: true };
  dinars = await office.add('cashes', { ...box, account_name: 'Dinars', currency_fk: 1 });
  dollars = await office.add('cashes', { ...box, account_name: 'Dollars', currency_fk: 2 });
  rate_fk = await office.add('currency_rates', { date: '2026-03-01', rate: '1480', in_rate: '1480' });
  const owner = await office.add('stockholders', { stockholder_name: 'Shilan' });
  await office.add('capital_transactions', {
    ...{ outlet_fk: shop.outlet, stockholder_fk: owner, transaction_type: 'contribution', date: '2026-03-01' },
    ...{ amount: '500', currency_fk: 2, rate_fk, account_fk: dollars },
  });
  const place = { outlet_fk: shop.outlet, inventory_fk: shop.inventory, supplier_fk: shop.supplier };
  const order = async (currency: object, price: string) =>
    office.add('purchase_orders', {
      ...{ ...place, ...currency, date: '2026-03-01', status: 'bill' },
      lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '20', price }],
    });
  orders.dollars = await order({ currency_fk: 2, rate_fk }, '10');
  orders.dinars = await order({ currency_fk: 1 }, '15000');
});
afterAll(() => office.close());

const pay = (order: number, payment: object) =>
  office.send('POST', `purchase_orders/${order}/pay`, { date: '2026-03-05', ...payment });
const paymentsOf = async (order: number) => (await office.read(`purchase_orders/${order}`)).data['payments'];

/** What the events of one type posted: account, currency's amount and worth in the books. */
const posted = async (type: string) => {
  // A report waits for the books.
  await office.read('show_total_cash_balance');
  return onDatabase(office.database.url, async (client) => {
    const { rows } = await client.query<{ key: string; currency: number; foreign: string; base: string }>(
      `select a.key, j.currency_fk as currency, trim_scale(j.foreign_amount)::text as foreign, trim_scale(j.base)::text as base
       from read.journal_line j join read.account a on a.account = j.account
       join read.event e on e.position = j.position and e.type = $1 order by j.position, j.entry_no, j.base desc`,
      [type],
    );
    return rows.map(({ key, currency, foreign, base }) => [key, currency, foreign, base]);
  });
};

it('100 dollars of an order cost 148,000 dinars at the rate of the day, and 150,000 at the rate that was agreed', async () => {
  const { dollars: order } = orders;
  expect((await pay(order, { payment_id: 1, amount: '100', account_fk: dinars })).status).toBe(200);
  const agreed = {
    payment_id: 2,
    amount: '100',
    account_fk: dinars,
    date: '2026-03-06',
    rate: '1500',
    confirmed: true,
  };
  expect((await pay(order, agreed)).status).toBe(200);
  expect(await paymentsOf(order)).toMatchObject([
    { amount: '100', rate: '1480', paid_amount: '148000', paid_currency_fk: 1 },
    { amount: '100', rate: '1500', paid_amount: '150000', paid_currency_fk: 1 },
  ]);
  expect(await posted('purchase_order.paid')).toEqual([
    ['supplier-advances', 2, '100', '148000'],
    ['cash', 1, '-148000', '-148000'],
    ['supplier-advances', 2, '100', '150000'],
    ['cash', 1, '-150000', '-150000'],
  ]);
});

it('an order in dinars takes dollars, which leave at what they cost', async () => {
  const { dinars: order } = orders;
  expect((await pay(order, { payment_id: 1, amount: '150000', account_fk: dollars, rate: '1500' })).status).toBe(200);
  expect(await paymentsOf(order)).toMatchObject([
    { amount: '150000', rate: null, paid_amount: '100', paid_currency_fk: 2, paid_rate: '1500' },
  ]);
  const { data } = await office.read(`show_total_cash_balance`);
  expect(objectsOf(data['currencies'])).toMatchObject([
    { currency_fk: 1, balance: '-298000' },
    { currency_fk: 2, balance: '400', base: '592000' },
  ]);
});

it('the bill takes the advance in its own currency, and the payment is taken back as it was made', async () => {
  const { dollars: order, dinars: other } = orders;
  const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '10', price: '10', order_line_id: 1 }];
  await office.add(
    'purchases',
    purchaseBody(shop, '1', { purchase_order_fk: order, currency_fk: 2, rate_fk, date: '2026-03-10', lines }),
  );
  const open = objectsOf((await office.read(`suppliers/${shop.supplier}/open_documents`)).data);
  expect(open.map(({ document, amount }) => [document, amount])).toEqual([
    [`purchase_order-${other}`, '-150000'],
    [`purchase_order-${order}`, '-100'],
  ]);
  const back = { payment_id: 1, reason: 'the goods do not come' };
  expect((await office.send('POST', `purchase_orders/${other}/reverse_payment`, back)).status).toBe(200);
  const { data } = await office.read('show_total_cash_balance');
  expect(objectsOf(data['currencies'])[1]).toMatchObject({ balance: '500', base: '740000' });
});

it('needs a rate above zero, and refuses an account of a third currency', async () => {
  const euros = await office.add('currencies', { currency_name: 'Euro', symbol: '€', decimals: 2 });
  const box = { cash_type: 1, outlet_fk: shop.outlet, allow_overdraft: true };
  const account_fk = await office.add('cashes', { ...box, account_name: 'Euros', currency_fk: euros });
  const refused = await pay(orders.dinars, { payment_id: 9, amount: '1500', account_fk });
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body.errors ?? {})).toEqual(['account_fk']);
  const early = await pay(orders.dinars, { payment_id: 9, amount: '1500', account_fk: dollars, rate: '0' });
  expect(Object.keys(early.body.errors ?? {})).toEqual(['rate']);
  // The amount is in the currency of the order: half a dollar is one, and half a dinar is not.
  const half = { payment_id: 9, amount: '2.5', date: '2026-03-06' };
  const { body } = await pay(orders.dinars, { ...half, account_fk: dollars });
  expect(Object.keys(body.errors ?? {})).toEqual(['amount']);
  expect((await pay(orders.dollars, { ...half, account_fk: dinars })).status).toBe(200);
  const [, , third] = objectsOf(await paymentsOf(orders.dollars));
  expect(third).toMatchObject({ rate: '1500', paid_amount: '3750' });
});

it('leaves the books in order', async () => {
  await office.read('show_total_cash_balance');
  await onDatabase(office.database.url, async (client) => {
    const checked = [...(await checkBooks(client, 'read')), ...(await checkAcross(client, 'read'))];
    expect(checked.filter(({ findings }) => findings.length > 0)).toEqual([]);
  });
});
