/** Later costs of purchases through the interface, with a closed year beside the open one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { openEventStore } from '../../event-store/opening/open.ts';
import { checkBooks } from '../../projector/rebuild/invariants.ts';
import { rebuild } from '../../projector/rebuild/rebuild.ts';
import { checkAcross } from '../../projector/verify/across.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { onDatabase } from '../backup/place.ts';
import { resultOf } from '../support/job-result.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let carrier: number;
let names = 0;

/** Bought in the year that is closed: 20 pieces at 30,000, of which so many are sold in it. */
const OLD: Record<'none' | 'half' | 'all' | 'moved' | 'unbilled' | 'landed', { item: number; purchase: number }> =
  {} as never;
let second: number;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  carrier = await office.add('suppliers', { consumer_name: 'Carrier' });
  second = await office.add('inventories', { inventory_name: 'Second store', outlet_fk: shop.outlet });
  const years = (await office.read('financial_years')).data as never as { data: { id: number }[] };
  await office.add('financial_years', { year_name: '2027', start_date: '2027-01-01', end_date: '2027-12-31' });
  for (const [name, sold] of [
    ['none', 0],
    ['half', 10],
    ['all', 20],
    ['moved', 0],
    ['landed', 5],
  ] as const) {
    OLD[name] = await bought('20', '30000', { date: '2026-11-10' });
    if (sold > 0) await sell(OLD[name].item, String(sold), '2026-12-05');
  }
  OLD.unbilled = await cameUnbilled('35', '20000', '2026-11-10');
  await sell(OLD.unbilled.item, '20', '2026-12-05');
  await office
    .add('stock_transfers', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, to_outlet_fk: shop.outlet, to_inventory_fk: second },
      ...{ date: '2026-12-06', status: 'sent', lines: [line(OLD.moved.item, '5')] },
    })
    .then((id) => office.send('POST', `stock_transfers/${id}/receive`, { date: '2026-12-07' }));
  const begun = await office.send('POST', 'year_closes', { financial_year_fk: years.data[0]?.id, confirmed: true });
  const job = await office.send('POST', 'jobs/close_year', { year_close_fk: begun.body.data['id'] });
  expect(await resultOf(office, String(job.body.data['job_id']))).toMatchObject({ outcome: 'closed' });
});
afterAll(() => office.close());

const line = (item_fk: number, quantity: string, price?: string) => ({
  ...{ item_fk, unit_fk: shop.unit, quantity },
  ...(price ? { price } : {}),
});
const newItem = () => {
  names += 1;
  return office.add('items', itemBody(shop.unit, `Item ${names}`));
};
async function bought(quantity: string, price: string, more: object = {}) {
  const item = await newItem();
  const purchase = await office.add(
    'purchases',
    purchaseBody(shop, quantity, { lines: [line(item, quantity, price)], ...more }),
  );
  return { item, purchase };
}
/** Goods that came before their bill. */
async function cameUnbilled(quantity: string, price: string, date: string) {
  const of = await bought(quantity, price, { date, receive: false });
  await post(`purchases/${of.purchase}/receive`, { date, billed: false });
  return of;
}
const sell = (item: number, quantity: string, date: string) =>
  office.add('sales', saleBody(shop, quantity, { date, lines: [line(item, quantity, '50000')] }));
const cost = (amount: string, more: object = {}) => ({
  ...{ cost_id: 1, cost_type: 'freight', amount, currency_fk: 1, share_by: 'quantity' },
  ...{ payment_type: 'on_account', supplier_fk: carrier, ...more },
});
async function post(path: string, body: object) {
  const answer = await office.send('POST', path, body);
  expect(answer.body.errors ?? answer.body.message).toEqual(answer.status === 200 ? answer.body.message : undefined);
  expect(answer.status).toBe(200);
  return answer.body.data;
}
const rows = <Row extends object>(sql: string, ...given: unknown[]) =>
  onDatabase(office.database.url, async (client) => (await client.query<Row>(sql, given)).rows);
