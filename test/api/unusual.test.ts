/** Impossible rates, days and years are refused, and unusual ones must be confirmed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { lastDay } from '../../domain/schemas/day-bounds.ts';
import type { EffectiveDate } from '../../domain/values/effective-date.ts';
import { type Api, openApi } from './api.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from './shop.ts';

let api: Api;
let shop: Shop;
let dollars: number;
/** A person with all permissions except those of this test. */
let clerk: string;
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
  dollars = await api.add('cashes', { account_name: '$', cash_type: 1, currency_fk: 2, outlet_fk: shop.outlet });
  await api.add('purchases', purchaseBody(shop, '500'));
  const without = ['financial_years/date_ahead', 'financial_years/close_early'];
  const given = { outlet_fk: shop.outlet, outlets: [1, shop.outlet], inventories: [shop.inventory] };
  clerk = await api.person(
    'clerk',
    allPermissions().filter((permission) => !without.includes(permission)),
    given,
  );
});
afterAll(() => api.close());

const post = (path: string, body: unknown, token = api.token) => api.send('POST', path, body, { token });
const record = (rate: string, more: object = {}) => ({ date: '2026-03-10', rate, in_rate: rate, ...more });

/** Refused first with a sentence at the field, and accepted with `confirmed`. */
async function expectAsked(path: string, body: object, field: string, words: RegExp): Promise<void> {
  const asked = await post(path, body);
  expect([asked.status, asked.body.code], JSON.stringify(asked.body)).toEqual([422, 'confirmation']);
  expect(asked.body.errors).toEqual({ [field]: [expect.stringMatching(words)] });
  const meant = await post(path, { ...body, confirmed: true });
  expect(meant.body.errors, `${path} confirmed`).toBeUndefined();
}

describe('a rate that is far from the one in force', () => {
  // The seed rate is 1,480 from the beginning of the year.
  const FAR = /14,800.*20 %.*1,480/;

  it('is asked about where it is entered as a record, at once or for a past day', async () => {
    const asked = await post('currency_rates', record('14800'));
    expect([asked.status, asked.body.code]).toEqual([422, 'confirmation']);
    expect(Object.keys(asked.body.errors ?? {})).toEqual(['rate', 'in_rate']);
    expect(asked.body.errors?.['rate']).toEqual([expect.stringMatching(FAR)]);
    const past = await post('currency_rates/store_past_date', { date: '2026-02-10', rate: '148' });
    expect(past.body.code).toBe('confirmation');
    expect((await post('currency_rates', record('1500'))).status).toBe(201);
  });

  it('is asked about where a record is changed, and not where it stays', async () => {
    const id = await api.add('currency_rates', record('1490', { date: '2026-03-09' }));
    expect((await api.send('PATCH', `currency_rates/${id}`, { rate: '149' })).body.code).toBe('confirmation');
    expect((await api.send('PATCH', `currency_rates/${id}`, { time: '09:00' })).status).toBe(200);
  });

  it.each(['ar', 'ckb'])('is asked about in %s', async (language) => {
    const headers = { 'accept-language': language };
    const { body } = await api.send('POST', 'currency_rates', record('14800'), { headers });
    expect(body.errors?.['rate']?.[0]).toMatch(/[\u0600-\u06ff].*14,800/);
  });

  const sold = (rate: string, more: object = {}) =>
    saleBody(shop, '1', {
      ...{ currency_fk: 2, account_fk: dollars, rate },
      lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '1' }],
      ...more,
    });

  it('is asked about where it is typed into a document that is completed, and never in a draft', async () => {
    await expectAsked('sales', sold('14800'), 'rate', /14,800/);
    const draft = await api.add('sales', sold('14800', { status: 'draft' }));
    await expectAsked(`sales/${draft}/complete`, {}, 'rate', /14,800/);
    expect((await post('sales?dry_run=1', sold('14800'))).body.code).toBe('confirmation');
    expect((await post('sales', sold('1600'))).status).toBe(201);
  });

  it('is asked about in costs, in payments, and where it follows from two amounts', async () => {
    const cost = { cost_type: 'transport', amount: '1', currency_fk: 2, rate: '14900', payment_type: 'cash' };
    const body = saleBody(shop, '1', { costs: [{ ...cost, account_fk: dollars }] });
    await expectAsked('sales', body, 'costs.0.rate', /14,900/);
    const paid = {
      ...{ outlet_fk: shop.outlet, customer_fk: shop.customer, transaction_type: 'receive', date: '2026-03-11' },
      ...{ amount: '10', currency_fk: 2, rate: '15000', account_fk: dollars },
    };
    await expectAsked('customer_transactions', paid, 'rate', /15,000/);
    const exchanged = {
      ...{ outlet_fk: shop.outlet, date: '2026-03-11', from_account_fk: dollars, to_account_fk: shop.cash },
      ...{ amount: '1', to_amount: '15000' },
    };
    await expectAsked('cash_transactions', exchanged, 'rate', /15,000/);
  });

  it('is changed until a document uses it, and then only by a new rate and a recalculation', async () => {
    const id = await api.add('currency_rates', record('1485', { date: '2026-03-09', time: '07:00' }));
    const amended = (body: object) => api.send('PATCH', `currency_rates/${id}`, body);
    expect((await amended({ rate: '1486' })).status).toBe(200);
    const sale = { currency_fk: 2, rate_fk: id, account_fk: dollars, date: '2026-03-11' };
    const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '1' }];
    await api.add('sales', saleBody(shop, '1', { ...sale, lines }));
    for (const [field, value] of Object.entries({ rate: '1487', in_rate: '1487', date: '2026-03-08', time: null })) {
      const refused = await amended({ [field]: value });
      expect([refused.status, refused.body.errors]).toEqual([422, { [field]: [expect.stringContaining('new rate')] }]);
    }
    expect((await amended({ rate: '1486' })).status).toBe(200);
    const deleted = await api.send('DELETE', `currency_rates/${id}`);
    expect([deleted.status, deleted.body.message]).toEqual([422, expect.stringContaining('delete')]);
    expect((await post('currency_rates', record('1487', { date: '2026-03-09' }))).status).toBe(201);
  });

  it('is asked about where a correction takes it', async () => {
    const wrong = await api.add('currency_rates', record('1480', { date: '2026-03-05' }));
    const right = await api.add('currency_rates', { ...record('148', { date: '2026-03-05' }), confirmed: true });
    await api.send('DELETE', `currency_rates/${right}`);
    const body = { date: '2026-03-05', rate_fk: wrong, to_rate_fk: right };
    const { body: asked } = await post('recalculations', body);
    expect(asked).toMatchObject({ code: 'confirmation', errors: { to_rate_fk: [expect.stringContaining('148')] } });
  });

  it('is nothing to ask about where the settings say so', async () => {
    const settings = (rate_change_percent: string | null) =>
      api.send('PATCH', 'system_settings/1', { rate_change_percent });
    expect((await settings(null)).status).toBe(200);
    expect((await post('sales', sold('14800'))).status).toBe(201);
    await settings('5');
    expect((await post('sales', sold('1600'))).body.code).toBe('confirmation');
    await settings('20');
  });
});

