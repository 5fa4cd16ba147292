/** Quotations, sales of salesmen, promotions and commissions, entered and read through HTTP. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentBuild } from '../../projector/builds/build.ts';
import { checkBooks } from '../../projector/rebuild/invariants.ts';
import { checkAcross } from '../../projector/verify/across.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

type Row = Record<string, string & number>;
let office: Office;
let shop: Shop;
let salesman: number;

const list = (answer: { data: unknown }): Row[] => (answer.data as { data: Row[] }).data;
const post = (path: string, body: unknown = {}) => office.send('POST', path, body);
const onAccount = () => ({ payment_type: 'on_account', account_fk: null, customer_fk: shop.customer });

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  await office.add('purchases', purchaseBody(shop, '1000'));
  salesman = await office.add('salesmen', {
    sale_man_name: 'Dana',
    commission_type: 'gross_profit',
    sale_man_commission_percentage: '10',
    sale_man_quota_1: '3000',
    sale_man_commission_percentage_1: '20',
  });
});
afterAll(() => office.close());

/** The balance of an account, debit above zero; '0' without lines. */
async function balance(key: string): Promise<string> {
  const { data } = await office.read('financial_reports/trial_balance');
  const row = (data['rows'] as unknown as Row[]).find((row) => row['key'] === key);
  return row ? (row['debit'] === '0' ? `-${row['credit']}` : String(row['debit'])) : '0';
}

describe('a quotation', () => {
  const quote = (more: object = {}) => ({
    outlet_fk: shop.outlet,
    inventory_fk: shop.inventory,
    customer_fk: shop.customer,
    date: '2026-03-10',
    expire_date: '2026-03-31',
    currency_fk: 1,
    discount: { type: 'percent', value: '10' },
    lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '2', price: '900' }],
    status: 'complete',
    ...more,
  });

  it('becomes one draft sale with a reference to it, also when it is converted again', async () => {
    const given = await post('quotations', quote());
    expect(given.body.data).toMatchObject({ status: 'complete', number: 'Q-000001' });
    const id = given.body.data['id'];
    const path = `quotations/${id}/convert_to_sale`;
    const key = 'the very same request';
    const first = await office.send('POST', path, { payment_type: 'on_account' }, { key });
    const again = await office.send('POST', path, { payment_type: 'on_account' }, { key });
    expect(first.body.data).toMatchObject({ status: 'converted', possible: [] });
    expect(again.body.data).toMatchObject({ status: 'converted', sale_fk: first.body.data['sale_fk'], repeated: true });
    const sale = await office.read(`sales/${first.body.data['sale_fk']}`);
    expect(sale.data).toMatchObject({
      status: 'draft',
      quotation_fk: id,
      number: null,
      total: '1620',
      date: '2026-03-11',
    });
    expect(list(await office.read(`sales?filter[status]=draft`))).toHaveLength(1);
    expect((await office.read(`quotations/${id}`)).data).toMatchObject({ sale_fk: first.body.data['sale_fk'] });
    expect((await office.read(`quotations/${id}/effect`)).data).toMatchObject({ entry: [], stock: [] });
    // It continues as every sale does, and keeps its quotation when it is changed.
    const { lines, ...body } = saleBody(shop, '2', onAccount());
    const changed = await office.send('PATCH', `sales/${sale.data['id']}`, { ...body, lines });
    expect(changed.body.data).toMatchObject({ status: 'complete', quotation_fk: id });
  });

  it('is converted again, or returned to draft, after the draft of its sale was discarded', async () => {
    const id = await office.add('quotations', quote());
    const convert = () => post(`quotations/${id}/convert_to_sale`, { payment_type: 'on_account' });
    const first = (await convert()).body.data['sale_fk'];
    const discarded = await post(`sales/${first}/discard`);
    expect(discarded.body.data).toMatchObject({ status: 'discarded' });
    const { data } = await office.read(`quotations/${id}`);
    expect(data).toMatchObject({ status: 'complete', possible: ['convert_to_sale', 'return_to_draft'] });
    expect(data['sale_fk'] ?? null).toBeNull();
    const second = await convert();
    expect(second.body.data).toMatchObject({ status: 'converted' });
    expect(second.body.data['sale_fk']).not.toBe(first);
    expect((await post(`sales/${second.body.data['sale_fk']}/discard`)).status).toBe(200);
    const back = await post(`quotations/${id}/return_to_draft`, { reason: 'other prices' });
    expect(back.body.data).toMatchObject({ status: 'draft' });
  });

  it('and its sale are written both or neither', async () => {
    const id = await office.add('quotations', quote());
    const before = list(await office.read('sales')).length;
    const refused = await post(`quotations/${id}/convert_to_sale`, { payment_type: 'cash' });
    expect(refused).toMatchObject({ status: 422, body: { errors: { account_fk: [expect.any(String)] } } });
    expect((await office.read(`quotations/${id}`)).data['status']).toBe('complete');
    expect(list(await office.read('sales'))).toHaveLength(before);
    const shown = await post(`quotations/${id}/convert_to_sale?dry_run=1`, { payment_type: 'on_account' });
    const preview = shown.body.data['preview'] as { events: { type: string }[] };
    expect(preview.events.map(({ type }) => type)).toEqual(['quotation.converted', 'sale.drafted']);
    expect(list(await office.read('sales'))).toHaveLength(before);
  });

  it('becomes one sale when two convert it at the same moment', async () => {
    const id = await office.add('quotations', quote());
    const before = list(await office.read('sales')).length;
    const path = `quotations/${id}/convert_to_sale`;
    // Both requests have the first revision of the quotation.
    const both = await Promise.all([1, 2].map(() => post(path, { payment_type: 'on_account', revision: 0 })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'stale' });
    expect(list(await office.read('sales'))).toHaveLength(before + 1);
  });

  it('is not converted after its last day', async () => {
    const id = await office.add('quotations', quote({ date: '2026-03-01', expire_date: '2026-03-10' }));
    const refused = await post(`quotations/${id}/convert_to_sale`, { payment_type: 'on_account' });
    expect(refused.body.errors).toEqual({ expire_date: ['The quotation was good until 10/03/2026'] });
  });
});

