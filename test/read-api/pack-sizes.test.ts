/** A pack that changes its size leaves open papers as they were: what was written for boxes of twelve is in boxes of twelve. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
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

const units = (factor: string) =>
  [[shop.unit, '1'] as const, [box, factor] as const].map(([unit_fk, base_unit_qty]) => ({
    ...{ unit_fk, base_unit_qty, is_base: base_unit_qty === '1', is_default: base_unit_qty === '1' },
    ...{ sale_price: '1000', barcodes: [] },
  }));
const newItem = () => {
  names += 1;
  return office.add('items', { item_name: `Goods ${names}`, item_units: units('12') });
};
async function resized(item: number): Promise<void> {
  const body = { item_units: units('10'), confirmed: true };
  expect((await office.send('PATCH', `items/${item}`, body)).status).toBe(200);
}
const boxes = (item_fk: number, quantity: string, more: object = {}) => ({
  lines: [{ item_fk, unit_fk: box, quantity, price: '6000', ...more }],
});
const sizes = async (path: string) =>
  objectsOf((await office.read(path)).data['lines']).map(({ unit_factor }) => unit_factor);
const change = async (path: string, body: object) => {
  const { status, body: answer } = await office.send('PATCH', path, body);
  expect([status, answer.errors]).toEqual([200, undefined]);
};

describe('five boxes of twelve that hold ten from now on', () => {
  it('come of their order as sixty pieces, and close it', async () => {
    const item = await newItem();
    const place = { outlet_fk: shop.outlet, inventory_fk: shop.inventory, supplier_fk: shop.supplier };
    const ordered = { ...place, date: '2026-03-01', currency_fk: 1, status: 'bill', ...boxes(item, '5') };
    const purchase_order_fk = await office.add('purchase_orders', ordered);
    await resized(item);
    const part = (quantity: string) =>
      office.add(
        'purchases',
        purchaseBody(shop, '1', { purchase_order_fk, ...boxes(item, quantity, { order_line_id: 1 }) }),
      );
    expect(await sizes(`purchases/${await part('2')}`)).toEqual(['12']);
    await part('3');
    expect((await office.read(`purchase_orders/${purchase_order_fk}`)).data).toMatchObject({
      ...{ status: 'closed', delivered: [{ line_id: 1, quantity: '5' }] },
    });
    const { data } = await office.read(`reports/inventory?item_fk=${item}`);
    expect(data['data']).toMatchObject([{ quantity: '60', value: '30000' }]);
    // What is bought beside the order comes in boxes of ten.
    expect(
      await sizes(`purchases/${await office.add('purchases', purchaseBody(shop, '1', boxes(item, '1')))}`),
    ).toEqual(['10']);
  });

  it('are sold as they were offered', async () => {
    const item = await newItem();
    await office.add('purchases', purchaseBody(shop, '1', boxes(item, '9')));
    const { status: _, payment_type: _type, account_fk: _account, ...offer } = saleBody(shop, '1', boxes(item, '5'));
    const quotation = await office.add('quotations', { ...offer, customer_fk: shop.customer, status: 'draft' });
    await resized(item);
    await change(`quotations/${quotation}`, { ...offer, customer_fk: shop.customer, note: 'by Sunday' });
    expect((await office.send('POST', `quotations/${quotation}/complete`, {})).status).toBe(200);
    const made = await office.send('POST', `quotations/${quotation}/convert_to_sale`, { payment_type: 'on_account' });
    const sale = Number(made.body.data['sale_fk']);
    expect(await sizes(`quotations/${quotation}`)).toEqual(['12']);
    expect(await sizes(`sales/${sale}`)).toEqual(['12']);
  });

  it('stay as they are in a draft that is changed, and another line of it has boxes of ten', async () => {
    const item = await newItem();
    const sold = saleBody(shop, '1', { ...boxes(item, '5'), status: 'draft' });
    const bought = purchaseBody(shop, '1', { ...boxes(item, '5'), status: 'draft' });
    const ordered = {
      outlet_fk: shop.outlet,
      inventory_fk: shop.inventory,
      supplier_fk: shop.supplier,
      currency_fk: 1,
    };
    const drafts = [
      ['sales', sold],
      ['purchases', bought],
      ['purchase_orders', { ...ordered, date: '2026-03-01', status: 'draft', ...boxes(item, '5') }],
    ] as const;
    const ids: number[] = [];
    for (const [resource, body] of drafts) ids.push(await office.add(resource, body));
    await resized(item);
    for (const [index, [resource, body]] of drafts.entries()) {
      const [line] = boxes(item, '5').lines;
      const path = `${resource}/${ids[index]}`;
      const { status: _, ...changed } = body;
      await change(path, {
        ...changed,
        lines: [
          { ...line, line_id: 1, note: 'x' },
          { ...line, line_id: 2 },
        ],
      });
      expect(await sizes(path), resource).toEqual(['12', '10']);
    }
  });
});