/** Stock, and cost of goods sold, of an item at the end of the closed year and on the first open day. */
async function held(item: number) {
  await office.read('reports/inventory');
  const asAt = async (day: string) => {
    const found = await rows<{ quantity: string; value: string }>(
      'select sum(quantity)::text as quantity, sum(value)::text as value from read.stock_line where item_fk = $1 and effective_date <= $2',
      ...[item, day],
    );
    return [Number(found[0]?.quantity), Number(found[0]?.value)];
  };
  const cost = async (from: string, to: string) => {
    const found = await rows<{ base: string | null }>(
      'select sum(base)::text as base from read.journal_line where item_fk = $1 and account = 5100 and effective_date between $2 and $3',
      ...[item, from, to],
    );
    return Number(found[0]?.base ?? 0);
  };
  return {
    stock: [await asAt('2026-12-31'), await asAt('2027-01-01')],
    cost: [await cost('2026-01-01', '2026-12-31'), await cost('2027-01-01', '2027-12-31')],
  };
}
describe('freight of 200,000 after the year of its goods was closed', () => {
  it('is offered as a prior-period adjustment', async () => {
    const refused = await office.send(
      'POST',
      `purchases/${OLD.half.purchase}/apply_cost`,
      cost('200000', { date: '2027-01-20' }),
    );
    expect([refused.status, refused.body['details']]).toEqual([
      422,
      expect.objectContaining({ prior_period: { date: '2026-11-10', open_day: '2027-01-01' } }),
    ]);
  });

  it.each([
    ['none', 0, 200_000],
    ['half', 100_000, 100_000],
    ['all', 200_000, 0],
  ] as const)(
    'of which %s was sold: the closed year stays, %i is cost of the open one, and %i is stock',
    async (name, now, stock) => {
      const { item, purchase } = OLD[name];
      const before = await held(item);
      await post(`purchases/${purchase}/apply_cost`, { ...cost('200000', { date: '2027-01-20' }), prior_period: true });
      const after = await held(item);
      expect(after.stock[0]).toEqual(before.stock[0]);
      expect(after.cost).toEqual([before.cost[0], now]);
      expect(after.stock[1]?.[1]).toBe((before.stock[1]?.[1] ?? 0) + stock);
    },
  );
});

describe('goods that were moved before their year was closed', () => {
  it('take their share in the inventory that has them', async () => {
    const { item, purchase } = OLD.moved;
    await post(`purchases/${purchase}/apply_cost`, { ...cost('200000', { date: '2027-01-20' }), prior_period: true });
    await office.read('reports/inventory');
    const inAll = await rows<{ inventory_fk: number; before: string; now: string }>(
      `select inventory_fk, (sum(value) filter (where effective_date < '2027-01-01'))::float::text as before, sum(value)::float::text as now
       from read.stock_line where item_fk = $1 group by 1 order by 1`,
      item,
    );
    expect(inAll).toEqual([
      { inventory_fk: shop.inventory, before: '450000', now: '600000' },
      { inventory_fk: second, before: '150000', now: '200000' },
    ]);
  });
});

describe('a landed cost of goods of a closed year and of an open one', () => {
  it('leaves the closed year as it was, and its money has the day of the bill, until it is taken back', async () => {
    const [old, now] = [OLD.landed, await bought('10', '60000', { date: '2027-01-10' })];
    const body = {
      ...{ outlet_fk: shop.outlet, cost_type: 'freight', date: '2027-01-20', amount: '180000', currency_fk: 1 },
      ...{ payment_type: 'on_account', supplier_fk: carrier, share_by: 'quantity', status: 'complete' },
      lines: [{ purchase_fk: old.purchase }, { purchase_fk: now.purchase }],
    };
    const before = await held(old.item);
    expect((await office.send('POST', 'landed_costs', body)).status).toBe(422);
    const id = await office.add('landed_costs', { ...body, prior_period: true });
    // 120,000 for the 20 of the closed year, of which 5 were sold, and 60,000 for the 10 of the open one.
    const after = await held(old.item);
    expect([after.stock[0], after.cost]).toEqual([before.stock[0], [before.cost[0], 30_000]]);
    expect([after.stock[1], (await held(now.item)).stock[1]]).toEqual([
      [15, 540_000],
      [0, 0],
    ]);
    const entry = objectsOf(membersOf((await office.read(`landed_costs/${id}/effect`)).data)['entry']);
    expect([...new Set(entry.map(({ effective_date }) => effective_date))]).toEqual(['2027-01-20']);
    await post(`landed_costs/${id}/return_to_draft`, { reason: 'of another container', prior_period: true });
    const back = await held(old.item);
    expect([back.stock[1], back.cost[1]]).toEqual([[15, 450_000], 0]);
  });
});

