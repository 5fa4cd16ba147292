/**
 * Fixed assets that are sold or disposed of, over HTTP: depreciation up to the day, gain and loss, no later
 * depreciation, reversal, and their list.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

type Row = Readonly<Record<string, string>>;

let office: Office;
let shop: Shop;
let bank: number;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  bank = await office.add('cashes', { account_name: 'Bank', cash_type: 2, currency_fk: 1, allow_overdraft: true });
});
afterAll(() => office.close());

/** 1,200,000 on 10 January, over twelve months: 100,000 a month from February. */
async function bought(asset_name: string): Promise<{ readonly asset: number; readonly purchase: number }> {
  const asset = await office.add('fixed_assets', { asset_name });
  const purchase = await office.add('asset_purchases', {
    outlet_fk: shop.outlet,
    fixed_asset_fk: asset,
    date: '2026-01-10',
    amount: '1200000',
    currency_fk: 1,
    payment_type: 'cash',
    account_fk: bank,
    useful_life_months: 12,
    status: 'complete',
  });
  return { asset, purchase };
}
const depreciation = (purchase: number, date: string) => ({
  outlet_fk: shop.outlet,
  date,
  lines: [{ asset_purchase_fk: purchase }],
});
const sale = (purchase: number, more: object = {}) => ({
  outlet_fk: shop.outlet,
  asset_purchase_fk: purchase,
  leaves_by: 'sale',
  date: '2026-03-15',
  amount: '1100000',
  currency_fk: 1,
  payment_type: 'cash',
  account_fk: bank,
  ...more,
});
const effectOf = async (id: number) => {
  const { data } = await office.read(`asset_sales/${id}/effect`);
  const entry = data['entry'] as unknown as Row[];
  return Object.fromEntries(
    entry.map(({ account_key, debit, credit }) => [account_key, debit === '0' ? `-${credit}` : debit]),
  );
};
const paperOf = async (id: number): Promise<Row | undefined> => {
  const { data } = await office.read(`asset_sales/${id}/paper`);
  return (data['documents'] as unknown as Row[])[0];
};
const assetRow = async (asset: number) => (await office.read(`fixed_assets/${asset}`)).data;

