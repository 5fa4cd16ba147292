/** Capital, payroll, remittances and fixed assets over the API: their states and claims. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Office, openOffice } from '../read-api/office.ts';
import { openShop, type Shop } from './shop.ts';

let api: Office;
let shop: Shop;
let owner: number;
beforeAll(async () => {
  api = await openOffice();
  shop = await openShop(api);
  owner = await api.add('stockholders', { stockholder_name: 'Shilan', share_percentage: '100' });
});
afterAll(() => api?.close());

const post = (path: string, body?: unknown) => api.send('POST', path, body);
const capital = (amount: string, more: object = {}) => ({
  outlet_fk: shop.outlet,
  stockholder_fk: owner,
  transaction_type: 'contribution',
  date: '2026-03-01',
  amount,
  currency_fk: 1,
  account_fk: shop.cash,
  ...more,
});

describe('capital', () => {
  it('that was contributed is withdrawn only up to the balance', async () => {
    const done = await post('capital_transactions', capital('5000'));
    expect(done).toMatchObject({ status: 201, body: { data: { status: 'complete', number: 'CA-000001' } } });
    const withdrawal = { transaction_type: 'withdrawal', date: '2026-03-02' };
    const refused = await post('capital_transactions', capital('6000', withdrawal));
    expect(refused.body.errors).toEqual({ account_fk: [expect.stringMatching(/^No Enough Balance/)] });
    await api.add('capital_transactions', capital('1000', withdrawal));
    const back = await post(`capital_transactions/${done.body.data['id']}/reverse`, { reason: 'mistake' });
    expect(back).toMatchObject({ status: 422, body: { code: 'claim' } });
  });

  it('in dollars is contributed at the in rate and withdrawn at the out rate', async () => {
    const rate_fk = await api.add('currency_rates', { date: '2026-03-01', rate: '1510', in_rate: '1500' });
    const account_fk = await api.add('cashes', { account_name: 'Dollars', cash_type: 1, currency_fk: 2 });
    const dollars = { currency_fk: 2, rate_fk, account_fk };
    const taken = { ...dollars, transaction_type: 'withdrawal', date: '2026-03-03' };
    for (const [body, rate] of [
      [dollars, '1500'],
      [taken, '1510'],
    ] as const) {
      const id = await api.add('capital_transactions', capital('100', body));
      expect((await api.read(`capital_transactions/${id}`)).data).toMatchObject({ rate, rate_fk });
    }
  });
});

describe('a payroll', () => {
  const body = () => ({
    outlet_fk: shop.outlet,
    from_date: '2026-03-01',
    to_date: '2026-03-31',
    date: '2026-03-31',
    lines: [{ user_fk: 1, base_salary: '900', deduction: '100' }],
  });

  it('is prepared, approved with a number, paid up to the balance, and reversed', async () => {
    const id = await api.add('payrolls', body());
    expect((await post(`payrolls/${id}/pay_out`, { date: '2026-04-01', account_fk: shop.cash })).status).toBe(409);
    const approved = await post(`payrolls/${id}/approve`);
    expect(approved.body.data).toMatchObject({ status: 'approved', number: 'PY-000001' });
    const empty = await api.add('cashes', { account_name: 'Empty', cash_type: 1, currency_fk: 1 });
    const refused = await post(`payrolls/${id}/pay_out`, { date: '2026-04-01', account_fk: empty });
    expect(refused.body.errors).toEqual({ account_fk: [expect.stringMatching(/^No Enough Balance/)] });
    const paid = await post(`payrolls/${id}/pay_out`, { date: '2026-04-01', account_fk: shop.cash });
    expect(paid.body.data).toMatchObject({ status: 'paid' });
    expect((await post(`payrolls/${id}/reverse`, { reason: 'mistake' })).body.data).toMatchObject({
      status: 'reversed',
    });
  });

  it('asks before a person gets pay for the same days twice, on approval', async () => {
    const of = async (from_date: string, to_date: string) =>
      api.add('payrolls', { ...body(), from_date, to_date, date: to_date });
    const approve = (id: number, more: object = {}) => post(`payrolls/${id}/approve`, more);
    const first = await of('2026-02-01', '2026-02-28');
    expect((await approve(first)).status).toBe(200);
    const overlapping = await of('2026-02-15', '2026-03-14');
    const asked = await approve(overlapping);
    expect([asked.status, asked.body.code]).toEqual([422, 'confirmation']);
    expect(asked.body.errors).toEqual({
      'lines.0.user_fk': [expect.stringMatching(/ has pay for 01\/02\/2026 to 28\/02\/2026 already: PY-\d{6}$/)],
    });
    expect((await approve(overlapping, { confirmed: true })).body.data).toMatchObject({ status: 'approved' });
    for (const id of [first, overlapping]) await post(`payrolls/${id}/reverse`, { reason: 'mistake' });
    // What was reversed is no pay, and other days are other days.
    const [again, after] = [await of('2026-02-01', '2026-02-28'), await of('2026-03-01', '2026-03-31')];
    expect([(await approve(again)).status, (await approve(after)).status]).toEqual([200, 200]);
  });

  it('asks when two were prepared side by side and are approved at once', async () => {
    const ids = await Promise.all(
      [1, 2].map(() => api.add('payrolls', { ...body(), from_date: '2026-01-01', to_date: '2026-01-31' })),
    );
    const answers = await Promise.all(ids.map((id) => post(`payrolls/${id}/approve`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  it('names every field that is wrong', async () => {
    const lines = [{ user_fk: 0, base_salary: '-1', colour: 'red' }];
    const { status, body: answer } = await post('payrolls', { ...body(), to_date: 'soon', lines });
    expect(status).toBe(422);
    expect(Object.keys(answer.errors ?? {}).sort()).toEqual([
      'lines.0.base_salary',
      'lines.0.colour',
      'lines.0.user_fk',
      'to_date',
    ]);
  });
});

describe('a payroll that is paid and corrected by person', () => {
  let bank: number;
  let id: number;
  const pay = (lines: readonly number[], more: object = {}) =>
    post(`payrolls/${id}/pay_out`, {
      ...{ date: '2026-04-01', account_fk: shop.cash, lines: lines.map((line_id) => ({ line_id })) },
      ...more,
    });
  const correct = (base_salary: string, more: object = {}) =>
    post(`payrolls/${id}/correct`, { date: '2026-04-03', line_id: 1, base_salary, reason: 'wrong days', ...more });
  const listed = async () => {
    const { data } = (await api.read('payrolls')).data as never as { data: Record<string, unknown>[] };
    const row = data.find((each) => each['id'] === id);
    return [row?.['total'], row?.['paid'], row?.['payment_status']];
  };

  beforeAll(async () => {
    bank = await api.add('cashes', { account_name: 'Salaries', cash_type: 2, currency_fk: 1, allow_overdraft: true });
    const users = ['Aram', 'Bahar', 'Chia'].map((user_name) =>
      api.add('users', { user_name, email: `${user_name}@example.com` }),
    );
    const salaries = ['300', '200', '100'];
    id = await api.add('payrolls', {
      ...{ outlet_fk: shop.outlet, from_date: '2026-03-01', to_date: '2026-03-31', date: '2026-03-31' },
      lines: (await Promise.all(users)).map((user_fk, index) => ({ user_fk, base_salary: salaries[index] })),
    });
    await post(`payrolls/${id}/approve`);
  });

  it('is open until the last person is paid, and says what was paid', async () => {
    const first = await pay([1]);
    expect(first.body.data).toMatchObject({
      status: 'approved',
      possible: ['pay_out', 'correct', 'reverse'],
      paid_parts: [{ date: '2026-04-01', account_fk: shop.cash, payroll: { amount: '300' } }],
    });
    expect(await listed()).toEqual(['600', '300', 'partially_paid']);
    const wrong = await pay([4], { account_fk: bank });
    expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['lines.0.line_id']]);
    const last = await pay([], { date: '2026-04-02', account_fk: bank });
    expect(last.body.data).toMatchObject({ status: 'paid', paid_parts: [{}, { payroll: { amount: '300' } }] });
    expect(await listed()).toEqual(['600', '600', 'paid']);
  });

  it('has one line corrected: less is a debt of the person, more is paid', async () => {
    const asked = await correct('250');
    expect([asked.status, asked.body.code, asked.body.errors]).toEqual([
      422,
      'confirmation',
      { base_salary: ['Aram owes 50 IQD by this'] },
    ]);
    const less = await correct('250', { confirmed: true });
    expect(less.body.data).toMatchObject({
      ...{ status: 'paid', amount: '550', lines: [{ amount: '250', debt_amount: '50' }, {}, {}] },
      corrections: [{ before: { amount: '300' }, after: { amount: '250' }, reason: 'wrong days' }],
    });
    const owed = (await api.read('payrolls/owed')).data as never as { user_name: string; owed: string }[];
    expect(owed.find(({ user_name }) => user_name === 'Aram')).toMatchObject({ owed: '50' });
    const more = await correct('320');
    expect(more.body.data).toMatchObject({ status: 'approved', amount: '620' });
    expect(await listed()).toEqual(['620', '600', 'partially_paid']);
    const rest = await pay([1], { date: '2026-04-04', account_fk: bank });
    expect(rest.body.data).toMatchObject({ status: 'paid' });
    expect(await listed()).toEqual(['620', '620', 'paid']);
  });

  it('says in which fields a correction is wrong', async () => {
    const refused = await correct('x', { line_id: 9, reason: '' });
    expect([refused.status, Object.keys(refused.body.errors ?? {}).toSorted()]).toEqual([
      422,
      ['base_salary', 'line_id', 'reason'],
    ]);
    const unknown = await correct('1', { line_id: 9, date: '2026-03-30' });
    expect(Object.keys(unknown.body.errors ?? {}).toSorted()).toEqual(['date', 'line_id']);
  });
});

describe('a dividend', () => {
  it('is shared, declared and paid', async () => {
    const lines = [{ stockholder_fk: owner }];
    const id = await api.add('dividends', { outlet_fk: shop.outlet, date: '2026-03-31', amount: '300', lines });
    await post(`dividends/${id}/approve`, { confirmed: true });
    const paid = await post(`dividends/${id}/pay_out`, { date: '2026-04-01', account_fk: shop.cash });
    expect(paid.body.data).toMatchObject({ status: 'paid', number: 'DV-000001' });
  });
});

describe('a dividend above what was earned', () => {
  const dividend = (date: string, amount: string) =>
    api.add('dividends', {
      ...{ outlet_fk: shop.outlet, date, amount },
      lines: [{ stockholder_fk: owner, amount }],
    });
  const approve = async (id: number, more: object = {}) => {
    const { status, body } = await post(`dividends/${id}/approve`, more);
    return status === 200 ? body.data['status'] : [body.code, body.errors];
  };
  const ASKED = ['confirmation', { amount: ['This is more than was earned and not distributed by that day'] }];
  const reverse = (id: number) => post(`dividends/${id}/reverse`, { reason: 'mistake' });

  /** Of the result accounts and retained earnings in the trial balance. */
  const earnedBy = async (as_at: string): Promise<number> => {
    const { data } = await api.read(`financial_reports/trial_balance?as_at=${as_at}`);
    const { rows } = data as never as { rows: { key: string; debit: string; credit: string }[] };
    const counted = rows.filter(({ key }) => ['revenue', 'costs', 'expenses', 'retained-earnings'].includes(key));
    return counted.reduce((sum, { debit, credit }) => sum + Number(credit) - Number(debit), 0);
  };

  beforeAll(async () => {
    const income_type_fk = await api.add('income_types', { type_name: 'Rent of the roof' });
    // 1,000 are left of what the tests before have earned, spent and distributed.
    const amount = String(1000 - (await earnedBy('2026-05-31')));
    const { outlet, cash } = shop;
    const paid = { payment_type: 'cash', account_fk: cash, currency_fk: 1, status: 'complete' };
    await api.add('incomes', { ...paid, outlet_fk: outlet, date: '2026-05-10', income_type_fk, amount });
    expect(await earnedBy('2026-05-31')).toBe(1000);
  });

  it('is asked about when it is approved, on any day before it was earned', async () => {
    const [early, all, more] = [
      await dividend('2026-05-09', '1000'),
      await dividend('2026-05-31', '1000'),
      await dividend('2026-05-31', '1'),
    ];
    expect(await approve(early)).toEqual(ASKED);
    expect(await approve(all)).toBe('approved');
    expect(await approve(more)).toEqual(ASKED);
    expect(await approve(more, { confirmed: true })).toBe('approved');
    await reverse(more);
    await reverse(all);
  });

  it('counts dividends of later days, and not those that were reversed', async () => {
    const [later, now, part] = [
      await dividend('2026-06-30', '600'),
      await dividend('2026-05-31', '500'),
      await dividend('2026-05-31', '400'),
    ];
    expect(await approve(later)).toBe('approved');
    expect(await approve(now)).toEqual(ASKED);
    expect(await approve(part)).toBe('approved');
    await reverse(later);
    expect(await approve(now)).toBe('approved');
    await reverse(now);
    await reverse(part);
  });

  it('is asked about once when two are approved at the same moment', async () => {
    const ids = [await dividend('2026-05-31', '700'), await dividend('2026-05-31', '700')];
    const answers = await Promise.all(ids.map((id) => approve(id)));
    expect(answers.filter((answer) => answer === 'approved')).toHaveLength(1);
  });
});

