/** Goods that come, and are delivered, in another unit than they were traded in: pieces of boxes, counted exactly. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Members, membersOf, objectsOf } from '../../domain/values/members.ts';
import { checkBooks } from '../../projector/rebuild/invariants.ts';
import { checkAcross } from '../../projector/verify/across.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { onDatabase } from '../backup/place.ts';
import { resultOf } from '../support/job-result.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let box: number;
let names = 0;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  box = await office.add('units', { unit_name: 'Carton of twelve' });
});
afterAll(() => office.close());

const unitOf = (unit_fk: number, base_unit_qty: string) => ({
  ...{ unit_fk, base_unit_qty, is_base: base_unit_qty === '1', is_default: base_unit_qty === '1' },
  ...{ sale_price: '1000', barcodes: [] },
});
const newItem = (factor: string, more: object = {}) => {
  names += 1;
  const item_units = [unitOf(shop.unit, '1'), unitOf(box, factor)];
  return office.add('items', { item_name: `Goods ${names}`, item_units, ...more });
};
const ordered = (item_fk: number, quantity: string, price: string, more: object = {}) =>
  office.add('purchases', {
    ...purchaseBody(shop, quantity, { lines: [{ item_fk, unit_fk: box, quantity, price, ...more }] }),
    receive: false,
  });
const pieces = (item_fk: number, quantity: string, more: object = {}) => ({
  ...{ item_fk, unit_fk: shop.unit, quantity, ...more },
});
const receive = (purchase: number, line: object, more: object = {}) =>
  office.send('POST', `purchases/${purchase}/receive`, {
    ...{ date: '2026-03-04', lines: [{ line_id: 1, ...line }], ...more },
  });
type Answer = Awaited<ReturnType<typeof receive>>;
const errorsOf = ({ body }: Answer) => body.errors ?? {};
async function came(...of: Parameters<typeof receive>): Promise<void> {
  const { status, body } = await receive(...of);
  expect([status, body.errors]).toEqual([200, undefined]);
}
const stockOf = async (item_fk: number) => {
  const { data } = await office.read(`reports/inventory?item_fk=${item_fk}`);
  const [row] = data['data'] as unknown as Record<string, string>[];
  return row && [row['quantity'], row['value']];
};
const pageOf = async (purchase: number) => (await office.read(`purchases/${purchase}`)).data;

describe('twenty boxes of twelve that were ordered at 1,000 a box', () => {
  it('come as five pieces, then to three boxes, then all: pieces and money are exact at each step', async () => {
    const goods = await newItem('12');
    const purchase = await ordered(goods, '20', '1000');
    await came(purchase, pieces(goods, '5'));
    expect(await stockOf(goods)).toEqual(['5', '416.6667']);
    expect(await pageOf(purchase)).toMatchObject({ received_status: 'partially_received', unpaid: '417' });
    await came(purchase, { quantity: '3' });
    expect(await stockOf(goods)).toEqual(['36', '3000']);
    await came(purchase, pieces(goods, '43'));
    expect(await stockOf(goods)).toEqual(['43', '3583.3333']);
    await came(purchase, pieces(goods, '240'));
    expect(await stockOf(goods)).toEqual(['240', '20000']);
    const { received_status, unpaid, receipts } = (await pageOf(purchase)) as Members;
    expect([received_status, unpaid]).toEqual(['received', '20000']);
    expect(objectsOf(receipts).map(({ after }) => objectsOf(after)[0])).toMatchObject([
      { line_id: 1, quantity: '5', unit_fk: shop.unit, unit_factor: '1' },
      { line_id: 1, quantity: '3' },
      { line_id: 1, quantity: '43', unit_fk: shop.unit, unit_factor: '1' },
      { line_id: 1, quantity: '240', unit_fk: shop.unit, unit_factor: '1' },
    ]);
  });

  it('come in seven parts of boxes of seven, with a bonus and a tax, and the parts add up to the purchase', async () => {
    const goods = await newItem('7');
    const purchase = await ordered(goods, '3', '1000', { bonus_quantity: '1', tax_percent: '10' });
    for (const count of ['3', '4', '9', '13', '20', '27', '28']) await came(purchase, pieces(goods, count));
    expect(await stockOf(goods)).toEqual(['28', '3000']);
    expect(await pageOf(purchase)).toMatchObject({ received_status: 'received', unpaid: '3300' });
  });

  it('are refused beyond what was ordered, below what came, and in a unit that is not of the item', async () => {
    const goods = await newItem('12');
    const other = await office.add('units', { unit_name: 'Crate' });
    const purchase = await ordered(goods, '2', '1000');
    await came(purchase, pieces(goods, '5'));
    expect(errorsOf(await receive(purchase, pieces(goods, '25')))).toEqual({
      'lines.0.quantity': [expect.stringContaining('24')],
    });
    expect(errorsOf(await receive(purchase, pieces(goods, '4')))).toEqual({
      'lines.0.quantity': [expect.stringContaining('5')],
    });
    const wrong = async (line: object) => Object.keys(errorsOf(await receive(purchase, { quantity: '9', ...line })));
    expect(await wrong({ unit_fk: shop.unit })).toEqual(['lines.0.item_fk']);
    expect(await wrong({ unit_fk: shop.unit, item_fk: shop.item })).toEqual(['lines.0.item_fk']);
    expect(await wrong({ unit_fk: other, item_fk: goods })).toContain('lines.0.unit_fk');
  });

  it('are refused as another item, in whatever unit, and so are goods that are delivered', async () => {
    const goods = await newItem('12');
    const other = await newItem('12');
    const purchase = await ordered(goods, '20', '1000');
    for (const unit of [{}, { unit_fk: box }, { unit_fk: shop.unit }]) {
      const refused = await receive(purchase, { item_fk: other, quantity: '1', ...unit });
      expect(errorsOf(refused)).toEqual({ 'lines.0.item_fk': ['Item is not that of the purchase'] });
    }
    await came(purchase, { item_fk: goods, quantity: '20' });
    const line = { item_fk: goods, unit_fk: box, quantity: '2', price: '2000' };
    const sale = await office.add('sales', saleBody(shop, '2', { received_type: 'collected', lines: [line] }));
    const deliver = (item_fk: number) =>
      office.send('POST', `sales/${sale}/deliver`, {
        ...{ date: '2026-03-12', lines: [{ line_id: 1, item_fk, quantity: '1' }] },
      });
    expect(errorsOf(await deliver(other))).toEqual({ 'lines.0.item_fk': ['Item is not that of the sale'] });
    expect((await deliver(goods)).status).toBe(200);
  });

  it('sent twice, the same count changes nothing; of two counts at once the purchase has the greater one', async () => {
    const goods = await newItem('12');
    const purchase = await ordered(goods, '2', '1000');
    await Promise.all(['5', '7', '5', '7'].map((count) => receive(purchase, pieces(goods, count))));
    await came(purchase, pieces(goods, '7'));
    expect(await stockOf(goods)).toEqual(['7', '583.3333']);
  });

  it('with freight before and after the parts, whole and in pieces, cost what was paid', async () => {
    const goods = await newItem('12');
    const purchase = await ordered(goods, '1', '12000');
    const freight = (cost_id: number, amount: string) =>
      office.send('POST', `purchases/${purchase}/apply_cost`, {
        ...{ cost_id, cost_type: 'freight', amount, currency_fk: 1, date: '2026-03-05', share_by: 'quantity' },
        ...{ payment_type: 'on_account', supplier_fk: shop.supplier },
      });
    expect((await freight(1, '1000')).body.errors).toBeUndefined();
    await came(purchase, pieces(goods, '5'));
    expect(await stockOf(goods)).toEqual(['5', '5417']);
    expect((await freight(2, '100')).status).toBe(200);
    await came(purchase, pieces(goods, '12'));
    expect(await stockOf(goods)).toEqual(['12', '13100']);
    const back = await office.send('POST', 'purchase_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-12', status: 'complete' },
      ...{ purchase_fk: purchase, supplier_fk: shop.supplier, currency_fk: 1, payment_type: 'on_account' },
      lines: [{ purchase_line_id: 1, ...pieces(goods, '5') }],
    });
    expect(back.body.errors).toBeUndefined();
    // The freight stays with the seven that stayed.
    expect(await stockOf(goods)).toEqual(['7', '7641.6667']);
  });
});

describe('goods that come before their bill', () => {
  it('in pieces, are billed exactly, at a price of the bill too', async () => {
    const goods = await newItem('12');
    const purchase = await ordered(goods, '2', '1000');
    await came(purchase, pieces(goods, '5'), { billed: false });
    await came(purchase, pieces(goods, '17'), { billed: false });
    expect(await stockOf(goods)).toEqual(['17', '1416.6667']);
    const bill = { date: '2026-03-05', lines: [{ line_id: 1, price: '1200' }] };
    expect((await office.send('POST', `purchases/${purchase}/bill`, bill)).body.errors).toBeUndefined();
    expect(await pageOf(purchase)).toMatchObject({ unpaid: '1700' });
    // The difference of a bill is whole dinars, as the debt is: 17 at 1,000 and 283 more.
    expect(await stockOf(goods)).toEqual(['17', '1699.6667']);
    await came(purchase, { quantity: '2' });
    expect(await stockOf(goods)).toEqual(['24', '2283']);
    expect(await pageOf(purchase)).toMatchObject({ received_status: 'received', unpaid: '2283' });
  });
});

describe('batches and serial numbers', () => {
  const batch = (batch_number: string, quantity: string) => ({ batch_number, expire_date: '2027-05-31', quantity });
  const held = async (item: number) =>
    objectsOf((await office.read(`items/${item}/batches`)).data).map(({ batch_number, quantity }) => [
      batch_number,
      quantity,
    ]);

  it('of pieces of a box are named in pieces, and more than came are refused', async () => {
    const goods = await newItem('12', { has_expire: true, has_batch_number: true });
    const purchase = await ordered(goods, '2', '1000');
    const wrong = await receive(purchase, pieces(goods, '5', { batches: [batch('A', '6')] }));
    expect(Object.keys(errorsOf(wrong))).toHaveLength(1);
    await came(purchase, pieces(goods, '5', { batches: [batch('A', '5')] }));
    await came(purchase, pieces(goods, '17', { batches: [batch('A', '4'), batch('B', '8')] }));
    await came(purchase, { quantity: '2', batches: [batch('C', '7')] });
    expect(await held(goods)).toEqual([
      ['A', '9'],
      ['B', '8'],
      ['C', '7'],
    ]);
    const back = await office.send('POST', 'purchase_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-12', status: 'complete' },
      ...{ purchase_fk: purchase, supplier_fk: shop.supplier, currency_fk: 1, payment_type: 'on_account' },
      lines: [{ purchase_line_id: 1, ...pieces(goods, '8', { batches: [batch('B', '8')] }) }],
    });
    expect(back.body.errors).toBeUndefined();
    expect(await held(goods)).toEqual([
      ['A', '9'],
      ['C', '7'],
    ]);
  });

  it('of a box of three machines that come one by one are known by piece', async () => {
    const goods = await newItem('3', { serial_numbers: 'at_receipt' });
    const purchase = await ordered(goods, '1', '30000');
    const number = (batch_number: string) => ({ batch_number, expire_date: null, quantity: '1' });
    await came(purchase, pieces(goods, '1', { batches: [number('N-1')] }));
    await came(purchase, pieces(goods, '3', { batches: [number('N-2'), number('N-3')] }));
    expect(await held(goods)).toEqual([
      ['N-1', '1'],
      ['N-2', '1'],
      ['N-3', '1'],
    ]);
    expect(await stockOf(goods)).toEqual(['3', '30000']);
  });
});

describe('units that are whole only', () => {
  it('a box of which there are no parts comes piece by piece, and no half piece comes', async () => {
    const carton = await office.add('units', { unit_name: 'Whole carton', whole_only: true });
    const single = await office.add('units', { unit_name: 'Whole piece', whole_only: true });
    const item_units = [unitOf(single, '1'), unitOf(carton, '12')];
    const goods = await office.add('items', { item_name: 'Whole goods', item_units });
    const lines = [{ item_fk: goods, unit_fk: carton, quantity: '2', price: '1200' }];
    const purchase = await office.add('purchases', { ...purchaseBody(shop, '2', { lines }), receive: false });
    const ofPieces = (quantity: string) => ({ item_fk: goods, unit_fk: single, quantity });
    expect(Object.keys(errorsOf(await receive(purchase, ofPieces('4.5'))))).toEqual(['lines.0.quantity']);
    expect(Object.keys(errorsOf(await receive(purchase, { quantity: '0.5' })))).toEqual(['lines.0.quantity']);
    await came(purchase, ofPieces('5'));
    expect(await stockOf(goods)).toEqual(['5', '500']);
  });
});

describe('first in, first out', () => {
  it('takes the pieces of the first receipt before those of a dearer purchase', async () => {
    const goods = await newItem('12');
    const first = await ordered(goods, '1', '1200');
    await came(first, pieces(goods, '1'));
    const method = await office.add('recalculations', { date: '2026-03-01', cost_method: 'fifo', item_fk: [goods] });
    const job = async (body: object) => {
      const begun = await office.send('POST', 'jobs/recalculate', { recalculation_fk: method, ...body });
      return membersOf(await resultOf(office, String(begun.body.data['job_id'])));
    };
    const { plan } = await job({});
    expect(await job({ plan })).toMatchObject({ committed: true });
    await came(first, pieces(goods, '5'), { date: '2026-03-05' });
    await office.add(
      'purchases',
      purchaseBody(shop, '1', { date: '2026-03-06', lines: [pieces(goods, '1', { price: '700' })] }),
    );
    await came(first, { quantity: '1' }, { date: '2026-03-07' });
    expect(await stockOf(goods)).toEqual(['13', '1900']);
    const sell = (quantity: string, date: string) =>
      office.add('sales', saleBody(shop, quantity, { date, lines: [pieces(goods, quantity, { price: '1000' })] }));
    await sell('5', '2026-03-08');
    expect(await stockOf(goods)).toEqual(['8', '1400']);
    await sell('1', '2026-03-09');
    expect(await stockOf(goods)).toEqual(['7', '700']);
  });
});

describe('two boxes of twelve that were sold and are brought', () => {
  it('are delivered as seven pieces, then to the end; five are left as pieces, exactly', async () => {
    const goods = await newItem('12');
    const purchase = await ordered(goods, '2', '1200');
    await came(purchase, { quantity: '2' });
    const sale = await office.add(
      'sales',
      saleBody(shop, '2', {
        ...{ received_type: 'brought', customer_address: 'Citadel 1' },
        lines: [{ item_fk: goods, unit_fk: box, quantity: '2', price: '2000' }],
      }),
    );
    const deliver = (line: object) =>
      office.send('POST', `sales/${sale}/deliver`, { lines: [{ line_id: 1, ...line }], date: '2026-03-11' });
    expect((await deliver(pieces(goods, '7'))).status).toBe(200);
    const waiting = async () => {
      const { data } = await office.read(`reports/inventory?item_fk=${goods}`);
      return objectsOf(membersOf(data)['data']).map(({ quantity, undelivered }) => [quantity, undelivered]);
    };
    expect(await waiting()).toEqual([['0', '17']]);
    expect(errorsOf(await deliver(pieces(goods, '25')))).toEqual({
      'lines.0.quantity': [expect.stringContaining('24')],
    });
    expect((await deliver({ quantity: '1' })).status).toBe(200);
    expect(await waiting()).toEqual([['0', '12']]);
    expect((await deliver(pieces(goods, '24'))).status).toBe(200);
    expect(await waiting()).toEqual([]);
    expect((await office.read(`sales/${sale}`)).data).toMatchObject({ received_status: 'received' });
  });
});

describe('a sale transfer of a box of twelve to another outlet', () => {
  it('comes back as five pieces and the rest, at its cost and price', async () => {
    const goods = await newItem('12');
    const purchase = await ordered(goods, '1', '1000');
    await came(purchase, { quantity: '1' });
    const outlet = await office.add('outlets', { outlet_name: 'Branch' });
    const inventory = await office.add('inventories', { inventory_name: 'Branch store', outlet_fk: outlet });
    const there = { outlet_fk: outlet, inventory_fk: inventory };
    const transfer = await office.add('sale_transfers', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, to_outlet_fk: outlet, to_inventory_fk: inventory },
      ...{ date: '2026-03-12', status: 'sent', currency_fk: 1 },
      lines: [{ item_fk: goods, unit_fk: box, quantity: '1', price: '12000' }],
    });
    const arrive = (line: object) =>
      office.send('POST', `sale_transfers/${transfer}/receive`, {
        ...{ date: '2026-03-13', rest: 'on_its_way', lines: [{ line_id: 1, ...line }] },
      });
    expect((await arrive(pieces(goods, '7'))).body.errors).toBeUndefined();
    const back = (line: object) =>
      office.send('POST', 'sale_transfer_returns', {
        ...{ ...there, to_outlet_fk: shop.outlet, to_inventory_fk: shop.inventory, date: '2026-03-14', status: 'sent' },
        ...{ sale_transfer_fk: transfer, lines: [{ sale_transfer_line_id: 1, ...line }] },
      });
    expect(errorsOf(await back(pieces(goods, '8')))).toEqual({ 'lines.0.quantity': [expect.stringContaining('7')] });
    const five = await back(pieces(goods, '5'));
    expect(five.body.errors).toBeUndefined();
    expect(objectsOf(five.body.data['lines'])[0]).toMatchObject({ price: '1000', quantity: '5', unit_fk: shop.unit });
    expect(errorsOf(await back(pieces(goods, '3')))).toEqual({ 'lines.0.quantity': [expect.stringContaining('2')] });
    expect((await arrive({ quantity: '1' })).body.errors).toBeUndefined();
    expect((await back(pieces(goods, '7'))).body.errors).toBeUndefined();
    for (const id of [1, 2]) {
      const sent = (await office.read('sale_transfer_returns')).data['data'] as unknown as { id: number }[];
      const answer = await office.send('POST', `sale_transfer_returns/${sent.at(-id)?.id}/receive`, {
        date: '2026-03-15',
      });
      expect(answer.body.errors).toBeUndefined();
    }
    expect(await stockOf(goods)).toEqual(['12', '1000']);
  });
});

it('the books hold', async () => {
  await office.read('reports/inventory');
  const answers = await onDatabase(office.database.url, async (client) => [
    ...(await checkBooks(client, 'read')),
    ...(await checkAcross(client, 'read')),
  ]);
  expect(answers.filter(({ findings }) => findings.length > 0)).toEqual([]);
});
