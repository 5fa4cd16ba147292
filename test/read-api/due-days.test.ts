/** The due day of documents on account: from the terms of the party or its group, typed over, or of the bill. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

type Row = Readonly<Record<string, unknown>>;
let office: Office;
let shop: Shop;
let mill: number;

const show = async (path: string) => (await office.read(path)).data as Row;
const rowsOf = async (path: string) => (await show(path))['data'] as readonly Row[];
const owing = (more: object = {}) => ({ payment_type: 'on_account', account_fk: null, ...more });
const sell = (customer_fk: number, date: string, more: object = {}) =>
  office.send('POST', 'sales', saleBody(shop, '1', owing({ customer_fk, date, ...more })));
const soldTo = async (customer_fk: number, date: string, more: object = {}) =>
  Number((await sell(customer_fk, date, more)).body.data['id']);
const supplier = (consumer_name: string, payment_terms_days: number | null = 30) =>
  office.add('suppliers', { consumer_name, payment_terms_days });
const customer = (consumer_name: string, more: object = {}) => office.add('customers', { consumer_name, ...more });
const buckets = async (kind: 'customer' | 'supplier', id: number, day: string) =>
  (await rowsOf(`reports/${kind}s_ageing?consumer_id=${id}&as_at=${day}`))[0];
const openOf = async (kind: 'customer' | 'supplier', id: number, day: string) =>
  ((await show(`reports/${kind}s_statement?consumer_id=${id}&as_at=${day}`))['open'] as readonly Row[]).map(
    ({ due_date, amount }) => [due_date, amount],
  );

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  mill = await supplier('Mill of the plain');
  await office.add('purchases', purchaseBody(shop, '5000', { date: '2026-01-02' }));
  await office.add('sales', saleBody(shop, '10', { date: '2026-01-03' }));
});
afterAll(() => office.close());

describe('bills of suppliers', () => {
  it('with 30 days are not due for 30 days, and the ageing, the statement and the list say so', async () => {
    for (let bill = 1; bill <= 40; bill++) {
      const date = `2026-03-${String((bill % 10) + 1).padStart(2, '0')}`;
      const id = await office.add('purchases', purchaseBody(shop, '1', { supplier_fk: mill, date }));
      if (bill > 1) continue;
      expect(await show(`purchases/${id}`)).toMatchObject({ due_date: '2026-04-01', payment_terms_days: 30 });
    }
    expect(await buckets('supplier', mill, '2026-03-30')).toMatchObject({ not_due: '24000', days_0_30: '0' });
    expect(await buckets('supplier', mill, '2026-04-05')).toMatchObject({ not_due: '9600', days_0_30: '14400' });
    const due = await rowsOf(`purchases?filter[due_date]=2026-04-01,2026-04-02&filter[supplier_fk]=${mill}`);
    expect(new Set(due.map((row) => row['due_date']))).toEqual(new Set(['2026-04-01', '2026-04-02']));
    expect(due).toHaveLength(8);
  });

  it('are due alike in another currency', async () => {
    const own = await supplier('Mill abroad');
    const foreign = { supplier_fk: own, date: '2026-03-01', currency_fk: 2, rate: '1500' };
    await office.add('purchases', purchaseBody(shop, '1', foreign));
    expect(await buckets('supplier', own, '2026-03-11')).toMatchObject({ currency_fk: 2, not_due: '600' });
  });

  it('keep their day when the terms change, and a document that comes back takes the terms anew', async () => {
    const own = await supplier('Mill of the river');
    const id = await office.add('purchases', purchaseBody(shop, '1', { supplier_fk: own, date: '2026-03-01' }));
    await office.send('PATCH', `suppliers/${own}`, { payment_terms_days: 60 });
    expect(await show(`purchases/${id}`)).toMatchObject({ due_date: '2026-03-31' });
    await office.send('POST', `purchases/${id}/return_to_draft`, { reason: 'another day' });
    expect(await show(`purchases/${id}`)).toMatchObject({ due_date: null });
    const again = await office.send('PATCH', `purchases/${id}`, purchaseBody(shop, '1', { supplier_fk: own }));
    expect(again.status, JSON.stringify(again.body)).toBe(200);
    expect(await show(`purchases/${id}`)).toMatchObject({ due_date: '2026-05-01' });
    expect(await openOf('supplier', own, '2026-03-11')).toEqual([['2026-05-01', '600']]);
  });

  it('of a supplier without terms are due on their own day, and a day that is typed stands above the terms', async () => {
    const own = await supplier('Mill without terms', null);
    await office.add('purchases', purchaseBody(shop, '1', { supplier_fk: own, date: '2026-03-01' }));
    const typed = { supplier_fk: own, date: '2026-03-01', due_date: '2026-03-20' };
    const id = await office.add('purchases', purchaseBody(shop, '2', typed));
    expect(await show(`purchases/${id}`)).toMatchObject({ due_date: '2026-03-20' });
    expect(await show(`purchases/${id}`)).not.toHaveProperty('payment_terms_days');
    expect(await buckets('supplier', own, '2026-03-11')).toMatchObject({ not_due: '1200', days_0_30: '600' });
    await office.send('POST', `purchases/${id}/return_to_draft`, { reason: 'the note' });
    expect(await show(`purchases/${id}`)).toMatchObject({ due_date: '2026-03-20' });
    const early = await office.send('POST', 'purchases', purchaseBody(shop, '1', { ...typed, due_date: '2026-02-27' }));
    expect(early.body.errors).toEqual({ due_date: ['A document cannot be due before its own day, 01/03/2026'] });
  });

  it('that come after the goods give the day, each for its own goods, and what is paid pays the first', async () => {
    const own = await supplier('Mill that bills later');
    const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '10', price: '600' }];
    const body = purchaseBody(shop, '10', { supplier_fk: own, date: '2026-01-20', lines, receive: false });
    const id = await office.add('purchases', body);
    const receive = async (date: string, quantity: string) => {
      const came = { date, billed: false, lines: [{ line_id: 1, quantity }] };
      expect((await office.send('POST', `purchases/${id}/receive`, came)).status).toBe(200);
    };
    const bill = async (more: object) =>
      expect((await office.send('POST', `purchases/${id}/bill`, more)).status).toBe(200);
    await receive('2026-01-25', '4');
    await bill({ date: '2026-02-15' });
    await receive('2026-02-20', '10');
    await bill({ date: '2026-03-01', due_date: '2026-03-10' });
    expect(await openOf('supplier', own, '2026-03-11')).toEqual([
      ['2026-03-10', '3600'],
      ['2026-03-17', '2400'],
    ]);
    expect(await buckets('supplier', own, '2026-03-11')).toMatchObject({ not_due: '2400', days_0_30: '3600' });
    expect(await show(`purchases/${id}`)).toMatchObject({ due_date: '2026-03-10' });
    await office.add('supplier_transactions', {
      ...{ outlet_fk: shop.outlet, supplier_fk: own, transaction_type: 'pay', date: '2026-03-11', currency_fk: 1 },
      ...{ amount: '600', account_fk: shop.cash, allocations: [{ document: `purchase-${id}`, amount: '600' }] },
    });
    expect(await openOf('supplier', own, '2026-03-11')).toEqual([
      ['2026-03-10', '3000'],
      ['2026-03-17', '2400'],
    ]);
    expect((await office.send('POST', `purchases/${id}/bill`, { date: '2026-03-01' })).body.data).toBeDefined();
  });

  it('of a later cost and of the costs of a purchase are due by the terms of their own supplier', async () => {
    const [own, forwarder, customs] = [
      await supplier('Mill afar'),
      await supplier('Road', 10),
      await supplier('Gate', 5),
    ];
    const cost = { cost_type: 'freight', amount: '900', currency_fk: 1, payment_type: 'on_account' };
    const costs = [{ ...cost, supplier_fk: forwarder }];
    const id = await office.add('purchases', purchaseBody(shop, '3', { supplier_fk: own, date: '2026-03-01', costs }));
    const later = { ...cost, cost_id: 2, cost_type: 'customs', supplier_fk: customs, date: '2026-03-08' };
    expect((await office.send('POST', `purchases/${id}/apply_cost`, later)).status).toBe(200);
    expect(await openOf('supplier', forwarder, '2026-03-11')).toEqual([['2026-03-11', '900']]);
    expect(await openOf('supplier', customs, '2026-03-11')).toEqual([['2026-03-13', '900']]);
    const typed = { ...later, cost_id: 3, amount: '100', due_date: '2026-03-30' };
    expect((await office.send('POST', `purchases/${id}/apply_cost`, typed)).status).toBe(200);
    expect(await openOf('supplier', customs, '2026-03-11')).toEqual([
      ['2026-03-13', '900'],
      ['2026-03-30', '100'],
    ]);
  });
});

describe('sales on account', () => {
  it('are due by the customer’s terms, else by the days that may be overdue, else by the terms of the group', async () => {
    const customer_group_fk = await office.add('customer_groups', {
      customer_group_name: 'Wholesale',
      payment_terms_days: 45,
    });
    const dueOf = async (more: object) => {
      const id = await customer(`Customer ${JSON.stringify(more)}`, more);
      return (await show(`sales/${await soldTo(id, '2026-03-01')}`))['due_date'];
    };
    expect(await dueOf({ customer_group_fk })).toBe('2026-04-15');
    expect(await dueOf({ customer_group_fk, payment_terms_days: 10 })).toBe('2026-03-11');
    expect(await dueOf({ customer_group_fk, overdue_days: 20 })).toBe('2026-03-21');
    expect(await dueOf({ customer_group_fk, payment_terms_days: 0 })).toBe('2026-03-01');
    expect(await dueOf({})).toBe('2026-03-01');
  });

  it('in cash have no due day', async () => {
    const id = await office.add('sales', saleBody(shop, '1', { due_date: '2026-03-30' }));
    expect(await show(`sales/${id}`)).toMatchObject({ due_date: null });
  });

  it('are refused while a document is past its due day, whatever its age', async () => {
    const own = await customer('Limited', { payment_terms_days: 10, overdue_days: 10 });
    await soldTo(own, '2026-02-01', { due_date: '2026-03-11' });
    const { data } = await office.read(`customers/${own}/terms?date=2026-03-11`);
    expect(data).toMatchObject({ payment_terms_days: 10, overdue: [] });
    expect((await sell(own, '2026-03-11')).status).toBe(201);
    const late = await sell(own, '2026-03-12');
    expect(late.body.errors).toHaveProperty('customer_fk');
    const then = await office.read(`customers/${own}/terms?date=2026-03-12`);
    expect(then.data).toMatchObject({ overdue: [{ amount: '1000', days: 39 }] });
  });

  it('may be overdue by as many days as the overdue days exceed the terms, and by none where all overdues count', async () => {
    const patient = await customer('Patient', { payment_terms_days: 5, overdue_days: 8 });
    await soldTo(patient, '2026-03-01');
    expect((await sell(patient, '2026-03-09')).status).toBe(201);
    expect((await sell(patient, '2026-03-10')).status).toBe(422);
    const strict = await customer('Strict', { payment_terms_days: 5, overdue_option: 'all' });
    await soldTo(strict, '2026-03-01');
    expect((await sell(strict, '2026-03-06')).status).toBe(201);
    expect((await sell(strict, '2026-03-07')).status).toBe(422);
  });

  it('are reminded of after their due day', async () => {
    const own = await customer('Forgetful', { payment_terms_days: 30 });
    const early = await soldTo(own, '2026-02-20', { due_date: '2026-03-05' });
    const late = await soldTo(own, '2026-02-20');
    const { documents } = await show(`customers/${own}/reminder`);
    expect(documents).toMatchObject([{ due_date: '2026-03-05' }, { due_date: '2026-03-22' }]);
    const remind = (id: number) =>
      office.send('POST', 'payment_reminders', {
        ...{ customer_fk: own, outlet_fk: shop.outlet, date: '2026-03-11', letter_language: 'ckb' },
        documents: [{ document: `sale-${id}` }],
      });
    expect((await remind(early)).body.data).toMatchObject({ documents: [{ due_date: '2026-03-05' }] });
    expect((await remind(late)).status).toBe(422);
  });
});

describe('other documents on account', () => {
  it('are due by the terms of their party: expense, income, asset, journal and opening balance', async () => {
    const own = await supplier('Landlord', 7);
    const buyer = await customer('Tenant', { payment_terms_days: 7 });
    const common = { outlet_fk: shop.outlet, date: '2026-03-10', currency_fk: 1, status: 'complete' };
    const expense_type_fk = await office.add('expense_types', { type_name: 'Rent of the shop' });
    const income_type_fk = await office.add('income_types', { type_name: 'Lease of the roof' });
    const rent = owing({ ...common, expense_type_fk, amount: '100', supplier_fk: own });
    const id = await office.add('expenses', rent);
    await office.add('expenses', { ...rent, amount: '200', due_date: '2026-03-25' });
    expect(await show(`expenses/${id}`)).toMatchObject({ due_date: '2026-03-17', payment_terms_days: 7 });
    await office.add('incomes', owing({ ...common, income_type_fk, amount: '300', customer_fk: buyer }));
    const fixed_asset_fk = await office.add('fixed_assets', { asset_name: 'Scale' });
    const bought = { ...common, fixed_asset_fk, amount: '400', supplier_fk: own, useful_life_months: 12 };
    await office.add('asset_purchases', owing({ ...bought, date: '2026-03-09' }));
    const line = { currency_fk: 1 };
    const lines = [
      { ...line, account: 1210, debit: '500', customer_fk: buyer, due_date: '2026-03-31' },
      { ...line, account: 2110, credit: '500', supplier_fk: own },
    ];
    const journal = { outlet_fk: shop.outlet, date: '2026-03-08', status: 'posted', lines };
    await office.add('general_journals', journal);
    expect(await openOf('supplier', own, '2026-03-11')).toEqual([
      ['2026-03-15', '500'],
      ['2026-03-16', '400'],
      ['2026-03-17', '100'],
      ['2026-03-25', '200'],
    ]);
    expect(await openOf('customer', buyer, '2026-03-11')).toEqual([
      ['2026-03-17', '300'],
      ['2026-03-31', '500'],
    ]);
    const early = [{ ...lines[0], due_date: '2026-03-01' }, lines[1]];
    const refused = await office.send('POST', 'general_journals', { ...journal, lines: early });
    expect(refused.body.errors).toHaveProperty(['lines.0.due_date']);
  });

  it('were open before the books began, and may have been due before them', async () => {
    const [old, later] = [await customer('Old debtor'), await customer('Later debtor', { payment_terms_days: 90 })];
    const years = await rowsOf('financial_years');
    const parties = [
      { customer_fk: old, currency_fk: 1, amount: '1000', due_date: '2025-11-01' },
      { customer_fk: later, currency_fk: 1, amount: '2000' },
    ];
    const opening = { outlet_fk: shop.outlet, financial_year_fk: years[0]?.['id'], parties };
    const id = await office.add('opening_balances', opening);
    const finished = await office.send('POST', `opening_balances/${id}/finish`, { difference_to: 'capital' });
    expect(finished.status, JSON.stringify(finished.body)).toBe(200);
    expect(await buckets('customer', old, '2026-03-11')).toMatchObject({ over_90: '1000' });
    expect(await openOf('customer', later, '2026-03-11')).toEqual([['2026-03-31', '2000']]);
  });
});
