/** Messages of rules that span documents contain document numbers and names instead of streams and identifiers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutIsolates } from '../../languages/isolate.ts';
import { foreignAmong } from '../support/foreign-text.ts';
import { type Api, openApi, type Sent } from './api.ts';
import { openShop, purchaseBody, type Shop, saleBody } from './shop.ts';

let api: Api;
let shop: Shop;
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
  await api.add('purchases', purchaseBody(shop, '100', { date: '2026-01-05' }));
});
afterAll(() => api.close());

const said = ({ body }: Sent, field: string): string =>
  withoutIsolates(body.errors?.[field]?.[0] ?? JSON.stringify(body));
const inKurdish = { headers: { 'accept-language': 'ckb' } };

describe('a sale', () => {
  it('on account of a customer who is late names the document and counts the days up to its own date', async () => {
    const customer_fk = await api.add('customers', {
      consumer_name: 'Late',
      overdue_option: 'custom',
      overdue_days: 30,
    });
    const onAccount = { payment_type: 'on_account', account_fk: null, customer_fk };
    const first = await api.send('POST', 'sales', saleBody(shop, '1', { ...onAccount, date: '2026-01-06' }));
    expect(first.status).toBe(201);
    const { number } = first.body.data;
    expect(number).toMatch(/^S-\d{6}$/);
    const late = await api.send('POST', 'sales', saleBody(shop, '1', { ...onAccount, date: '2026-02-10' }));
    expect(said(late, 'customer_fk')).toBe(`The customer has not paid ${number} for 35 days`);
    const inTime = await api.send('POST', 'sales', saleBody(shop, '1', { ...onAccount, date: '2026-02-04' }));
    expect(inTime.status, JSON.stringify(inTime.body)).toBe(201);
    const told = await api.send('POST', 'sales', saleBody(shop, '1', { ...onAccount, date: '2026-02-10' }), inKurdish);
    expect(said(told, 'customer_fk')).toContain(String(number));
    expect(foreignAmong([said(told, 'customer_fk')])).toEqual([]);
  });

  it('is delivered up to what was sold and given free, and says so', async () => {
    const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '5', bonus_quantity: '1', price: '1000' }];
    const id = await api.add('sales', saleBody(shop, '5', { lines }));
    const answer = await api.send('POST', `sales/${id}/deliver`, { lines: [{ line_id: 1, quantity: '7' }] });
    expect(said(answer, 'lines.0.quantity')).toBe('Quantity in all, with what came or left before, must be at most 6');
  });
});

describe('what comes or leaves in steps', () => {
  it('is the total of them, and a refusal says so in every language', async () => {
    const there = await api.add('outlets', { outlet_name: 'Airport' });
    const to_inventory_fk = await api.add('inventories', { inventory_name: 'Airport store', outlet_fk: there });
    const transfer = {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, to_outlet_fk: there, to_inventory_fk },
      ...{ date: '2026-03-11', lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '5' }], status: 'sent' },
    };
    const bought = purchaseBody(shop, '5', { receive: false });
    const steps = [
      ['sales', await api.add('sales', saleBody(shop, '5')), 'deliver'],
      ['purchases', await api.add('purchases', bought), 'receive'],
      ['stock_transfers', await api.add('stock_transfers', transfer), 'receive'],
    ] as const;
    for (const [resource, id, step] of steps) {
      const count = (quantity: string, headers?: object) =>
        api.send('POST', `${resource}/${id}/${step}`, { lines: [{ line_id: 1, quantity }] }, headers);
      const { status, body } = await count('3');
      expect([status, body.errors], resource).toEqual([200, undefined]);
      const told = async (quantity: string, headers?: object) =>
        said(await count(quantity, headers), 'lines.0.quantity');
      expect(await told('2'), resource).toBe('Quantity in all, with what came or left before, must be at least 3');
      expect(await told('6'), resource).toBe('Quantity in all, with what came or left before, must be at most 5');
      for (const headers of [inKurdish, { headers: { 'accept-language': 'ar' } }]) {
        const sentence = await told('2', headers);
        expect(sentence).toContain('3');
        expect(foreignAmong([sentence])).toEqual([]);
      }
    }
  });
});

describe('a second drawer', () => {
  it('of one cashier names the cashier, the account and the drawer that is open', async () => {
    const safe = await api.add('cashes', {
      account_name: 'Safe',
      cash_type: 1,
      currency_fk: 1,
      outlet_fk: shop.outlet,
    });
    const body = {
      outlet_fk: shop.outlet,
      date: '2026-03-11',
      accounts: [{ account_fk: shop.cash, safe_account_fk: safe }],
    };
    const first = await api.send('POST', 'closing_drawers', body);
    expect(first.status, JSON.stringify(first.body)).toBe(201);
    const { number } = first.body.data;
    const second = await api.send('POST', 'closing_drawers', body);
    expect(said(second, 'user_fk')).toMatch(new RegExp(`^\\S.* already has an open drawer: ${number}$`));
    expect(said(second, 'user_fk')).not.toMatch(/^\d/);
    expect(said(second, 'accounts.0.account_fk')).toBe(`Till is already in ${number}`);
  });

  it('of the year 9999 is of no open year', async () => {
    const body = {
      outlet_fk: shop.outlet,
      date: '9999-12-31',
      accounts: [{ account_fk: shop.cash, safe_account_fk: shop.cash }],
    };
    const answer = await api.send('POST', 'closing_drawers', body);
    for (const sentence of Object.values(answer.body.errors ?? {}).flat())
      expect(sentence).not.toMatch(/ {2}|: $| {1}:/);
  });
});

describe('goods that are reserved', () => {
  it('are named with their inventory', async () => {
    const item = await api.add('items', {
      item_name: 'Tea',
      item_units: [
        { unit_fk: shop.unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '10', barcodes: [] },
      ],
    });
    const lines = [{ item_fk: item, unit_fk: shop.unit, quantity: '5', price: '600' }];
    await api.add('purchases', purchaseBody(shop, '5', { lines }));
    const ordered = { lines: [{ item_fk: item, unit_fk: shop.unit, quantity: '4', price: '1000' }] };
    const { status: _, ...order } = saleBody(shop, '4', ordered) as Record<string, unknown>;
    const placed = await api.send('POST', 'online_orders', { ...order, customer_fk: shop.customer });
    expect(placed.status, JSON.stringify(placed.body)).toBe(201);
    const confirmed = await api.send('POST', `online_orders/${placed.body.data['id']}/confirm`, {});
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
    const sold = { lines: [{ item_fk: item, unit_fk: shop.unit, quantity: '2', price: '1000' }] };
    const refused = await api.send('POST', 'sales', saleBody(shop, '2', sold));
    expect(said(refused, 'lines.0.quantity')).toBe('Not enough of Tea in Bazaar store: 1 are not reserved for orders');
  });
});

describe('an order', () => {
  it('with a prepayment above its total says both', async () => {
    const { status: _, ...order } = saleBody(shop, '2') as Record<string, unknown>;
    const prepayment = { amount: '2500', account_fk: shop.cash };
    const body = { ...order, customer_fk: shop.customer, prepayment };
    const answer = await api.send('POST', 'online_orders', body);
    expect(said(answer, 'prepayment.amount')).toBe(
      'The prepayment of 2,500 IQD is more than the total of the order, 2,000 IQD',
    );
    const told = await api.send('POST', 'online_orders', body, inKurdish);
    expect(told.body.errors?.['prepayment.amount']?.[0]).toContain('\u20662,500 IQD\u2069');
  });
});

describe('a name that is taken', () => {
  it('is shown as it was typed', async () => {
    await api.add('outlets', { outlet_name: 'OmyVR  2' });
    const answer = await api.send('POST', 'outlets', { outlet_name: 'OMYvr 2' });
    expect(said(answer, 'outlet_name')).toBe('Outlet name is already taken: OMYvr 2');
    const told = await api.send('POST', 'outlets', { outlet_name: 'OMYvr 2' }, inKurdish);
    expect(foreignAmong([said(told, 'outlet_name')], ['OMYvr 2'])).toEqual([]);
  });
});

describe('a record in use', () => {
  it('says in the words of the specification that it stays, and of what kind it is', async () => {
    const answer = await api.send('DELETE', `units/${shop.unit}`);
    expect(answer.body.message).toBe('You cannot delete this section (Unit): it is in use');
    const told = await api.send('DELETE', `units/${shop.unit}`, undefined, inKurdish);
    expect(foreignAmong([String(told.body.message)])).toEqual([]);
  });
});

describe('money that is not there', () => {
  it('is an amount of a currency, on a day as people write it', async () => {
    const outlet_fk = shop.outlet;
    const account_fk = await api.add('cashes', { account_name: 'Box', cash_type: 1, currency_fk: 1, outlet_fk });
    const type = await api.add('income_types', { type_name: 'Gift' });
    const income = { outlet_fk, date: '2026-03-01', payment_type: 'cash', account_fk, currency_fk: 1, amount: '12500' };
    await api.add('incomes', { ...income, income_type_fk: type, status: 'complete' });
    const expense_type_fk = await api.add('expense_types', { type_name: 'Flowers' });
    const expense = { ...income, amount: '99999', expense_type_fk, status: 'complete' };
    const answer = await api.send('POST', 'expenses', expense);
    expect(said(answer, 'account_fk')).toBe('No Enough Balance: Box has 12,500 IQD on 01/03/2026');
  });
});

describe('a change by POST', () => {
  it('that does not say so is told so without a blank', async () => {
    const id = await api.add('brands', { brand_name: 'Nike' });
    const answer = await api.send('POST', `brands/${id}`, { brand_name: 'x' });
    expect(answer.body.errors?.['_method']).toEqual(['Method is required']);
  });
});

describe('a permission that is missing', () => {
  it('has its name for people and its code for programs', async () => {
    const token = await api.person('someone', ['brands/index']);
    const answer = await api.send('POST', 'units', { unit_name: 'Box' }, { token });
    expect([answer.status, answer.body.message]).toEqual([403, 'You do not have the permission: Units – Add']);
    expect(answer.body.details).toEqual({ permission: 'units/store' });
  });
});
