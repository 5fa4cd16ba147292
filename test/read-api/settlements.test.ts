/**
 * Settlements without money: the documents of both parties, their statements and the books (docs/decisions/0195); and
 * receipts that bounce (docs/decisions/0196).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBooks } from '../../projector/rebuild/invariants.ts';
import { checkAcross } from '../../projector/verify/across.ts';
import type { Sent } from '../api/api.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { onDatabase } from '../backup/place.ts';
import { type Office, openOffice } from './office.ts';

type Row = Readonly<Record<string, unknown>>;
let office: Office;
let shop: Shop;
let badDebts: number;
const onAccount = { payment_type: 'on_account', account_fk: null } as const;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  badDebts = await office.add('expense_types', { type_name: 'Bad debts' });
  await office.add('purchases', purchaseBody(shop, '1000', { date: '2026-03-01' }));
});
afterAll(() => office.close());

/** A customer who is a supplier too: owes 100,000 on a sale, and is owed 60,000 on a purchase. */
async function person(name: string) {
  const customer = await office.add('customers', { consumer_name: name });
  const supplier = await office.add('suppliers', { consumer_name: name });
  const sale = await office.add('sales', saleBody(shop, '100', { ...onAccount, customer_fk: customer }));
  const purchase = await office.add('purchases', purchaseBody(shop, '100', { supplier_fk: supplier }));
  return { customer, supplier, sale, purchase };
}

const settle = (amount: string, more: object) =>
  office.send('POST', 'settlements', {
    ...{ outlet_fk: shop.outlet, date: '2026-03-15', settled_as: 'debt', currency_fk: 1, amount },
    ...{ reason: 'agreed', ...more },
  });
const reverse = ({ body }: Sent) =>
  office.send('POST', `settlements/${body.data['id']}/reverse`, { reason: 'not agreed' });
const show = async (path: string) => (await office.read(path)).data as Row;
const open = async (party: string) =>
  ((await show(`${party}/open_documents`)) as unknown as Row[]).map(({ document, amount }) => [document, amount]);
const parts = async (path: string) => {
  const { paid, allowed_amount, unpaid, payment_status } = await show(path);
  return [paid, allowed_amount, unpaid, payment_status];
};

describe('a settlement', () => {
  it('of a bad debt leaves the sale unpaid and written off, and its reversal opens it again', async () => {
    const { customer, sale } = await person('Bakir');
    const account = 610_000_000 + badDebts;
    const made = await settle('100000', { customer_fk: customer, account });
    expect(made.body.data).toMatchObject({ status: 'complete', number: 'SE-000001' });
    expect(await parts(`sales/${sale}`)).toEqual(['0', '100000', '0', 'paid']);
    expect((await show(`customers/${customer}`))['pending_amount']).toBe('0');
    const lines = (await show(`financial_reports/account_ledger?account=${account}`))['data'];
    expect(lines).toMatchObject([{ document_kind: 'settlement', debit: '100000', credit: '0' }]);
    expect((await reverse(made)).status).toBe(200);
    expect(await parts(`sales/${sale}`)).toEqual(['0', '0', '100000', 'unpaid']);
    expect(await open(`customers/${customer}`)).toEqual([[`sale-${sale}`, '100000']]);
  });

  it('sets a customer off against the same person as a supplier, and opens the rest as an advance', async () => {
    const { customer, supplier, sale, purchase } = await person('Dana');
    const made = await settle('100000', { customer_fk: customer, to_supplier_fk: supplier });
    const own = `settlement-${made.body.data['id']}`;
    expect(await open(`customers/${customer}`)).toEqual([]);
    expect(await open(`suppliers/${supplier}`)).toEqual([[own, '-40000']]);
    expect(await parts(`sales/${sale}`)).toEqual(['100000', '0', '0', 'paid']);
    expect(await parts(`purchases/${purchase}`)).toEqual(['60000', '0', '0', 'paid']);
    const statement = await show(`reports/suppliers_statement?consumer_id=${supplier}&currency_fk=1`);
    expect(JSON.stringify(statement)).toContain('settlement');
    // The rest settles the next purchase, and the settlement stays then.
    const next = await office.add('purchases', purchaseBody(shop, '10', { supplier_fk: supplier }));
    const used = await settle('6000', {
      ...{ supplier_fk: supplier, settled_as: 'credit', to_supplier_fk: supplier },
      to_allocations: [{ document: `purchase-${next}`, amount: '6000' }],
    });
    expect(used.status).toBe(201);
    expect(await open(`suppliers/${supplier}`)).toEqual([[own, '-34000']]);
    expect(await reverse(made)).toMatchObject({ status: 409, body: { code: 'protected' } });
    expect((await reverse(used)).status).toBe(200);
    expect((await reverse(made)).status).toBe(200);
    expect(await open(`customers/${customer}`)).toEqual([[`sale-${sale}`, '100000']]);
    expect(await open(`suppliers/${supplier}`)).toEqual([
      [`purchase-${purchase}`, '60000'],
      [`purchase-${next}`, '6000'],
    ]);
  });

  it('moves a debt to another customer, whose limit holds', async () => {
    const { customer } = await person('Hiwa');
    const limited = await office.add('customers', { consumer_name: 'Limited', allowed_debit_amount: '50000' });
    const refused = await settle('100000', { customer_fk: customer, to_customer_fk: limited });
    expect(refused).toMatchObject({ status: 422 });
    const made = await settle('40000', { customer_fk: customer, to_customer_fk: limited });
    expect(await open(`customers/${limited}`)).toEqual([[`settlement-${made.body.data['id']}`, '40000']]);
    expect((await show(`customers/${limited}`))['pending_amount']).toBe('40000');
    // What was moved is paid as other debts are.
    await office.add('customer_transactions', {
      ...{ outlet_fk: shop.outlet, customer_fk: limited, transaction_type: 'receive', date: '2026-03-16' },
      ...{ currency_fk: 1, amount: '40000', account_fk: shop.cash },
    });
    expect(await open(`customers/${limited}`)).toEqual([]);
  });

  it('moves a debt in dollars into dinars at the rate that was agreed', async () => {
    const { customer } = await person('Sirwan');
    const line = { item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '100' };
    const dollars = { ...onAccount, customer_fk: customer, currency_fk: 2, rate: '1480', lines: [line] };
    const sale = await office.add('sales', saleBody(shop, '1', dollars));
    const made = await settle('100', {
      ...{ customer_fk: customer, currency_fk: 2, rate: '1500', to_customer_fk: customer, to_currency_fk: 1 },
    });
    expect(made.body.data).toMatchObject({ to_amount: '150000' });
    const now = await open(`customers/${customer}`);
    expect(now).toContainEqual([`settlement-${made.body.data['id']}`, '150000']);
    expect(now).not.toContainEqual([`sale-${sale}`, '100']);
  });

  it('needs a permission of its own', async () => {
    const { customer, supplier } = await person('Karwan');
    const clerk = await office.person('clerk', ['customer_transactions/store', 'customer_transactions/discount']);
    const body = { outlet_fk: shop.outlet, date: '2026-03-15', settled_as: 'debt', currency_fk: 1, amount: '5' };
    const input = { ...body, reason: 'x', customer_fk: customer, to_supplier_fk: supplier };
    expect((await office.send('POST', 'settlements', input, { token: clerk })).status).toBe(403);
  });
});

