/**
 * Months of depreciation that are due and were not entered, over HTTP: their list, a document that takes them all, the
 * check before the close of a year, and worth at the end in the currency of the purchase.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { openShop, type Shop } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let bank: number;
let airport: number;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  bank = await office.add('cashes', { account_name: 'Bank', cash_type: 2, currency_fk: 1, allow_overdraft: true });
  airport = await office.add('outlets', { outlet_name: 'Airport' });
});
afterAll(() => office.close());

/** 1,200,000 on 10 January, over twelve months, unless stated: 100,000 a month from February. */
async function bought(asset_name: string, more: object = {}): Promise<{ asset: number; purchase: number }> {
  const asset = await office.add('fixed_assets', { asset_name });
  const about = {
    outlet_fk: shop.outlet,
    fixed_asset_fk: asset,
    date: '2026-01-10',
    amount: '1200000',
    currency_fk: 1,
  };
  const paid = { payment_type: 'cash', account_fk: bank, useful_life_months: 12, status: 'complete' };
  return { asset, purchase: await office.add('asset_purchases', { ...about, ...paid, ...more }) };
}

const dueOn = async (date: string, token?: string) => (await office.read(`depreciations/due?date=${date}`, token)).data;

const enter = (outlet_fk: number, date: string, ...purchases: number[]) =>
  office.add('depreciations', {
    ...{ outlet_fk, date },
    lines: purchases.map((asset_purchase_fk) => ({ asset_purchase_fk })),
  });

const yearCheck = async () => {
  // The checks are of what the read models contain.
  await office.read('depreciations');
  const { data } = (await office.send('GET', 'financial_years/1/gate')).body;
  return (data['checks'] as { check: string }[]).find(({ check }) => check === 'depreciation');
};

describe('months of depreciation that are due', () => {
  let van: { asset: number; purchase: number };
  let shelves: { asset: number; purchase: number };

  it('are listed with their assets: how many, from which month to which, and how much', async () => {
    van = await bought('Van');
    shelves = await bought('Shelves', { outlet_fk: airport, date: '2026-03-01', amount: '2400' });
    await bought('Land', { salvage_amount: '1200000' });
    await enter(shop.outlet, '2026-02-28', van.purchase);
    await enter(shop.outlet, '2026-04-30', van.purchase);
    expect(await dueOn('2026-04-30')).toMatchObject({
      ...{ date: '2026-04-30', amount: '200' },
      assets: [{ fixed_asset_fk: shelves.asset, months: 1 }],
    });
    const { data } = await office.read('depreciations?sortColumn=id&sortDir=desc');
    const [last] = data['data'] as unknown as { id: number }[];
    // March was forgotten, and the document of April has it.
    expect((await office.read(`depreciations/${last?.id}`)).data).toMatchObject({
      amount: '200000',
      lines: [
        { line_id: 1, month: '2026-03', month_number: 2, amount: '100000' },
        { line_id: 2, month: '2026-04', month_number: 3, amount: '100000' },
      ],
    });
    expect((await dueOn('2026-07-15'))['assets']).toEqual([
      {
        ...{ outlet_fk: shop.outlet, outlet_name: 'Bazaar', fixed_asset_fk: van.asset, fixed_asset_name: 'Van' },
        ...{ asset_purchase_fk: van.purchase, asset_purchase_name: 'AP-000001' },
        ...{ months: 3, from_month: '2026-05', to_month: '2026-07', amount: '300000' },
      },
      expect.objectContaining({ fixed_asset_fk: shelves.asset, months: 4, from_month: '2026-04', amount: '800' }),
    ]);
  });

  it('are shown in the outlets of a person', async () => {
    const person = await office.person('depreciates', ['depreciations/index'], { outlets: [airport] });
    expect((await dueOn('2026-07-15', person))['assets']).toMatchObject([{ fixed_asset_fk: shelves.asset }]);
  });

  it('are named before the close of a year, until they are entered', async () => {
    expect(await yearCheck()).toMatchObject({
      ...{ holds: false, may_be_acknowledged: true, count: 2 },
      findings: [
        { kind: 'asset_purchase', id: van.purchase, name: 'Van', quantity: '8' },
        { kind: 'asset_purchase', id: shelves.purchase, name: 'Shelves', quantity: '9' },
      ],
    });
    await enter(airport, '2026-12-31', shelves.purchase);
    const rest = await enter(shop.outlet, '2026-12-31', van.purchase);
    expect(await yearCheck()).toMatchObject({ holds: true, findings: [] });
    await office.send('POST', `depreciations/${rest}/reverse`, { reason: 'a wrong day' });
    expect(await dueOn('2026-12-31')).toMatchObject({ amount: '800000', assets: [{ months: 8 }] });
    expect(await yearCheck()).toMatchObject({ holds: false, count: 1 });
  });

  it('are none of an asset that was sold', async () => {
    await office.add('asset_sales', {
      ...{ outlet_fk: shop.outlet, asset_purchase_fk: van.purchase, leaves_by: 'disposal', date: '2026-06-30' },
    });
    expect(await dueOn('2026-12-31')).toMatchObject({ amount: '0', assets: [] });
    expect(await yearCheck()).toMatchObject({ holds: true });
  });
});

