/** `npm run verify` asks of each sale that its returns gave no more back than was kept for it. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkAcross } from '../../projector/verify/across.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let client: pg.Client;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  client = new pg.Client({ connectionString: office.database.url });
  await client.connect();
  await office.add('purchases', purchaseBody(shop, '100'));
});
afterAll(async () => {
  await client?.end();
  await office?.close();
});

async function found(): Promise<readonly string[]> {
  await office.read('sale_returns');
  const { rows } = await client.query<{ schema: string }>('select distinct schema from projection.checkpoint');
  const answers = await checkAcross(client, rows[0]?.schema ?? '');
  return answers.find(({ name }) => name.startsWith('no sale gave more back'))?.findings ?? ['not asked'];
}

const back = (sale_fk: number, quantity: string) =>
  office.add('sale_returns', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, sale_fk, date: '2026-03-12' },
    ...{ payment_type: 'cash', account_fk: shop.cash, lines: [{ sale_line_id: 1, quantity }], status: 'complete' },
  });

it('finds nothing where rounded parts add up to what was kept, and the sale of which more was given', async () => {
  const sold = (price: string, more: object = {}) =>
    office.add(
      'sales',
      saleBody(shop, '10', { lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '10', price, ...more }] }),
    );
  for (const [price, more] of [
    ['130', {}],
    ['1126', { tax_percent: '7' }],
    ['3333', { discount: { type: 'percent', value: '3.3' } }],
  ] as const) {
    const sale = await sold(price, more);
    for (const quantity of ['1', '0.5', '2.5', '3', '3']) await back(sale, quantity);
  }
  expect(await found()).toEqual([]);
  const [changed] = (
    await client.query<{ id: number }>(
      `update ${(await client.query('select distinct schema from projection.checkpoint')).rows[0].schema}.document
       set total = total + 1 where kind = 'sale_return' and status = 'complete' and total > 0 returning (data ->> 'sale_fk')::int as id`,
    )
  ).rows;
  expect(await found()).toContainEqual(expect.stringContaining(`sale-${changed?.id} gave `));
});