describe('a receipt that bounces later', () => {
  const owedAsAt = async (customer: number, day: string) => {
    const asked = `consumer_id=${customer}&currency_fk=1&as_at=${day}`;
    return (await show(`reports/customers_statement?${asked}`))['closing'];
  };

  it('stays in the statement as at the days before, and the sale is open again from its day on', async () => {
    const { customer, sale } = await person('Zana');
    const receipt = await office.send('POST', 'customer_transactions', {
      ...{ outlet_fk: shop.outlet, customer_fk: customer, transaction_type: 'receive', date: '2026-03-12' },
      ...{ currency_fk: 1, amount: '70000', account_fk: shop.cash },
    });
    const before = await owedAsAt(customer, '2026-03-16');
    const path = `customer_transactions/${receipt.body.data['id']}/reverse`;
    const early = await office.send('POST', path, { reason: 'bounced', date: '2026-03-11' });
    expect(early.body.errors).toMatchObject({ date: [expect.any(String)] });
    const bounced = await office.send('POST', path, { reason: 'bounced', date: '2026-03-17' });
    expect(bounced.body.data).toMatchObject({ status: 'reversed', reversed_date: '2026-03-17' });
    expect(await owedAsAt(customer, '2026-03-16')).toEqual(before);
    expect(before).toMatchObject([{ amount: '30000' }]);
    expect(await owedAsAt(customer, '2026-03-17')).toMatchObject([{ amount: '100000' }]);
    expect(await parts(`sales/${sale}`)).toEqual(['0', '0', '100000', 'unpaid']);
    expect(await open(`customers/${customer}`)).toEqual([[`sale-${sale}`, '100000']]);
    // The same again changes nothing.
    expect((await office.send('POST', path, { reason: 'bounced', date: '2026-03-17' })).status).toBe(200);
    expect(await open(`customers/${customer}`)).toEqual([[`sale-${sale}`, '100000']]);
  });
});

it('the books agree with the claims', async () => {
  const broken = await onDatabase(office.database.url, async (client) => [
    ...(await checkBooks(client, 'read')),
    ...(await checkAcross(client, 'read')),
  ]);
  expect(broken.filter(({ findings }) => findings.length > 0)).toEqual([]);
});
