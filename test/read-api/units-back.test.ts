/** Goods that come back in another unit than they were traded in: pieces of a box, and a box of pieces. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let box: number;
let item: number;

const unitOf = (unit_fk: number, base_unit_qty: string) => ({
  ...{ unit_fk, base_unit_qty, is_base: base_unit_qty === '1', is_default: base_unit_qty === '1' },
  ...{ sale_price: '1000', barcodes: [] },
});
const newItem = (item_name: string, factor: string) =>
  office.add('items', { item_name, item_units: [unitOf(shop.unit, '1'), unitOf(box, factor)] });

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  box = await office.add('units', { unit_name: 'Carton of the mill' });
  item = await newItem('Coffee', '12');
  await bought(item, '9', '6000');
});
afterAll(() => office.close());

const bought = (item_fk: number, quantity: string, price: string, unit_fk = box) =>
  office.add('purchases', purchaseBody(shop, quantity, { lines: [{ item_fk, unit_fk, quantity, price }] }));
const sold = (item_fk: number, quantity: string, price: string, unit_fk = box) =>
  office.add('sales', saleBody(shop, quantity, { lines: [{ item_fk, unit_fk, quantity, price }] }));

const place = () => ({ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-12', status: 'complete' });
const fromCustomer = (sale_fk: number, line: object) =>
  office.send('POST', 'sale_returns', {
    ...{ ...place(), sale_fk, payment_type: 'cash', account_fk: shop.cash },
    lines: [{ sale_line_id: 1, ...line }],
  });
const toSupplier = (purchase_fk: number, line: object) =>
  office.send('POST', 'purchase_returns', {
    ...{ ...place(), purchase_fk, supplier_fk: shop.supplier, currency_fk: 1, payment_type: 'on_account' },
    lines: [{ purchase_line_id: 1, ...line }],
  });

type Answer = Awaited<ReturnType<typeof fromCustomer>>;
const lineOf = ({ status, body }: Answer): Record<string, string> => {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return (body.data['lines'] as unknown as Record<string, string>[])[0] ?? {};
};
const errorOf = ({ body }: Answer) => body.errors ?? {};
const stockOf = async (item_fk: number) => {
  const { data } = await office.read(`reports/inventory?item_fk=${item_fk}`);
  const [row] = data['data'] as unknown as Record<string, string>[];
  return row && [row['quantity'], row['value']];
};

describe('a sale of two boxes of twelve, at 11,000 a box', () => {
  it('comes back as five pieces, a box, and seven pieces: amounts and stock add up to the sale', async () => {
    const item = await newItem('Tea', '12');
    await bought(item, '2', '6000');
    const sale = await sold(item, '2', '11000');
    expect(await stockOf(item)).toBeUndefined();
    const pieces = (quantity: string) => ({ item_fk: item, unit_fk: shop.unit, quantity });
    const five = lineOf(await fromCustomer(sale, pieces('5')));
    expect([five['unit_fk'], five['quantity'], five['price'], five['gross_amount']]).toEqual([
      ...[shop.unit, '5', '916.6667'],
      '4583',
    ]);
    expect(await stockOf(item)).toEqual(['5', '2500']);
    const whole = lineOf(await fromCustomer(sale, { quantity: '1' }));
    expect([whole['unit_fk'], whole['price']]).toEqual([box, '11000']);
    expect(errorOf(await fromCustomer(sale, { quantity: '1' }))).toEqual({
      'lines.0.quantity': [expect.stringContaining('0.583333')],
    });
    expect(errorOf(await fromCustomer(sale, pieces('8')))).toEqual({
      'lines.0.quantity': [expect.stringContaining('7')],
    });
    const seven = lineOf(await fromCustomer(sale, pieces('7')));
    expect([five, whole, seven].reduce((sum, line) => sum + Number(line['gross_amount']), 0)).toBe(22_000);
    expect(await stockOf(item)).toEqual(['24', '12000']);
    expect(errorOf(await fromCustomer(sale, pieces('1')))).toHaveProperty(['lines.0.quantity']);
  });

  it('a return of pieces that is taken back gives its pieces to the next one', async () => {
    const sale = await sold(item, '1', '11000');
    const pieces = { item_fk: item, unit_fk: shop.unit, quantity: '5' };
    const { body } = await fromCustomer(sale, pieces);
    expect(errorOf(await fromCustomer(sale, { quantity: '1' }))).toHaveProperty(['lines.0.quantity']);
    expect(
      (await office.send('POST', `sale_returns/${body.data['id']}/return_to_draft`, { reason: 'wrong' })).status,
    ).toBe(200);
    expect(lineOf(await fromCustomer(sale, { quantity: '1' }))['gross_amount']).toBe('11000');
  });

  it('twelve returns of a piece at once give back eleven thousand, and a thirteenth is refused', async () => {
    const sale = await sold(item, '1', '11000');
    const one = { item_fk: item, unit_fk: shop.unit, quantity: '1' };
    const all = await Promise.all(Array.from({ length: 13 }, () => fromCustomer(sale, one)));
    const done = all.filter(({ status }) => status === 201);
    expect(done).toHaveLength(12);
    expect(done.reduce((sum, answer) => sum + Number(lineOf(answer)['gross_amount']), 0)).toBe(11_000);
  });

  it('refuses a unit that the item does not have, a price of another unit, and a unit without its item', async () => {
    const sale = await sold(item, '1', '11000');
    const other = await office.add('units', { unit_name: 'Pallet' });
    expect(errorOf(await fromCustomer(sale, { item_fk: item, unit_fk: other, quantity: '1' }))).toHaveProperty([
      'lines.0.unit_fk',
    ]);
    const dear = { item_fk: item, unit_fk: shop.unit, quantity: '1', price: '11000' };
    expect(errorOf(await fromCustomer(sale, dear))).toHaveProperty(['lines.0.price']);
    expect(errorOf(await fromCustomer(sale, { unit_fk: shop.unit, quantity: '1' }))).toHaveProperty([
      'lines.0.item_fk',
    ]);
  });
});

describe('other units', () => {
  it.each([
    ['7', '3'],
    ['30', '11'],
  ])('a box of %s comes back in parts of %s pieces, to the last one', async (factor, part) => {
    const goods = await newItem(`Goods in boxes of ${factor}`, factor);
    await bought(goods, '1', '1000');
    const sale = await sold(goods, '1', '10000');
    let left = Number(factor);
    let back = 0;
    while (left > 0) {
      const quantity = String(Math.min(left, Number(part)));
      back += Number(
        lineOf(await fromCustomer(sale, { item_fk: goods, unit_fk: shop.unit, quantity }))['gross_amount'],
      );
      left -= Number(quantity);
    }
    expect([back, await stockOf(goods)]).toEqual([10_000, [factor, '1000']]);
  });

  it('twenty-four pieces come back as a box, and the rest as pieces', async () => {
    const goods = await newItem('Soap', '12');
    await bought(goods, '2', '6000');
    const sale = await sold(goods, '24', '1000', shop.unit);
    const first = lineOf(await fromCustomer(sale, { item_fk: goods, unit_fk: box, quantity: '1' }));
    expect([first['price'], first['gross_amount']]).toEqual(['12000', '12000']);
    lineOf(await fromCustomer(sale, { quantity: '12' }));
    expect(await stockOf(goods)).toEqual(['24', '12000']);
  });
});

describe('a purchase of two boxes of twelve, at 7,000 a box', () => {
  it('goes back as five pieces, a box, and seven pieces: debt and stock end at nothing', async () => {
    const goods = await newItem('Cups', '12');
    const purchase = await bought(goods, '2', '7000');
    const pieces = (quantity: string) => ({ item_fk: goods, unit_fk: shop.unit, quantity });
    const five = lineOf(await toSupplier(purchase, pieces('5')));
    expect([five['price'], five['gross_amount'], five['goods_base']]).toEqual(['583.3333', '2917', '2916.6667']);
    expect(await stockOf(goods)).toEqual(['19', '11083.3333']);
    lineOf(await toSupplier(purchase, { quantity: '1' }));
    expect(errorOf(await toSupplier(purchase, pieces('8')))).toEqual({
      'lines.0.quantity': [expect.stringContaining('7')],
    });
    lineOf(await toSupplier(purchase, pieces('7')));
    expect(await stockOf(goods)).toBeUndefined();
    expect((await office.read(`purchases/${purchase}`)).data).toMatchObject({ unpaid: '0' });
  });

  it('goes back before its bill as five pieces and a box: the bill is for seven pieces', async () => {
    const goods = await newItem('Plates', '12');
    const lines = [{ item_fk: goods, unit_fk: box, quantity: '2', price: '7000' }];
    const purchase = await office.add('purchases', purchaseBody(shop, '2', { lines, receive: false }));
    const unbilled = { date: '2026-03-04', billed: false };
    expect((await office.send('POST', `purchases/${purchase}/receive`, unbilled)).status).toBe(200);
    const pieces = (quantity: string) => ({ item_fk: goods, unit_fk: shop.unit, quantity });
    const five = lineOf(await toSupplier(purchase, pieces('5')));
    expect([five['gross_amount'], five['counted_in']]).toEqual(['2917', 'base_units']);
    lineOf(await toSupplier(purchase, { quantity: '1' }));
    expect(errorOf(await toSupplier(purchase, pieces('8')))).toEqual({
      'lines.0.quantity': [expect.stringContaining('7')],
    });
    expect(await stockOf(goods)).toEqual(['7', '4083.3333']);
    expect((await office.send('POST', `purchases/${purchase}/bill`, { date: '2026-03-05' })).status).toBe(200);
    expect((await office.read(`purchases/${purchase}`)).data).toMatchObject({ unpaid: '4083' });
    expect(await stockOf(goods)).toEqual(['7', '4083.3333']);
    lineOf(await toSupplier(purchase, pieces('7')));
    expect(await stockOf(goods)).toBeUndefined();
    expect((await office.read(`purchases/${purchase}`)).data).toMatchObject({ unpaid: '0' });
  });
});

describe('a box of twelve that is sent to another inventory', () => {
  let there: number;
  beforeAll(async () => {
    there = await office.add('inventories', { inventory_name: 'Cellar', outlet_fk: shop.outlet });
  });
  const sent = async (item_fk: number, quantity: string, factor: string) => {
    await bought(item_fk, quantity, String(1000 * Number(factor)));
    return office.add('stock_transfers', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, to_outlet_fk: shop.outlet, to_inventory_fk: there },
      ...{ date: '2026-03-12', status: 'sent', lines: [{ item_fk, unit_fk: box, quantity }] },
    });
  };
  const receive = (id: number, line: object, rest = 'on_its_way') =>
    office.send('POST', `stock_transfers/${id}/receive`, {
      date: '2026-03-13',
      rest,
      lines: [{ line_id: 1, ...line }],
    });
  const heldAt = async (item_fk: number) => {
    const { data } = await office.read(`reports/inventory?item_fk=${item_fk}&inventory_fk=${there}`);
    const [row] = data['data'] as unknown as Record<string, string>[];
    return row && [row['quantity'], row['value']];
  };

  it('arrives as seven pieces: seven are there, five are missing, and the seventh can be sold', async () => {
    const goods = await newItem('Glasses', '12');
    const id = await sent(goods, '1', '12');
    const pieces = { item_fk: goods, unit_fk: shop.unit, quantity: '7' };
    expect((await receive(id, pieces, 'missing')).status).toBe(200);
    expect(await heldAt(goods)).toEqual(['7', '7000']);
    const { status, receipts } = (await office.read(`stock_transfers/${id}`)).data as Record<string, never>;
    expect([status, receipts]).toMatchObject([
      'received',
      [{ after: [{ quantity: '7', unit_fk: shop.unit }], missing: [{ quantity: '5', unit_fk: shop.unit }] }],
    ]);
    const sale = { lines: [{ item_fk: goods, unit_fk: shop.unit, quantity: '7', price: '1500' }], date: '2026-03-14' };
    await office.add('sales', saleBody(shop, '7', { ...sale, inventory_fk: there }));
    expect(await heldAt(goods)).toBeUndefined();
  });

  it('arrives in parts of pieces and boxes, to the last one; more than were sent and less than came are refused', async () => {
    const goods = await newItem('Spoons', '7');
    const id = await sent(goods, '2', '7');
    const pieces = (quantity: string) => ({ item_fk: goods, unit_fk: shop.unit, quantity });
    expect((await receive(id, pieces('3'))).status).toBe(200);
    expect(errorOf(await receive(id, pieces('15')))).toEqual({ 'lines.0.quantity': [expect.stringContaining('14')] });
    expect(errorOf(await receive(id, pieces('2')))).toEqual({ 'lines.0.quantity': [expect.stringContaining('3')] });
    expect((await receive(id, { quantity: '1' })).status).toBe(200);
    expect(await heldAt(goods)).toEqual(['7', '7000']);
    expect((await receive(id, pieces('14'))).status).toBe(200);
    expect(await heldAt(goods)).toEqual(['14', '14000']);
    expect((await office.read(`stock_transfers/${id}`)).data).toMatchObject({
      status: 'received',
      received_status: 'received',
    });
  });

  it('refuses a unit without its item, another item, and a unit that the item does not have', async () => {
    const goods = await newItem('Forks', '12');
    const id = await sent(goods, '1', '12');
    const other = await office.add('units', { unit_name: 'Crate' });
    const wrong = (line: object) =>
      receive(id, { quantity: '1', ...line }).then((answer) => Object.keys(errorOf(answer)));
    expect(await wrong({ unit_fk: shop.unit })).toEqual(['lines.0.item_fk']);
    expect(await wrong({ unit_fk: shop.unit, item_fk: item })).toEqual(['lines.0.item_fk']);
    expect(await wrong({ unit_fk: other, item_fk: goods })).toEqual(['lines.0.unit_fk']);
  });
});