describe('an asset that is depreciated by declining balance', () => {
  it('takes the percent of its book value a year, is revised to the straight line, and goes at what is left', async () => {
    const terms = { amount: '2400000', useful_life_months: 36 };
    const { purchase } = await bought('Server', { ...terms, declining_percent: '50' });
    expect((await office.read(`asset_purchases/${purchase}`)).data).toMatchObject({ declining_percent: '50' });
    const paper = JSON.stringify(await office.read(`asset_purchases/${purchase}/paper`));
    expect(paper).toContain('"field":"declining_percent","kind":"percent","value":"50"');
    // 1,200,000 in the year of twelve months, and the first month of 600,000.
    const due = async (date: string) =>
      objectsOf((await dueOn(date))['assets']).filter((row) => row.asset_purchase_fk === purchase);
    expect(await due('2027-02-28')).toMatchObject([{ months: 13, amount: '1250000' }]);
    await enter(shop.outlet, '2026-02-28', purchase);
    const revised = { date: '2026-03-01', useful_life_months: 47, salvage_amount: '0' };
    const refused = await office.send('POST', `asset_purchases/${purchase}/revise`, {
      ...{ ...revised, declining_percent: '0', reason: 'equal months' },
    });
    expect(Object.keys(refused.body.errors ?? {})).toEqual(['declining_percent']);
    await office.send('POST', `asset_purchases/${purchase}/revise`, { ...revised, reason: 'equal months' });
    // 2,300,000 over the 46 months that are left.
    expect(await due('2026-04-30')).toMatchObject([{ months: 2, amount: '100000' }]);
    const sold = { outlet_fk: shop.outlet, asset_purchase_fk: purchase, leaves_by: 'disposal', date: '2026-04-15' };
    const sale = await office.add('asset_sales', sold);
    expect((await office.read(`asset_sales/${sale}`)).data).toMatchObject({
      ...{ cost_amount: '2400000', depreciated_amount: '100000', depreciation_amount: '75000' },
    });
  });
});