describe('a day that is far away', () => {
  const draft = (more: object) => saleBody(shop, '1', { status: 'draft', ...more });

  it('is refused in a draft, at its field, with the last day that is possible', async () => {
    const far = await post('sales', draft({ date: '2036-03-12' }));
    expect(far.body.errors).toEqual({ date: ['Date must not be after 11/03/2036'] });
    expect((await post('sales', draft({ date: '2036-03-11' }))).status).toBe(201);
    const early = await post('sales', draft({ date: '2025-12-31' }));
    expect(early.body.errors).toEqual({ date: ['Date must not be before 01/01/2026'] });
    const { payment_type: _t, account_fk: _a, status: _s, ...quoted } = draft({}) as Record<string, unknown>;
    expect((await post('quotations', { ...quoted, date: '2025-06-01' })).body.errors).toHaveProperty('date');
    expect((await post('quotations', { ...quoted, expire_date: '9999-12-31' })).body.errors).toHaveProperty(
      'expire_date',
    );
    const { status: _, ...ordered } = draft({ date: '9999-12-31' });
    expect((await post('online_orders', ordered)).body.errors).toHaveProperty('date');
  });

  it('is refused together with what else is wrong', async () => {
    const { body } = await post('sales', draft({ date: '9999-12-31', customer_fk: 4242 }));
    expect(Object.keys(body.errors ?? {}).sort()).toEqual(['customer_fk', 'date']);
  });

  it('is refused in records', async () => {
    expect((await post('currency_rates', record('1480', { date: '2099-01-01' }))).body.errors).toHaveProperty('date');
    const promotion = { title: 'x', start_date: '2026-03-01', end_date: '9999-12-31', reward_type: 'get_discount' };
    expect((await post('promotions', promotion)).body.errors).toHaveProperty('end_date');
  });

  it('that has not come is entered as done only by whoever may', async () => {
    const tomorrow = saleBody(shop, '1', { date: '2026-03-12' });
    const later = saleBody(shop, '1', { date: '2026-03-13' });
    expect((await post('sales', tomorrow, clerk)).status).toBe(201);
    const refused = await post('sales', later, clerk);
    expect(refused.body.errors).toEqual({ date: [expect.stringContaining('12/03/2026')] });
    const kept = await post('sales', { ...later, status: 'draft' }, clerk);
    expect(kept.status).toBe(201);
    expect((await post(`sales/${kept.body.data['id']}/complete`, {}, clerk)).body.errors).toHaveProperty('date');
    expect((await post('sales', later)).status).toBe(201);
    const type = await api.add('expense_types', { type_name: 'Rent of the shop' });
    const expense = {
      ...{ outlet_fk: shop.outlet, expense_type_fk: type, date: '2026-04-30', amount: '1', currency_fk: 1 },
      ...{ payment_type: 'cash', account_fk: shop.cash, status: 'complete' },
    };
    expect((await post('expenses', expense, clerk)).body.errors).toHaveProperty('date');
    const { payment_type: _t, account_fk: _a, ...quoted } = later as Record<string, unknown>;
    expect((await post('quotations', { ...quoted, date: '2027-01-01' }, clerk)).body.errors).toHaveProperty('date');
  });

  it('lets prices wait for their day and count from it on', async () => {
    const pricing = (date: string) => ({
      ...{ date, status: 'active' },
      lines: [{ item_fk: shop.item, unit_fk: shop.unit, new_price: '1100' }],
    });
    const later = await post('item_pricings', pricing('2026-03-12'));
    expect(later.body.data['status']).toBe('scheduled');
    const early = await post(`item_pricings/${later.body.data['id']}/activate`, {});
    expect(early.body.data['status']).toBe('scheduled');
    expect((await post('item_pricings', pricing('9999-12-31'))).body.errors).toHaveProperty('date');
    expect((await post('item_pricings', pricing('2026-03-11'))).body.data['status']).toBe('active');
  });

  it('of a payroll is in this month at the latest, and its period is no longer than a quarter', async () => {
    const payroll = (from_date: string, to_date: string) => ({
      ...{ outlet_fk: shop.outlet, from_date, to_date, date: '2026-03-11' },
      lines: [{ user_fk: 1, base_salary: '1000' }],
    });
    const TOO_LONG = 'A payroll is of 92 days at most';
    const FUTURE = 'A payroll does not go beyond this month';
    const problems = async (from: string, to: string) =>
      (await post('payrolls', payroll(from, to))).body.errors?.['to_date'];
    expect(await problems('2026-01-01', '9999-12-31')).toEqual([TOO_LONG, FUTURE]);
    expect(await problems('2026-03-01', '2026-04-01'), 'a month, into the next one').toEqual([FUTURE]);
    expect(await problems('2025-12-01', '2026-03-31'), 'four months, all past').toEqual([TOO_LONG]);
    expect(await problems('2026-03-11', '2026-03-10')).toEqual([expect.stringMatching(/start/)]);
    expect((await post('payrolls', payroll('2026-03-01', '2026-03-31'))).status).toBe(201);
  });

  it('of expiry before the purchase is asked about', async () => {
    const item = await api.add('items', itemBody(shop.unit, 'Milk', { has_expire: true }));
    const line = { item_fk: item, unit_fk: shop.unit, quantity: '1', price: '600', expire_date: '2020-01-01' };
    const body = purchaseBody(shop, '1', { lines: [line] });
    await expectAsked('purchases', body, 'lines.0.expire_date', /Milk.*01\/01\/2020/);
  });

  it('that goods are expected on is not before they were ordered', async () => {
    const { payment_type: _, status: __, ...order } = purchaseBody(shop, '1') as Record<string, unknown>;
    const { body } = await post('purchase_orders', { ...order, received_date: '2025-03-01' });
    expect(body.errors).toHaveProperty('received_date');
  });
});

