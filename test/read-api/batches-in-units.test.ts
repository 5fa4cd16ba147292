/**
 * What there is of a batch, and what moved of it, is told in the units of its item too (docs/decisions/0199). Of a batch of 570
 * tablets that came in boxes of thirty, 230 left in strips of ten, and the rest is held; of another, 467, which expires, 51 are in
 * a second inventory, and a driver carries 40. Each of these numbers is of one batch only, so an answer that has it tells what
 * there is of a batch.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { figuresInAnswers } from './figures-in-answers.ts';
import { type Office, openOffice } from './office.ts';

/**
 * Of the held batch: what came, what left, what is there. Of the expiring one: what came, what is in each inventory, what a
 * driver carries.
 */
const NUMBERS = ['570', '230', '-230', '340', '467', '416', '51', '40'];

/** Quantities that are no stock of a batch, or whose readers have the units of the item, with the reasons. */
const SPLIT_BY_READER: Readonly<Record<string, string>> = {
  '/items/:id/overview inventories.quantity': 'the page of the item has its units',
  '/items/:id/overview open.quantity': 'the page of the item has its units',
  '/online_orders/:id lines.batches.quantity': 'the line has the units of its item, and tells its batches in them',
  '/online_orders/:id/history changes.after': 'what a person entered, as it was entered',
  '/purchases/:id batches.quantity': 'the line has the units of its item, and tells its batches in them',
  '/purchases/:id lines.quantity': 'in the unit of the line',
  '/purchases/:id receipts.after.quantity': 'in the unit of the line',
  '/purchases/:id receipts.batches.quantity': 'the line has the units of its item, and tells its batches in them',
  '/purchases/:id/history changes.after': 'what a person entered, as it was entered',
  '/purchases/:id/paper documents.lines.quantity': 'in the unit of the line',
  '/reports/items_profits data.quantity': 'what was sold',
  '/reports/items_profits totals.quantity': 'what was sold',
  '/reports/most_active_items data.quantity': 'what was sold',
  '/reports/most_active_items totals.quantity': 'what was sold',
  '/reports/stock_valuation inventories.quantity': 'a sum over items, which have different units',
  '/sales/:id batches.quantity': 'the line has the units of its item, and tells its batches in them',
  '/sales/:id lines.batches.quantity': 'the line has the units of its item, and tells its batches in them',
  '/sales/:id/history changes.after': 'what a person entered, as it was entered',
};

const inWords = (parts: unknown) =>
  objectsOf(parts)
    .map(({ quantity, unit_name }) => `${quantity} ${unit_name}`)
    .join(' ');

describe('a figure of a batch, by its number', () => {
  let office: Office;
  let shop: Shop;
  beforeAll(async () => {
    office = await openOffice();
    shop = await openShop(office);
    const strip = await office.add('units', { unit_name: 'Strip' });
    const box = await office.add('units', { unit_name: 'Carton of thirty' });
    const unit = (unit_fk: number, base_unit_qty: string) => ({
      ...{ unit_fk, base_unit_qty, is_base: base_unit_qty === '1', is_default: base_unit_qty === '30' },
      ...{ sale_price: '1000', barcodes: [] },
    });
    const changed = await office.send('PATCH', `items/${shop.item}`, {
      ...{ has_batch_number: true, has_expire: true, expire_alert_days: 90 },
      item_units: [unit(strip, '10'), unit(shop.unit, '1'), unit(box, '30')],
    });
    expect(changed.body.errors).toBeUndefined();
    const held = { batch_number: 'A1', expire_date: '2035-05-31' };
    const expiring = { batch_number: 'E2', expire_date: '2026-03-31' };
    const boxes = { item_fk: shop.item, unit_fk: box, quantity: '19', price: '600', ...held };
    const loose = (quantity: string) => ({
      item_fk: shop.item,
      unit_fk: shop.unit,
      quantity,
      price: '20',
      ...expiring,
    });
    const buy = (more: object) => office.add('purchases', { ...purchaseBody(shop, '1', more), confirmed: true });
    await buy({ lines: [boxes, loose('416')] });
    const store = await office.add('inventories', { inventory_name: 'Store', outlet_fk: shop.outlet });
    await buy({ lines: [loose('51')], inventory_fk: store });
    const sold = { item_fk: shop.item, unit_fk: strip, quantity: '23', price: '1000' };
    const batches = [{ ...held, quantity: '230' }];
    const lines = [{ ...sold, batches }];
    await office.add('sales', saleBody(shop, '1', { customer_fk: shop.customer, lines }));
    const carried = { ...sold, quantity: '4', batches: [{ ...expiring, quantity: '40' }] };
    const { status: _, ...ordered } = saleBody(shop, '1', { customer_fk: shop.customer });
    const order = await office.add('online_orders', { ...ordered, lines: [carried] });
    for (const [step, given] of [['confirm', {}] as const, ['give_to_driver', { driver_fk: 1 }] as const])
      expect((await office.send('POST', `online_orders/${order}/${step}`, given)).body.errors).toBeUndefined();
    await office.add('batch_holds', { item_fk: shop.item, ...held, hold_type: 'held', reason: 'a letter' });
  });
  afterAll(() => office?.close());

  it('is never without its units, in the answer of any route', async () => {
    const { told, untold } = await figuresInAnswers(office, {
      ...{ numbers: NUMBERS, ofEffect: '1', inventory: shop.inventory },
    });
    expect(told).toEqual(
      expect.arrayContaining([
        '/reports/batch_recall data.quantity',
        '/reports/batch_buyers data.quantity',
        '/reports/batches data.quantity',
        '/reports/expired_items data.quantity',
        '/items/:id/batches quantity',
        '/items/list_with_expire/:id data.batches.quantity',
        '/drivers/:id items.batches.quantity',
        '/batch_holds/:id/on_hand quantity',
      ]),
    );
    expect(untold).toEqual(Object.keys(SPLIT_BY_READER).sort());
  });

  it('is exact, also of what left', async () => {
    const rows = async (path: string) => objectsOf(membersOf((await office.read(path)).data)['data']);
    const recall = await rows('reports/batch_recall?batch_number=a1');
    expect(recall.map(({ what, quantity, in_units }) => [what, quantity, inWords(in_units)])).toEqual([
      ['on_hand', '340', '11 Carton of thirty 1 Strip'],
      ['came_in', '570', '19 Carton of thirty'],
      ['sold', '-230', '-7 Carton of thirty -2 Strip'],
    ]);
    const buyers = await rows('reports/batch_buyers?batch_number=a1');
    expect(buyers.map(({ in_units }) => inWords(in_units))).toEqual(['7 Carton of thirty 2 Strip']);
  });
});

it('no screen tells what there is of a batch without its units', () => {
  const bare = readdirSync('web', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => /formatDecimal\(\s*\w*[bB]atch\w*\.quantity/.test(readFileSync(join('web', file), 'utf8')));
  // A paper of a document of before units of batches were printed.
  expect(bare).toEqual(['shared/paper/paper-values.ts']);
});
