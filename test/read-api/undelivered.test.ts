/** Goods that are sold and not delivered: they are no longer stock, but stand on the shelf, and every count knows it. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { acrossFindings } from '../api/tilling.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let box: number;
let database: pg.Client;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  database = new pg.Client({ connectionString: office.database.url });
  await database.connect();
  box = await office.add('units', { unit_name: 'Box of ten' });
  await office.send('PATCH', 'system_settings/1', { counter_may_approve: true });
});
afterAll(async () => {
  await database?.end();
  await office?.close();
});

const TODAY = '2026-03-11';
/** After the counts of the day. */
const LATE = { date: TODAY, time: '23:00' };

const newItem = (name: string, more: object = {}) => {
  const unit = (unit_fk: number, base_unit_qty: string) => ({
    ...{ unit_fk, base_unit_qty, is_base: base_unit_qty === '1', is_default: base_unit_qty === '1' },
    ...{ sale_price: '1500', barcodes: [] },
  });
  return office.add(
    'items',
    itemBody(shop.unit, name, { item_units: [unit(shop.unit, '1'), unit(box, '10')], ...more }),
  );
};
const line = (item_fk: number, quantity: string, more: object = {}) => ({
  ...{ item_fk, unit_fk: shop.unit, quantity, price: '1000', ...more },
});
const bought = (...lines: object[]) => office.add('purchases', purchaseBody(shop, '1', { lines }));
const brought = (lines: object[], more: object = {}) =>
  office.add('sales', saleBody(shop, '1', { received_type: 'brought', customer_address: 'Citadel 1', lines, ...more }));

const deliver = (sale: number, quantity: string, more: object = {}, ofLine: object = {}) =>
  office.send('POST', `sales/${sale}/deliver`, { lines: [{ line_id: 1, quantity, ...ofLine }], ...more });

async function delivered(...of: Parameters<typeof deliver>): Promise<void> {
  const { status, body } = await deliver(...of);
  expect([status, body.errors]).toEqual([200, undefined]);
}

const back = (sale_fk: number, quantity: string, more: object = {}) =>
  office.add('sale_returns', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: TODAY, status: 'complete', sale_fk },
    ...{ payment_type: 'cash', account_fk: shop.cash, lines: [{ sale_line_id: 1, quantity }], ...more },
  });

/** What the books say stands there, and what of it is sold. */
async function shelf(item: number): Promise<unknown> {
  const { data } = await office.read(
    `inventory_adjustments/theoretical?inventory_fk=${shop.inventory}&items=${item}&date=${TODAY}&time=23:59:59`,
  );
  const [row] = data as unknown as { quantity: string; undelivered: string }[];
  return [row?.quantity, row?.undelivered].map(Number);
}

/** Counts in the evening, and says what the count found. */
async function counted(item: number, real_quantity: string, more: object = {}, unit_fk = shop.unit) {
  const count = await office.add('inventory_adjustments', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: TODAY, time: '22:00' },
    lines: [{ item_fk: item, unit_fk, real_quantity, ...more }],
  });
  const approved = await office.send('POST', `inventory_adjustments/${count}/approve`, {});
  expect(approved.body.errors).toBeUndefined();
  return { count, found: await foundBy(count) };
}

async function foundBy(count: number): Promise<readonly number[]> {
  await office.read(`reports/inventory?inventory_fk=${shop.inventory}`);
  const { rows } = await database.query(
    `select coalesce(sum(quantity), 0)::float as quantity, coalesce(sum(value), 0)::float as value from read.stock_line
     where document = $1`,
    [`inventory_adjustment-${count}`],
  );
  return [Number(rows[0].quantity), Number(rows[0].value)];
}

const stockOf = async (item: number) => {
  const { data } = await office.read(`reports/inventory?item_fk=${item}`);
  const [row] = data['data'] as unknown as Record<string, string>[];
  return row && [row['quantity'], row['undelivered'], row['value']];
};
const statusOf = async (sale: number) => (await office.read(`sales/${sale}`)).data['received_status'];