describe('a salesman sale', () => {
  it('is a sale that names its salesman, in both lists and with one number', async () => {
    const id = await office.add('salesman_sales', saleBody(shop, '1', { salesman_fk: salesman }));
    const plain = await office.add('sales', saleBody(shop, '1'));
    expect(list(await office.read('salesman_sales')).map((row) => row['id'])).toEqual([id]);
    expect(list(await office.read('sales')).map((row) => row['id'])).toEqual(expect.arrayContaining([id, plain]));
    expect((await office.read(`salesman_sales/${id}`)).data).toMatchObject({ salesman_name: 'Dana', total: '1000' });
    expect((await office.read(`salesman_sales/${plain}`)).status).toBe(404);
    expect((await office.read(`salesman_sales/${plain}/history`)).status).toBe(404);
    expect((await post(`salesman_sales/${plain}/close`)).status).toBe(404);
    const refused = await post('salesman_sales', saleBody(shop, '1'));
    expect(refused.body.errors).toEqual({ salesman_fk: [expect.any(String)] });
    expect((await post(`salesman_sales/${id}/return_to_draft`, { reason: 'a trial' })).status).toBe(200);
  });

  it('asks for permissions of its own', async () => {
    const id = await office.add('salesman_sales', saleBody(shop, '1', { salesman_fk: salesman }));
    const given = { outlets: [shop.outlet], inventories: [shop.inventory] };
    const token = await office.person('seller', ['salesman_sales/index', 'salesman_sales/show'], given);
    expect((await office.read(`salesman_sales/${id}`, token)).status).toBe(200);
    expect((await office.read(`sales/${id}`, token)).status).toBe(403);
    expect((await post(`salesman_sales/${id}/return_to_draft`, { reason: 'a trial' })).status).toBe(200);
  });
});