describe('a later cost that is taken back', () => {
  it('of a closed year leaves the open one as if it had never been there; the right one is entered after it', async () => {
    const { item, purchase } = await OLD.half;
    await post(`purchases/${purchase}/withdraw_cost`, {
      cost_id: 1,
      reason: 'typed 200,000 for 20,000',
      prior_period: true,
    });
    const back = await held(item);
    expect([back.stock[1], back.cost[1]]).toEqual([[10, 300_000], 0]);
    const right = cost('20000', { cost_id: 2, date: '2027-01-20' });
    await post(`purchases/${purchase}/apply_cost`, { ...right, prior_period: true });
    const now = await held(item);
    expect([now.stock[1], now.cost[1]]).toEqual([[10, 310_000], 10_000]);
  });

  it('restates what was sold since, and owes nothing: 10 at 1,000, 4 sold, 5,000 typed for 500', async () => {
    const { item, purchase } = await bought('10', '1000', { date: '2027-02-01' });
    await sell(item, '4', '2027-02-02');
    const state = async () => {
      await office.read('reports/inventory');
      const [stock] = await rows<{ value: string }>(
        'select value::float::text as value from read.stock_level where item_fk = $1',
        item,
      );
      return [Number(stock?.value), (await held(item)).cost[1], (await owedToCarrier(purchase)).toString()];
    };
    await post(`purchases/${purchase}/apply_cost`, cost('5000', { date: '2027-02-03' }));
    expect(await state()).toEqual([9000, 6000, '5000']);
    await post(`purchases/${purchase}/withdraw_cost`, { cost_id: 1, reason: 'typed 5,000 for 500' });
    expect(await state()).toEqual([6000, 4000, '0']);
    await post(`purchases/${purchase}/apply_cost`, cost('500', { cost_id: 2, date: '2027-02-03' }));
    expect(await state()).toEqual([6300, 4200, '500']);
  });

  it('is refused in words when its debt was paid', async () => {
    const { purchase } = await bought('10', '1000', { date: '2027-02-01' });
    await post(`purchases/${purchase}/apply_cost`, cost('777', { date: '2027-02-03' }));
    const bank = await office.add('cashes', {
      account_name: 'Bank',
      cash_type: 2,
      currency_fk: 1,
      allow_overdraft: true,
    });
    await office.add('supplier_transactions', {
      ...{ outlet_fk: shop.outlet, supplier_fk: carrier, transaction_type: 'pay', date: '2027-02-04' },
      ...{
        currency_fk: 1,
        amount: '777',
        account_fk: bank,
        allocations: [{ document: `purchase-${purchase}`, amount: '777' }],
      },
    });
    const refused = await office.send('POST', `purchases/${purchase}/withdraw_cost`, { cost_id: 1, reason: 'wrong' });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      422,
      expect.stringContaining('This cost was paid: take back its payment'),
    ]);
  });
});

/** What the purchase owes the carrier. */
async function owedToCarrier(purchase: number): Promise<number> {
  const found = await rows<{ amount: string }>(
    'select coalesce(sum(amount), 0)::text as amount from read.open_item where party = $1 and document = $2',
    ...[`supplier-${carrier}`, `purchase-${purchase}`],
  );
  return Number(found[0]?.amount);
}

