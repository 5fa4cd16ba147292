/**
 * Tax over HTTP: the report by tax, month, outlet and document, its payment, and the refusal of a payment above the
 * payable tax.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

type Row = Readonly<Record<string, string>>;

let office: Office;
let shop: Shop;
let there: { readonly outlet: number; readonly inventory: number };

const taxed = (shop: Shop, price: string, quantity: string, percent: string) => ({
  lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity, price, tax_percent: percent }],
});
const report = async (query: string, token?: string) => (await office.read(`reports/tax?${query}`, token)).data;
const rowsOf = async (query: string) =>
  ((await report(query))['data'] as unknown as Row[]).map(
    ({ key, output_base, output, input_base, input, payable, paid }) => [
      key,
      ...[output_base, output, input_base, input, payable, paid],
    ],
  );
const payment = (amount: string, more: object = {}) => ({
  outlet_fk: shop.outlet,
  from_date: '2026-03-01',
  to_date: '2026-03-31',
  date: '2026-03-20',
  amount,
  account_fk: shop.cash,
  ...more,
});

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  const outlet = await office.add('outlets', { outlet_name: 'Airport' });
  there = {
    outlet,
    inventory: await office.add('inventories', { inventory_name: 'Airport store', outlet_fk: outlet }),
  };
  await office.add('taxes', { tax_name: 'Sales tax', tax_name_ckb: 'باجی فرۆشتن', percentage: '10' });
  // Input tax: 10 % of 6,000, and of −1,200 for the two returned of ten.
  const bought = await office.add('purchases', purchaseBody(shop, '10', taxed(shop, '600', '10', '10')));
  await office.add('purchase_returns', {
    ...purchaseBody(shop, '2'),
    purchase_fk: bought,
    date: '2026-03-03',
    lines: [{ purchase_line_id: 1, quantity: '2' }],
  });
  await office.add('purchases', purchaseBody(shop, '10', { outlet_fk: outlet, inventory_fk: there.inventory }));
  // Output tax: 10 % of 5,000 less one returned of five, 5 % of 2,000; in the other outlet 10 % of 3,000.
  const sold = await office.add('sales', saleBody(shop, '5', taxed(shop, '1000', '5', '10')));
  await office.add('sale_returns', {
    ...saleBody(shop, '1'),
    sale_fk: sold,
    date: '2026-03-12',
    lines: [{ sale_line_id: 1, quantity: '1' }],
  });
  await office.add('sales', saleBody(shop, '2', taxed(shop, '1000', '2', '5')));
  const sale = { outlet_fk: outlet, inventory_fk: there.inventory, payment_type: 'on_account', account_fk: null };
  await office.add(
    'sales',
    saleBody(shop, '3', { ...sale, customer_fk: shop.customer, ...taxed(shop, '1000', '3', '10') }),
  );
});
afterAll(() => office.close());

describe('the tax of a period', () => {
  it('is reported by tax: the taxed amounts, the collected and the recoverable tax, and the payable one', async () => {
    expect(await rowsOf('from=2026-03-01&as_at=2026-03-31')).toEqual([
      ['10', '7000', '700', '4800', '480', '220', '0'],
      ['5', '2000', '100', '0', '0', '100', '0'],
    ]);
    const { data, totals } = await report('from=2026-03-01&as_at=2026-03-31');
    expect((data as unknown as Row[]).map(({ name }) => name)).toEqual(['Sales tax', null]);
    const inKurdish = await office.read('reports/tax', office.token, { 'accept-language': 'ckb' });
    expect((inKurdish.data['data'] as unknown as Row[])[0]).toMatchObject({ key: '10', name: 'باجی فرۆشتن' });
    expect(totals).toMatchObject({
      output: '800',
      input: '480',
      payable: '320',
      paid: '0',
      opening: '0',
      closing: '320',
    });
  });

  it('is reported by month, outlet and document, each with the same total', async () => {
    expect(await rowsOf('group=month')).toEqual([['2026-03', '9000', '800', '4800', '480', '320', '0']]);
    expect(await rowsOf('group=outlet')).toEqual([
      [String(shop.outlet), '6000', '500', '4800', '480', '20', '0'],
      [String(there.outlet), '3000', '300', '0', '0', '300', '0'],
    ]);
    const documents = (await report('group=document'))['data'] as unknown as Row[];
    expect(documents.map(({ document_kind, payable }) => [document_kind, payable])).toEqual([
      ['purchase', '-600'],
      ['purchase_return', '120'],
      ['sale', '500'],
      ['sale', '100'],
      ['sale', '300'],
      ['sale_return', '-100'],
    ]);
    expect(await rowsOf('group=document&percentage=5')).toHaveLength(1);
  });

  it('is the balance of the two accounts, of one outlet for users of one outlet', async () => {
    const { data } = await office.read('financial_reports/trial_balance?as_at=2026-03-31');
    const rows = data['rows'] as unknown as Row[];
    const of = (key: string) => rows.find((row) => row['key'] === key);
    expect([of('output-tax')?.['credit'], of('input-tax')?.['debit']]).toEqual(['800', '480']);
    const clerk = await office.person('taxed', ['reports/tax'], { outlets: [there.outlet], inventories: [] });
    expect((await report('', clerk))['totals']).toMatchObject({ payable: '300', closing: '300' });
    expect((await office.read(`reports/tax?outlet_fk=${shop.outlet}`, clerk)).status).toBe(404);
  });
});

describe('a payment of tax', () => {
  let id: number;

  it('is refused above the payable tax of the outlet, with a message, unless it is stated as an advance', async () => {
    const refused = await office.send('POST', 'tax_payments', payment('21'));
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { amount: ['No more tax than 20 is payable until the end of the period'] },
    ]);
    const before = await office.send('POST', 'tax_payments', payment('1', { to_date: '2026-03-02' }));
    expect(before.body.errors).toEqual({ amount: ['No more tax than -600 is payable until the end of the period'] });
    const backwards = await office.send('POST', 'tax_payments', payment('1', { to_date: '2026-02-01' }));
    expect(Object.keys(backwards.body.errors ?? {})).toContain('to_date');
  });

  it('clears output tax by the payment and the set-off input tax, and is in the report', async () => {
    id = await office.add('tax_payments', payment('15'));
    const { data } = await office.read(`tax_payments/${id}`);
    expect(data).toMatchObject({ status: 'complete', payable_amount: '20', input_amount: '480', number: 'TP-000001' });
    const effect = (await office.read(`tax_payments/${id}/effect`)).data['entry'] as unknown as Row[];
    expect(effect.map(({ account_key, debit, credit }) => [account_key, debit, credit])).toEqual([
      ['output-tax', '495', '0'],
      ['input-tax', '0', '480'],
      ['cash', '0', '15'],
    ]);
    const { totals } = await report(`outlet_fk=${shop.outlet}&as_at=2026-03-31`);
    expect(totals).toMatchObject({ output: '500', input: '480', payable: '20', paid: '15', closing: '5' });
    const twice = await office.send('POST', 'tax_payments', payment('5', { from_date: '2026-03-31' }));
    expect([twice.body.code, twice.body.errors]).toEqual([
      'confirmation',
      { from_date: ['Tax for 01/03/2026 to 31/03/2026 was paid already: TP-000001'] },
    ]);
    const more = await office.send('POST', 'tax_payments', payment('6'));
    expect(more.body.errors).toEqual({ amount: ['No more tax than 5 is payable until the end of the period'] });
  });

  it('is kept as an advance when that is requested, and can be reversed', async () => {
    const early = payment('105', { above_payable: 'advance' });
    const asked = await office.send('POST', 'tax_payments', early);
    expect([asked.body.code, asked.body.errors?.['amount']]).toEqual([
      'confirmation',
      ['100 would be paid before it is owed'],
    ]);
    const next = { ...early, from_date: '2026-04-01', to_date: '2026-06-30' };
    const later = await office.send('POST', 'tax_payments', next);
    expect(Object.keys(later.body.errors ?? {})).toEqual(['amount']);
    const advance = await office.add('tax_payments', { ...early, confirmed: true });
    expect((await report(`outlet_fk=${shop.outlet}`))['totals']).toMatchObject({ paid: '120', closing: '-100' });
    const back = await office.send('POST', `tax_payments/${advance}/reverse`, { reason: 'paid twice' });
    expect(back.status).toBe(200);
    expect((await report(`outlet_fk=${shop.outlet}`))['totals']).toMatchObject({ paid: '15', closing: '5' });
  });

  it('paid in advance comes back from the office, and so does a credit of input tax; no more than it owes', async () => {
    const advance = { ...payment('105', { above_payable: 'advance' }), confirmed: true };
    const paid = await office.add('tax_payments', advance);
    const back = (amount: string) => payment(amount, { tax_direction: 'received' });
    const refused = await office.send('POST', 'tax_payments', back('101'));
    expect(refused.body.errors).toEqual({
      amount: ['No more than 100 of tax is to come back until the end of the period'],
    });
    const received = await office.add('tax_payments', back('100'));
    const entryOf = async (id: number) =>
      ((await office.read(`tax_payments/${id}/effect`)).data['entry'] as unknown as Row[]).map(
        ({ account_key, debit, credit }) => [account_key, debit, credit],
      );
    expect(await entryOf(received)).toEqual([
      ['cash', '100', '0'],
      ['output-tax', '0', '100'],
    ]);
    expect((await report(`outlet_fk=${shop.outlet}`))['totals']).toMatchObject({ paid: '20', closing: '0' });
    for (const id of [received, paid]) {
      const taken = await office.send('POST', `tax_payments/${id}/reverse`, { reason: 'entered twice' });
      expect(taken.body.errors).toBeUndefined();
    }
    const bought = await office.add('purchases', purchaseBody(shop, '10', taxed(shop, '500', '10', '10')));
    const credit = await office.add('tax_payments', back('495'));
    expect(await entryOf(credit)).toEqual([
      ['cash', '495', '0'],
      ['input-tax', '0', '495'],
    ]);
    expect((await office.send('POST', 'tax_payments', back('1'))).status).toBe(422);
    expect((await office.send('POST', `tax_payments/${credit}/reverse`, { reason: 'wrong' })).status).toBe(200);
    expect((await office.send('POST', `purchases/${bought}/return_to_draft`, { reason: 'wrong' })).status).toBe(200);
  });

  it('is one of two that pay the same at once: the other is refused', async () => {
    const both = await Promise.all(
      [payment('5'), payment('5')].map((body) => office.send('POST', 'tax_payments', { ...body, confirmed: true })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect((await report(`outlet_fk=${shop.outlet}`))['totals']).toMatchObject({ closing: '0' });
  });
});
