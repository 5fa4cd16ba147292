import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { resultOf } from '../support/job-result.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let year: number;
let bought: number;
let asset: number;
let payroll: number;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  const { data } = (await office.read('financial_years')).data as never as { data: { id: number }[] };
  year = data[0]?.id ?? 0;
  await office.add('financial_years', { year_name: '2027', start_date: '2027-01-01', end_date: '2027-12-31' });
  bought = await office.add('purchases', purchaseBody(shop, '10'));
  asset = await boughtAsset();
  payroll = await paidPayroll();
  await close();
});
afterAll(() => office.close());

/** 1,200,000 over twelve months: 100,000 a month from the next one. */
async function boughtAsset(asset_name = 'Van', date = '2026-01-10', more: object = {}): Promise<number> {
  const bank = await office.add('cashes', {
    account_name: `Bank of the ${asset_name}`,
    cash_type: 2,
    currency_fk: 1,
    allow_overdraft: true,
  });
  return office.add('asset_purchases', {
    ...more,
    outlet_fk: shop.outlet,
    fixed_asset_fk: await office.add('fixed_assets', { asset_name }),
    date,
    amount: '1200000',
    currency_fk: 1,
    payment_type: 'cash',
    account_fk: bank,
    useful_life_months: 12,
    status: 'complete',
  });
}

/** 900 for the one person who works here, paid in the year that is closed. */
async function paidPayroll(): Promise<number> {
  const bank = { account_name: 'Bank of the salaries', cash_type: 2, currency_fk: 1, allow_overdraft: true };
  const account_fk = await office.add('cashes', bank);
  const id = await office.add('payrolls', {
    ...{ outlet_fk: shop.outlet, from_date: '2026-03-01', to_date: '2026-03-31', date: '2026-03-31' },
    lines: [{ user_fk: 1, base_salary: '900' }],
  });
  await office.send('POST', `payrolls/${id}/approve`, {});
  await office.send('POST', `payrolls/${id}/pay_out`, { date: '2026-04-01', account_fk });
  return id;
}

async function close(): Promise<void> {
  const begun = await office.send('POST', 'year_closes', {
    ...{ financial_year_fk: year, confirmed: true },
    // Its months are entered later, as an adjustment.
    acknowledged: ['depreciation'],
  });
  const job = await office.send('POST', 'jobs/close_year', { year_close_fk: begun.body.data['id'] });
  expect(await resultOf(office, String(job.body.data['job_id']))).toMatchObject({ outcome: 'closed' });
}

const LATE = '2026-11-20';