describe('a promotion', () => {
  const promotion = (title: string, more: object) => ({
    title,
    start_date: '2026-03-01',
    end_date: '2026-03-31',
    status: 'active',
    ...more,
  });

  it('grants free goods, whose cost is that of the promotion', async () => {
    const goods = { item_fk: shop.item, unit_fk: shop.unit };
    const id = await office.add(
      'promotions',
      promotion('Three and one', {
        reward_type: 'get_free',
        items: [{ ...goods, quantity: '3' }],
        applies: 'each_time',
        reward_items: [{ ...goods, quantity: '1' }],
      }),
    );
    const lines = (bonus_quantity: string) => [
      { ...goods, quantity: '7', bonus_quantity, price: '1000', promotion_fk: id },
    ];
    const refused = await post('sales', saleBody(shop, '0', { lines: lines('3') }));
    expect(refused.body.errors).toEqual({ 'lines.0.bonus_quantity': ['The promotion gives 2 more at most'] });
    const before = await balance('promotion-cost');
    const sale = await office.add('sales', saleBody(shop, '0', { lines: lines('2') }));
    expect((await office.read(`sales/${sale}`)).data).toMatchObject({
      promotions: [
        { promotion_fk: id, promotion_name: 'Three and one', reward_type: 'get_free', times: 2, amount: null },
      ],
      lines: [{ promotion_fk: id, promotion_name: 'Three and one', bonus_quantity: '2' }],
    });
    expect([before, await balance('promotion-cost')]).toEqual(['0', '1200']);
    expect((await office.send('DELETE', `promotions/${id}`)).status).toBe(422);
    await office.send('PATCH', `promotions/${id}`, { status: 'inactive' });
    const late = await post('sales', saleBody(shop, '0', { lines: lines('2') }));
    expect(late.body.errors).toEqual({ 'promotions.0.promotion_fk': ['The promotion “Three and one” is not active'] });
  });

  it('credits the customer, who may use it later, and leaves a sale that is paid without a debt', async () => {
    const id = await office.add(
      'promotions',
      promotion('Five hundred back', { reward_type: 'get_amount', minimum_amount: '5000', reward_amount: '500' }),
    );
    const few = { customer_fk: shop.customer, promotions: [{ promotion_fk: id }] };
    const refused = await post('sales', saleBody(shop, '4', few));
    expect(refused.body.errors).toEqual({ 'promotions.0.promotion_fk': [expect.stringMatching(/was not bought$/)] });
    const sale = await office.add('sales', saleBody(shop, '6', few));
    expect((await office.read(`sales/${sale}`)).data).toMatchObject({
      payment_status: 'paid',
      unpaid: '0',
      paid: '6000',
      promotions: [{ times: 1, amount: '500' }],
    });
    expect(await balance('customer-advances')).toBe('-500');
    const owed = await office.add('sales', saleBody(shop, '6', { ...few, ...onAccount() }));
    expect((await office.read(`sales/${owed}`)).data).toMatchObject({
      ...{ payment_status: 'unpaid', unpaid: '5500' },
      ...{ paid: '0', allowed_amount: '500' },
    });
    expect(await balance('customer-advances')).toBe('-500');
  });
});

