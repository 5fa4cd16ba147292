import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBooks } from '../../projector/rebuild/invariants.ts';
import { checkAcross } from '../../projector/verify/across.ts';
import { checkPreviews } from '../../projector/verify/previews.ts';
import { openShop, type Shop, saleBody } from '../api/shop.ts';
import { resultOf } from '../support/job-result.ts';
import { isSuite } from '../support/ring.ts';
import { type Office, openOffice } from './office.ts';

interface Result {
  readonly plan: { readonly position: string; readonly digest: string; readonly differences: number };
  readonly differences: readonly { account: number; document: string; before: string; after: string }[];
  readonly committed: boolean;
  readonly stale: boolean;
  readonly documents: number;
}

let office: Office;
let shop: Shop;
let books: pg.Client;
let [wrong, right, later] = [0, 0, 0];
let recalculation: number;
let shown: Result;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  books = new pg.Client({ connectionString: office.database.url });
  await books.connect();
  await office.send('PATCH', `customers/${shop.customer}`, { allowed_debit_amount: null });
  const dollars = await office.add('cashes', { account_name: 'Dollar box', cash_type: 1, currency_fk: 2 });
  const incomeType = await office.add('income_types', { type_name: 'Rent' });
  const expenseType = await office.add('expense_types', { type_name: 'Travel' });
  wrong = await office.add('currency_rates', { date: '2026-03-01', rate: '1490', in_rate: '1480' });
  right = await office.add('currency_rates', { date: '2026-03-01', rate: '1470', in_rate: '1460' });
  later = await office.add('currency_rates', { date: '2026-03-05', rate: '1510', in_rate: '1500' });
  const place = { outlet_fk: shop.outlet, currency_fk: 2 };
  const line = { item_fk: shop.item, unit_fk: shop.unit };
  await office.add('purchases', {
    ...place,
    inventory_fk: shop.inventory,
    supplier_fk: shop.supplier,
    date: '2026-03-02',
    rate_fk: wrong,
    payment_type: 'on_account',
    lines: [{ ...line, quantity: '10', price: '5' }],
    status: 'complete',
  });
  await office.add('sales', saleBody(shop, '4'));
  await office.add(
    'sales',
    saleBody(shop, '1', {
      currency_fk: 2,
      rate_fk: wrong,
      payment_type: 'on_account',
      customer_fk: shop.customer,
      account_fk: null,
      date: '2026-03-03',
      lines: [{ ...line, quantity: '1', price: '100' }],
    }),
  );
  await office.add('customer_transactions', {
    ...place,
    customer_fk: shop.customer,
    transaction_type: 'receive',
    date: '2026-03-06',
    rate_fk: later,
    amount: '60',
    account_fk: dollars,
    allocate: 'oldest',
  });
  await office.add('incomes', {
    ...place,
    income_type_fk: incomeType,
    date: '2026-03-04',
    rate_fk: wrong,
    amount: '40',
    payment_type: 'cash',
    account_fk: dollars,
    status: 'complete',
  });
  await office.add('expenses', {
    ...place,
    expense_type_fk: expenseType,
    date: '2026-03-07',
    rate_fk: later,
    amount: '50',
    payment_type: 'cash',
    account_fk: dollars,
    status: 'complete',
  });
});
afterAll(async () => {
  await books.end();
  await office.close();
});

async function work(recalculation_fk: number, plan?: Result['plan']): Promise<Result> {
  const job = await office.send('POST', 'jobs/recalculate', { recalculation_fk, ...(plan ? { plan } : {}) });
  return resultOf<Result>(office, String(job.body.data['job_id']));
}

async function balances(): Promise<Record<string, string>> {
  // The job stored events whose position is not in an answer.
  const [log] = (await books.query<{ end: string }>('select max(position)::text as end from log.event')).rows;
  const answer = await office.read('financial_reports/trial_balance', office.token, {
    'x-wait-for-position': log?.end ?? '',
  });
  expect(answer.status).toBe(200);
  const { rows } = await books.query<{ key: string; base: string }>(
    `select a.key, trim_scale(sum(l.base))::text as base from read.journal_line l join read.account a using (account)
     group by 1 having sum(l.base) <> 0`,
  );
  return Object.fromEntries(rows.map(({ key, base }) => [key, base]));
}

