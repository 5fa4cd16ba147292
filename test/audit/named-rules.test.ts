/** The rule that a line of cost names is the rule that was used: each value is computed again from what the page shows. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everyRule } from './every-rule.ts';
import { smallYear, type Year } from './year.ts';

let year: Year;
beforeAll(async () => {
  year = await smallYear();
  await moreGoods();
  await year.projection.catchUp();
});
afterAll(() => year?.close());

/** Goods that are moved, made, counted, sent back, lost and found, each at a price that no quantity divides. */
async function moreGoods(): Promise<void> {
  const { shop, premises } = year;
  const { outlets, inventories, items, unit, suppliers, customers } = premises;
  const [here, there] = [
    { outlet_fk: outlets[0], inventory_fk: inventories[0] },
    { outlet_fk: outlets[1], inventory_fk: inventories[1] },
  ];
  const line = (item: number, count: string, more: object = {}) => ({
    ...{ item_fk: items[item], unit_fk: unit, quantity: count },
    ...more,
  });
  const enter = async (kind: string, body: object) => {
    const answer = await shop.enter(kind, body);
    if (!answer) throw new Error(`${kind} was refused`);
    return answer.id;
  };
  const done = async (kind: string, id: number, step: string, body: object) => {
    if (!(await shop.transit(kind, id, step, body))) throw new Error(`${step} of ${kind} was refused`);
  };
  const to = { to_outlet_fk: outlets[1], to_inventory_fk: inventories[1] };
  const sent = await enter('stock_transfer', {
    ...here,
    ...to,
    date: '2026-12-20',
    status: 'sent',
    lines: [line(0, '13')],
  });
  await done('stock_transfer', sent, 'receive', { date: '2026-12-21', lines: [{ line_id: 1, quantity: '5' }] });
  await done('stock_transfer', sent, 'receive', {
    date: '2026-12-22',
    lines: [{ line_id: 1, quantity: '11' }],
    rest: 'missing',
  });
  const priced = { currency_fk: 1, lines: [line(1, '7', { price: '999' })] };
  const sold = await enter('sale_transfer', { ...here, ...to, date: '2026-12-20', status: 'sent', ...priced });
  await done('sale_transfer', sold, 'receive', { date: '2026-12-21' });
  await enter('production', {
    ...{ ...here, date: '2026-12-22', status: 'complete' },
    costs: [{ amount: '1001', currency_fk: 1, payment_type: 'on_account', supplier_fk: suppliers[1] }],
    lines: [
      line(0, '3', { role: 'input' }),
      line(1, '2', { role: 'input' }),
      line(2, '7', { role: 'output', weight: '1' }),
    ],
  });
  const bought = {
    ...there,
    date: '2026-12-22',
    currency_fk: 1,
    payment_type: 'on_account',
    supplier_fk: suppliers[0],
  };
  const purchase = await enter('purchase', {
    ...{ ...bought, status: 'complete', receive: true },
    lines: [line(2, '9', { price: '1777' })],
  });
  const back = { ...bought, date: '2026-12-23', purchase_fk: purchase, status: 'complete' };
  await enter('purchase_return', { ...back, lines: [{ purchase_line_id: 1, quantity: '4' }] });
  const owed = { currency_fk: 1, payment_type: 'on_account', customer_fk: customers[0] };
  const sale = await enter('sale', {
    ...there,
    ...owed,
    date: '2026-12-24',
    status: 'complete',
    lines: [line(0, '3', { price: '5000' })],
  });
  for (const [day, count] of [
    ['25', '1'],
    ['26', '2'],
  ]) {
    const returned = { ...there, ...owed, sale_fk: sale, date: `2026-12-${day}`, status: 'complete' };
    await enter('sale_return', { ...returned, lines: [{ sale_line_id: 1, quantity: count }] });
  }
  await enter('direct_adjustment', { ...there, date: '2026-12-27', reason: 'found', lines: [line(0, '2')] });
}

it('gives the value of every movement again, and its terms add up to it', async () => {
  const seen = await everyRule(year);
  expect([...seen].sort()).toEqual([
    'cash_transfer at_average',
    'customer_transaction remainder',
    'direct_adjustment at_average',
    'production at_average',
    'production shared_value',
    'purchase_return at_average',
    'sale at_average',
    'sale remainder',
    'sale_return at_cost_of_line',
    'sale_transfer at_average',
    'sale_transfer at_cost_of_line',
    'stock_transfer at_average',
    'stock_transfer at_cost_of_line',
    'supplier_transaction at_average',
  ]);
});