describe('the money of a later cost', () => {
  it('leaves the safe on its own day: a safe that was filled after the receipt can pay', async () => {
    const { purchase } = await bought('10', '1000', { date: '2027-03-01' });
    const safe = await office.add('cashes', {
      account_name: 'Safe',
      cash_type: 1,
      currency_fk: 1,
      outlet_fk: shop.outlet,
    });
    const income = await office.add('income_types', { type_name: 'Rent' });
    await office.add('incomes', {
      ...{ outlet_fk: shop.outlet, date: '2027-03-20', income_type_fk: income, amount: '900', currency_fk: 1 },
      ...{ payment_type: 'cash', account_fk: safe, status: 'complete' },
    });
    const paid = { payment_type: 'cash', account_fk: safe, supplier_fk: null };
    const early = await office.send(
      'POST',
      `purchases/${purchase}/apply_cost`,
      cost('900', { ...paid, date: '2027-03-02' }),
    );
    expect(early.status).toBeGreaterThanOrEqual(400);
    await post(`purchases/${purchase}/apply_cost`, cost('900', { ...paid, date: '2027-03-21' }));
  });

  it('is owed from its own day, beside another bill of the same carrier for the same goods, and both are paid at once', async () => {
    const { purchase } = await bought('10', '1000', { date: '2027-03-01' });
    await post(`purchases/${purchase}/apply_cost`, cost('900', { date: '2027-03-10' }));
    await post(`purchases/${purchase}/apply_cost`, cost('600', { cost_id: 2, date: '2027-03-20' }));
    await office.read('reports/inventory');
    const items = await rows<{ date: string; amount: string }>(
      'select date::text, amount::float::text as amount from read.open_item where party = $1 and document = $2 order by 1',
      ...[`supplier-${carrier}`, `purchase-${purchase}`],
    );
    expect(items).toEqual([
      { date: '2027-03-10', amount: '900' },
      { date: '2027-03-20', amount: '600' },
    ]);
    const bank = await office.add('cashes', {
      account_name: 'Bank of March',
      cash_type: 2,
      currency_fk: 1,
      allow_overdraft: true,
    });
    await office.add('supplier_transactions', {
      ...{ outlet_fk: shop.outlet, supplier_fk: carrier, transaction_type: 'pay', date: '2027-03-25' },
      ...{
        currency_fk: 1,
        amount: '1500',
        account_fk: bank,
        allocations: [{ document: `purchase-${purchase}`, amount: '1500' }],
      },
    });
    await office.read('reports/inventory');
    expect(await owedToCarrier(purchase)).toBe(0);
  });
});

describe('a return after a later cost', () => {
  it('shares the cost anew over the goods that stayed; what left had the cost of the books, until it is taken back', async () => {
    const [a, b] = [await newItem(), await newItem()];
    const lines = [line(a, '10', '1000'), line(b, '10', '1000')];
    const purchase = await office.add('purchases', purchaseBody(shop, '1', { date: '2027-04-01', lines }));
    await post(`purchases/${purchase}/apply_cost`, cost('6000', { date: '2027-04-02' }));
    const values = async () => {
      await office.read('reports/inventory');
      const found = await rows<{ value: string }>(
        'select value::float::text as value from read.stock_level where item_fk = any($1) order by item_fk',
        [a, b],
      );
      return found.map(({ value }) => value);
    };
    expect(await values()).toEqual(['13000', '13000']);
    const back = await office.add('purchase_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, purchase_fk: purchase, supplier_fk: shop.supplier },
      ...{ currency_fk: 1, date: '2027-04-03', payment_type: 'on_account', status: 'complete' },
      lines: [{ purchase_line_id: 1, quantity: '5' }],
    });
    // 2,000 of the cost are for the 5 that stayed; 5 of 10 left at 1,200, of which 1,000 are a variance (decision 120).
    expect(await values()).toEqual(['6000', '14000']);
    await post(`purchase_returns/${back}/return_to_draft`, { reason: 'the wrong ones' });
    expect(await values()).toEqual(['13000', '13000']);
  });
});

