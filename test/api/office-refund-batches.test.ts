/** Refunds and corrections of the office say which batches and which pieces come back, and those of a line are known. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { linesLeft, refundedLines } from '../../web/till/office/receipt-left.ts';
import { openOffice } from '../read-api/office.ts';
import { itemBody, purchaseBody } from './shop.ts';
import { box, caughtUp, openTillShop, type TillShop } from './tilling.ts';

const DATE = '2026-03-11';
const [A1, A2] = [
  { batch_number: 'A1', expire_date: '2027-02-15' },
  { batch_number: 'A2', expire_date: '2027-03-15' },
];

let shop: TillShop;
let account: number;
let drawer: number;
let pack: number;
let tablets: number;
let phone: number;
beforeAll(async () => {
  shop = await openTillShop(await openOffice());
  account = await box(shop.api, shop.outlet, 'Drawer');
  drawer = await shop.api.add('closing_drawers', {
    ...{ outlet_fk: shop.outlet, date: DATE, time: '08:00' },
    accounts: [{ account_fk: account, safe_account_fk: shop.safe, float_amount: '5000000' }],
  });
  pack = await shop.api.add('units', { unit_name: 'Pack' });
  const unit = {
    unit_fk: shop.unit,
    base_unit_qty: '1',
    is_base: true,
    is_default: true,
    sale_price: '100',
    barcodes: [],
  };
  tablets = await shop.api.add(
    'items',
    itemBody(shop.unit, 'Amoxicillin', {
      ...{ has_expire: true, has_batch_number: true },
      item_units: [
        unit,
        { unit_fk: pack, base_unit_qty: '10', is_base: false, is_default: false, sale_price: '1000', barcodes: [] },
      ],
    }),
  );
  phone = await shop.api.add('items', itemBody(shop.unit, 'Phone', { serial_numbers: 'at_receipt' }));
  const lines = [
    { item_fk: tablets, unit_fk: shop.unit, quantity: '14', price: '60', ...A1 },
    { item_fk: tablets, unit_fk: shop.unit, quantity: '60', price: '60', ...A2 },
    { item_fk: phone, unit_fk: shop.unit, quantity: '6', price: '600', batches: pieces('1', '2', '3', '4', '5', '6') },
  ];
  await shop.api.add('purchases', purchaseBody(shop, '1', { lines }));
});
afterAll(() => shop?.api.close());

const pieces = (...numbers: readonly string[]) =>
  numbers.map((number) => ({ batch_number: `P${number}`, expire_date: null, quantity: '1' }));

const body = (line: object, total: string, more: object = {}) => ({
  ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer_fk: drawer, date: DATE, status: 'complete' },
  payments: [{ method: 'cash', amount: total, account_fk: account }],
  lines: [{ price: '1000', ...line }],
  ...more,
});
const sell = (line: object, total: string) => shop.api.add('pos_sales', body(line, total, { time: '09:00' }));
const phones = (...numbers: readonly string[]) => ({
  ...{ item_fk: phone, unit_fk: shop.unit, quantity: String(numbers.length), batches: pieces(...numbers) },
});

const refund = (id: number, line: object) =>
  shop.api.send('POST', `pos_sales/${id}/refund`, {
    ...{ drawer_fk: drawer, date: DATE, reason: 'Not needed' },
    lines: [{ line_id: 1, ...line }],
  });
async function show(id: number) {
  await caughtUp(shop.api);
  return (await shop.api.send('GET', `pos_sales/${id}`)).body.data;
}
const moved = (data: unknown) => objectsOf(data).map(({ batch_number, quantity }) => `${batch_number} ${quantity}`);
/** The batches of the line that the dialogs of the office show. */
const left = async (id: number) => moved(linesLeft(await show(id))[0]?.batches);

it('of a box that was sold out of two batches, the tablets of the named one come back', async () => {
  const id = await sell({ item_fk: tablets, unit_fk: pack, quantity: '2' }, '2000');
  expect(await left(id)).toEqual(['A1 14', 'A2 6']);
  const named = await refund(id, {
    ...{ item_fk: tablets, unit_fk: shop.unit, quantity: '4', batches: [{ ...A2, quantity: '4' }] },
  });
  expect(named.body.errors).toBeUndefined();
  const [part] = objectsOf((await show(id))['refunds']);
  expect(moved(part?.['batches'])).toEqual(['A2 4']);
  expect(await left(id)).toEqual(['A1 14', 'A2 2']);
  // More of the batch than is left, a batch of another receipt, and batches that do not add up.
  const tell = async (quantity: string, batches: readonly object[]) => {
    const { status, body: answer } = await refund(id, { item_fk: tablets, unit_fk: shop.unit, quantity, batches });
    return [status, ...Object.entries(answer.errors ?? {})];
  };
  expect(await tell('3', [{ ...A2, quantity: '3' }])).toEqual([
    422,
    ['lines.0.batches', [expect.stringMatching(/A2/)]],
  ]);
  expect(await tell('1', [{ batch_number: 'B9', expire_date: null, quantity: '1' }])).toEqual([
    ...[422, ['lines.0.batches', [expect.stringMatching(/B9/)]]],
  ]);
  expect((await tell('3', [{ ...A1, quantity: '2' }]))[0]).toBe(422);
  // Without a word the next ones come back, as before.
  expect((await refund(id, { item_fk: tablets, unit_fk: shop.unit, quantity: '15' })).status).toBe(200);
  expect(await left(id)).toEqual(['A2 1']);
});

it('of several telephones the one that lies on the desk comes back, and only once', async () => {
  const id = await sell(phones('1', '2', '3'), '3000');
  const unsaid = await refund(id, { quantity: '1' });
  expect([unsaid.status, Object.keys(unsaid.body.errors ?? {})]).toEqual([422, [expect.stringMatching(/^lines\.0/)]]);
  const lines = linesLeft(await show(id));
  const wanted = refundedLines(lines, { 'quantity 1': '1' }, new Map([[1, pieces('2')]]))?.[0] ?? {};
  // Two people refund the same telephone at the same moment.
  const both = await Promise.all([refund(id, wanted), refund(id, wanted)]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  const again = await refund(id, wanted);
  expect([again.status, again.body.errors]).toEqual([422, { 'lines.0.batches': [expect.stringMatching(/P2/)] }]);
  expect(await left(id)).toEqual(['P1 1', 'P3 1']);
  const stock = await shop.api.send('GET', `items/${phone}/batches?inventory_fk=${shop.inventory}`);
  expect(moved(stock.body.data).toSorted()).toEqual(['P2 1', 'P4 1', 'P5 1', 'P6 1']);
});

it('a correction keeps the named telephone, and the other one is in stock again', async () => {
  const id = await sell(phones('4', '5'), '2000');
  const corrected = await shop.api.send(
    'POST',
    'pos_sales',
    body(phones('5'), '1000', { replaces_fk: id, reason: 'One was enough' }),
  );
  expect(corrected.body.errors).toBeUndefined();
  expect(moved((await show(Number(corrected.body.data['id'])))['batches'])).toEqual(['P5 1']);
  const stock = await shop.api.send('GET', `items/${phone}/batches?inventory_fk=${shop.inventory}`);
  expect(moved(stock.body.data)).toContain('P4 1');
  expect(moved(stock.body.data)).not.toContain('P5 1');
});