describe('an asset that was bought in dollars', () => {
  it('is worth at the end what was entered in dollars', async () => {
    const rate_fk = await office.add('currency_rates', { date: '2026-01-01', rate: '1490', in_rate: '1480' });
    const dollars = { amount: '1000', currency_fk: 2, rate_fk, payment_type: 'on_account', account_fk: null };
    const worth = { ...dollars, supplier_fk: shop.supplier, useful_life_months: 7, salvage_amount: '100' };
    const { purchase } = await bought('Printer', worth);
    expect((await office.read(`asset_purchases/${purchase}`)).data).toMatchObject({
      ...{ rate: '1490', salvage_amount: '100', salvage_currency_fk: 2 },
    });
    const month = await enter(shop.outlet, '2026-02-28', purchase);
    expect((await office.read(`depreciations/${month}`)).data).toMatchObject({ amount: '191571.4286' });
    expect((await dueOn('2026-12-31'))['assets']).toMatchObject([{ months: 6, amount: '1149428.5714' }]);
    const revise = (date: string) =>
      office.send('POST', `asset_purchases/${purchase}/revise`, {
        ...{ date, useful_life_months: 11, salvage_amount: '50.5', reason: 'it is used longer' },
      });
    const early = await revise('2026-02-10');
    expect(early.body.errors).toEqual({ date: ['The asset was depreciated on 28/02/2026: take that back first'] });
    const revised = await revise('2026-04-10');
    expect(revised.body.data).toMatchObject({
      ...{ status: 'complete', useful_life_months: 7, salvage_amount: '100' },
      revisions: [{ month_number: 3, useful_life_months: 11, salvage_amount: '50.5', currency_fk: 2 }],
    });
    // March by the first terms, and nine months of what is left then by the others.
    const left = await dueOn('2026-12-31');
    expect(left['assets']).toMatchObject([{ months: 10, from_month: '2026-03', amount: '1223183.5714' }]);
    expect(await yearCheck()).toMatchObject({ findings: [{ id: purchase, quantity: '10' }] });
    const done = await enter(shop.outlet, '2026-04-30', purchase);
    expect((await office.read(`depreciations/${done}`)).data).toMatchObject({
      lines: [
        { month: '2026-03', amount: '191571.4285' },
        { month: '2026-04', amount: '114623.5714' },
      ],
    });
  });
});

describe('the check of the days until a day, which asks the tables', () => {
  it('names the assets and the months that the rule of depreciation names', async () => {
    const kinds = [
      { date: '2026-01-31', useful_life_months: 2 },
      { date: '2026-02-28', useful_life_months: 60, outlet_fk: airport },
      { date: '2026-05-01', salvage_amount: '1200000' },
      { date: '2026-03-15', useful_life_months: 5, salvage_amount: '1' },
      { date: '2026-06-30', useful_life_months: 1 },
    ];
    for (const [index, more] of kinds.entries()) {
      const { purchase } = await bought(`Kind ${index}`, more);
      if (index === 3) await enter(shop.outlet, '2026-05-31', purchase);
    }
    for (const day of ['2026-02-27', '2026-03-31', '2026-05-31', '2026-06-30', '2026-07-31', '2026-12-31']) {
      const due = (await dueOn(day))['assets'] as unknown as { asset_purchase_fk: number; months: number }[];
      const { data } = (await office.send('GET', `period_locks/checks/${day}`)).body;
      const checks = data['checks'] as { check: string; findings: { id: number; quantity: string }[] }[];
      const { findings = [] } = checks.find(({ check }) => check === 'depreciation') ?? {};
      const named = findings.map(({ id, quantity }) => `${id}: ${quantity}`).toSorted();
      expect([day, named]).toEqual([
        day,
        due.map(({ asset_purchase_fk, months }) => `${asset_purchase_fk}: ${months}`).toSorted(),
      ]);
    }
    expect((await office.send('GET', 'period_locks/checks/2026-13-01')).status).toBe(422);
  });
});

it('an asset in dollars from before the first day is opened at the rate of its day, and depreciated from what is left', async () => {
  const opened = {
    ...{ date: '2025-03-01', currency_fk: 2, rate: '1480', amount: '1000', salvage_amount: '100', confirmed: true },
    ...{ payment_type: 'opening', account_fk: null, useful_life_months: 10 },
  };
  const { purchase } = await bought('Press', { ...opened, depreciated_amount: '480000' });
  expect((await office.read(`asset_purchases/${purchase}`)).data).toMatchObject({
    ...{ amount: '1000', currency_fk: 2, rate: '1480', depreciated_amount: '480000', salvage_currency_fk: 2 },
  });
  // 1,480,000 less 148,000 at the end and 480,000 so far, over ten months.
  expect(objectsOf((await dueOn('2026-01-31'))['assets'])).toMatchObject([{ months: 1, amount: '85200' }]);
  const asset = await office.add('fixed_assets', { asset_name: 'Drill' });
  const more = { outlet_fk: shop.outlet, fixed_asset_fk: asset, ...opened, status: 'complete' };
  const refused = await office.send('POST', 'asset_purchases', { ...more, depreciated_amount: '1332001' });
  expect(Object.keys(refused.body.errors ?? {})).toEqual(['depreciated_amount']);
});
