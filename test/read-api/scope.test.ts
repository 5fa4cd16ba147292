import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let other: { outlet: number; inventory: number; cash: number; sale: number; purchase: number };
let everything: string;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  const outlet = await office.add('outlets', { outlet_name: 'Airport' });
  const inventory = await office.add('inventories', { inventory_name: 'Airport store', outlet_fk: outlet });
  const cash = await office.add('cashes', {
    account_name: 'Airport till',
    cash_type: 1,
    currency_fk: 1,
    outlet_fk: outlet,
  });
  await office.add('purchases', purchaseBody(shop, '10'));
  await office.add('sales', saleBody(shop, '2'));
  const there = { outlet_fk: outlet, inventory_fk: inventory };
  const purchase = await office.add('purchases', purchaseBody(shop, '20', there));
  const onAccount = { payment_type: 'on_account', account_fk: null, customer_fk: shop.customer };
  const sale = await office.add('sales', saleBody(shop, '3', { ...there, ...onAccount }));
  other = { outlet, inventory, cash, sale, purchase };
  everything = await office.person('everything', allPermissions(), {
    outlets: [shop.outlet],
    inventories: [shop.inventory],
  });
});
afterAll(() => office.close());

describe('rows of an outlet that the person does not have', () => {
  const total = async (query: string, token = everything) => (await office.read(query, token)).data['total'];

  it('are not in lists and look-ups', async () => {
    expect([await total('sales'), await total('sales', office.token)]).toEqual([1, 2]);
    expect([await total('purchases'), await total('purchases', office.token)]).toEqual([1, 2]);
    expect(await total('outlets_list')).toBe(1);
    expect(await total('inventories/list?search=airport')).toBe(0);
    expect(await total('cashes/list?search=airport')).toBe(0);
    expect((await office.read('sales?is_paginated=0', everything)).data['total']).toBe(1);
    expect((await office.read('cash_balance_show', everything)).text).not.toContain('Airport');
  });

  it('are not found by their number', async () => {
    for (const name of [
      `sales/${other.sale}`,
      `sales/${other.sale}/history`,
      `sales/${other.sale}/effect`,
      `purchases/${other.purchase}`,
      `outlets/${other.outlet}`,
      `outlets/${other.outlet}/history`,
      `outlets_show/${other.outlet}`,
      `inventories/show/${other.inventory}`,
      `cashes/${other.cash}`,
      `reports/inventory?inventory_fk=${other.inventory}`,
      `reports/item_transactions?item_fk=${shop.item}&inventory_fk=${other.inventory}`,
      `items/list?inventory_fk=${other.inventory}`,
      `financial_reports/trial_balance?outlet_fk=${other.outlet}`,
      `financial_reports/account_ledger?account=1000&outlet_fk=${other.outlet}`,
      `reports/customers_statement?consumer_id=${shop.customer}&outlet_fk=${other.outlet}`,
    ]) {
      expect((await office.read(name, everything)).status, name).toBe(404);
      expect((await office.read(name)).status, name).toBe(200);
    }
  });

  it('are not in figures', async () => {
    const stock = (await office.read('reports/inventory', everything)).data;
    expect(stock).toMatchObject({ total: 1, footer: { quantity: '8', value: '4800' } });
    expect((await office.read(`reports/item_transactions?item_fk=${shop.item}`, everything)).data['closing']).toEqual({
      quantity: '8',
      value: '4800',
    });
    expect((await office.read('items/list?search=rice', everything)).data['data']).toMatchObject([{ stock: '8' }]);
    expect(
      (await office.read(`reports/customers_statement?consumer_id=${shop.customer}`, everything)).data['closing'],
    ).toEqual([]);
    const rows = (await office.read('financial_reports/trial_balance', everything)).data['rows'] as unknown as Record<
      string,
      unknown
    >[];
    expect(rows.find((row) => row['key'] === 'receivable')).toBeUndefined();
  });

  it('are not among the events, and neither are their postings', async () => {
    const all = (await office.read('events?kind=sale')).data['data'] as unknown as Record<string, unknown>[];
    const seen = (await office.read('events?kind=sale', everything)).data['data'] as unknown as Record<
      string,
      unknown
    >[];
    expect([all.length, seen.length]).toEqual([2, 1]);
    const hidden = all.find((event) => event['entity_id'] === other.sale);
    expect((await office.read(`events/${hidden?.['position']}`, everything)).status).toBe(404);
  });

  it('are not named in the terms of a customer, who owes all outlets', async () => {
    const overdue = async (token: string) =>
      (await office.read(`customers/${shop.customer}/terms?date=2026-03-14`, token)).data['overdue'];
    const late = { currency_fk: 1, amount: '3000', days: 3 };
    expect(await overdue(office.token)).toEqual([
      { ...late, document: `sale-${other.sale}`, number: expect.any(String) },
    ]);
    expect(await overdue(everything)).toEqual([{ ...late, document: null, number: null }]);
  });

  it('are not found by search', async () => {
    const number = (await office.read(`sales/${other.sale}`)).data['number'];
    const found = async (token: string) =>
      (await office.read(`search?q=${number}`, token)).data as unknown as { id: number }[];
    expect((await found(office.token)).map(({ id }) => id)).toContain(other.sale);
    expect((await found(everything)).map(({ id }) => id)).not.toContain(other.sale);
  });
});