describe('200 bought, 100 sold and brought later, 60 of them delivered', () => {
  let item: number;
  let sale: number;

  it('leaves 100 in stock and 140 on the shelf', async () => {
    item = await newItem('Cement');
    await bought(line(item, '200'));
    sale = await brought([line(item, '100', { price: '1500' })]);
    expect(await shelf(item)).toEqual([200, 100]);
    await delivered(sale, '60');
    expect(await statusOf(sale)).toBe('partially_received');
    expect(await stockOf(item)).toEqual(['100', '40', '100000']);
    expect(await shelf(item)).toEqual([140, 40]);
  });

  it('is said by the item, the warehouse and the lines of documents', async () => {
    const { data } = await office.read(`items/${item}/overview`);
    expect(data).toMatchObject({
      stock: '100',
      undelivered: '40',
      inventories: [{ quantity: '100', undelivered: '40' }],
    });
    expect(data['open']).toMatchObject([{ figure: 'undelivered', document_id: sale, quantity: '40' }]);
    const warehouse = await office.read(`stocks?filter[item_fk]=${item}`);
    expect(warehouse.data['data']).toMatchObject([{ quantity: '100', undelivered: '40' }]);
    const looked = await office.read(`items/list?inventory_fk=${shop.inventory}&search=Cement`);
    expect(looked.data['data']).toMatchObject([{ stock: '100', available_stock: '100' }]);
  });

  it('is counted without a difference, and without a profit', async () => {
    const { found } = await counted(item, '140');
    expect(found).toEqual([0, 0]);
    expect(await stockOf(item)).toEqual(['100', '40', '100000']);
  });

  it('is delivered to the end: the shelf is the stock', async () => {
    await delivered(sale, '100', LATE);
    expect(await statusOf(sale)).toBe('received');
    expect(await stockOf(item)).toEqual(['100', '0', '100000']);
    expect((await office.read(`items/${item}/overview`)).data['open']).toEqual([]);
  });
});

describe('a count, of goods whose documents are entered or changed after it', () => {
  it('finds what it found, whatever is entered late for a day before it', async () => {
    const item = await newItem('Sugar');
    await bought(line(item, '50'));
    const { count, found } = await counted(item, '44');
    expect(found).toEqual([-6, -6000]);
    // Ten were sold before it and six of these were delivered: the shelf had 44, so nothing is missing.
    const sale = await brought([line(item, '10')]);
    expect(await foundBy(count)).toEqual([-6, -6000]);
    await delivered(sale, '6');
    expect(await foundBy(count)).toEqual([0, 0]);
    expect(await stockOf(item)).toEqual(['40', '4', '40000']);
    // The customer gives back the four that were not delivered: they stay where they are, as stock.
    await back(sale, '4');
    expect(await foundBy(count)).toEqual([0, 0]);
    expect(await stockOf(item)).toEqual(['44', '0', '44000']);
  });

  it('knows a sale again that was partly delivered and is reversed', async () => {
    const item = await newItem('Flour');
    await bought(line(item, '20'));
    const sale = await brought([line(item, '8')]);
    await delivered(sale, '3');
    const { count, found } = await counted(item, '17');
    expect(found).toEqual([0, 0]);
    const { body } = await office.send('POST', `sales/${sale}/return_to_draft`, { reason: 'another customer' });
    expect(body.errors).toBeUndefined();
    // By the books nothing left: three of twenty are missing.
    expect(await foundBy(count)).toEqual([-3, -3000]);
    expect(await stockOf(item)).toEqual(['17', '0', '17000']);
  });
});

describe('a counting round', () => {
  it('finds nothing missing among goods that are delivered after they were counted', async () => {
    const item = await newItem('Rice of the round');
    await bought(line(item, '30'));
    const sale = await brought([line(item, '10')], { time: '08:00' });
    const round = await office.add('count_rounds', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: TODAY, time: '09:00:00' },
      ...{ count_scope: 'inventory', items: [{ item_fk: item }] },
    });
    // A device without a network sends its entry later, with the time that has passed since it counted.
    const entry = { entry_uuid: '00000000-0000-4000-8000-000000000197', item_fk: item, unit_fk: shop.unit };
    const entries = [{ ...entry, quantity: '30', seconds_ago: 600 }];
    await office.send('POST', `count_rounds/${round}/count`, { entries });
    await delivered(sale, '10');
    const done = await office.send('POST', `count_rounds/${round}/complete`, { is_zero_where_uncounted: false });
    expect(done.body.errors).toBeUndefined();
    const { data } = await office.read(`count_rounds/${round}`);
    const count = Number((data['completed'] as unknown as Record<string, unknown>)['inventory_adjustment_fk']);
    const approved = await office.send('POST', `inventory_adjustments/${count}/approve`, {});
    expect(approved.body.errors).toBeUndefined();
    expect(await foundBy(count)).toEqual([0, 0]);
    expect(await stockOf(item)).toEqual(['20', '0', '20000']);
  });
});