describe('a document that arrives late for a closed year', () => {
  it('is refused, with the possible actions', async () => {
    const refused = await office.send('POST', 'sales', saleBody(shop, '1', { date: LATE }));
    expect([refused.status, refused.body.errors, refused.body['details']]).toEqual([
      422,
      {
        date: [
          'The financial year of 20/11/2026 is closed: choose a day of an open year, or enter it as a prior-period adjustment, which counts on 01/01/2027 and names its true date',
        ],
      },
      expect.objectContaining({ prior_period: { date: LATE, open_day: '2027-01-01' } }),
    ]);
  });

  it('is refused for those without the permission, whether they ask for it or not', async () => {
    const given = { outlets: [shop.outlet], inventories: [shop.inventory] };
    // The day is in the future for the clock of the tests.
    const permissions = ['sales/store', 'sales/complete', 'sales/show', 'financial_years/date_ahead'];
    const token = await office.person('clerk', permissions, given);
    const body = saleBody(shop, '1', { date: LATE });
    const plain = await office.send('POST', 'sales', body, { token });
    expect(plain.status).toBe(422);
    expect(plain.body.errors?.['date']?.[0]).toContain('ask somebody who may enter prior-period adjustments');
    expect(plain.body['details']).not.toHaveProperty('prior_period');
    const asked = await office.send('POST', 'sales', { ...body, prior_period: true }, { token });
    expect([asked.status, asked.body.message]).toEqual([
      403,
      expect.stringMatching(/Financial years – Enter prior-period adjustments$/),
    ]);
  });

  it('takes effect on the first open day and has its true date, when that is requested', async () => {
    const id = await office.add('sales', { ...saleBody(shop, '3', { date: LATE }), prior_period: true });
    expect((await office.read(`sales/${id}`)).data).toMatchObject({
      date: '2027-01-01',
      true_date: LATE,
      status: 'complete',
    });
    const effect = (await office.read(`sales/${id}/effect`)).data as never as { entry: Record<string, unknown>[] };
    expect(effect.entry.length).toBeGreaterThan(0);
    for (const line of effect.entry) expect(line).toMatchObject({ effective_date: '2027-01-01', true_date: LATE });
    const journal = (await office.read('financial_reports/journal?from=2027-01-01')).data as never as {
      data: Record<string, unknown>[];
    };
    const own = journal.data.filter((line) => line['document'] === `sale-${id}`);
    expect(own.length).toBe(4);
    for (const line of own) expect(line).toMatchObject({ true_date: LATE, effective_date: '2027-01-01' });
  });

  it('that was a draft of its own day is dated when it is completed, and keeps the true date when it returns to draft', async () => {
    const draft = await office.add('sales', saleBody(shop, '1', { date: LATE, status: 'draft' }));
    expect((await office.send('POST', `sales/${draft}/complete`, {})).status).toBe(422);
    expect((await office.send('POST', `sales/${draft}/complete`, { prior_period: true })).status).toBe(200);
    const now = { date: '2027-01-01', true_date: LATE };
    expect((await office.read(`sales/${draft}`)).data).toMatchObject({ ...now, status: 'complete' });
    await office.send('POST', `sales/${draft}/return_to_draft`, { reason: 'the price was wrong' });
    const again = saleBody(shop, '2', { date: '2027-01-01', status: 'draft' });
    expect((await office.send('PATCH', `sales/${draft}`, again)).status).toBe(200);
    expect((await office.send('POST', `sales/${draft}/complete`, {})).status).toBe(200);
    expect((await office.read(`sales/${draft}`)).data).toMatchObject(now);
    const { revision } = (await office.read(`sales/${draft}`)).data;
    expect(revision).toBe(4);
  });

  it('is shown by a dry run as it would be', async () => {
    const shown = await office.send('POST', 'sales?dry_run=1', {
      ...saleBody(shop, '1', { date: LATE }),
      prior_period: true,
    });
    expect(shown.body).toMatchObject({ data: { date: '2027-01-01', true_date: LATE } });
  });

  it('is offered for nothing that it cannot do: a document of the closed year is not returned to draft', async () => {
    for (const more of [{}, { prior_period: true }]) {
      const body = { reason: 'the price was wrong', ...more };
      const refused = await office.send('POST', `purchases/${bought}/return_to_draft`, body);
      expect(refused.status).toBeGreaterThanOrEqual(409);
      expect(JSON.stringify(refused.body)).toContain(
        'The financial year of 02/03/2026 is closed, so what was posted in it stays',
      );
      expect(refused.body['details'] ?? {}).not.toHaveProperty('prior_period');
    }
  });

  it('may be the months of depreciation of a closed year, which stay those months and are entered once', async () => {
    const day = '2026-12-31';
    const body = { outlet_fk: shop.outlet, date: day, lines: [{ asset_purchase_fk: asset }] };
    const refused = await office.send('POST', 'depreciations', body);
    expect(refused.body['details']).toMatchObject({ prior_period: { date: day, open_day: '2027-01-01' } });
    const id = await office.add('depreciations', { ...body, prior_period: true });
    expect((await office.read(`depreciations/${id}`)).data).toMatchObject({
      date: '2027-01-01',
      true_date: day,
      amount: '1100000',
      lines: Array.from({ length: 11 }, (_, index) => ({ month_number: index + 1 })),
    });
    const second = await office.send('POST', 'depreciations', { ...body, prior_period: true });
    expect([second.status, Object.keys(second.body.errors ?? {})]).toEqual([422, ['lines.0.asset_purchase_fk']]);
  });

  it('may be the correction of a paid salary, which counts on the first open day', async () => {
    const send = (body: object) =>
      office.send('POST', `payrolls/${payroll}/correct`, {
        ...{ line_id: 1, date: '2026-03-31', reason: 'wrong days', confirmed: true },
        ...body,
      });
    const refused = await send({ base_salary: '700' });
    expect(refused.status).toBe(422);
    expect(refused.body['details']).toMatchObject({ prior_period: { date: '2026-03-31', open_day: '2027-01-01' } });
    const less = await send({ base_salary: '700', prior_period: true });
    expect(less.body.data).toMatchObject({
      ...{ status: 'paid', date: '2026-03-31', amount: '700', lines: [{ debt_amount: '200' }] },
      corrections: [{ date: '2027-01-01', true_date: '2026-03-31' }],
    });
    const journal = (await office.read('financial_reports/journal?from=2027-01-01')).data as never as {
      data: Record<string, unknown>[];
    };
    const own = journal.data.filter((line) => line['document'] === `payroll-${payroll}`);
    expect(own).toHaveLength(2);
    for (const line of own) expect(line).toMatchObject({ true_date: '2026-03-31', effective_date: '2027-01-01' });
    // Without an adjustment it is entered on a day of the open year.
    const more = await send({ base_salary: '950', date: '2027-01-05' });
    const corrections = [{}, { date: '2027-01-05' }];
    expect(more.body.data).toMatchObject({ status: 'approved', amount: '950', corrections });
  });

  it('may be the sale of an asset, after the last month that was entered for the closed year', async () => {
    const id = await office.add('asset_sales', {
      outlet_fk: shop.outlet,
      asset_purchase_fk: asset,
      leaves_by: 'disposal',
      date: '2026-12-31',
      prior_period: true,
    });
    // Eleven months are due, and were entered.
    expect((await office.read(`asset_sales/${id}`)).data).toMatchObject({
      date: '2027-01-01',
      true_date: '2026-12-31',
      depreciated_amount: '1100000',
      depreciation_amount: '0',
    });
  });

  it('may be the purchase of an asset, whose months are counted from its true date', async () => {
    const late = await boughtAsset('Lorry', '2026-11-10', { prior_period: true });
    expect((await office.read(`asset_purchases/${late}`)).data).toMatchObject({
      date: '2027-01-01',
      true_date: '2026-11-10',
    });
    const month = await office.add('depreciations', {
      ...{ outlet_fk: shop.outlet, date: '2026-12-31', lines: [{ asset_purchase_fk: late }], prior_period: true },
    });
    expect((await office.read(`depreciations/${month}`)).data).toMatchObject({ lines: [{ month_number: 1 }] });
    const sold = { outlet_fk: shop.outlet, asset_purchase_fk: late, leaves_by: 'disposal', date: '2027-02-28' };
    const gone = await office.add('asset_sales', sold);
    // Three months are due, and one was entered.
    expect((await office.read(`asset_sales/${gone}`)).data).toMatchObject({
      depreciated_amount: '100000',
      depreciation_amount: '200000',
    });
  });

  it('is as old as its true day: what was forgotten in June is overdue since, by a journal, a sale, a bill or an expense', async () => {
    const day = '2026-06-10';
    const at = '2027-01-15';
    const bucketsOf = async (kind: string, id: number) => {
      const { data } = await office.read(`reports/${kind}s_ageing?consumer_id=${id}&as_at=${at}`);
      return (data['data'] as never as Record<string, unknown>[])[0];
    };
    const owing = { payment_type: 'on_account', account_fk: null, date: day, prior_period: true } as const;
    const debtor = await office.add('customers', { consumer_name: 'Forgotten', payment_terms_days: 30 });
    const lines = [
      { account: 1210, debit: '500', currency_fk: 1, customer_fk: debtor },
      { account: 4500, credit: '500', currency_fk: 1 },
    ];
    const journal = { outlet_fk: shop.outlet, date: day, status: 'posted', lines, prior_period: true };
    const posted = await office.add('general_journals', journal);
    expect((await office.read(`general_journals/${posted}`)).data).toMatchObject({
      ...{ date: '2027-01-01', true_date: day },
      lines: [{ due_date: '2026-07-10' }, {}],
    });
    const sale = await office.add('sales', saleBody(shop, '1', { ...owing, customer_fk: debtor }));
    expect(await bucketsOf('customer', debtor)).toMatchObject({ over_90: '1500', balance: '1500' });
    const listed = await office.read(`sales?filter[due_date]=2026-07-10,2026-07-10`);
    expect(listed.data['data']).toMatchObject([{ id: sale, date: '2027-01-01', due_date: '2026-07-10' }]);
    await office.send('POST', `sales/${sale}/return_to_draft`, { reason: 'the price was wrong' });
    const again = { ...saleBody(shop, '2'), payment_type: 'on_account', account_fk: null, date: '2027-01-01' };
    const typed = { ...again, customer_fk: debtor, due_date: '2026-08-01' };
    expect((await office.send('PATCH', `sales/${sale}`, typed)).status).toBe(200);
    expect((await office.read(`sales/${sale}`)).data).toMatchObject({ true_date: day, due_date: '2026-08-01' });
    expect(await bucketsOf('customer', debtor)).toMatchObject({ over_90: '2500', not_due: '0' });

    const creditor = await office.add('suppliers', { consumer_name: 'Forgotten too', payment_terms_days: 10 });
    await office.add('purchases', purchaseBody(shop, '1', { ...owing, supplier_fk: creditor }));
    const expense_type_fk = await office.add('expense_types', { type_name: 'Repair of June' });
    const repair = { ...owing, outlet_fk: shop.outlet, expense_type_fk, amount: '50', currency_fk: 1 };
    await office.add('expenses', { ...repair, supplier_fk: creditor, status: 'complete' });
    expect(await bucketsOf('supplier', creditor)).toMatchObject({ over_90: '650', days_0_30: '0' });
    const limited = await office.add('customers', { consumer_name: 'Limited', overdue_days: 20 });
    await office.add('sales', saleBody(shop, '1', { ...owing, customer_fk: limited }));
    const next = saleBody(shop, '1', { ...owing, customer_fk: limited, date: '2027-01-02', prior_period: false });
    expect((await office.send('POST', 'sales', next)).body.errors).toHaveProperty('customer_fk');
  });

  it('changes nothing for a day of an open year', async () => {
    const id = await office.add('sales', { ...saleBody(shop, '1', { date: '2027-03-01' }), prior_period: true });
    const { data } = await office.read(`sales/${id}`);
    expect(data).toMatchObject({ date: '2027-03-01' });
    expect(data).not.toHaveProperty('true_date');
  });
});

it('a financial year is not added before a closed one', async () => {
  const early = { year_name: '2025', start_date: '2025-01-01', end_date: '2025-12-31' };
  const refused = await office.send('POST', 'financial_years', early);
  expect([refused.status, refused.body.errors?.['start_date']]).toEqual([
    422,
    [
      'A financial year cannot be added before the year 01/01/2026 to 31/12/2026, which is closed. Reopen that year first',
    ],
  ]);
});