describe('the last day that may be said', () => {
  it('is ten years ahead, of 29 February too', () => {
    expect(lastDay('2026-03-11' as EffectiveDate)).toBe('2036-03-11');
    expect(lastDay('2028-02-29' as EffectiveDate)).toBe('2038-02-28');
  });
});

describe('a financial year', () => {
  const year = (start_date: string, end_date: string) => ({ year_name: start_date, start_date, end_date });

  it('is not longer than 18 months, follows another, and overlaps none', async () => {
    expect((await post('financial_years', year('2027-01-01', '2028-07-01'))).body.errors).toHaveProperty('end_date');
    const gap = await post('financial_years', year('2029-01-01', '2029-12-31'));
    expect(gap.body.errors).toEqual({ start_date: [expect.stringContaining('01/01/2027')] });
    expect((await post('financial_years', year('2026-07-01', '2027-06-30'))).status).toBe(422);
    expect((await post('financial_years', year('2027-01-01', '2028-06-30'))).status).toBe(201);
  });

  it('is closed before its end only by whoever may, and after they were asked', async () => {
    const [first] = [1];
    const refused = await post('year_closes', { financial_year_fk: first }, clerk);
    expect(refused.body.errors).toEqual({ financial_year_fk: [expect.stringContaining('31/12/2026')] });
    expect((await post('year_closes', { financial_year_fk: first, confirmed: true }, clerk)).status).toBe(422);
    await expectAsked('year_closes', { financial_year_fk: first }, 'financial_year_fk', /31\/12\/2026/);
  });
});