describe('10 sold, 7 delivered, 3 returned', () => {
  it('is delivered, and nothing more can be', async () => {
    const item = await newItem('Oil');
    await bought(line(item, '10'));
    const sale = await brought([line(item, '10')]);
    await delivered(sale, '7');
    const returned = await back(sale, '3');
    expect(await statusOf(sale)).toBe('received');
    expect(await stockOf(item)).toEqual(['3', '0', '3000']);
    expect(await shelf(item)).toEqual([3, 0]);
    const { body } = await deliver(sale, '8');
    expect(body.errors).toHaveProperty(['lines.0.quantity']);
    const undone = await office.send('POST', `sale_returns/${returned}/return_to_draft`, { reason: 'typed twice' });
    expect(undone.body.errors).toBeUndefined();
    expect(await statusOf(sale)).toBe('partially_received');
    expect(await stockOf(item)).toEqual([undefined, '3', undefined].map((value) => value ?? '0'));
    await delivered(sale, '10');
    expect(await statusOf(sale)).toBe('received');
  });

  it('waits for three more when the customer brought the three', async () => {
    const item = await newItem('Soap');
    await bought(line(item, '10'));
    const sale = await brought([line(item, '10')]);
    await delivered(sale, '7');
    await back(sale, '3', { came_from: 'customer' });
    expect(await statusOf(sale)).toBe('partially_received');
    expect(await shelf(item)).toEqual([6, 3]);
    await delivered(sale, '10');
    expect(await shelf(item)).toEqual([3, 0]);
  });
});