async function currentSchema(): Promise<string> {
  const { rows } = await books.query<{ schema: string }>(
    `select schema from projection.build where status = 'current'`,
  );
  return rows[0]?.schema ?? '';
}

/** A line that the last correction of the sale in dollars recorded, explained. */
async function explainedLine(kind: string, account: string): Promise<Record<string, unknown>> {
  const { rows } = await books.query<{ position: string; line_no: number }>(
    `select l.position, l.line_no from read.journal_line l join read.event e using (position) join read.account a using (account)
     where l.document = 'sale-2' and e.type = 'sale.rate_corrected' and l.kind = $1 and a.key = $2
     order by l.position desc limit 1`,
    [kind, account],
  );
  const { data } = await office.read(`explain/line?position=${rows[0]?.position}&line_no=${rows[0]?.line_no}`);
  expect(data).toMatchObject({ event: { type: 'sale.rate_corrected' }, cause: { type: 'sale.completed' } });
  return data;
}

/** All invariants hold, and a replay results in the same books. */
async function expectRight(): Promise<void> {
  const schema = await currentSchema();
  const asked = [await checkPreviews(books, schema), ...(await checkBooks(books, schema))];
  const answers = [...asked, ...(await checkAcross(books, schema))];
  expect(answers.filter(({ findings }) => findings.length > 0)).toEqual([]);
  const again = await office.add('recalculations', { date: '2026-01-01' });
  expect((await work(again)).differences).toEqual([]);
}

