/**
 * `npm run verify` asks of each sale and of each receipt of a till that no more came back than was kept for it, of each
 * purchase and return that its supplier gave no more than was billed, and of all goods that no piece costs what nobody paid.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkAcross } from '../../projector/verify/across.ts';
import { checkCosts } from '../../projector/verify/costs.ts';
import { purchaseBody, saleBody } from '../api/shop.ts';
import { box, openTillShop, type TillShop } from '../api/tilling.ts';
import { type Office, openOffice } from './office.ts';

const DATE = '2026-03-11';
const USD = 2;

let office: Office;
let shop: TillShop;
let client: pg.Client;
beforeAll(async () => {
  office = await openOffice();
  shop = await openTillShop(office);
  client = new pg.Client({ connectionString: office.database.url });
  await client.connect();
  await office.add('purchases', purchaseBody(shop, '100'));
});
afterAll(async () => {
  await client?.end();
  await office?.close();
});

async function schema(): Promise<string> {
  await office.read('sale_returns');
  const { rows } = await client.query<{ schema: string }>('select distinct schema from projection.checkpoint');
  return rows[0]?.schema ?? '';
}

async function found(name: string): Promise<readonly string[]> {
  const own = await schema();
  const answers = [...(await checkAcross(client, own)), await checkCosts(client, own)];
  return answers.find((answer) => answer.name.startsWith(name))?.findings ?? ['not asked'];
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
  expect(await found('no sale gave more back')).toEqual([]);
  const [changed] = (
    await client.query<{ id: number }>(
      `update ${await schema()}.document
       set total = total + 1 where kind = 'sale_return' and status = 'complete' and total > 0 returning (data ->> 'sale_fk')::int as id`,
    )
  ).rows;
  expect(await found('no sale gave more back')).toContainEqual(expect.stringContaining(`sale-${changed?.id} gave `));
});

it('finds nothing where a receipt came back in parts, in either money, and the receipt of which more was given', async () => {
  const [dinars, dollars] = [await box(office, shop.outlet, 'Drawer'), await box(office, shop.outlet, 'Dollars', USD)];
  const inSafe = await box(office, shop.outlet, 'Safe, dollars', USD);
  const rate = '1455.37';
  const drawer_fk = await office.add('closing_drawers', {
    ...{ outlet_fk: shop.outlet, date: DATE, time: '08:00' },
    accounts: [
      { account_fk: dinars, safe_account_fk: shop.safe, float_amount: '500000' },
      { account_fk: dollars, safe_account_fk: inSafe, rate },
    ],
  });
  const sell = (price: string, payments: readonly object[]) =>
    office.add('pos_sales', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, drawer_fk, date: DATE, status: 'complete' },
      ...{ payments, lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '10', price }] },
    });
  const refund = async (id: number, more: object) => {
    const body = { drawer_fk, date: DATE, reason: 'Not needed', ...more };
    expect(await office.send('POST', `pos_sales/${id}/refund`, body)).toMatchObject({ status: 200 });
  };
  const cash = (amount: string) => ({ method: 'cash', amount, account_fk: dinars });
  const inDollars = { method: 'cash', amount: '5', rate, account_fk: dollars };
  const parts = await sell('1126', [cash('4000'), inDollars]);
  for (const quantity of ['1', '2.5', '3.5', '3']) await refund(parts, { lines: [{ line_id: 1, quantity }] });
  await refund(await sell('333', [cash('5000')]), {});
  expect(await found('no receipt of a till gave more')).toEqual([]);
  const { rowCount } = await client.query(
    `update ${await schema()}.event set data = jsonb_set(data::jsonb, '{payments,0,amount}', '"9000"')::json
     where type = 'pos_sale.part_refunded' and position = (select max(position) from ${await schema()}.event where type = 'pos_sale.part_refunded')`,
  );
  expect(rowCount).toBe(1);
  expect(await found('no receipt of a till gave more')).toEqual([
    expect.stringMatching(new RegExp(`^pos_sale-${parts} gave \\d+(\\.\\d+)? back, and kept 11276.8500$`)),
  ]);
});

it('finds nothing in what goods cost, and the sale whose goods left at a cost that nobody paid', async () => {
  const name = 'no piece costs less than';
  expect(await found(name)).toEqual([]);
  const lines = `${await schema()}.stock_line`;
  const { rows } = await client.query<{ document: string }>(
    `update ${lines} set value = value * 3 where kind = 'movement' and position =
       (select position from ${lines} where document_kind = 'sale' and quantity < 0 order by position limit 1)
     returning document`,
  );
  expect(await found(name)).toEqual([
    expect.stringMatching(
      new RegExp(
        `^item ${shop.item} in inventory ${shop.inventory} at .* after ${rows[0]?.document}: 10 worth \\d+, \\d+ a piece; receipts until then cost \\d+ \\(purchase-\\d+\\) to \\d+ \\(purchase-\\d+\\) a piece$`,
      ),
    ),
  ]);
});

/** A purchase of 10 at a price, of which parts go back; `more` is of the purchase. */
async function bought(price: string, parts: readonly string[], more: object = {}, of: object = {}): Promise<number> {
  const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '10', price, ...of }];
  const purchase_fk = await office.add('purchases', purchaseBody(shop, '10', { lines, ...more }));
  const paid = { payment_type: 'cash', account_fk: shop.cash, ...more };
  for (const quantity of parts) {
    await office.add('purchase_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, purchase_fk, date: '2026-03-12', status: 'complete' },
      ...{ ...paid, lines: [{ purchase_line_id: 1, quantity }] },
    });
  }
  return purchase_fk;
}
const allOfIt = ['1', '0.5', '2.5', '3', '3'];