describe('a bill with other prices', () => {
  const bill = (price: string, more: object = {}) => ({ lines: [{ line_id: 1, price }], ...more });

  it('of goods of a closed year leaves it as it was: 35 at 20,000, 20 sold, billed at 15,000', async () => {
    const { item, purchase } = OLD.unbilled;
    const before = await held(item);
    const body = bill('15000', { date: '2027-01-20' });
    const refused = await office.send('POST', `purchases/${purchase}/bill`, body);
    expect([refused.status, refused.body['details']]).toEqual([
      422,
      expect.objectContaining({ prior_period: { date: '2026-11-10', open_day: '2027-01-01' } }),
    ]);
    await post(`purchases/${purchase}/bill`, { ...body, prior_period: true });
    const after = await held(item);
    expect(after.stock[0]).toEqual(before.stock[0]);
    expect(after.stock[1]).toEqual([15, 225_000]);
    expect(after.cost).toEqual([400_000, -100_000]);
    expect(await owedToSupplier(purchase)).toBe(525_000);
  });

  it('is what lists, papers and returns of the purchase have: 10 at 1,000, 4 sold, billed at 1,300', async () => {
    const { item, purchase } = await cameUnbilled('10', '1000', '2027-05-01');
    await sell(item, '4', '2027-05-02');
    const dry = await office.send('POST', `purchases/${purchase}/bill?dry_run=1`, bill('1300', { date: '2027-05-03' }));
    expect(dry.status).toBe(200);
    await post(`purchases/${purchase}/bill`, bill('1300', { date: '2027-05-03' }));
    expect((await held(item)).cost[1]).toBe(5200);
    const { data } = (await office.read(`purchases/${purchase}`)) as never as { data: Record<string, unknown> };
    expect(data).toMatchObject({
      billed_lines: [{ line_id: 1, price: '1300', gross_amount: '13000' }],
      bills: [{ prices: [{ line_id: 1, price: '1300' }] }],
      remaining: '13000',
    });
    const [listed] = await rows<{ total: string }>(
      "select total::float::text as total from read.document where kind = 'purchase' and id = $1",
      purchase,
    );
    expect(listed?.total).toBe('13000');
    await office.add('purchase_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, purchase_fk: purchase, supplier_fk: shop.supplier },
      ...{ currency_fk: 1, date: '2027-05-04', payment_type: 'on_account', status: 'complete' },
      lines: [{ purchase_line_id: 1, quantity: '2', price: '1300' }],
    });
    expect(await owedToSupplier(purchase)).toBe(10_400);
    expect((await held(item)).cost[1]).toBe(5200);
  });
});