describe('a delivery', () => {
  it('has a day and a driver, and counts in any unit of the item', async () => {
    const item = await newItem('Rope');
    await bought(line(item, '100'));
    const sale = await brought([line(item, '4', { unit_fk: box, price: '10000' })], { date: '2026-03-09' });
    const driver = 1;
    await delivered(sale, '25', { date: '2026-03-10', driver_fk: driver }, { item_fk: item, unit_fk: shop.unit });
    const { data } = await office.read(`sales/${sale}`);
    expect(data['deliveries']).toMatchObject([{ date: '2026-03-10', driver_fk: driver }]);
    expect(data['delivered']).toMatchObject([{ line_id: 1, quantity: '25', unit_fk: shop.unit }]);
    expect(await shelf(item)).toEqual([75, 15]);
    const early = await deliver(sale, '4', { date: '2026-03-08' });
    expect(early.body.errors).toHaveProperty(['date']);
    const much = await deliver(sale, '41', {}, { item_fk: item, unit_fk: shop.unit });
    expect(much.body.errors).toHaveProperty(['lines.0.quantity']);
    await delivered(sale, '4');
    expect(await shelf(item)).toEqual([60, 0]);
  });

  it('of goods by batches takes the batches of the sale, and a count of each batch agrees', async () => {
    const item = await newItem('Syrup', { has_batch_number: true });
    await bought(line(item, '10', { batch_number: 'B1' }), line(item, '10', { batch_number: 'B2' }));
    const batches = ['B1', 'B2'].map((batch_number) => ({ batch_number, expire_date: null, quantity: '6' }));
    const sale = await brought([line(item, '12', { batches })]);
    await delivered(sale, '8');
    expect(await shelf(item)).toEqual([12, 4]);
    const of = (batch_number: string, quantity: string) => ({ batch_number, expire_date: null, quantity });
    const { found } = await counted(item, '12', { batches: [of('B1', '4'), of('B2', '8')] });
    expect(found).toEqual([0, 0]);
    const levels = await office.read(`items/${item}/batches?inventory_fk=${shop.inventory}`);
    expect(levels.data).toMatchObject([of('B1', '4'), of('B2', '4')]);
    await delivered(sale, '12', LATE);
    expect(await stockOf(item)).toEqual(['8', '0', '8000']);
    expect((await office.read(`items/${item}/batches?inventory_fk=${shop.inventory}`)).data).toEqual(levels.data);
  });

  it('of a piece with a serial number leaves the piece where it is until then', async () => {
    const item = await newItem('Drill', { serial_numbers: 'at_receipt' });
    const named = (...numbers: string[]) => ({
      batches: numbers.map((batch_number) => ({ batch_number, expire_date: null, quantity: '1' })),
    });
    await bought(line(item, '3', named('D1', 'D2', 'D3')));
    const sale = await brought([line(item, '2', named('D1', 'D2'))]);
    const { found } = await counted(item, '3', named('D1', 'D2', 'D3'));
    expect(found).toEqual([0, 0]);
    const sold = { ...LATE, time: '22:30', lines: [line(item, '1', named('D1'))] };
    expect((await office.send('POST', 'sales', saleBody(shop, '1', sold))).status).toBe(422);
    // The customer gives back the second one, which was not delivered; the first one still is to be.
    const of = (batch_number: string, quantity: string) => ({ batch_number, expire_date: null, quantity });
    await back(sale, '1', { lines: [{ sale_line_id: 1, quantity: '1', batches: [of('D2', '1')] }] });
    const { data } = await office.read(`sales/${sale}`);
    expect(data['undelivered_returns']).toMatchObject([{ leaves: { lines: [{ of_batches: [of('D2', '1')] }] } }]);
    await delivered(sale, '1', LATE);
    const levels = await office.read(`items/${item}/batches?inventory_fk=${shop.inventory}`);
    expect(levels.data).toMatchObject([of('D2', '1'), of('D3', '1')]);
  });

  it('of a kit that the customer collects leaves the kit on the shelf until then', async () => {
    const part = await newItem('Candle');
    await bought(line(part, '10'));
    const kit = await newItem('Gift basket');
    const collection_fk = await office.add('collections', {
      ...{ collection_name: 'Gift basket', item_fk: kit, unit_fk: shop.unit },
      lines: [{ item_fk: part, unit_fk: shop.unit, quantity: '2' }],
    });
    await office.add('conversions', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-10', status: 'complete' },
      ...{ conversion_type: 'item_to_collection', collection_fk, quantity: '5' },
    });
    const sale = await office.add(
      'sales',
      saleBody(shop, '1', { received_type: 'collected', lines: [line(kit, '2')] }),
    );
    expect(await shelf(kit)).toEqual([5, 2]);
    const { found } = await counted(kit, '5');
    expect(found).toEqual([0, 0]);
    await delivered(sale, '2', LATE);
    expect(await shelf(kit)).toEqual([3, 0]);
  });

  it('is not needed of an order of the application: until its delivery its goods are reserved stock', async () => {
    const item = await newItem('Lamp');
    await bought(line(item, '6'));
    const { status: _, ...body } = saleBody(shop, '1', { customer_fk: shop.customer, lines: [line(item, '2')] });
    const address = { received_type: 'brought', customer_address: 'Citadel 1' };
    const order = await office.add('online_orders', { ...body, ...address });
    await office.send('POST', `online_orders/${order}/confirm`, {});
    expect(await shelf(item)).toEqual([6, 0]);
    const { body: answer } = await office.send('POST', `online_orders/${order}/deliver`, {});
    expect(answer.errors).toBeUndefined();
    expect(await shelf(item)).toEqual([4, 0]);
  });

  it('says on its note what was delivered, and what is left', async () => {
    const item = await newItem('Chair');
    await bought(line(item, '30'));
    const sale = await brought([line(item, '1', { unit_fk: box, price: '9000' }), line(item, '3')]);
    await delivered(sale, '4', {}, { item_fk: item, unit_fk: shop.unit });
    const noteOf = async (id: number) => {
      const { data } = await office.read(`sales/${id}/paper?paper=delivery_note`);
      const [note] = data['documents'] as unknown as { lines: Record<string, string>[]; facts: object[] }[];
      return note;
    };
    const note = await noteOf(sale);
    expect(note?.lines).toMatchObject([
      { quantity: '1', delivered_quantity: '0.4', left_quantity: '0.6' },
      { quantity: '3', delivered_quantity: '0', left_quantity: '3' },
    ]);
    expect(note?.facts).toContainEqual({ field: 'customer_address', kind: 'text', value: 'Citadel 1' });
    const atOnce = await office.add('sales', saleBody(shop, '1', { lines: [line(item, '1')] }));
    expect((await noteOf(atOnce))?.lines).toMatchObject([{ delivered_quantity: null, left_quantity: null }]);
  });

  it('is not needed where the goods are handed over with the sale, or nothing is said of it', async () => {
    const item = await newItem('Salt');
    await bought(line(item, '9'));
    for (const received_type of ['at_once', null])
      await office.add('sales', saleBody(shop, '1', { received_type, lines: [line(item, '2')] }));
    expect(await shelf(item)).toEqual([5, 0]);
  });
});

it('leaves claims and books equal, whatever was entered, returned, counted and reversed', async () => {
  expect(await acrossFindings(office)).toEqual([]);
});
