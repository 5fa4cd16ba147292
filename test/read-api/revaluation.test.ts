import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let rate: number;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  rate = await office.add('currency_rates', { date: '2026-03-01', rate: '1490', in_rate: '1480' });
  const tax = { date: '2026-03-02', currency_fk: 1, supplier_fk: shop.supplier, payment_type: 'on_account' };
  await office.add('purchases', {
    ...tax,
    outlet_fk: shop.outlet,
    inventory_fk: shop.inventory,
    lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '10', price: '600' }],
    status: 'complete',
  });
  const dollar = { currency_fk: 2, rate_fk: rate, payment_type: 'on_account', customer_fk: shop.customer };
  const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '100' }];
  await office.send('PATCH', `customers/${shop.customer}`, { allowed_debit_amount: null });
  await office.add('sales', saleBody(shop, '1', { ...dollar, account_fk: null, lines }));
});
afterAll(() => office.close());

async function unrealised(asAt: string): Promise<string | undefined> {
  const { data } = await office.read(`financial_reports/trial_balance?as_at=${asAt}`);
  const rows = data['rows'] as unknown as { key: string; debit: string; credit: string }[];
  const row = rows.find(({ key }) => key === 'fx-unrealised');
  return row && `${row.debit} ${row.credit}`;
}

it('is decided on the balances that the books hold, shown before it is posted, and kept with their position', async () => {
  const spring = await office.add('currency_rates', { date: '2026-03-11', rate: '1520', in_rate: '1510' });
  const body = { outlet_fk: shop.outlet, date: '2026-03-31', rate_fk: spring };
  const shown = await office.send('POST', 'revaluations?dry_run=1', { ...body, status: 'posted' });
  expect(shown.body.data['preview']).toMatchObject({
    journal: [
      { account_key: 'receivable-revaluation', debit: '3000' },
      { account_key: 'fx-unrealised', credit: '3000' },
      { account_key: 'receivable-revaluation', credit: '3000' },
      { account_key: 'fx-unrealised', debit: '3000' },
    ],
  });
  const id = await office.add('revaluations', { ...body, status: 'posted' });
  const { data } = await office.read(`revaluations/${id}`);
  expect(data).toMatchObject({
    status: 'posted',
    number: 'V-000001',
    total: '3000',
    next_day: '2026-04-01',
    balances: [
      { account: 1210, party: `customer-${shop.customer}`, foreign_amount: '100', base: '148000', rate: '1510' },
    ],
  });
  expect(Number(data['position'])).toBeGreaterThan(0);
  expect([await unrealised('2026-03-30'), await unrealised('2026-03-31'), await unrealised('2026-04-01')]).toEqual([
    undefined,
    '0 3000',
    undefined,
  ]);
  const second = await office.send('POST', 'revaluations', { ...body, status: 'posted' });
  expect([second.status, second.body.errors]).toEqual([
    422,
    { date: ['This outlet was revalued on this day already'] },
  ]);
  const effect = await office.read(`revaluations/${id}/effect`);
  expect(JSON.stringify(effect.data)).toContain('receivable-revaluation');

  const back = await office.send('POST', `revaluations/${id}/reverse`, { reason: 'the wrong rate' });
  expect(back.status).toBe(200);
  expect([await unrealised('2026-03-31'), await unrealised('2026-04-01')]).toEqual([undefined, undefined]);
  expect((await office.send('POST', 'revaluations', { ...body, status: 'posted' })).status).toBe(201);
});

it('is refused for an outlet that has nothing in foreign currency', async () => {
  const outlet = await office.add('outlets', { outlet_name: 'Airport' });
  const refused = await office.send('POST', 'revaluations', {
    outlet_fk: outlet,
    date: '2026-03-31',
    rate_fk: rate,
    status: 'posted',
  });
  expect(refused.body.errors).toEqual({ date: ['There is nothing in foreign currency on this day'] });
});

async function checkOfYear(): Promise<unknown> {
  const years = (await office.send('GET', 'financial_years/states')).body.data as unknown as { year_id: number }[];
  const gate = (await office.send('GET', `financial_years/${years[0]?.year_id}/gate`)).body.data;
  return (gate['checks'] as { check: string }[]).find(({ check }) => check === 'revaluation');
}

it('is asked for by the gate of its year', async () => {
  const missing = { kind: null, id: null, outlet_fk: shop.outlet, date: '2026-12-31' };
  expect(await checkOfYear()).toMatchObject({ holds: false, findings: [missing] });
});

it('is asked for again when an entry for its day or before was made after it', async () => {
  const revalue = () =>
    office.add('revaluations', { outlet_fk: shop.outlet, date: '2026-12-31', rate_fk: rate, status: 'posted' });
  const receive = (date: string) =>
    office.add('customer_transactions', {
      ...{ outlet_fk: shop.outlet, customer_fk: shop.customer, transaction_type: 'receive', date },
      ...{ currency_fk: 2, rate_fk: rate, amount: '50', account_fk: dollars },
    });
  await office.add('financial_years', { year_name: '2027', start_date: '2027-01-01', end_date: '2027-12-31' });
  const dollars = await office.add('cashes', { account_name: 'Dollars', cash_type: 1, currency_fk: 2 });
  const first = await revalue();
  expect(await checkOfYear()).toMatchObject({ holds: true, findings: [] });
  const reversed = await receive('2026-12-30');
  const outdated = { kind: 'revaluation', id: first, outlet_fk: shop.outlet, date: '2026-12-31' };
  expect(await checkOfYear()).toMatchObject({ holds: false, findings: [outdated] });
  // Without the receipt its balances are right again.
  await office.send('POST', `customer_transactions/${reversed}/reverse`, { reason: 'of the next year' });
  expect(await checkOfYear()).toMatchObject({ holds: true });
  await receive('2027-01-02');
  expect(await checkOfYear()).toMatchObject({ holds: true });
  await receive('2026-12-30');
  expect(await checkOfYear()).toMatchObject({ holds: false, findings: [outdated] });
  await office.send('POST', `revaluations/${first}/reverse`, { reason: 'a receipt was missing' });
  await revalue();
  expect(await checkOfYear()).toMatchObject({ holds: true, findings: [] });
});
