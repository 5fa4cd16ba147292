/**
 * What there is of a batch, and what moved of it, is told in the units of its item too (docs/decisions/0199): a batch of 570 tablets
 * came in boxes of thirty, 230 left in strips of ten, and the rest is held.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

const inWords = (parts: unknown) =>
  objectsOf(parts)
    .map(({ quantity, unit_name }) => `${quantity} ${unit_name}`)
    .join(' ');

describe('570 tablets of a batch', () => {
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
      ...{ has_batch_number: true, has_expire: true },
      item_units: [unit(strip, '10'), unit(shop.unit, '1'), unit(box, '30')],
    });
    expect(changed.body.errors).toBeUndefined();
    const batch = { batch_number: 'A1', expire_date: '2035-05-31' };
    const bought = { item_fk: shop.item, unit_fk: box, quantity: '19', price: '600', ...batch };
    await office.add('purchases', purchaseBody(shop, '1', { lines: [bought] }));
    const sold = { item_fk: shop.item, unit_fk: strip, quantity: '23', price: '1000' };
    await office.add('sales', saleBody(shop, '1', { customer_fk: shop.customer, lines: [sold] }));
    await office.add('batch_holds', { item_fk: shop.item, ...batch, hold_type: 'held', reason: 'a letter' });
  });
  afterAll(() => office?.close());

  it('are told exactly in boxes and strips, also what left', async () => {
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
  // For a paper whose answer has no units.
  expect(bare).toEqual(['shared/paper/paper-values.ts']);
});