describe('a dividend that is shared by percentage', () => {
  it('says which amounts were calculated, and shares them again when its total changes', async () => {
    const holder = (stockholder_name: string, share_percentage: string) =>
      api.add('stockholders', { stockholder_name, share_percentage });
    const [first, second, third] = [
      await holder('First', '60'),
      await holder('Second', '40'),
      await holder('Third', '20'),
    ];
    const body = (amount: string, ...lines: readonly object[]) => ({
      outlet_fk: shop.outlet,
      date: '2026-03-31',
      amount,
      lines,
    });
    const shared = [{ stockholder_fk: first }, { stockholder_fk: second }];
    const id = await api.add('dividends', body('1000', ...shared));
    const { body: changed } = await api.send('PATCH', `dividends/${id}`, body('1200', ...shared));
    expect(changed.data).toMatchObject({
      lines: [
        { amount: '720', is_by_percentage: true },
        { amount: '480', is_by_percentage: true },
      ],
    });
    const entered = [
      { stockholder_fk: first, amount: '720' },
      { stockholder_fk: second, amount: '480' },
    ];
    const refused = await api.send('PATCH', `dividends/${id}`, body('1200', ...entered, { stockholder_fk: third }));
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['lines.2.amount']]);
  });
});

describe('shares with days', () => {
  it('divide a dividend of an earlier day, and a change without a last day is asked about', async () => {
    const [one, two] = [
      await api.add('stockholders', { stockholder_name: 'One', share_percentage: '60' }),
      await api.add('stockholders', { stockholder_name: 'Two', share_percentage: '40' }),
    ];
    const asked = await api.send('PATCH', `stockholders/${one}`, { share_percentage: '30' });
    expect([asked.status, asked.body.code]).toEqual([422, 'confirmation']);
    expect(asked.body.errors).toEqual({ share_percentage: [expect.stringMatching(/^The share was 60 %/)] });
    const until = (share_percentage: string) => [{ until_date: '2026-02-28', share_percentage }];
    for (const [id, now, before] of [
      [one, '30', '60'],
      [two, '70', '40'],
    ] as const) {
      const body = { share_percentage: now, earlier_shares: until(before) };
      expect((await api.send('PATCH', `stockholders/${id}`, body)).status).toBe(200);
    }
    const lines = [{ stockholder_fk: one }, { stockholder_fk: two }];
    const body = (more: object, of = lines) => ({ outlet_fk: shop.outlet, amount: '1000001', lines: of, ...more });
    const earlier = await api.add('dividends', body({ date: '2026-02-28' }));
    const recorded = await api.add('dividends', body({ date: '2026-03-31', record_date: '2026-02-28' }));
    const later = await api.add('dividends', body({ date: '2026-03-01' }));
    for (const id of [earlier, recorded]) {
      expect((await api.read(`dividends/${id}`)).data).toMatchObject({
        lines: [{ amount: '600001' }, { amount: '400000' }],
      });
    }
    expect((await api.read(`dividends/${later}`)).data).toMatchObject({
      lines: [{ amount: '300000' }, { amount: '700001' }],
    });
    const alone = await post('dividends', body({ date: '2026-03-01' }, lines.slice(0, 1)));
    expect(alone.body.errors).toEqual({ lines: [expect.stringMatching(/01\/03\/2026 make 30 %, not 100 %/)] });
  });
});

