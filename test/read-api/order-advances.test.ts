/**
 * An order in dollars that is paid in advance on several days: each payment stands at the rate of its day until a bill
 * takes it, the oldest first (docs/decisions/0218).
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkBooks } from '../../projector/rebuild/invariants.ts';
import { checkAcross } from '../../projector/verify/across.ts';
import { openShop, purchaseBody, type Shop } from '../api/shop.ts';
import { onDatabase } from '../backup/place.ts';
import { type Office, openOffice } from './office.ts';

type Row = Readonly<Record<string, unknown>>;
let office: Office;
let shop: Shop;
let dollars: number;
let order: number;
const rates: number[] = [];

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  dollars = await office.add('cashes', {
    ...{ account_name: 'Dollars', cash_type: 1, currency_fk: 2, outlet_fk: shop.outlet, allow_overdraft: true },
  });
  for (const [date, rate] of [
    ['2026-03-01', '1400'],
    ['2026-03-10', '1500'],
  ]) {
    rates.push(await office.add('currency_rates', { date, rate, in_rate: rate }));
  }
  order = await office.add('purchase_orders', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, supplier_fk: shop.supplier, date: '2026-03-01' },
    ...{ currency_fk: 2, rate_fk: rates[0], status: 'bill' },
    lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '20', price: '10' }],
  });
});
afterAll(() => office.close());

const pay = (payment_id: number, amount: string, date: string, more: object = {}) =>
  office.send('POST', `purchase_orders/${order}/pay`, { payment_id, amount, date, account_fk: dollars, ...more });
const open = async () =>
  ((await office.read(`suppliers/${shop.supplier}/open_documents`)).data as unknown as Row[]).map(
    ({ document, date, amount }) => [document, date, amount],
  );
const realised = async () => {
  // A report waits for the books.
  await office.read('show_total_cash_balance');
  return onDatabase(office.database.url, async (client) => {
    const { rows } = await client.query<{ base: string }>(
      `select trim_scale(sum(j.base))::text as base from read.journal_line j
       join read.account a on a.account = j.account and a.key = 'fx-realised'
       join read.event e on e.position = j.position and e.type = 'purchase_order.advance_allocated'
       group by j.position order by j.position`,
    );
    return rows.map(({ base }) => base);
  });
};

it('has each payment open under its day, at the rate of that day, and one rate on one day', async () => {
  expect((await pay(1, '100', '2026-03-03')).status).toBe(200);
  expect((await pay(2, '40', '2026-03-12')).status).toBe(200);
  const another = await pay(3, '10', '2026-03-12', { rate: '1510' });
  expect(another.status).toBe(422);
  expect(JSON.stringify(another.body)).toContain('What an order is paid in advance on one day has one rate: 1,500');
  expect((await pay(3, '10', '2026-03-12', { rate_fk: rates[1] })).status).toBe(200);
  expect((await office.read(`purchase_orders/${order}`)).data['payments']).toMatchObject([
    { date: '2026-03-03', amount: '100', rate: '1400', rate_fk: rates[0] },
    { date: '2026-03-12', amount: '40', rate: '1500', rate_fk: rates[1] },
    { date: '2026-03-12', amount: '10', rate: '1500', rate_fk: rates[1] },
  ]);
  expect(await open()).toEqual([
    [`purchase_order-${order}`, '2026-03-03', '-100'],
    [`purchase_order-${order}`, '2026-03-12', '-50'],
  ]);
  const { data } = await office.read(`reports/suppliers_statement?consumer_id=${shop.supplier}`);
  const said = (data['data'] as unknown as Row[]).map(({ debit, rate, base }) => [debit, rate, base]);
  expect(said).toEqual([
    ['100', '1400', '140000'],
    ['40', '1500', '60000'],
    ['10', '1500', '15000'],
  ]);
});

it('is settled by the bill, the oldest payment first, with the difference of each', async () => {
  await office.add('purchases', {
    ...purchaseBody(shop, '12', { date: '2026-03-15', currency_fk: 2, rate: '1480', purchase_order_fk: order }),
    lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '12', price: '10', order_line_id: 1 }],
  });
  expect((await office.read(`purchase_orders/${order}`)).data['allocations']).toMatchObject([
    { transaction_date: '2026-03-03', rate: '1400', allocations: [{ amount: '100', open_amount: '120' }] },
    { transaction_date: '2026-03-12', rate: '1500', allocations: [{ amount: '20', open_amount: '20' }] },
  ]);
  expect(await realised()).toEqual(['-8000', '400']);
  expect(await open()).toEqual([[`purchase_order-${order}`, '2026-03-12', '-30']]);
});

it('gives the rest back at the rate of its day, and leaves nothing in the books', async () => {
  expect((await pay(4, '5', '2026-03-16', { rate: '1520' })).status).toBe(200);
  const getBack = async (more: object = {}) => {
    const back = await office.add('supplier_transactions', {
      ...{ outlet_fk: shop.outlet, supplier_fk: shop.supplier, transaction_type: 'get_back', date: '2026-03-20' },
      ...{ currency_fk: 2, rate: '1505', amount: '35', account_fk: dollars, ...more },
      allocations: [{ document: `purchase_order-${order}`, amount: '35' }],
    });
    expect((await office.read(`supplier_transactions/${back}`)).data['allocations']).toMatchObject([
      {
        allocations: [
          { date: '2026-03-12', amount: '-30', rate: '1500' },
          { date: '2026-03-16', amount: '-5', rate: '1520' },
        ],
      },
    ]);
    return back;
  };
  const wrong = await getBack();
  await getBack({ replaces_fk: wrong, reason: 'another rate', rate: '1506' });
  expect(await open()).toEqual([]);
  const left = await onDatabase(office.database.url, async (client) => {
    const party = [`supplier-${shop.supplier}`];
    const { rows } = await client.query<{ base: string }>(
      `select trim_scale(sum(base))::text as base from read.journal_line where party = $1`,
      party,
    );
    const checked = [...(await checkBooks(client, 'read')), ...(await checkAcross(client, 'read'))];
    return { rows, broken: checked.filter(({ findings }) => findings.length > 0) };
  });
  expect(left).toEqual({ rows: [{ base: '0' }], broken: [] });
});
