/** Returns of a sale for cash, in parts and at once: together they give back what was kept, and no more. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { returnTotals } from '../../domain/pricing/sale-return-totals.ts';
import { type Api, openApi } from './api.ts';
import { openShop, purchaseBody, type Shop, saleBody } from './shop.ts';

let api: Api;
let shop: Shop;
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
  await api.add('purchases', purchaseBody(shop, '100'));
});
afterAll(() => api.close());

const sold = (price: string, quantity: string) =>
  api.add('sales', saleBody(shop, quantity, { lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity, price }] }));

const back = (sale_fk: number, quantity: string) =>
  api.send('POST', 'sale_returns', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, sale_fk, date: '2026-03-12' },
    ...{ payment_type: 'cash', account_fk: shop.cash, lines: [{ sale_line_id: 1, quantity }], status: 'complete' },
  });

const paidBack = ({ body }: Awaited<ReturnType<typeof back>>): number =>
  Number(returnTotals(body.data as never).total) / 10_000;

it('ten returns of one piece of 1,126 at once, of a sale for which 11,250 were taken, give 11,250 back', async () => {
  const sale = await sold('1126', '10');
  const done = await Promise.all(Array.from({ length: 10 }, () => back(sale, '1')));
  expect(done.map(({ status }) => status)).toEqual(Array(10).fill(201));
  const paid = done.map(paidBack);
  expect(paid.reduce((all, amount) => all + amount, 0)).toBe(11_250);
  expect(paid.every((amount) => amount % 250 === 0)).toBe(true);
  expect((await back(sale, '1')).body.errors).toHaveProperty(['lines.0.quantity']);
});

it('ten returns of one piece of 130, of a sale for which 1,250 were taken, give 1,250 back', async () => {
  const sale = await sold('130', '10');
  const paid: number[] = [];
  for (let part = 0; part < 10; part++) paid.push(paidBack(await back(sale, '1')));
  expect(paid.reduce((all, amount) => all + amount, 0)).toBe(1250);
});

it('a return that is taken back gives its part to the next one', async () => {
  const sale = await sold('1126', '2');
  const first = await back(sale, '1');
  expect(paidBack(first)).toBe(1250);
  const id = first.body.data['id'];
  expect((await api.send('POST', `sale_returns/${id}/return_to_draft`, { reason: 'wrong' })).status).toBe(200);
  expect(paidBack(await back(sale, '2'))).toBe(2250);
});

it('a return of nothing is refused at its line', async () => {
  const sale = await sold('1126', '2');
  expect((await back(sale, '0')).body.errors).toHaveProperty(['lines.0.quantity']);
});