describe('a remittance', () => {
  it('is paid out only while it is on its way', async () => {
    const way = await api.add('cashes', { account_name: 'On its way', cash_type: 3, currency_fk: 1 });
    const bank = await api.add('cashes', { account_name: 'Bank', cash_type: 2, currency_fk: 1 });
    const id = await api.add('remittances', {
      outlet_fk: shop.outlet,
      date: '2026-03-05',
      account_fk: shop.cash,
      remittance_account_fk: way,
      amount: '500',
      fee: '5',
      expense_type_fk: 1,
    });
    await post(`remittances/${id}/approve`);
    const early = await post(`remittances/${id}/pay_out`, { date: '2026-03-04', account_fk: bank });
    expect(Object.keys(early.body.errors ?? {})).toEqual(['date']);
    const paid = await post(`remittances/${id}/pay_out`, { date: '2026-03-07', account_fk: bank });
    expect(paid.body.data).toMatchObject({ status: 'paid', number: 'RM-000001' });
  });

  it('is received in another outlet less a fee, in the other currency, or lost, and its account is empty after each', async () => {
    const way = await api.add('cashes', { account_name: 'With the agent', cash_type: 3, currency_fk: 1 });
    const airport = await api.add('outlets', { outlet_name: 'Airport' });
    const safe = (account_name: string, currency_fk: number) =>
      api.add('cashes', { account_name, cash_type: 1, currency_fk, outlet_fk: airport });
    const [dinars, dollars] = [await safe('Airport safe', 1), await safe('Airport dollars', 2)];
    const balanceOf = async (id: number) => (await api.read(`cashes/${id}`)).data['balance'];
    const fee = { expense_type_fk: 1 };
    const sent = async () => {
      const id = await api.add('remittances', {
        ...{ outlet_fk: shop.outlet, date: '2026-03-05', account_fk: shop.cash },
        ...{ remittance_account_fk: way, amount: '300' },
      });
      await post(`remittances/${id}/approve`);
      return async (body: object) => post(`remittances/${id}/pay_out`, { date: '2026-03-07', ...body });
    };
    const clerk = await api.person('sends-money', ['remittances/pay', 'remittances/index'], {
      ...{ outlets: [shop.outlet], inventories: [] },
    });
    const first = await sent();
    const elsewhere = await api.send(
      'POST',
      'remittances/2/pay_out',
      { date: '2026-03-07', account_fk: dinars },
      { token: clerk },
    );
    expect(Object.keys(elsewhere.body.errors ?? {})).toEqual(['account_fk']);
    const short = await first({ account_fk: dinars, missing_amount: '20', ...fee });
    expect(short.body.data).toMatchObject({ payment: { to_outlet_fk: airport, missing_amount: '20' } });
    const exchanged = await (await sent())({ account_fk: dollars, received_amount: '0.2' });
    expect(exchanged.body.data).toMatchObject({ payment: { received_amount: '0.2', to_currency_fk: 2, rate: '1500' } });
    const lost = await (await sent())({ missing_amount: '300', ...fee });
    expect(lost.body.data).toMatchObject({ status: 'paid', payment: { account_fk: null, missing_amount: '300' } });
    expect([await balanceOf(way), await balanceOf(dinars), await balanceOf(dollars)]).toEqual(['0', '280', '0.2']);
  });
});

