/** The parts of the total of sales and purchases, on page, list and paper, after every command. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { money, printMoney, sum } from '../../domain/values/money.ts';
import { owedFigures } from '../../web/shared/party/settled.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

type Row = Readonly<Record<string, unknown>>;
let office: Office;
let shop: Shop;
let customer: number;

const onAccount = { payment_type: 'on_account', account_fk: null } as const;
const rowsOf = (data: unknown): readonly Row[] => (data as { data: readonly Row[] }).data;
const show = async (path: string) => (await office.read(path)).data as Row;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  customer = await office.add('customers', { consumer_name: 'Narin', overdue_days: 30 });
  await office.add('purchases', purchaseBody(shop, '5000', { supplier_fk: shop.supplier, date: '2026-03-01' }));
});
afterAll(() => office.close());

const sell = (quantity: string, more: object = {}) =>
  office.send('POST', 'sales', saleBody(shop, quantity, { ...onAccount, customer_fk: customer, ...more }));

const pay = (amount: string, more: object = {}) =>
  office.send('POST', 'customer_transactions', {
    outlet_fk: shop.outlet,
    customer_fk: customer,
    transaction_type: 'receive',
    date: '2026-03-11',
    currency_fk: 1,
    amount,
    account_fk: shop.cash,
    ...more,
  });

const added = (amounts: readonly unknown[]) => printMoney(sum(amounts.map((amount) => money(String(amount ?? '0')))));

describe('total and costs are paid + returned + allowed + not due + not coming + unpaid, after every command', () => {
  const line = (quantity: string, price: string) => ({ item_fk: shop.item, unit_fk: shop.unit, quantity, price });
  const discounts = new Set<unknown>();
  let bank: number;
  beforeAll(async () => {
    const account = { account_name: 'Overdraft', cash_type: 2, currency_fk: 1, allow_overdraft: true };
    bank = await office.add('cashes', account);
  });

  /** Of page, list and paper; in the order of the title. */
  const parts = async (resource: string, id: number) => {
    const shown = await show(`${resource}/${id}`);
    const row = rowsOf((await office.read(`${resource}?filter[id]=${id}`)).data).find((own) => own['id'] === id);
    const figures = owedFigures(shown);
    const names = ['paid', 'returned_amount', 'allowed_amount', 'not_due_amount', 'not_coming_amount', 'unpaid'];
    const amounts = names.map((name) => String(shown[name]));
    expect(added(amounts)).toBe(added([shown['total'], shown['costs_amount']]));
    expect(names.map((name) => row?.[name])).toEqual(names.map((name) => shown[name]));
    expect([row?.['costs_amount'], row?.['total']]).toEqual([shown['costs_amount'], shown['total']]);
    const { paid, returned, allowed, notDue, notComing, remaining, costs } = figures ?? { costs: '0' };
    expect([paid, returned, allowed, notDue, notComing, remaining]).toEqual(amounts);
    expect(amounts.slice(0, 5).filter((amount) => amount.startsWith('-'))).toEqual([]);
    if (shown['payment_type'] === 'on_account') {
      const { documents } = (await show(`${resource}/${id}/paper`)) as { readonly documents: readonly Row[] };
      const document = documents[0] ?? {};
      const printed = ['paid', 'returned', 'allowed', 'not_due', 'not_coming', 'remaining'];
      expect(printed.map((name) => String(document[name] ?? '0'))).toEqual(amounts);
      expect([document['costs'] ?? '0', document['total']]).toEqual([costs, shown['total']]);
      // Paid is the money of the payments.
      const payments = (shown['payments'] as Row[]).filter(({ document: by }) => !discounts.has(by));
      expect(added(payments.map(({ amount }) => amount))).toBe(paid);
    }
    return [costs, ...amounts, shown['payment_status']].join(' ');
  };

  const bought = async (more: object = {}) => {
    const body = {
      supplier_fk: shop.supplier,
      date: '2026-03-10',
      receive: false,
      lines: [line('7', '333'), line('10', '100')],
    };
    const id = await office.add('purchases', purchaseBody(shop, '1', { ...body, ...more }));
    const now = () => parts('purchases', id);
    const post = async (path: string, of: object = {}) => {
      const { status, body } = await office.send('POST', `purchases/${id}/${path}`, of);
      expect(status, JSON.stringify(body)).toBe(200);
      return now();
    };
    const lines = (first: string, second: string) => ({
      lines: [
        { line_id: 1, quantity: first },
        { line_id: 2, quantity: second },
      ],
    });
    const settle = async (transaction_type: string, amount: string, other: object = {}) => {
      const { status, body } = await office.send('POST', 'supplier_transactions', {
        ...{ outlet_fk: shop.outlet, supplier_fk: shop.supplier, transaction_type, date: '2026-03-20', currency_fk: 1 },
        ...{ amount, allocations: [{ document: `purchase-${id}`, amount }] },
        ...(transaction_type === 'discount' ? {} : { account_fk: bank }),
        ...other,
      });
      expect(status, JSON.stringify(body)).toBe(201);
      if (transaction_type === 'discount') discounts.add(`supplier_transaction-${body.data['id']}`);
      return { made: Number(body.data['id']), now: await now() };
    };
    const giveBack = async (of: object[], other: object = {}) => {
      const { status, body } = await office.send('POST', 'purchase_returns', {
        ...{ purchase_fk: id, supplier_fk: shop.supplier, outlet_fk: shop.outlet, inventory_fk: shop.inventory },
        ...{ date: '2026-03-21', currency_fk: 1, payment_type: 'on_account', status: 'complete', lines: of, ...other },
      });
      expect(status, JSON.stringify(body)).toBe(201);
      return { made: Number(body.data['id']), now: await now() };
    };
    return { id, now, post, lines, settle, giveBack };
  };
  const cost = (cost_id: number, amount: string, more: object = {}) => ({
    ...{ cost_id, cost_type: 'freight', amount, currency_fk: 1, share_by: 'quantity', date: '2026-03-14' },
    ...{ payment_type: 'on_account', supplier_fk: shop.supplier, ...more },
  });
  const back = { reason: 'wrong' };

  it('of a purchase in parts whose rest is closed, opened again and comes', async () => {
    const of = await bought();
    expect(await of.now()).toBe('0 0 0 0 3331 0 0 ');
    expect(await of.post('receive', of.lines('3', '4'))).toBe('0 0 0 0 1932 0 1399 unpaid');
    const { made } = await of.settle('pay', '1000');
    expect(await of.post('close')).toBe('0 1000 0 0 0 1932 399 partially_paid');
    expect((await of.settle('discount', '99')).now).toBe('0 1000 0 99 0 1932 300 partially_paid');
    expect((await of.giveBack([{ purchase_line_id: 2, quantity: '1' }])).now).toBe(
      '0 1000 100 99 0 1932 200 partially_paid',
    );
    expect(await of.post('open', back)).toBe('0 1000 100 99 1932 0 200 partially_paid');
    await office.send('POST', `supplier_transactions/${made}/reverse`, back);
    expect(await of.now()).toBe('0 0 100 99 1932 0 1200 unpaid');
    expect(await of.post('receive', of.lines('7', '10'))).toBe('0 0 100 99 0 0 3132 unpaid');
    expect((await of.settle('pay', '3132')).now).toBe('0 3132 100 99 0 0 0 paid');
    expect((await of.giveBack([{ purchase_line_id: 1, quantity: '2' }])).now).toBe('0 3132 100 99 0 0 0 paid');
  });

  it('of a purchase of which nothing came, closed, and of one in cash', async () => {
    const none = await bought();
    expect(await none.post('close')).toBe('0 0 0 0 0 3331 0 ');
    const cash = await bought({ payment_type: 'cash', account_fk: bank, supplier_fk: null });
    expect(await cash.now()).toBe('0 0 0 0 3331 0 0 ');
    expect(await cash.post('receive', cash.lines('3', '4'))).toBe('0 1399 0 0 1932 0 0 paid');
    expect(await cash.post('close')).toBe('0 1399 0 0 0 1932 0 paid');
  });

  it('of a purchase in dollars with a discount, in thirds', async () => {
    const dollars = { currency_fk: 2, rate: '1500' };
    const priced = { lines: [line('3', '33.35'), line('7', '0.99')], discount: { type: 'percent', value: '3' } };
    const of = await bought({ ...dollars, ...priced });
    const whole = (await of.now()).split(' ')[4];
    const first = (await of.post('receive', of.lines('1', '2'))).split(' ');
    await of.post('apply_cost', cost(1, '0.01', dollars));
    await of.post('receive', { ...of.lines('2', '5'), date: '2026-03-15', billed: false });
    await of.post('close');
    await of.post('open', back);
    await of.post('bill', { date: '2026-03-22', lines: [{ line_id: 1, price: '33.34' }] });
    await of.giveBack([{ purchase_line_id: 1, quantity: '1' }], { ...dollars, date: '2026-03-23' });
    const end = (await of.post('receive', { ...of.lines('3', '7'), date: '2026-03-24' })).split(' ');
    expect([added([first[4], first[6]]), end[0], end[4]]).toEqual([whole, '0.01', '0']);
  });

  it('of a purchase with costs of its own supplier: with it, later, taken back', async () => {
    const own = { ...cost(1, '700'), date: undefined };
    const of = await bought({ costs: [own] });
    expect(await of.now()).toBe('0 0 0 0 3331 0 0 ');
    expect(await of.post('receive', of.lines('7', '0'))).toBe('288 0 0 0 1000 0 2619 unpaid');
    expect(await of.post('apply_cost', cost(2, '50'))).toBe('338 0 0 0 1000 0 2669 unpaid');
    expect(await of.post('close', { confirmed: true })).toBe('750 0 0 0 0 1000 3081 unpaid');
    expect((await of.settle('pay', '2600')).now).toBe('750 2600 0 0 0 1000 481 partially_paid');
    await of.post('open', back);
    expect(await of.post('receive', of.lines('7', '10'))).toBe('750 2600 0 0 0 0 1481 partially_paid');
    expect((await of.giveBack([{ purchase_line_id: 2, quantity: '10' }])).now).toBe(
      '750 2600 1000 0 0 0 481 partially_paid',
    );
    const elsewhere = await office.add('suppliers', { consumer_name: 'Lorry' });
    expect(await of.post('apply_cost', cost(3, '90', { supplier_fk: elsewhere }))).toBe(
      '750 2600 1000 0 0 0 481 partially_paid',
    );
    const later = await bought({ receive: true });
    await later.post('apply_cost', cost(1, '40'));
    expect(await later.post('withdraw_cost', { cost_id: 1, ...back })).toBe('0 0 0 0 0 0 3331 unpaid');
  });

  it('of a purchase with an allowance, for more than is open too', async () => {
    const of = await bought({ receive: true });
    const allowance = (cost_id: number, amount: string) => {
      const { cost_type: _, payment_type, supplier_fk: own, ...rest } = cost(cost_id, amount);
      return { ...rest, payment_type, ...back };
    };
    expect(await of.post('apply_allowance', allowance(1, '331'))).toBe('0 0 0 331 0 0 3000 unpaid');
    await of.settle('pay', '2900');
    expect(await of.post('apply_allowance', allowance(2, '300'))).toBe('0 2900 0 631 0 0 -200 paid');
    expect((await of.settle('get_back', '200')).now).toBe('0 2700 0 631 0 0 0 paid');
    expect(await of.post('withdraw_cost', { cost_id: 1, ...back })).toBe('0 2700 0 300 0 0 331 partially_paid');
  });

  it('of goods that came before their bill, went back before it, and were billed at other prices', async () => {
    const of = await bought();
    const came = { ...of.lines('3', '4'), date: '2026-03-11', billed: false };
    expect(await of.post('receive', came)).toBe('0 0 0 0 3331 0 0 ');
    expect((await of.giveBack([{ purchase_line_id: 1, quantity: '1' }])).now).toBe('0 0 0 0 3331 0 0 ');
    expect(await of.post('close')).toBe('0 0 0 0 1399 1932 0 ');
    await of.post('open', back);
    expect(await of.post('bill', { date: '2026-03-22', lines: [{ line_id: 1, price: '350' }] })).toBe(
      '0 0 333 0 1932 0 1100 unpaid',
    );
    expect((await of.settle('pay', '600', { date: '2026-03-22' })).now).toBe('0 600 333 0 1932 0 500 partially_paid');
    expect((await of.giveBack([{ purchase_line_id: 1, quantity: '1' }], { date: '2026-03-23' })).now).toBe(
      '0 600 683 0 1932 0 150 partially_paid',
    );
    const rest = { ...of.lines('7', '10'), date: '2026-03-24' };
    expect(await of.post('receive', rest)).toBe('0 600 683 0 0 0 2082 partially_paid');
    const plain = await bought();
    await plain.post('receive', { ...plain.lines('7', '10'), date: '2026-03-11', billed: false });
    await plain.giveBack([{ purchase_line_id: 1, quantity: '7' }]);
    expect(await plain.post('bill', { date: '2026-03-22' })).toBe('0 0 2331 0 0 0 1000 unpaid');
  });

  it('of sales: with a promotion, paid and come back in any order, in cash with rounding, and taken back', async () => {
    const promotion_fk = await office.add('promotions', {
      ...{ title: 'Five hundred back', start_date: '2026-03-01', end_date: '2026-03-31', status: 'active' },
      ...{ reward_type: 'get_amount', minimum_amount: '5000', reward_amount: '500' },
    });
    const sold = async (more: object) => Number((await sell('6', { date: '2026-03-10', ...more })).body.data['id']);
    const comeBack = (sale_fk: number, quantity: string) =>
      office.add('sale_returns', {
        ...{ sale_fk, customer_fk: customer, outlet_fk: shop.outlet, inventory_fk: shop.inventory },
        ...{ date: '2026-03-11', currency_fk: 1, ...onAccount, status: 'complete' },
        lines: [{ sale_line_id: 1, quantity }],
      });
    const promoted = await sold({ promotions: [{ promotion_fk }] });
    expect(await parts('sales', promoted)).toBe('0 0 0 500 0 0 5500 unpaid');
    await pay('2000', { allocations: [{ document: `sale-${promoted}`, amount: '2000' }] });
    expect(await parts('sales', promoted)).toBe('0 2000 0 500 0 0 3500 partially_paid');
    const returned = await comeBack(promoted, '3');
    expect(await parts('sales', promoted)).toBe('0 2000 2750 500 0 0 750 partially_paid');
    await comeBack(promoted, '3');
    expect(await parts('sales', promoted)).toBe('0 2000 3500 500 0 0 0 paid');
    expect(returned).toBeGreaterThan(0);
    const whole = await sold({});
    await comeBack(whole, '6');
    expect(await parts('sales', whole)).toBe('0 0 6000 0 0 0 0 paid');
    const lines = [line('1', '1110')];
    const rounded = await sold({ payment_type: 'cash', account_fk: shop.cash, lines, promotions: [] });
    expect((await parts('sales', rounded)).split(' ').slice(2)).toEqual(['0', '0', '0', '0', '0', 'paid']);
    const advance = await pay('700', { allocate: 'none', allocations: [] });
    const credited = await sold({});
    const of = { allocation_id: 2, allocations: [{ document: `sale-${credited}`, amount: '700' }] };
    await office.send('POST', `customer_transactions/${advance.body.data['id']}/allocate`, of);
    expect(await parts('sales', credited)).toBe('0 700 0 0 0 0 5300 partially_paid');
    const wrong = await sold({});
    await office.send('POST', `sales/${wrong}/return_to_draft`, back);
    const { total, paid, unpaid, payment_status } = await show(`sales/${wrong}`);
    expect([total, paid, unpaid, payment_status]).toEqual(['6000', '0', '0', null]);
  });
});