describe('a rate that was wrong', () => {
  it('shows the effect of the right one on every document that uses it or settles one, and changes nothing', async () => {
    const before = await balances();
    recalculation = await office.add('recalculations', { date: '2026-03-01', rate_fk: wrong, to_rate_fk: right });
    shown = await work(recalculation);
    expect(shown).toMatchObject({ committed: false, stale: false, documents: 4 });
    const of = (document: string, account: number) =>
      shown.differences.find((difference) => difference.document === document && difference.account === account);
    expect(of('purchase-1', 2110)).toMatchObject({ before: '-74500', after: '-73500' });
    expect(of('sale-1', 5100)).toMatchObject({ before: '29800', after: '29400' });
    expect(of('sale-2', 1210)).toMatchObject({ before: '148000', after: '146000' });
    expect(of('customer_transaction-1', 4500)).toMatchObject({ before: '-1200', after: '-2400' });
    expect(await balances()).toEqual(before);
  });

  it('is corrected as it was shown, all of it at once', async () => {
    const planned = Object.fromEntries(
      shown.differences.map((difference) => [
        `${difference.document} ${difference.account}`,
        [difference.before, difference.after],
      ]),
    );
    const stale = await work(recalculation, { ...shown.plan, digest: 'b'.repeat(64) });
    expect(stale).toMatchObject({ committed: false, stale: true });
    expect(await work(recalculation, shown.plan)).toMatchObject({ committed: true, stale: false });
    const after = await balances();
    expect(after).toMatchObject({ payable: '-73500', receivable: '58400', 'cost-of-goods-sold': '36750' });
    const { rows } = await books.query<{ name: string; base: string }>(
      `select document || ' ' || account as name, trim_scale(sum(base))::text as base from read.journal_line
       where document || ' ' || account = any($1) group by 1`,
      [Object.keys(planned)],
    );
    for (const { name, base } of rows) expect([name, base]).toEqual([name, planned[name]?.[1]]);
    expect((await office.read('sales/2')).data).toMatchObject({ rate: '1460', rate_fk: right });
    await expectRight();
  });

  it('is explained by the new movements and the right record, and what it took back by the old ones', async () => {
    expect(await explainedLine('cost', 'cost-of-goods-sold')).toMatchObject({
      ...{ base: '7350', cost: { now: { quantity: '-1', value: '-7350' }, earlier: null } },
    });
    expect(await explainedLine('reversal', 'cost-of-goods-sold')).toMatchObject({
      cost: { now: { quantity: '0', value: '0' }, earlier: { quantity: '-1' } },
    });
    expect(await explainedLine('normal', 'receivable')).toMatchObject({ rate: '1460', rate_fk: right });
    expect(await explainedLine('reversal', 'receivable')).toMatchObject({ rate: '1480', rate_fk: wrong });
  });

  it('is found when it posted something else than it had shown', async () => {
    const schema = await currentSchema();
    expect(shown.plan.differences).toBeGreaterThan(5);
    expect((await checkPreviews(books, schema)).findings).toEqual([]);
    const one = `(select min(position) from ${schema}.event where type like '%.rate_corrected')`;
    const change = (sign: string) =>
      books.query(`update ${schema}.journal_line set base = base ${sign} 1 where position = ${one} and base > 0`);
    await change('+');
    const { findings } = await checkPreviews(books, schema);
    await change('-');
    expect(findings).toEqual([expect.stringMatching(/^recalculation-\d+: \d+ differences were shown at position/)]);
  });

  it('was known until the correction: books as known before it are unchanged', async () => {
    const { rows } = await books.query<{ base: string }>(
      `select trim_scale(sum(base))::text as base from read.journal_line where account = 2110 and position <= $1`,
      [shown.plan.position],
    );
    expect(rows[0]?.base).toBe('-74500');
  });

  it('breaks no invariant when a corrected document is reversed, and when the customer pays the rest', async () => {
    await office.add('customer_transactions', {
      outlet_fk: shop.outlet,
      currency_fk: 2,
      customer_fk: shop.customer,
      transaction_type: 'receive',
      date: '2026-03-08',
      rate_fk: later,
      amount: '40',
      account_fk: 2,
      allocate: 'oldest',
    });
    expect(await balances()).not.toHaveProperty('receivable');
    expect((await office.send('POST', 'incomes/1/return_to_draft', { reason: 'it was a loan' })).status).toBe(200);
    await balances();
    await expectRight();
  });

  it('is not corrected twice', async () => {
    const id = await office.add('recalculations', { date: '2026-03-01', rate_fk: wrong, to_rate_fk: right });
    const found = await work(id);
    // The income is a draft with the right rate.
    expect(found).toMatchObject({ documents: 0, differences: [] });
    expect(await work(id, found.plan)).toMatchObject({ committed: false });
  });

  it('is corrected together with the returns of the document, of any date', async () => {
    await office.add('purchase_returns', {
      outlet_fk: shop.outlet,
      inventory_fk: shop.inventory,
      purchase_fk: 1,
      supplier_fk: shop.supplier,
      currency_fk: 2,
      date: '2026-03-20',
      payment_type: 'on_account',
      lines: [{ purchase_line_id: 1, quantity: '2' }],
      status: 'complete',
    });
    await balances();
    const changed = async (date: string) => {
      const id = await office.add('recalculations', { date, rate_fk: right, to_rate_fk: later });
      return new Set((await work(id)).differences.map(({ document }) => document));
    };
    expect([...(await changed('2026-03-15'))]).toEqual([]);
    expect([...(await changed('2026-03-01'))]).toEqual(expect.arrayContaining(['purchase-1', 'purchase_return-1']));
  });

  it('changes the amounts of such a return to those of the corrected purchase', async () => {
    const id = await office.add('recalculations', { date: '2026-03-01', rate_fk: right, to_rate_fk: later });
    expect(await work(id, (await work(id)).plan)).toMatchObject({ committed: true });
    await balances();
    const { rows } = await books.query<{ key: string; base: string }>(
      `select a.key, trim_scale(sum(l.base))::text as base from read.journal_line l join read.account a using (account)
       where l.document = 'purchase_return-1' group by 1 having sum(l.base) <> 0 order by 1`,
    );
    expect(rows).toEqual([
      { key: 'inventory', base: '-15100' },
      { key: 'payable', base: '15100' },
    ]);
    await expectRight();
  });

  it('is explained after a second correction by the movements of the first, which it took back', async () => {
    expect(await explainedLine('cost', 'cost-of-goods-sold')).toMatchObject({
      ...{ base: '7550', cost: { now: { quantity: '-1', value: '-7550' }, earlier: null } },
    });
    expect(await explainedLine('reversal', 'cost-of-goods-sold')).toMatchObject({
      cost: { now: { quantity: '0', value: '0' }, earlier: { quantity: '-1' } },
    });
    expect(await explainedLine('normal', 'receivable')).toMatchObject({ rate: '1500', rate_fk: later });
    expect(await explainedLine('reversal', 'receivable')).toMatchObject({ rate: '1460', rate_fk: right });
  });
});