describe('a fixed asset', () => {
  it('is bought once, and each of its months is depreciated once', async () => {
    const asset = await api.add('fixed_assets', { asset_name: 'Van', asset_name_ckb: 'ڤان' });
    const body = {
      outlet_fk: shop.outlet,
      fixed_asset_fk: asset,
      date: '2026-03-10',
      amount: '700',
      currency_fk: 1,
      payment_type: 'on_account',
      supplier_fk: shop.supplier,
      useful_life_months: 7,
      status: 'complete',
    };
    const purchase = await api.add('asset_purchases', body);
    const twice = await post('asset_purchases', body);
    expect(twice.body.errors).toEqual({ fixed_asset_fk: [expect.stringMatching(/^Van is already in [A-Z]/)] });
    const inKurdish = await api.send('POST', 'asset_purchases', body, { headers: { 'accept-language': 'ckb' } });
    expect(inKurdish.body.errors).toEqual({ fixed_asset_fk: [expect.stringContaining('ڤان')] });
    const month = { outlet_fk: shop.outlet, date: '2026-04-30', lines: [{ asset_purchase_fk: purchase }] };
    const done = await post('depreciations', month);
    expect(done.body.data).toMatchObject({ status: 'complete', amount: '100' });
    const again = await post('depreciations', month);
    expect(Object.keys(again.body.errors ?? {})).toEqual(['lines.0.asset_purchase_fk']);
    await post(`depreciations/${done.body.data['id']}/reverse`, { reason: 'mistake' });
    expect((await post('depreciations', month)).status).toBe(201);
  });

  it('that was depreciated is not reversed while its depreciation is in force', async () => {
    const back = await post('asset_purchases/1/return_to_draft', { reason: 'mistake' });
    expect(back).toMatchObject({ status: 409, body: { code: 'protected' } });
  });
});