describe('a commission', () => {
  const commission = (to_date: string) => ({
    outlet_fk: shop.outlet,
    salesman_fk: salesman,
    to_date,
    date: '2026-03-11',
  });
  const sold = (quantity: string, date: string) =>
    office.add('salesman_sales', saleBody(shop, quantity, { salesman_fk: salesman, date }));

  it('is computed from the books, approved, paid, and never includes the same sale twice', async () => {
    const first = await sold('10', '2026-03-03');
    const second = await sold('5', '2026-03-04');
    // (1,000 − 600) × 15: 3,000 at 10 % and 3,000 at 20 %.
    const draft = await post('salesman_commissions', commission('2026-03-05'));
    expect(draft.body.data).toMatchObject({
      basis: '6000',
      amount: '900',
      from_date: null,
      sources: [
        { source: `sale-${first}`, amount: '4000' },
        { source: `sale-${second}`, amount: '2000' },
      ],
    });
    const rival = await post('salesman_commissions', commission('2026-03-06'));
    const id = draft.body.data['id'];
    const approved = await post(`salesman_commissions/${id}/approve`);
    expect(approved.body.data).toMatchObject({ status: 'approved', number: 'SC-000001' });
    expect([await balance('commission'), await balance('commission-payable')]).toEqual(['900', '-900']);
    const refused = await post(`salesman_commissions/${rival.body.data['id']}/approve`);
    expect(refused).toMatchObject({ status: 422, body: { errors: { to_date: [expect.any(String)] } } });
    const paid = await post(`salesman_commissions/${id}/pay_out`, { date: '2026-03-11', account_fk: shop.cash });
    expect(paid.body.data).toMatchObject({ status: 'paid', possible: ['reverse'] });
    expect(await balance('commission-payable')).toBe('0');
    expect(list(await office.read('salesman_commissions?filter[status]=paid'))).toHaveLength(1);
  });

  it('follows a cost that is restated, a return and a late sale in the next period', async () => {
    // 500 more at 900 are entered for the 2nd: the sold goods cost 700, so the profit of 15 pieces is 100 less each.
    const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '500', price: '900' }];
    await office.add('purchases', purchaseBody(shop, '0', { lines, date: '2026-03-02' }));
    const late = await sold('20', '2026-03-04');
    const first = list(await office.read('salesman_sales?sortColumn=id&sortDir=asc')).find(
      (row) => row['total'] === '10000',
    );
    await office.add('sale_returns', {
      outlet_fk: shop.outlet,
      inventory_fk: shop.inventory,
      sale_fk: first?.['id'],
      date: '2026-03-07',
      payment_type: 'cash',
      account_fk: shop.cash,
      lines: [{ sale_line_id: 1, quantity: '1' }],
      status: 'complete',
    });
    const draft = await post('salesman_commissions', commission('2026-03-08'));
    // −1,500 of changed cost, 20 × 300 sold late, and −300 of a return.
    expect(draft.body.data).toMatchObject({ from_date: '2026-03-06', basis: '4200', amount: '540' });
    const sources = draft.body.data['sources'] as { source: string; amount: string }[];
    expect(sources.find(({ source }) => source === `sale-${late}`)?.amount).toBe('6000');
    expect(sources.find(({ source }) => source.startsWith('sale_return-'))?.amount).toBe('-300');
    const id = draft.body.data['id'];
    await post(`salesman_commissions/${id}/approve`);
    const last = list(await office.read('salesman_commissions?filter[status]=paid'))[0]?.['id'];
    const refused = await post(`salesman_commissions/${last}/reverse`, { reason: 'a trial' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'protected' } });
    expect((await post(`salesman_commissions/${id}/reverse`, { reason: 'a trial' })).status).toBe(200);
    expect((await post(`salesman_commissions/${last}/reverse`, { reason: 'a trial' })).status).toBe(200);
    expect([await balance('commission'), await balance('commission-payable')]).toEqual(['0', '0']);
  });

  it('includes an online order from its delivery on, like a sale of the same goods, until the delivery is reversed', async () => {
    const ordered = await office.add('salesmen', {
      sale_man_name: 'Karwan',
      commission_type: 'gross_profit',
      sale_man_commission_percentage: '10',
    });
    const by = { salesman_fk: ordered, customer_fk: shop.customer };
    const { status: _status, ...order } = saleBody(shop, '4', by);
    const [first, second] = [await office.add('online_orders', order), await office.add('online_orders', order)];
    const until = (to_date: string) =>
      post('salesman_commissions', { ...commission(to_date), salesman_fk: ordered, date: to_date });
    const counted = async (to_date: string) => (await until(to_date)).body.data;
    await post(`online_orders/${first}/confirm`);
    await post(`online_orders/${second}/confirm`);
    expect(await counted('2026-03-10')).toMatchObject({ sources: [], amount: '0' });
    expect((await post(`online_orders/${first}/deliver`)).status).toBe(200);
    expect((await post(`online_orders/${second}/deliver`)).status).toBe(200);
    // On the day of the delivery, which is after that of the order.
    expect(await counted('2026-03-10')).toMatchObject({ sources: [], amount: '0' });
    const sale = await office.add('salesman_sales', saleBody(shop, '4', { ...by, date: '2026-03-11' }));
    const { sources, id } = (await until('2026-03-11')).body.data as { sources: Row[]; id: number };
    expect(sources).toEqual([
      { source: `online_order-${first}`, amount: '1200' },
      { source: `online_order-${second}`, amount: '1200' },
      { source: `sale-${sale}`, amount: '1200' },
    ]);
    expect((await post(`salesman_commissions/${id}/approve`)).body.data).toMatchObject({ amount: '360' });
    await post(`online_orders/${second}/return_to_confirmed`, { reason: 'nobody at home' });
    expect(await counted('2026-03-12')).toMatchObject({
      sources: [{ source: `online_order-${second}`, amount: '-1200' }],
      amount: '-120',
    });
    await post(`online_orders/${second}/deliver`, { date: '2026-03-12' });
    expect(await counted('2026-03-12')).toMatchObject({ sources: [], amount: '0' });
  });

  it('has its quotas over the month in all outlets, and pays what earlier commissions did not', async () => {
    const monthly = await office.add('salesmen', {
      ...{ sale_man_name: 'Shilan', commission_type: 'percentage', sale_man_commission_percentage: '0' },
      ...{ sale_man_quota_1: '10000', sale_man_commission_percentage_1: '1' },
      ...{ sale_man_quota_2: '20000', sale_man_commission_percentage_2: '2', quota_period: 'month' },
    });
    const outlet_fk = await office.add('outlets', { outlet_name: 'Harbour' });
    const inventory_fk = await office.add('inventories', { inventory_name: 'Harbour', outlet_fk });
    await office.add('purchases', purchaseBody(shop, '100', { outlet_fk, inventory_fk, date: '2026-03-01' }));
    const there = { outlet_fk, inventory_fk };
    const sell = (date: string, place: object = {}) =>
      office.add('salesman_sales', saleBody(shop, '12', { salesman_fk: monthly, date, ...place }));
    await sell('2026-03-08');
    await office.send('PATCH', `customers/${shop.customer}`, { allowed_debit_amount: null });
    const owed = { payment_type: 'on_account', customer_fk: shop.customer, account_fk: null };
    await sell('2026-03-09', { ...there, ...owed });
    const drafted = async (to_date: string, { outlet_fk: outlet = shop.outlet } = {}) => {
      const body = { ...commission(to_date), salesman_fk: monthly, outlet_fk: outlet };
      const answer = await post('salesman_commissions', body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body.data;
    };
    const [here, harbour] = [await drafted('2026-03-10'), await drafted('2026-03-10', { outlet_fk })];
    expect([here['amount'], harbour['amount']]).toEqual(['20', '20']);
    const approve = async (id: unknown) => (await post(`salesman_commissions/${id}/approve`)).status;
    expect(await approve(here['id'])).toBe(200);
    expect(await approve(harbour['id'])).toBe(422);
    const again = await drafted('2026-03-10', { outlet_fk });
    expect(again).toMatchObject({
      ...{ amount: '160', quota_period: 'month', last_salesman_commission_fk: here['id'] },
      periods: [{ from_date: '2026-03-01', counted_before: '12000', earned_before: '20', amount: '160' }],
    });
    expect(await approve(again['id'])).toBe(200);
    const refused = await post(`salesman_commissions/${here['id']}/reverse`, { reason: 'a trial' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'protected' } });
    expect((await post(`salesman_commissions/${again['id']}/reverse`, { reason: 'a trial' })).status).toBe(200);
  });

  it('is approved once when two that count the same sales are approved at the same moment', async () => {
    const other = await office.add('salesmen', {
      sale_man_name: 'Hevi',
      commission_type: 'percentage',
      sale_man_commission_percentage: '1',
    });
    await office.add('salesman_sales', saleBody(shop, '3', { salesman_fk: other, date: '2026-03-05' }));
    const drafts = await Promise.all(
      ['2026-03-05', '2026-03-06'].map((to_date) =>
        post('salesman_commissions', { ...commission(to_date), salesman_fk: other }),
      ),
    );
    expect(drafts.map(({ body }) => body.data['amount'])).toEqual(['30', '30']);
    const answers = await Promise.all(
      drafts.map(({ body }) => post(`salesman_commissions/${body.data['id']}/approve`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });
});

it('leaves books in which everything is still always true', async () => {
  await office.read('financial_reports/trial_balance');
  await office.read('sales');
  const client = new pg.Client({ connectionString: office.database.url });
  await client.connect();
  try {
    const schema = (await currentBuild(client))?.schema ?? '';
    const answers = [...(await checkBooks(client, schema)), ...(await checkAcross(client, schema))];
    expect(answers.length).toBeGreaterThan(15);
    expect(answers.filter(({ findings }) => findings.length > 0)).toEqual([]);
  } finally {
    await client.end();
  }
});