if (!isSuite) {
  describe('a wrong rate of a purchase that an order and a remittance have paid', () => {
    it('is corrected in both, and the supplier is owed nothing', async () => {
      const [from, to] = [
        await office.add('currency_rates', { date: '2026-04-01', rate: '1530', in_rate: '1520' }),
        await office.add('currency_rates', { date: '2026-04-01', rate: '1543.21', in_rate: '1533.21' }),
      ];
      const supplier_fk = await office.add('suppliers', { consumer_name: 'Importer' });
      const account = (account_name: string, cash_type: number) =>
        office.add('cashes', { account_name, cash_type, currency_fk: 2, allow_overdraft: true });
      const [dollars, onItsWay] = [await account('Dollars abroad', 1), await account('Dollars on their way', 3)];
      const place = {
        outlet_fk: shop.outlet,
        inventory_fk: shop.inventory,
        supplier_fk,
        currency_fk: 2,
        rate_fk: from,
      };
      const line = { item_fk: shop.item, unit_fk: shop.unit, quantity: '10', price: '5' };
      const order = await office.add('purchase_orders', {
        ...place,
        date: '2026-04-01',
        lines: [line],
        status: 'bill',
      });
      const advance = { payment_id: 1, amount: '20.01', account_fk: dollars, date: '2026-04-02' };
      expect((await office.send('POST', `purchase_orders/${order}/pay`, advance)).status).toBe(200);
      await office.add('purchases', {
        ...{ ...place, purchase_order_fk: order, date: '2026-04-03', payment_type: 'on_account', status: 'complete' },
        lines: [{ ...line, order_line_id: 1 }],
      });
      const remittance = await office.add('remittances', {
        ...{ outlet_fk: shop.outlet, account_fk: dollars, remittance_account_fk: onItsWay, date: '2026-04-04' },
        ...{ amount: '29.99', rate: '1510' },
      });
      for (const [transition, body] of [
        ['approve', {}],
        ['pay_out', { date: '2026-04-05', supplier_fk }],
      ] as const) {
        expect((await office.send('POST', `remittances/${remittance}/${transition}`, body)).status).toBe(200);
      }
      await balances();
      const id = await office.add('recalculations', { date: '2026-04-01', rate_fk: from, to_rate_fk: to });
      const found = await work(id);
      expect(found).toMatchObject({ documents: 3 });
      expect(await work(id, found.plan)).toMatchObject({ committed: true });
      await balances();
      const { rows } = await books.query<{ account: number }>(
        `select account from read.journal_line where party = $1 group by 1 having sum(base) <> 0 or sum(foreign_amount) <> 0`,
        [`supplier-${supplier_fk}`],
      );
      expect(rows).toEqual([]);
      expect((await office.read(`purchase_orders/${order}`)).data).toMatchObject({
        ...{ rate: '1543.21', rate_fk: to, payments: [{ rate: '1543.21' }] },
        allocations: [{ rate: '1543.21', allocations: [{ rate: '1543.21' }] }],
      });
      await expectRight();
    });
  });
}