describe('an allowance of the supplier', () => {
  const allowance = (amount: string, more: object = {}) => ({
    ...{ cost_id: 1, amount, currency_fk: 1, payment_type: 'on_account', date: '2027-06-20', reason: 'rebate' },
    ...more,
  });
  const allow = (purchase: number, body: object) => post(`purchases/${purchase}/apply_allowance`, body);
  const state = async (item: number, purchase: number) => {
    const owed = await owedToSupplier(purchase);
    const [stock] = await rows<{ value: string }>(
      'select value::float::text as value from read.stock_level where item_fk = $1',
      item,
    );
    return [Number(stock?.value), (await held(item)).cost[1], owed];
  };

  it('of 40,000 on 100 at 1,000, of which 40 are sold: 36,000 in stock, 24,000 sold, 60,000 owed, until it is taken back', async () => {
    const { item, purchase } = await bought('100', '1000', { date: '2027-06-01' });
    await sell(item, '40', '2027-06-02');
    await allow(purchase, allowance('40000', { supplier_fk: null }));
    expect(await state(item, purchase)).toEqual([36_000, 24_000, 60_000]);
    const parts = { paid: '0', allowed_amount: '40000', unpaid: '60000', payment_status: 'unpaid' };
    expect((await office.read(`purchases/${purchase}`)).data).toMatchObject(parts);
    const statement = await office.read(`reports/suppliers_statement?consumer_id=${shop.supplier}&per_page=100`);
    const said = objectsOf(membersOf(statement.data)['data']).filter(
      ({ document }) => document === `purchase-${purchase}`,
    );
    expect(said.map(({ effective_date, debit, credit }) => [effective_date, debit, credit])).toEqual([
      ['2027-06-01', '0', '100000'],
      ['2027-06-20', '40000', '0'],
    ]);
    await post(`purchases/${purchase}/withdraw_cost`, { cost_id: 1, reason: 'not given after all' });
    expect(await state(item, purchase)).toEqual([60_000, 40_000, 100_000]);
    const back = { paid: '0', allowed_amount: '0', unpaid: '100000' };
    expect((await office.read(`purchases/${purchase}`)).data).toMatchObject(back);
    const tooMuch = await office.send(
      'POST',
      `purchases/${purchase}/apply_allowance`,
      allowance('100001', { cost_id: 2 }),
    );
    expect([tooMuch.status, JSON.stringify(tooMuch.body)]).toEqual([
      422,
      expect.stringContaining('The allowance is more than the goods cost'),
    ]);
  });

  it('of a purchase that was paid is a credit with the supplier, which the next purchase takes', async () => {
    const { item, purchase } = await bought('10', '1000', { date: '2027-06-01' });
    const bank = await office.add('cashes', {
      account_name: 'June',
      cash_type: 2,
      currency_fk: 1,
      allow_overdraft: true,
    });
    await office.add('supplier_transactions', {
      ...{ outlet_fk: shop.outlet, supplier_fk: shop.supplier, transaction_type: 'pay', date: '2027-06-05' },
      ...{ currency_fk: 1, amount: '8000', account_fk: bank },
      allocations: [{ document: `purchase-${purchase}`, amount: '8000' }],
    });
    await allow(purchase, allowance('3000'));
    await office.read('reports/inventory');
    const open = await rows<{ date: string; amount: string }>(
      'select date::text, amount::float::text as amount from read.open_item where document = $1 and amount <> 0 order by 1',
      `purchase-${purchase}`,
    );
    expect(open).toEqual([{ date: '2027-06-20', amount: '-1000' }]);
    expect((await state(item, purchase))[0]).toBe(7000);
  });

  it('of a closed year takes from what holds the goods now', async () => {
    const { item, purchase } = OLD.unbilled;
    const before = await held(item);
    const body = { ...allowance('35000', { date: '2027-06-21' }), prior_period: true };
    await allow(purchase, body);
    const after = await held(item);
    expect(after.stock).toEqual([before.stock[0], [15, 210_000]]);
    expect(after.cost).toEqual([400_000, -120_000]);
    expect(await owedToSupplier(purchase)).toBe(490_000);
  });

  it('has a counterpart: more that the supplier charges is a later cost of the same supplier', async () => {
    const { item, purchase } = await bought('10', '1000', { date: '2027-06-01' });
    await sell(item, '4', '2027-06-02');
    const more = cost('500', { cost_type: 'other', supplier_fk: shop.supplier, date: '2027-06-20' });
    await post(`purchases/${purchase}/apply_cost`, more);
    expect(await state(item, purchase)).toEqual([6300, 4200, 10_500]);
  });
});

/** What the purchase owes its own supplier. */
async function owedToSupplier(purchase: number): Promise<number> {
  await office.read('reports/inventory');
  const found = await rows<{ amount: string }>(
    'select coalesce(sum(amount), 0)::text as amount from read.open_item where party = $1 and document = $2',
    ...[`supplier-${shop.supplier}`, `purchase-${purchase}`],
  );
  return Number(found[0]?.amount);
}

it('the books hold, and a rebuild has the same', async () => {
  await office.read('reports/inventory');
  const broken = await onDatabase(office.database.url, async (client) => [
    ...(await checkBooks(client, 'read')),
    ...(await checkAcross(client, 'read')),
  ]);
  expect(broken.filter(({ findings }) => findings.length > 0)).toEqual([]);
  const store = await openEventStore({ databaseUrl: office.database.url });
  await rebuild({ databaseUrl: office.database.url, store, signal: new AbortController().signal, sameRules: true });
  await store.close();
});