it('finds nothing where goods went back to a supplier in parts, and the purchase for which more came back', async () => {
  const name = 'no supplier gave more back for a purchase';
  const supplier_fk = await office.add('suppliers', { consumer_name: 'Mill of the village' });
  const owed = { payment_type: 'on_account', supplier_fk, account_fk: null };
  const whole = await bought('1126.3333', allOfIt, {}, { tax_percent: '7' });
  await bought('333', allOfIt, owed, { discount: { type: 'percent', value: '3.3' } });
  await bought('777.7777', ['4'], owed);
  // Billed at another price, a part went back before the bill, and an allowance came after it.
  const billed = await bought('1000', [], { ...owed, received: undefined, receive: false });
  const step = async (path: string, body: object) => {
    const { status, body: answer } = await office.send('POST', path, body);
    expect([path, status, answer.errors]).toEqual([path, 200, undefined]);
  };
  await step(`purchases/${billed}/receive`, { date: '2026-03-03', billed: false });
  const back = (quantity: string, more: object = {}) => ({
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, purchase_fk: billed, status: 'complete' },
    ...{ date: '2026-03-05', payment_type: 'on_account', lines: [{ purchase_line_id: 1, quantity }], ...more },
  });
  await office.add('purchase_returns', back('2'));
  await step(`purchases/${billed}/bill`, { date: '2026-03-06', lines: [{ line_id: 1, price: '900' }] });
  const allowed = {
    cost_id: 1,
    amount: '500',
    share_by: 'value',
    payment_type: 'on_account',
    currency_fk: 1,
    date: '2026-03-07',
  };
  await step(`purchases/${billed}/apply_allowance`, { ...allowed, reason: 'a rebate' });
  await office.add('purchase_returns', back('8', { date: '2026-03-08' }));
  expect(await found(name)).toEqual([]);
  const change = async (set: string, id: number) => {
    const { rowCount } = await client.query(
      `update ${await schema()}.document set ${set} where kind = 'purchase_return' and id =
         (select max(id) from ${await schema()}.document where kind = 'purchase_return' and data ->> 'purchase_fk' = '${id}')`,
    );
    expect(rowCount).toBe(1);
  };
  for (const id of [whole, billed]) {
    await change('total = total + 0.0001', id);
    expect(await found(name)).toEqual([
      expect.stringMatching(new RegExp(`^purchase-${id} got \\S+ back, and was billed `)),
    ]);
    await change('total = total - 0.0001', id);
  }
  expect(await found(name)).toEqual([]);
});

it('finds nothing where a supplier credits less, and the return for which more was given than it is worth', async () => {
  const name = 'no supplier gave more for a return';
  const supplier_fk = await office.add('suppliers', { consumer_name: 'Bakery of the village' });
  const owed = { payment_type: 'on_account', supplier_fk, account_fk: null };
  const purchase_fk = await bought('1200', ['3'], owed);
  const waiting = await office.add('purchase_returns', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, purchase_fk, date: '2026-03-12', status: 'complete' },
    ...{ ...owed, credit_awaited: true, lines: [{ purchase_line_id: 1, quantity: '2' }] },
  });
  expect(await found(name)).toEqual([]);
  const answer = { date: '2026-03-12', amount: '2000', credit_reason: 'one was opened' };
  expect((await office.send('POST', `purchase_returns/${waiting}/credit`, answer)).status).toBe(200);
  expect(await found(name)).toEqual([]);
  const change = async (path: string, amount: string) =>
    client.query(
      `update ${await schema()}.document set data = jsonb_set(data, '${path}', '"${amount}"') where kind = 'purchase_return' and id = $1`,
      [waiting],
    );
  for (const [path, wrong, right] of [
    ['{credit,amount}', '2401', '2000'],
    ['{credit,settled_amount}', '2001', '2000'],
  ] as const) {
    expect((await change(path, wrong)).rowCount).toBe(1);
    expect(await found(name)).toEqual([expect.stringMatching(new RegExp(`^purchase_return-${waiting} is worth 2400`))]);
    await change(path, right);
  }
  expect(await found(name)).toEqual([]);
});