if (!isSuite) {
  describe('a wrong rate of capital and of an asset that was sold', () => {
    it('is corrected in both, and in the receipt of the price', async () => {
      const [from, to] = [
        await office.add('currency_rates', { date: '2026-05-01', rate: '1530', in_rate: '1530' }),
        await office.add('currency_rates', { date: '2026-05-01', rate: '1543', in_rate: '1533' }),
      ];
      const paidLater = await office.add('currency_rates', { date: '2026-05-06', rate: '1550', in_rate: '1540' });
      const account = (account_name: string, currency_fk: number) =>
        office.add('cashes', { account_name, cash_type: 1, currency_fk, allow_overdraft: true });
      const [dollars, dinars] = [await account('Dollars of the owner', 2), await account('Dinars of the owner', 1)];
      const place = { outlet_fk: shop.outlet, date: '2026-05-02' };
      const inDollars = { currency_fk: 2, rate_fk: from };
      const stockholder_fk = await office.add('stockholders', { stockholder_name: 'Shilan' });
      const capital = (transaction_type: string, amount: string) =>
        office.add('capital_transactions', {
          ...{ ...place, ...inDollars, stockholder_fk, transaction_type, amount, account_fk: dollars },
        });
      const contribution = await capital('contribution', '100');
      const withdrawal = await capital('withdrawal', '20');
      const purchase = await office.add('asset_purchases', {
        ...{ ...place, currency_fk: 1, payment_type: 'cash', account_fk: dinars, amount: '120000' },
        fixed_asset_fk: await office.add('fixed_assets', { asset_name: 'Scales' }),
        ...{ useful_life_months: 12, status: 'complete' },
      });
      const customer_fk = await office.add('customers', { consumer_name: 'Buyer of scales' });
      const sold = await office.add('asset_sales', {
        ...{ ...place, ...inDollars, asset_purchase_fk: purchase, leaves_by: 'sale', amount: '90' },
        ...{ payment_type: 'on_account', customer_fk },
      });
      await office.add('customer_transactions', {
        ...{ outlet_fk: shop.outlet, date: '2026-05-06', customer_fk, transaction_type: 'receive', amount: '90' },
        ...{ currency_fk: 2, rate_fk: paidLater, account_fk: dollars, allocate: 'oldest' },
      });
      await balances();
      const id = await office.add('recalculations', { date: '2026-05-01', rate_fk: from, to_rate_fk: to });
      const found = await work(id);
      expect(found).toMatchObject({ documents: 4 });
      expect(await work(id, found.plan)).toMatchObject({ committed: true });
      await balances();
      const rateOf = async (path: string) => (await office.read(path)).data['rate'];
      expect(await rateOf(`capital_transactions/${contribution}`)).toBe('1533');
      expect(await rateOf(`capital_transactions/${withdrawal}`)).toBe('1543');
      expect(await rateOf(`asset_sales/${sold}`)).toBe('1533');
      const { rows } = await books.query<{ document: string; key: string; base: string }>(
        `select l.document, a.key, trim_scale(sum(l.base))::text as base from read.journal_line l join read.account a using (account)
       where a.key in ('capital', 'asset-sale-gain', 'fx-realised') and l.effective_date >= '2026-05-01'
       group by 1, 2 having sum(l.base) <> 0 order by 1, 2`,
      );
      expect(rows).toEqual([
        { document: `asset_sale-${sold}`, key: 'asset-sale-gain', base: '-17970' },
        { document: `capital_transaction-${contribution}`, key: 'capital', base: '-153300' },
        { document: `capital_transaction-${withdrawal}`, key: 'capital', base: '30860' },
        { document: `capital_transaction-${withdrawal}`, key: 'fx-realised', base: '-200' },
        { document: expect.stringMatching(/^customer_transaction-/), key: 'fx-realised', base: '-630' },
      ]);
      await expectRight();
    });
  });
}
