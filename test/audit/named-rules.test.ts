/** The rule that a line of cost names is the rule that was used: each value is computed again from what the page shows. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { divideRounded } from '../../domain/values/fixed-point.ts';
import { money } from '../../domain/values/money.ts';
import { quantity } from '../../domain/values/quantity.ts';
import { personOf } from '../../identity/person.ts';
import type { Cost } from '../../read-api/audit/explain/cost.ts';
import { explainLine } from '../../read-api/audit/explain/line.ts';
import { inSnapshot } from '../../read-api/database/reader.ts';
import { smallYear, type Year } from './year.ts';

const owner = personOf(1, { user_name: 'owner', email: 'o@example.com' }, undefined);
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

interface Line {
  readonly position: string;
  readonly line_no: number;
  readonly document_kind: string;
}

/** The share of a line, so that all shares add up exactly to the line. */
const shareOf = (value: bigint, of: bigint, from: bigint, to: bigint): bigint =>
  divideRounded(value * to, of) - divideRounded(value * from, of);

/** The value by the named rule, from what the page shows; undefined for a rule that needs more than the page. */
function computed(note: string, { now, cost_of_line }: Cost): bigint | undefined {
  const [held, worth, moved] = [quantity(now.quantity_before), money(now.value_before), quantity(now.quantity)];
  if (note === 'at_average') return -moved === held ? -worth : divideRounded(worth * moved, held);
  if (note === 'at_cost_of_line' && cost_of_line) {
    const [of, from] = [quantity(cost_of_line.quantity), quantity(cost_of_line.before)];
    const count = moved < 0n ? -moved : moved;
    const share = shareOf(money(cost_of_line.value), of, from, from + count);
    return moved < 0n ? -share : share;
  }
  return undefined;
}

it('gives the value of every movement again', async () => {
  const lines = await year.projection.rows<Line>(
    `select position, line_no, document_kind from read.journal_line where kind = 'cost' and account / 1000000 = 131`,
  );
  const seen = new Set<string>();
  for (const { position, line_no, document_kind } of lines) {
    const { rule, cost } = await inSnapshot(year.reader, (snapshot) =>
      explainLine(snapshot, owner, { position, line_no: String(line_no) }),
    );
    const note = rule?.lines[0]?.note ?? '';
    if (!cost) throw new Error(`no cost behind line ${line_no} of ${position}`);
    const right = computed(note, cost);
    seen.add(`${document_kind} ${note}${right === undefined ? '' : ' computed'}`);
    if (right !== undefined)
      expect(`${document_kind} ${note} ${right}`).toBe(`${document_kind} ${note} ${money(cost.now.value)}`);
  }
  expect([...seen].sort()).toEqual([
    'direct_adjustment at_average computed',
    'production at_average computed',
    'production shared_value',
    'purchase_return goods_cost',
    'sale at_average computed',
    'sale_return at_cost_of_line computed',
    'sale_transfer at_average computed',
    'sale_transfer at_cost_of_line computed',
    'stock_transfer at_average computed',
    'stock_transfer at_cost_of_line computed',
  ]);
});
