/** Facts about the item and the party of a line that is being entered, by permission and outlets. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let elsewhere: Shop;
let box: number;
let seller: string;
let chief: string;

const SELLING = ['sales/index', 'sales/show', 'sales/store', 'sales/update', 'sales/complete'] as const;

beforeAll(async () => {
  office = await openOffice();
  const first = await openShop(office);
  box = await office.add('units', { unit_name: 'Chest' });
  const units = [
    { unit_fk: first.unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] },
    { unit_fk: box, base_unit_qty: '12', is_base: false, is_default: false, sale_price: '11000', barcodes: [] },
  ];
  shop = { ...first, item: await office.add('items', { ...itemBody(first.unit, 'Tea'), item_units: units }) };
  await office.add('purchases', purchaseBody(shop, '100'));
  const outlet = await office.add('outlets', { outlet_name: 'Citadel' });
  elsewhere = {
    ...shop,
    outlet,
    inventory: await office.add('inventories', { inventory_name: 'Citadel store', outlet_fk: outlet }),
    cash: await office.add('cashes', { account_name: 'Citadel till', cash_type: 1, currency_fk: 1, outlet_fk: outlet }),
  };
  await office.add('purchases', purchaseBody(elsewhere, '50', { date: '2026-03-03' }));
  const given = { outlet_fk: shop.outlet, outlets: [shop.outlet], inventories: [shop.inventory] };
  seller = await office.person('seller', [...SELLING], given);
  chief = await office.person('chief', [...SELLING, 'items/show_cost', 'purchases/show', 'customers/show'], given);
});
afterAll(() => office.close());

const facts = async (more: string, token?: string) => {
  const path = `items/trade_facts?items=${shop.item}&inventory_fk=${shop.inventory}${more}`;
  const { data, status } = await office.read(path, token);
  expect(status).toBe(200);
  return (data as unknown as Record<string, unknown>[])[0] ?? {};
};
const soldTo = (own: Shop, price: string, more: object = {}) =>
  office.add(
    'sales',
    saleBody(own, '1', {
      customer_fk: shop.customer,
      lines: [{ item_fk: own.item, unit_fk: own.unit, quantity: '1', price }],
      ...more,
    }),
  );

describe('facts of an item', () => {
  it('are its units, and what is on hand in the inventory; what it costs only for whoever may see it', async () => {
    expect(await facts('', chief)).toMatchObject({
      item_type: 'goods',
      units: [
        { unit_fk: shop.unit, unit_name: 'Bag', base_unit_qty: '1' },
        { unit_fk: box, unit_name: 'Chest', base_unit_qty: '12' },
      ],
      stock: '100',
      available_stock: '100',
      unit_cost: '600',
    });
    expect(await facts('', seller)).toMatchObject({ stock: '100', unit_cost: null });
  });

  it('tell the last price of the customer, with its document, of those that stand', async () => {
    const at = `&customer_fk=${shop.customer}`;
    expect(await facts(at, seller)).toMatchObject({ last_sale: null });
    await soldTo(shop, '950', { date: '2026-03-05' });
    const second = await soldTo(shop, '900', { date: '2026-03-09' });
    await soldTo(shop, '990', { date: '2026-03-07' });
    await soldTo(shop, '1', { status: 'draft' });
    expect(await facts(at, seller)).toMatchObject({
      last_sale: { document_kind: 'sale', document_id: second, date: '2026-03-09', price: '900', unit_fk: shop.unit },
    });
    await office.send('POST', `sales/${second}/return_to_draft`, { reason: 'wrong price' });
    expect(await facts(at, seller)).toMatchObject({ last_sale: { price: '990', date: '2026-03-07' } });
    const other = await office.add('customers', { consumer_name: 'Other' });
    expect(await facts(`&customer_fk=${other}`, seller)).toMatchObject({ last_sale: null });
  });

  it('tell of an outlet that was not given to the person nothing', async () => {
    const at = `&customer_fk=${shop.customer}`;
    await soldTo(elsewhere, '777', { date: '2026-03-10' });
    expect(await facts(at)).toMatchObject({ last_sale: { price: '777' } });
    expect(await facts(at, seller)).toMatchObject({ last_sale: { price: '990' } });
    const foreign = `items/trade_facts?items=${shop.item}&inventory_fk=${elsewhere.inventory}`;
    expect((await office.read(foreign, seller)).status).toBe(404);
  });

  it('tell the last price of a supplier to whoever may show purchases', async () => {
    const at = `&supplier_fk=${shop.supplier}`;
    expect(await facts(at, chief)).toMatchObject({ last_purchase: { document_kind: 'purchase', price: '600' } });
    expect(await facts(at, seller)).toMatchObject({ last_purchase: null });
  });

  it('are refused for what is no list of items', async () => {
    for (const items of ['', '1,,2', 'x', '0', '99999999999', Array.from({ length: 201 }, (_, id) => id + 1).join()]) {
      expect((await office.read(`items/trade_facts?items=${items}`)).status, items.slice(0, 20)).toBe(400);
    }
  });
});

describe('the overview of an item', () => {
  let id: number;
  const overview = async (token?: string) => {
    const { status, data } = await office.read(`items/${id}/overview`, token);
    expect(status).toBe(200);
    return data;
  };
  const own = (of: Shop): Shop => ({ ...of, item: id });

  it('has its stock by inventory, its cost by right, and what was sold and bought last, in the own places', async () => {
    id = await office.add('items', itemBody(shop.unit, 'Coffee'));
    expect(await overview()).toMatchObject({
      stock: '0',
      average_cost: null,
      inventories: [],
      last_sale: null,
      open: [],
    });
    const bought = await office.add('purchases', purchaseBody(own(shop), '40'));
    await office.add('purchases', purchaseBody(own(elsewhere), '10', { date: '2026-03-03' }));
    const sold = await soldTo(own(shop), '950', { date: '2026-03-05' });
    await soldTo(own(elsewhere), '940', { date: '2026-03-06' });
    await soldTo(own(shop), '1', { date: '2026-03-08', status: 'draft' });
    expect(await overview(chief)).toMatchObject({
      ...{ stock: '39', average_cost: '600', value: '23400' },
      inventories: [{ inventory_fk: shop.inventory, quantity: '39', average_cost: '600', value: '23400' }],
      last_sale: { document_kind: 'sale', document_id: sold, date: '2026-03-05', price: '950', unit_name: 'Bag' },
      last_purchase: { document_kind: 'purchase', document_id: bought, date: '2026-03-02', price: '600' },
      open: [],
    });
    expect(await overview(seller)).toMatchObject({
      ...{ stock: '39', average_cost: null, value: null, last_purchase: null },
      inventories: [{ quantity: '39', average_cost: null, value: null }],
      last_sale: { document_id: sold },
    });
    expect(await overview()).toMatchObject({ stock: '48', last_sale: { price: '940' }, inventories: [{}, {}] });
  });

  it('has what orders still bring, for whoever may see them, and nothing of an order that is closed', async () => {
    const order = await office.add('purchase_orders', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, supplier_fk: shop.supplier, date: '2026-03-07' },
      ...{ currency_fk: 1, lines: [{ item_fk: id, unit_fk: shop.unit, quantity: '25', price: '600' }] },
    });
    await office.send('POST', `purchase_orders/${order}/bill`, {});
    const coming = { figure: 'on_order', document_kind: 'purchase_order', document_id: order, quantity: '25' };
    expect(await overview()).toMatchObject({ open: [{ ...coming, date: '2026-03-07' }] });
    expect(await overview(seller)).toMatchObject({ open: [] });
    await office.send('POST', `purchase_orders/${order}/close`, {});
    expect(await overview()).toMatchObject({ open: [] });
  });

  it('is there for a service too, and not for an item that is not there', async () => {
    const service = await office.add('items', itemBody(shop.unit, 'Delivery', { item_type: 'service' }));
    expect((await office.read(`items/${service}/overview`)).data).toMatchObject({ stock: '0', inventories: [] });
    expect((await office.read('items/999999/overview')).status).toBe(404);
  });

  it('is in short among what a search finds: stock in the own places, and the price of the usual unit', async () => {
    const found = async (token?: string) => {
      const { data } = await office.read('search?q=coffee', token);
      return (data as unknown as Record<string, unknown>[]).map(({ kind, stock, total }) => [kind, stock, total]);
    };
    const finder = await office.person('finder', ['items/index'], { inventories: [shop.inventory] });
    expect([await found(), await found(finder)]).toEqual([[['item', '48', '1000']], [['item', '39', '1000']]]);
    const { data } = await office.read('search?q=delivery');
    expect(data).toMatchObject([{ stock: null }]);
  });
});

describe('terms of a customer', () => {
  let customer: number;
  const terms = async (token?: string, date = '2026-03-11') =>
    (await office.read(`customers/${customer}/terms?date=${date}`, token)).data;
  const onAccount = (own: Shop, date: string, quantity = '10') =>
    office.add(
      'sales',
      saleBody(own, quantity, { customer_fk: customer, payment_type: 'on_account', account_fk: null, date }),
    );

  it('are what is owed, up to how much, what is free over all outlets, and what is late', async () => {
    const limit = { allowed_debit_amount: '50000', overdue_days: 5 };
    customer = await office.add('customers', { consumer_name: 'Late', ...limit });
    await onAccount(elsewhere, '2026-03-04', '3');
    await onAccount(shop, '2026-03-08');
    expect(await terms(chief)).toMatchObject({
      balance: '10000',
      balance_elsewhere: '3000',
      allowed_debit_amount: '50000',
      free_amount: '37000',
      overdue_days: 5,
      overdue: [{ currency_fk: 1, amount: '3000', days: 7 }],
    });
    expect(await terms(chief, '2026-03-09')).toMatchObject({ overdue: [] });
  });

  it('say what the server refuses', async () => {
    const body = saleBody(shop, '1', { customer_fk: customer, payment_type: 'on_account', account_fk: null });
    const late = await office.send('POST', 'sales', body);
    expect(late.body.errors).toMatchObject({ customer_fk: [expect.stringContaining('7')] });
    expect((await office.send('POST', 'sales', { ...body, date: '2026-03-09' })).status).toBe(201);
  });

  it('deduct advances from what is owed, also for the limit, as the server does', async () => {
    const overdue_days = null;
    customer = await office.add('customers', { consumer_name: 'Ahead', allowed_debit_amount: '12000', overdue_days });
    await onAccount(shop, '2026-03-08');
    await office.add('customer_transactions', {
      ...{ outlet_fk: shop.outlet, customer_fk: customer, transaction_type: 'receive', date: '2026-03-08' },
      ...{ currency_fk: 1, amount: '4000', account_fk: shop.cash, allocate: 'none' },
    });
    expect(await terms(chief)).toMatchObject({ balance: '6000', free_amount: '6000' });
    const sell = (quantity: string, more: object = {}) => {
      const of = { customer_fk: customer, payment_type: 'on_account', account_fk: null, ...more };
      return office.send('POST', 'sales', saleBody(shop, quantity, of));
    };
    expect((await sell('7')).body.errors).toHaveProperty('customer_fk');
    expect((await sell('7', { paid_now: '1000', paid_account_fk: shop.cash })).status).toBe(201);
    expect(await terms(chief)).toMatchObject({ free_amount: '0' });
  });

  it('hide what is owed from whoever does not see it elsewhere', async () => {
    expect(await terms(seller)).toMatchObject({
      balance: null,
      balance_elsewhere: null,
      free_amount: null,
      overdue: [],
    });
  });
});

describe('costs of a sale', () => {
  it('are of each line, goods given free included, and of no goods that came back to draft', async () => {
    const lines = [
      { item_fk: shop.item, unit_fk: shop.unit, quantity: '4', bonus_quantity: '1', price: '1000' },
      { item_fk: shop.item, unit_fk: box, quantity: '1', price: '11000' },
    ];
    const id = await office.add('sales', saleBody(shop, '1', { lines }));
    expect((await office.read(`sales/${id}/costs`, chief)).data).toEqual([
      { line_id: 1, cost: '3000' },
      { line_id: 2, cost: '7200' },
    ]);
    const refused = await office.read(`sales/${id}/costs`, seller);
    expect([refused.status, refused.text.includes('items/show_cost')]).toEqual([403, true]);
    expect((await office.read(`salesman_sales/${id}/costs`)).status).toBe(404);
    await office.send('POST', `sales/${id}/return_to_draft`, { reason: 'again' });
    expect((await office.read(`sales/${id}/costs`, chief)).data).toEqual([
      { line_id: 1, cost: '0' },
      { line_id: 2, cost: '0' },
    ]);
  });
});