describe('the pay and the terms of a salesman', () => {
  it('are not in a look-up by a person who may neither list nor change salesmen', async () => {
    const id = await office.add('salesmen', {
      ...{ sale_man_name: 'Aram', mobile: '0750', base_salary: '900000', note: 'on trial' },
      ...{ commission_type: 'revenue', sale_man_commission_percentage: '5' },
    });
    const here = { outlets: [shop.outlet], inventories: [shop.inventory] };
    const seller = await office.person('seller', ['sales/index', 'sales/store'], here);
    const manager = await office.person('manager', ['salesmen/index'], here);
    for (const path of [`salesmen/${id}`, 'salesmen/list']) {
      const { text } = await office.read(path, seller);
      for (const shown of ['Aram', '0750']) expect(text, path).toContain(shown);
      for (const hidden of ['900000', 'on trial', 'revenue', '"5"']) expect(text, path).not.toContain(hidden);
      expect((await office.read(path, manager)).text, path).toContain('900000');
    }
    expect((await office.read('salesmen/list?sortColumn=base_salary', seller)).status).toBe(400);
  });
});

describe('cost', () => {
  it('is shown only to those who may see it', async () => {
    const permissions = [
      'items/index',
      'reports/inventory',
      'reports/item_transactions',
      'sales/index',
      'sales/show',
      'financial_reports/trial_balance',
      'model_loges/events_log',
    ];
    const clerk = await office.person('clerk', permissions, {
      outlets: [shop.outlet, other.outlet],
      inventories: [shop.inventory, other.inventory],
    });
    expect((await office.read('items/list', clerk)).data['data']).toMatchObject([{ stock: '25', average_cost: null }]);
    expect((await office.read('reports/inventory', clerk)).data).toMatchObject({
      data: [{ value: null, average_cost: null }, { value: null }],
      footer: { value: null },
    });
    const transactions = await office.read(`reports/item_transactions?item_fk=${shop.item}`, clerk);
    // Amounts are strings. Times and identifiers may contain the same digits.
    expect(transactions.text).not.toMatch(/"-?600"/);
    expect(transactions.data).toMatchObject({ closing: { quantity: '25', value: null } });
    const effect = await office.read(`sales/${other.sale}/effect`, clerk);
    const keys = (effect.data['entry'] as unknown as Record<string, unknown>[]).map((line) => line['account_key']);
    expect([...new Set(keys)].sort()).toEqual(['receivable', 'sales']);
    expect(effect.data['stock']).toMatchObject([{ quantity: '-3', value: null }]);
    for (const account of [5100, 1310, 1000]) {
      const ledger = await office.read(`financial_reports/account_ledger?account=${account}`, clerk);
      expect([ledger.status, ledger.text.includes('items/show_cost')], String(account)).toEqual([403, true]);
    }
    expect((await office.read('financial_reports/account_ledger?account=4100', clerk)).status).toBe(200);
    const [completed] = (await office.read('events?type=sale.completed', clerk)).data['data'] as unknown as Record<
      string,
      unknown
    >[];
    const event = await office.read(`events/${completed?.['position']}`, clerk);
    expect(event.text).not.toContain('cost-of-goods-sold');
  });
});

describe('the terms of a customer', () => {
  it('name a sale of a salesman to whoever lists only those', async () => {
    const customer_fk = await office.add('customers', { consumer_name: 'Narin' });
    const salesman_fk = await office.add('salesmen', {
      ...{ sale_man_name: 'Dara', commission_type: 'revenue', sale_man_commission_percentage: '5' },
    });
    const onAccount = { payment_type: 'on_account', account_fk: null, customer_fk, salesman_fk };
    const sale = await office.add('sales', saleBody(shop, '1', onAccount));
    const here = { outlets: [shop.outlet], inventories: [shop.inventory] };
    const clerk = await office.person('fields', ['salesman_sales/index', 'customers/index'], here);
    const { overdue } = (await office.read(`customers/${customer_fk}/terms?date=2026-03-14`, clerk)).data;
    expect(overdue).toMatchObject([{ document: `sale-${sale}`, number: expect.any(String) }]);
  });
});
