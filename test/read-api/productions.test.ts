/** Collections, mixtures and productions, entered over the API and read in lists, stock and books. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentBuild } from '../../projector/builds/build.ts';
import { checkBooks } from '../../projector/rebuild/invariants.ts';
import { checkAcross } from '../../projector/verify/across.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let eggs: number;
let cake: number;
let mixture: number;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  eggs = await office.add('items', itemBody(shop.unit, 'Eggs'));
  cake = await office.add('items', itemBody(shop.unit, 'Cake'));
  await office.add('purchases', purchaseBody(shop, '10'));
  const lines = [{ item_fk: eggs, unit_fk: shop.unit, quantity: '12', price: '100' }];
  await office.add('purchases', purchaseBody(shop, '0', { lines }));
});
afterAll(() => office.close());

const post = (path: string, body: unknown) => office.send('POST', path, body);
const place = () => ({ outlet_fk: shop.outlet, inventory_fk: shop.inventory, date: '2026-03-04' });
const onAccount = { payment_type: 'on_account', account_fk: null };

const costOfSales = async () => {
  const { data } = await office.read('financial_reports/trial_balance');
  const rows = data['rows'] as unknown as { code: string; debit: string }[];
  return rows.find((row) => row.code === '5100')?.debit;
};

describe('a mixture', () => {
  it('is made of raw materials, in units of their items', async () => {
    const material = (raw_material_name: string, item_fk: number) =>
      office.add('raw_materials', { raw_material_name, item_fk, unit_fk: shop.unit });
    const [flour, egg] = [await material('Flour', shop.item), await material('Egg', eggs)];
    const lines = [
      { raw_material_fk: flour, quantity: '2' },
      { raw_material_fk: egg, quantity: '6' },
    ];
    const body = { mixture_name: 'Sponge', item_fk: cake, unit_fk: shop.unit, quantity: '4', lines };
    mixture = await office.add('mixtures', body);
    const twice = await post('mixtures', body);
    expect(Object.keys(twice.body.errors ?? {})).toEqual(['mixture_name']);
    const wrong = await post('mixtures', { ...body, mixture_name: 'Other', lines: [{ quantity: '1' }] });
    expect(Object.keys(wrong.body.errors ?? {})).toEqual(['lines.0.raw_material_fk']);
    const ofItself = await post('mixtures', { ...body, mixture_name: 'Other', item_fk: eggs });
    expect(Object.keys(ofItself.body.errors ?? {})).toEqual(['lines.1.quantity']);
  });
});

describe('a production', () => {
  let id: number;

  it('takes its inputs from its mixture, and values its outputs with its costs', async () => {
    const labour = { amount: '200', currency_fk: 1, payment_type: 'on_account', supplier_fk: shop.supplier };
    const done = await post('productions', {
      ...place(),
      mixture_fk: mixture,
      quantity: '8',
      costs: [labour],
      status: 'complete',
    });
    expect(done).toMatchObject({ status: 201, body: { data: { status: 'complete', number: 'PD-000001' } } });
    id = Number(done.body.data['id']);
    const { data } = await office.read(`productions/${id}/effect`);
    expect(data['stock']).toMatchObject([
      { item_name: 'Rice', quantity: '-4', value: '-2400' },
      { item_name: 'Eggs', quantity: '-12', value: '-1200' },
      { item_name: 'Cake', quantity: '8', value: '3800' },
    ]);
    const { data: list } = await office.read('productions');
    expect(list['data']).toMatchObject([{ id, mixture_name: 'Sponge', quantity: '8', status: 'complete' }]);
  });

  it('is valued anew together with the sales of its outputs, when a late purchase of an input is for an earlier day', async () => {
    const lines = [{ item_fk: cake, unit_fk: shop.unit, quantity: '2', price: '1000' }];
    const sale = { ...onAccount, customer_fk: shop.customer, date: '2026-03-06', lines };
    await office.add('sales', saleBody(shop, '0', sale));
    expect(await costOfSales()).toBe('950');
    const late = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '10', price: '800' }];
    await office.add('purchases', purchaseBody(shop, '0', { date: '2026-03-03', lines: late }));
    // 700 instead of 600 for each of four: 400 more for eight cakes, 100 of them sold.
    expect(await costOfSales()).toBe('1050');
  });

  it('uses at most the stock on hand, and is not reversed after its outputs were sold', async () => {
    const refused = await post('productions', { ...place(), mixture_fk: mixture, quantity: '8', status: 'complete' });
    expect(refused).toMatchObject({ status: 422, body: { errors: { 'lines.1.quantity': [expect.any(String)] } } });
    const back = await post(`productions/${id}/return_to_draft`, { reason: 'burnt' });
    expect(back).toMatchObject({ status: 409, body: { code: 'protected' } });
  });
});

describe('a conversion', () => {
  it('puts a collection together and takes it apart', async () => {
    const box = await office.add('items', itemBody(shop.unit, 'Box'));
    const lines = [
      { item_fk: cake, unit_fk: shop.unit, quantity: '2' },
      { item_fk: shop.item, unit_fk: shop.unit, quantity: '1' },
    ];
    const collection = await office.add('collections', {
      collection_name: 'Gift box',
      item_fk: box,
      unit_fk: shop.unit,
      lines,
    });
    const body = {
      ...place(),
      date: '2026-03-07',
      conversion_type: 'item_to_collection',
      collection_fk: collection,
      status: 'complete',
    };
    const done = await post('conversions', { ...body, quantity: '3' });
    expect(done.body.data).toMatchObject({ status: 'complete', number: 'PC-000001' });
    const { data } = await office.read(`conversions/${done.body.data['id']}/effect`);
    expect(data['stock']).toMatchObject([
      { item_name: 'Cake', quantity: '-6', value: '-3150' },
      { item_name: 'Rice', quantity: '-3', value: '-2100' },
      { item_name: 'Box', quantity: '3', value: '5250' },
    ]);
    const apart = await post('conversions', {
      ...body,
      conversion_type: 'collection_to_item',
      quantity: '1',
      date: '2026-03-08',
    });
    const { data: effect } = await office.read(`conversions/${apart.body.data['id']}/effect`);
    // 1,750 shared by sale prices: two cakes and one rice at 1,000 each.
    expect(effect['stock']).toMatchObject([
      { item_name: 'Box', quantity: '-1', value: '-1750' },
      { item_name: 'Cake', quantity: '2', value: '1166.6667' },
      { item_name: 'Rice', quantity: '1', value: '583.3333' },
    ]);
  });

  it('leaves books of which everything holds that always does', async () => {
    const client = new pg.Client({ connectionString: office.database.url });
    await client.connect();
    try {
      const schema = (await currentBuild(client))?.schema ?? '';
      const answers = [...(await checkBooks(client, schema)), ...(await checkAcross(client, schema))];
      expect(answers.filter(({ findings }) => findings.length > 0)).toEqual([]);
    } finally {
      await client.end();
    }
  });
});
