/**
 * Goods that are sent back to their supplier before the supplier agrees to credit them: what each step moves in the books,
 * in figures, over HTTP.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { checkBooks } from '../../projector/rebuild/invariants.ts';
import { itemBody, openShop, purchaseBody, type Shop } from '../api/shop.ts';
import { acrossFindings } from '../api/tilling.ts';
import { onDatabase } from '../backup/place.ts';
import { resultOf } from '../support/job-result.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let names = 0;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
});
afterAll(() => office?.close());

const NAMES: Readonly<Record<number, string>> = {
  1220: 'advances',
  1225: 'claims',
  1230: 'input tax',
  2110: 'payable',
  5110: 'variance',
  6400: 'rounding',
};

type Balances = Readonly<Record<string, number>>;

async function balances(until = '2099-12-31'): Promise<Balances> {
  await office.read('reports/inventory');
  const rows = await onDatabase(
    office.database.url,
    async (client) =>
      (
        await client.query<{ account: number; base: string }>(
          'select account, sum(base)::text as base from read.journal_line where effective_date <= $1 group by 1',
          [until],
        )
      ).rows,
  );
  const named = rows.map(({ account, base }) => [NAMES[account] ?? (account > 131_000_000 ? 'stock' : account), base]);
  const sums = Map.groupBy(named, ([name]) => String(name));
  return Object.fromEntries([...sums].map(([name, of]) => [name, of.reduce((sum, [, base]) => sum + Number(base), 0)]));
}

/** What is among the claims of a return. */
async function claimed(id: number): Promise<number> {
  await office.read('reports/inventory');
  const [row] = await onDatabase(
    office.database.url,
    async (client) =>
      (
        await client.query<{ base: number }>(
          'select coalesce(sum(base), 0)::float as base from read.journal_line where account = 1225 and document = $1',
          [`purchase_return-${id}`],
        )
      ).rows,
  );
  return row?.base ?? Number.NaN;
}

/** What an act changes in the books. */
async function moved(act: () => Promise<unknown>): Promise<Balances> {
  const before = await balances();
  await act();
  const after = await balances();
  const changes = Object.keys(after).map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

const line = (item_fk: number, quantity: string, price: string, more: object = {}) => ({
  ...{ item_fk, unit_fk: shop.unit, quantity, price, ...more },
});

/** Ten pieces at 600 with 10 % of tax, and ten of another purchase at 1,000: the average is 800. */
async function bought(more: object = {}, ofLine: object = {}, ofItem: object = {}) {
  names += 1;
  const item = await office.add('items', itemBody(shop.unit, `Item ${names}`, ofItem));
  const lines = [line(item, '10', '600', { tax_percent: '10', ...ofLine })];
  const purchase = await office.add('purchases', purchaseBody(shop, '10', { lines, ...more }));
  await office.add('purchases', purchaseBody(shop, '10', { lines: [line(item, '10', '1000', ofLine)] }));
  return { item, purchase };
}

const sent = (purchase: number, more: object = {}) =>
  office.add('purchase_returns', {
    ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, supplier_fk: shop.supplier, purchase_fk: purchase },
    ...{ date: '2026-03-05', currency_fk: 1, payment_type: 'on_account', credit_awaited: true, status: 'complete' },
    ...{ lines: [{ purchase_line_id: 1, quantity: '4' }], ...more },
  });

async function step(id: number, name: string, body: object): Promise<void> {
  const { status, body: answer } = await office.send('POST', `purchase_returns/${id}/${name}`, body);
  expect([status, answer.errors ?? answer.message]).toEqual([200, answer.message]);
}
const credit = (id: number, amount: string, more: object = {}) =>
  step(id, 'credit', { date: '2026-03-09', amount, ...more });
const read = async (id: number) => (await office.read(`purchase_returns/${id}`)).data;
const open = async (purchase: number) => Number((await office.read(`purchases/${purchase}`)).data['remaining']);

const SENT = { claims: 3200, stock: -3200 };
const LESS = { credit_reason: 'they take only sealed boxes' };