describe('an asset that is sold', () => {
  let van: Awaited<ReturnType<typeof bought>>;
  let id: number;
  let month: number;

  it('is depreciated up to the day; proceeds above its book value are a gain', async () => {
    van = await bought('Van');
    month = await office.add('depreciations', depreciation(van.purchase, '2026-02-28'));
    expect(await assetRow(van.asset)).toMatchObject({ asset_state: 'in_use', cost: '1200000', book_value: '1100000' });
    id = await office.add('asset_sales', sale(van.purchase));
    // February is depreciated; 15 of the 31 days of March are due.
    expect(await effectOf(id)).toEqual({
      bank: '1100000',
      depreciation: '48387.0968',
      'accumulated-depreciation': '100000',
      'fixed-assets': '-1200000',
      'asset-sale-gain': '-48387.0968',
    });
    expect(await assetRow(van.asset)).toMatchObject({ asset_state: 'sold', cost: '0', book_value: '0' });
    const listed = (await office.read('fixed_assets?filter[asset_name]=Van')).data['data'] as unknown as Row[];
    expect(listed).toMatchObject([{ asset_state: 'sold' }]);
  });

  it('is named on the paper of its sale, and on that of its depreciation', async () => {
    const paper = await paperOf(id);
    expect(paper?.['facts']).toContainEqual({ field: 'fixed_asset_fk', kind: 'text', value: 'Van' });
    expect(paper).toMatchObject({ total: '1100000', layout: { name: 'asset_sale', isForCustomers: true } });
    expect(paper?.['layout']).not.toHaveProperty('title');
    const { data } = await office.read(`depreciations/${month}/paper`);
    expect(data['documents']).toMatchObject([{ lines: [{ fixed_asset_fk: 'Van', amount: '100000' }] }]);
  });

  it('is sold once, is not depreciated later, and its depreciation and purchase are not reversed', async () => {
    const twice = await office.send('POST', 'asset_sales', sale(van.purchase));
    expect([twice.status, Object.keys(twice.body.errors ?? {})]).toEqual([422, ['asset_purchase_fk']]);
    const later = await office.send('POST', 'depreciations', depreciation(van.purchase, '2026-03-31'));
    expect(later.body.errors).toEqual({
      'lines.0.asset_purchase_fk': ['The asset was sold or disposed of on 15/03/2026'],
    });
    const back = await office.send('POST', `depreciations/${month}/reverse`, { reason: 'wrong' });
    const draft = await office.send('POST', `asset_purchases/${van.purchase}/return_to_draft`, { reason: 'wrong' });
    expect([back.status, draft.status]).toEqual([409, 409]);
  });

  it('is available again after the reversal of the sale, and can be depreciated and sold again', async () => {
    const paidOf = async () => (await office.read(`asset_sales/${id}`)).data;
    expect(await paidOf()).toMatchObject({ payment_status: 'paid', paid: '1100000' });
    expect((await office.send('POST', `asset_sales/${id}/reverse`, { reason: 'not paid' })).status).toBe(200);
    expect(await paidOf()).toMatchObject({ status: 'reversed', payment_status: null, paid: '0' });
    expect(await assetRow(van.asset)).toMatchObject({ asset_state: 'in_use', book_value: '1100000' });
    await office.add('depreciations', depreciation(van.purchase, '2026-03-31'));
    const early = await office.send('POST', 'asset_sales', sale(van.purchase));
    expect(early.body.errors).toEqual({
      date: ['The asset was depreciated on 31/03/2026: take that back first'],
    });
    const before = await office.send('POST', 'asset_sales', sale(van.purchase, { date: '2026-01-02' }));
    expect(before.body.errors?.['date']).toEqual(expect.arrayContaining(['The asset was bought on 10/01/2026']));
    const owed = { date: '2026-03-31', amount: '900000', payment_type: 'on_account', account_fk: null };
    const customer_fk = await office.add('customers', { consumer_name: 'Dara' });
    const again = await office.add('asset_sales', sale(van.purchase, { ...owed, customer_fk }));
    expect(await effectOf(again)).toEqual({
      receivable: '900000',
      'accumulated-depreciation': '200000',
      'fixed-assets': '-1200000',
      'asset-sale-loss': '100000',
    });
    const open = (await office.read(`customers/${customer_fk}/open_documents`)).data as unknown as Row[];
    expect(open).toMatchObject([{ document: `asset_sale-${again}`, amount: '900000' }]);
  });
});

describe('an asset that is disposed of', () => {
  it('has no proceeds: its book value is a loss', async () => {
    const shelves = await bought('Shelves');
    const refused = await office.send('POST', 'asset_sales', sale(shelves.purchase, { leaves_by: 'disposal' }));
    expect(Object.keys(refused.body.errors ?? {})).toEqual(['amount', 'payment_type', 'account_fk']);
    const { outlet_fk, asset_purchase_fk } = sale(shelves.purchase);
    const gone = { outlet_fk, asset_purchase_fk, leaves_by: 'disposal', date: '2026-02-28' };
    const id = await office.add('asset_sales', gone);
    expect(await effectOf(id)).toEqual({
      depreciation: '100000',
      'fixed-assets': '-1200000',
      'asset-sale-loss': '1100000',
    });
    expect(await assetRow(shelves.asset)).toMatchObject({ asset_state: 'disposed' });
    expect((await office.read(`asset_sales/${id}`)).data).toMatchObject({ status: 'complete', payment_status: null });
    const paper = await paperOf(id);
    expect(paper).toMatchObject({
      total: null,
      layout: { title: 'disposed_asset', signatures: ['issued_by', 'approved_by'] },
    });
    expect(paper?.['layout']).not.toHaveProperty('isForCustomers');
  });
});

describe('two at once', () => {
  it('a sale and a depreciation of the month after: one of them is refused', async () => {
    const desk = await bought('Desk');
    const both = await Promise.all([
      office.send('POST', 'asset_sales', sale(desk.purchase, { date: '2026-02-10' })),
      office.send('POST', 'depreciations', depreciation(desk.purchase, '2026-02-28')),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  });
});