describe('goods that are sent with their credit awaited', () => {
  it('leave at their cost to the claims against suppliers: neither debt nor tax changes', async () => {
    const { purchase } = await bought();
    let id = 0;
    expect(await moved(async () => (id = await sent(purchase)))).toEqual(SENT);
    expect(await open(purchase)).toBe(6600);
    expect(await read(id)).toMatchObject({
      status: 'credit_awaited',
      total: '2640',
      possible: ['credit', 'return_to_draft'],
    });
    expect(await moved(() => step(id, 'return_to_draft', { reason: 'wrong' }))).toEqual({ claims: -3200, stock: 3200 });
  });

  it('are sent so from a draft too, and found by their status', async () => {
    const { purchase } = await bought();
    const id = await sent(purchase, { status: 'draft', credit_awaited: false });
    await step(id, 'complete', { credit_awaited: true });
    const found = objectsOf((await office.read('purchase_returns?filter[status]=credit_awaited')).data['data']);
    expect(found.map((row) => [row['id'], row['payment_status']])).toContainEqual([id, null]);
    await step(id, 'return_to_draft', { reason: 'wrong' });
    await step(id, 'complete', { credit_awaited: false });
    expect(await read(id)).toMatchObject({ status: 'complete', possible: ['return_to_draft'] });
    expect(await open(purchase)).toBe(3960);
  });

  it('and whole credit: it settles the purchase with its tax, and the other price is a variance', async () => {
    const { purchase } = await bought();
    const id = await sent(purchase);
    expect(await moved(() => credit(id, '2640', { credit_reference: 'CN-17' }))).toEqual({
      ...{ claims: -3200, payable: 2640, 'input tax': -240, variance: 800 },
    });
    expect(await open(purchase)).toBe(3960);
    expect(await read(id)).toMatchObject({
      status: 'complete',
      credit: { date: '2026-03-09', amount: '2640', credit_reference: 'CN-17', settled_amount: '2640' },
    });
  });

  it('and credit in part: tax and debt are of the part, the rest is lost', async () => {
    const { purchase } = await bought();
    const id = await sent(purchase);
    expect(await moved(() => credit(id, '1320', LESS))).toEqual({
      ...{ claims: -3200, payable: 1320, 'input tax': -120, variance: 2000 },
    });
    expect(await moved(() => step(id, 'take_back_credit', { reason: 'of another return' }))).toEqual({
      ...{ claims: 3200, payable: -1320, 'input tax': 120, variance: -2000 },
    });
    expect(await open(purchase)).toBe(6600);
    expect(await moved(() => credit(id, '2640'))).toMatchObject({ payable: 2640, variance: 800 });
    expect(await moved(() => step(id, 'take_back_credit', { reason: 'again' }))).toMatchObject({ payable: -2640 });
    expect(await moved(() => step(id, 'return_to_draft', { reason: 'wrong' }))).toEqual({ claims: -3200, stock: 3200 });
  });

  it('and no credit: they are lost at their cost', async () => {
    const { purchase } = await bought();
    const id = await sent(purchase);
    expect(await moved(() => credit(id, '0', LESS))).toEqual({ claims: -3200, variance: 3200 });
    expect(await open(purchase)).toBe(6600);
  });

  it('and sent back by the supplier: they are in stock again at the same cost, and may be returned again', async () => {
    const { purchase } = await bought();
    const id = await sent(purchase, { lines: [{ purchase_line_id: 1, quantity: '10' }] });
    const back = { goods_came_back: true, amount: null, ...LESS };
    expect(await moved(() => step(id, 'credit', { date: '2026-03-09', ...back }))).toEqual({
      claims: -8000,
      stock: 8000,
    });
    const again = await sent(purchase, { date: '2026-03-10' });
    const { status, body } = await office.send('POST', `purchase_returns/${id}/take_back_credit`, { reason: 'no' });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['lines.0.quantity']]);
    await step(again, 'return_to_draft', { reason: 'wrong' });
    await step(id, 'take_back_credit', { reason: 'they kept them' });
    expect(await claimed(id)).toBe(8000);
  });

  it('are answered on the day on which they were sent: right after it, whether they are credited or came back', async () => {
    const { item, purchase } = await bought({ date: '2026-03-05' });
    const id = await sent(purchase);
    await credit(id, '2640', { date: '2026-03-05' });
    expect(await read(id)).toMatchObject({ status: 'complete', credit: { date: '2026-03-05', time: '23:59:00' } });
    await step(id, 'take_back_credit', { reason: 'of another return' });
    const early = { date: '2026-03-05', time: '09:00', amount: '2640' };
    const { status, body } = await office.send('POST', `purchase_returns/${id}/credit`, early);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['date']]);
    await step(id, 'credit', { date: '2026-03-05', goods_came_back: true, ...LESS });
    expect(await claimed(id)).toBe(0);
    // What is entered later for the day changes the goods that left and came back alike.
    const dear = { date: '2026-03-01', lines: [line(item, '20', '2000')] };
    await office.add('purchases', purchaseBody(shop, '20', dear));
    expect(await claimed(id)).toBe(0);
  });

  it('leave nothing among the claims when their cost changes after the credit', async () => {
    const { item, purchase } = await bought();
    const id = await sent(purchase);
    await credit(id, '2640');
    const dear = { date: '2026-03-01', lines: [line(item, '20', '2000')] };
    // The average was 800, and is 1,400 from the start: the four pieces cost 2,400 more.
    expect(await moved(() => office.add('purchases', purchaseBody(shop, '20', dear)))).toMatchObject({
      variance: 2400,
    });
    expect(await claimed(id)).toBe(0);
  });

  it('in dollars settle the debt at its rate; without a debt the credit is open with the supplier', async () => {
    const rate = await office.add('currency_rates', { date: '2026-03-01', rate: '1500', in_rate: '1490' });
    const { purchase } = await bought({ currency_fk: 2, rate_fk: rate }, { price: '2', tax_percent: '10' });
    let id = 0;
    const goods = { currency_fk: 2, rate_fk: rate };
    // Ten at 2 dollars are 30,000 dinars, and ten at 2 dinars.
    expect(await moved(async () => (id = await sent(purchase, goods)))).toEqual({ claims: 6004, stock: -6004 });
    expect(await moved(() => credit(id, '4.4', LESS))).toEqual({
      ...{ claims: -6004, payable: 6600, 'input tax': -600, variance: 4 },
    });
    const money = { account_name: 'Safe', cash_type: 1, currency_fk: 1, outlet_fk: shop.outlet, allow_overdraft: true };
    const paid = await bought({ payment_type: 'cash', account_fk: await office.add('cashes', money) });
    const other = await sent(paid.purchase);
    expect(await moved(() => credit(other, '2640'))).toMatchObject({ advances: 2640, 'input tax': -240 });
    expect(await read(other)).toMatchObject({ unpaid: '2640', payment_status: 'unpaid' });
    await step(other, 'take_back_credit', { reason: 'half of them' });
    await credit(other, '1320', LESS);
    expect(await read(other)).toMatchObject({ unpaid: '1320', payment_status: 'unpaid' });
  });

  it('keep their batches on every way', async () => {
    const batch = { batch_number: 'E1', expire_date: '2026-03-04' };
    const { item, purchase } = await bought({}, batch, { has_expire: true, has_batch_number: true });
    const held = async () =>
      objectsOf((await office.read(`items/${item}/batches`)).data).map((of) => [of['batch_number'], of['quantity']]);
    const id = await sent(purchase, {
      lines: [{ purchase_line_id: 1, quantity: '4', batches: [{ ...batch, quantity: '4' }] }],
    });
    expect(await held()).toEqual([['E1', '16']]);
    await credit(id, '0', LESS);
    expect(await held()).toEqual([['E1', '16']]);
    await step(id, 'take_back_credit', { reason: 'wrong' });
    await step(id, 'credit', { date: '2026-03-09', goods_came_back: true, ...LESS });
    expect(await held()).toEqual([['E1', '20']]);
    expect(await acrossFindings(office)).toEqual([]);
  });

  it('refuse what cannot be', async () => {
    const { purchase } = await bought();
    const id = await sent(purchase);
    const refused = async (name: string, body: object) => {
      const { status, body: answer } = await office.send('POST', `purchase_returns/${id}/${name}`, body);
      return [status, ...Object.keys(answer.errors ?? {})];
    };
    expect(await refused('credit', { date: '2026-03-09', amount: '2640.5' })).toEqual([422, 'amount']);
    expect(await refused('credit', { date: '2026-03-09', amount: '2641' })).toEqual([422, 'amount']);
    expect(await refused('credit', { date: '2026-03-04', amount: '2640' })).toEqual([422, 'date']);
    expect(await refused('credit', { date: '2026-03-09', amount: '2639' })).toEqual([422, 'credit_reason']);
    expect(await refused('credit', { date: '2026-03-09', amount: '1', goods_came_back: true, ...LESS })).toEqual([
      422,
      'amount',
    ]);
    expect((await refused('take_back_credit', { reason: 'x' }))[0]).toBe(200);
    await credit(id, '2640');
    expect((await refused('credit', { date: '2026-03-09', amount: '2640' }))[0]).toBe(409);
    expect((await refused('return_to_draft', { reason: 'x' }))[0]).toBe(409);
  });

  it('hold the books and the claims together', async () => {
    expect(await acrossFindings(office)).toEqual([]);
    const broken = await onDatabase(office.database.url, async (client) => {
      const { rows } = await client.query<{ schema: string }>(
        `select schema from projection.build where status = 'current'`,
      );
      return (await checkBooks(client, rows[0]?.schema ?? '')).filter(({ findings }) => findings.length > 0);
    });
    expect(broken).toEqual([]);
  });

  it('are credited in the open year when they were sent in a closed one', async () => {
    await office.close();
    office = await openOffice();
    shop = await openShop(office);
    const { purchase } = await bought({ date: '2026-11-02' });
    const id = await sent(purchase, { date: '2026-12-20' });
    const other = await sent(purchase, { date: '2026-12-20' });
    const years = objectsOf((await office.read('financial_years')).data['data']);
    await office.add('financial_years', { year_name: '2027', start_date: '2027-01-01', end_date: '2027-12-31' });
    const begun = await office.send('POST', 'year_closes', { financial_year_fk: years[0]?.['id'], confirmed: true });
    const job = await office.send('POST', 'jobs/close_year', { year_close_fk: begun.body.data['id'] });
    const result = await resultOf(office, String(job.body.data['job_id']));
    expect(result, JSON.stringify(result)).toMatchObject({ outcome: 'closed' });
    const before = await balances('2026-12-31');
    expect(await moved(() => credit(id, '1320', { date: '2027-01-15', ...LESS }))).toMatchObject({
      payable: 1320,
      'input tax': -120,
    });
    expect(await balances('2026-12-31')).toEqual(before);
    const closed = { date: '2026-12-30', amount: '2640' };
    const { status } = await office.send('POST', `purchase_returns/${other}/credit`, closed);
    expect(status).toBe(422);
    expect(await acrossFindings(office)).toEqual([]);
  });
});
