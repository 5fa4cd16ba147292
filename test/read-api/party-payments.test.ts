/** Payments of parties through the interface, up to the books: nothing owed is nothing in the books. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBooks } from '../../projector/rebuild/invariants.ts';
import { checkAcross } from '../../projector/verify/across.ts';
import { checkClaims } from '../../projector/verify/claims.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { onDatabase } from '../backup/place.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let dollars: number;
let names = 0;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  await office.send('PATCH', 'system_settings/1', { rate_decimals: 4 });
  dollars = await office.add('cashes', { account_name: 'Dollars', cash_type: 1, currency_fk: 2 });
  await office.add('purchases', purchaseBody(shop, '10000'));
});
afterAll(() => office.close());

const rows = async <Row extends object>(sql: string, ...given: unknown[]) => {
  await office.read('reports/inventory');
  return onDatabase(office.database.url, async (client) => (await client.query<Row>(sql, given)).rows);
};
/** Balances of a party as [account, currency, foreign, base], without zeros. */
const owed = async (party: string) => {
  const found = await rows<{ account: number; currency_fk: number; foreign: string; base: string }>(
    `select account, currency_fk, sum(foreign_debit - foreign_credit)::float::text as foreign,
       sum(debit - credit)::float::text as base from read.party_day where party = $1 group by 1, 2 order by 1, 2`,
    party,
  );
  return found
    .map(({ account, currency_fk, foreign, base }) => [account, currency_fk, Number(foreign), Number(base)])
    .filter(([, , foreign, base]) => foreign !== 0 || base !== 0);
};
const newParty = (kind: 'customer' | 'supplier') => {
  names += 1;
  return office.add(`${kind}s`, { consumer_name: `Party ${names}` });
};
const DOLLARS = { currency_fk: 2, rate: '1483.3337' };
const sold = (customer_fk: number, price: string, more: object = {}) =>
  office.add(
    'sales',
    saleBody(shop, '1', {
      ...{ customer_fk, payment_type: 'on_account', account_fk: null, ...DOLLARS },
      lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price }],
      ...more,
    }),
  );
const payment = (kind: 'customer' | 'supplier', party: number, amount: string, more: object = {}) => ({
  ...{ [`${kind}_fk`]: party, transaction_type: kind === 'customer' ? 'receive' : 'pay' },
  ...{ outlet_fk: shop.outlet, date: '2026-03-15', ...DOLLARS, amount, account_fk: dollars, ...more },
});
const paid = (kind: 'customer' | 'supplier', party: number, amount: string, more: object = {}) =>
  office.add(`${kind}_transactions`, payment(kind, party, amount, more));
async function post(path: string, body: object) {
  const answer = await office.send('POST', path, body);
  expect([path, answer.status, answer.body.errors]).toEqual([path, 200, undefined]);
  return answer.body.data;
}
const takenBack = (kind: 'customer' | 'supplier', id: number) =>
  post(`${kind}_transactions/${id}/reverse`, { reason: 'entered by mistake' });

describe('a debt in dollars that is paid in parts, of which the first is taken back', () => {
  it('leaves nothing of a sale', async () => {
    const customer = await newParty('customer');
    await sold(customer, '100.03');
    const first = await paid('customer', customer, '10.07');
    await paid('customer', customer, '10.11');
    await takenBack('customer', first);
    const last = await paid('customer', customer, '89.92');
    expect(await owed(`customer-${customer}`)).toEqual([]);
    // The last one taken back, and entered again, is the same.
    await takenBack('customer', last);
    await paid('customer', customer, '89.92');
    expect(await owed(`customer-${customer}`)).toEqual([]);
  });

  it('leaves nothing of a purchase, of which the rest goes back', async () => {
    const supplier = await newParty('supplier');
    await paid('customer', await newParty('customer'), '500');
    const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '8992', price: '0.01' }];
    const purchase = await office.add('purchases', {
      ...purchaseBody(shop, '1', { supplier_fk: supplier, ...DOLLARS }),
      lines: [...lines, { item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '10.11' }],
    });
    const first = await paid('supplier', supplier, '10.07');
    await paid('supplier', supplier, '10.11');
    await takenBack('supplier', first);
    await office.add('purchase_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, purchase_fk: purchase, supplier_fk: supplier },
      ...{ currency_fk: 2, date: '2026-03-16', payment_type: 'on_account', status: 'complete' },
      lines: [{ purchase_line_id: 1, quantity: '8992' }],
    });
    expect(await owed(`supplier-${supplier}`)).toEqual([]);
  });

  it('leaves nothing of an advance that sales use up, and nothing of a sale that comes back', async () => {
    const customer = await newParty('customer');
    const advance = await paid('customer', customer, '100.03');
    const allocate = async (allocation_id: number, price: string) => {
      const sale = await sold(customer, price);
      const allocations = [{ document: `sale-${sale}`, amount: price }];
      await post(`customer_transactions/${advance}/allocate`, { allocation_id, date: '2026-03-15', allocations });
    };
    await allocate(1, '10.07');
    await allocate(2, '10.11');
    await post(`customer_transactions/${advance}/unallocate`, { allocation_id: 1 });
    await allocate(3, '89.92');
    expect((await owed(`customer-${customer}`)).map(([account, , foreign]) => [account, foreign])).toEqual([
      [1210, 10.07],
    ]);
    const [sale] = await rows<{ id: number }>(
      `select substring(document from '\\d+$')::int as id from read.open_item where party = $1 and amount <> 0`,
      `customer-${customer}`,
    );
    await office.add('sale_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, sale_fk: sale?.id, date: '2026-03-16' },
      ...{ payment_type: 'on_account', lines: [{ sale_line_id: 1, quantity: '1' }], status: 'complete' },
    });
    expect(await owed(`customer-${customer}`)).toEqual([]);
  });
});

describe('a debt in dollars that is paid with dinars', () => {
  const AT_1480 = { currency_fk: 2, rate: '1480' };
  const DINARS = { currency_fk: 1, rate: null };
  const dinars = (amount: string, more: object = {}) => ({ ...DINARS, amount, account_fk: shop.cash, ...more });
  const entryOf = async (document: string) => {
    const found = await rows<{ account: number; base: string; foreign: string; currency_fk: number }>(
      `select account, base::float::text as base, currency_fk, foreign_amount::float::text as foreign
       from read.journal_line where document = $1 order by account`,
      document,
    );
    return found.map(({ account, base, currency_fk, foreign }) => [
      account,
      Number(base),
      currency_fk,
      Number(foreign),
    ]);
  };

  it('settles 100 dollars of 1,480 with 150,000 dinars at 1,500, gains 2,000, and is taken back exactly', async () => {
    const customer = await newParty('customer');
    const sale = await sold(customer, '100', AT_1480);
    const owes = await owed(`customer-${customer}`);
    expect(owes).toEqual([[1210, 2, 100, 148_000]]);
    const allocations = [{ document: `sale-${sale}`, amount: '100' }];
    const more = dinars('150000', { allocations, settle_rate: '1500' });
    const payment = await paid('customer', customer, '150000', more);
    expect(await owed(`customer-${customer}`)).toEqual([]);
    expect(await entryOf(`customer_transaction-${payment}`)).toMatchObject([
      [1210, -148_000, 2, -100],
      [4500, -2_000, 1, -2_000],
      [expect.any(Number), 150_000, 1, 150_000],
    ]);
    const shown = (await office.read(`sales/${sale}`)).data as never as { payments: object[]; remaining: string };
    expect(shown).toMatchObject({ payments: [{ amount: '100', document_id: payment }] });
    expect((await office.read(`customer_transactions/${payment}`)).data).toMatchObject({
      allocations: [{ allocations: [{ document: `sale-${sale}`, amount: '100', currency_fk: 2, used: '150000' }] }],
    });
    const paper = (await office.read(`customer_transactions/${payment}/paper`)).data as never as {
      documents: object[];
    };
    expect(paper.documents).toMatchObject([
      { total: '150000', lines: [{ amount: '100', currency_fk: expect.stringMatching(/\D/), used: '150000' }] },
    ]);
    await takenBack('customer', payment);
    expect(await owed(`customer-${customer}`)).toEqual(owes);
  });

  it('settles the oldest of its own currency first, then those of the other at the rate that is named', async () => {
    const customer = await newParty('customer');
    await office.send('PATCH', `customers/${customer}`, { allowed_debit_amount: null });
    const inDollars = await sold(customer, '50', AT_1480);
    const inDinars = await sold(customer, '20000', { ...DINARS, date: '2026-03-12' });
    const advance = await paid('customer', customer, '1', dinars('50000'));
    // Without a rate only the dinars are settled.
    expect(await owed(`customer-${customer}`)).toEqual(
      [
        [1210, 2, 50, 74_000],
        [2120, 1, -30_000, -30_000],
      ].sort(([a = 0], [b = 0]) => a - b),
    );
    await takenBack('customer', advance);
    const payment = await paid('customer', customer, '1', dinars('50000', { settle_rate: '1500' }));
    expect(await owed(`customer-${customer}`)).toEqual([[1210, 2, 30, 44_400]]);
    const { data } = await office.read(`customer_transactions/${payment}`);
    expect(data).toMatchObject({
      allocations: [
        {
          allocations: [
            { document: `sale-${inDinars}`, amount: '20000' },
            { document: `sale-${inDollars}`, amount: '20', used: '30000' },
          ],
        },
      ],
    });
    await post(`customer_transactions/${payment}/unallocate`, { allocation_id: 0 });
    await post(`customer_transactions/${payment}/allocate`, {
      ...{ allocation_id: 1, date: '2026-03-15', settle_rate: '1600' },
      allocations: [{ document: `sale-${inDollars}`, amount: '31.25', used: '50000' }],
    });
    expect(await owed(`customer-${customer}`)).toEqual([
      [1210, 1, 20_000, 20_000],
      [1210, 2, 18.75, 27_750],
    ]);
  });

  it('pays a supplier likewise, and dinars that are owed with dollars', async () => {
    const supplier = await newParty('supplier');
    await paid('customer', await newParty('customer'), '1', dinars('200000'));
    const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '100' }];
    const purchase = await office.add('purchases', {
      ...purchaseBody(shop, '1', { supplier_fk: supplier, ...AT_1480, lines }),
    });
    const inDinars = await office.add('purchases', {
      ...purchaseBody(shop, '1', { supplier_fk: supplier, lines: [{ ...lines[0], price: '75000' }] }),
    });
    await paid(
      'supplier',
      supplier,
      '1',
      dinars('151000', {
        ...{ allocations: [{ document: `purchase-${purchase}`, amount: '100', used: '151000' }], settle_rate: '1500' },
      }),
    );
    expect(await owed(`supplier-${supplier}`)).toMatchObject([[expect.any(Number), 1, -75_000, -75_000]]);
    await paid('customer', await newParty('customer'), '500');
    // At the rate of the payment itself: 50 dollars of 1,500.
    const payment = { rate: '1500', allocations: [{ document: `purchase-${inDinars}`, amount: '75000' }] };
    await paid('supplier', supplier, '50', payment);
    expect(await owed(`supplier-${supplier}`)).toEqual([]);
  });

  it('is paid in part at once, with the document, and taken back with it', async () => {
    const customer = await newParty('customer');
    const now = { paid_now: '40', paid_account_fk: shop.cash, paid_rate: '1500' };
    const sale = await sold(customer, '100', { ...AT_1480, ...now });
    expect(await owed(`customer-${customer}`)).toEqual([[1210, 2, 60, 88_800]]);
    const { data } = await office.read(`sales/${sale}`);
    expect(data).toMatchObject({
      paid_now: '40',
      paid_amount: '60000',
      paid_currency_fk: 1,
      payments: [{ amount: '40' }],
    });
    await post(`sales/${sale}/return_to_draft`, { reason: 'wrong' });
    expect(await owed(`customer-${customer}`)).toEqual([]);
    const supplier = await newParty('supplier');
    await paid('customer', await newParty('customer'), '500');
    const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '150000' }];
    const dollarsNow = { paid_now: '75000', paid_account_fk: dollars, paid_rate: '1500', date: '2026-03-17' };
    await office.add('purchases', { ...purchaseBody(shop, '1', { supplier_fk: supplier, lines, ...dollarsNow }) });
    expect(await owed(`supplier-${supplier}`)).toMatchObject([[expect.any(Number), 1, -75_000, -75_000]]);
  });

  it('refuses more than is open, more money than was given, and a document of its own currency with a rate of its own', async () => {
    const customer = await newParty('customer');
    const sale = await sold(customer, '100', AT_1480);
    const refused = async (more: object) => {
      const answer = await office.send('POST', 'customer_transactions', payment('customer', customer, '1', more));
      return [answer.status, ...Object.keys(answer.body.errors ?? {})];
    };
    const named = (amount: string, more: object = {}) => [{ document: `sale-${sale}`, amount, ...more }];
    expect(await refused(dinars('200000', { settle_rate: '1500', allocations: named('101') }))).toEqual([
      422,
      'allocations.0.amount',
    ]);
    expect(await refused(dinars('100000', { settle_rate: '1500', allocations: named('100') }))).toEqual([
      422,
      'allocations',
    ]);
    expect(await refused({ amount: '100', allocations: named('100', { used: '90' }) })).toEqual([
      422,
      'allocations.0.used',
    ]);
  });
});

describe('what a customer has paid in advance', () => {
  const DINARS = { currency_fk: 1, rate: null };
  const sale = (customer_fk: number, price: string, more: object = {}) =>
    office.send(
      'POST',
      'sales',
      saleBody(shop, '1', {
        ...{ customer_fk, payment_type: 'on_account', account_fk: null },
        lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price }],
        ...more,
      }),
    );
  const limited = async (more: object) => {
    const customer = await newParty('customer');
    await office.send('PATCH', `customers/${customer}`, more);
    return customer;
  };
  const terms = async (customer: number) => (await office.read(`customers/${customer}/terms?date=2026-03-20`)).data;
  const inDinars = { ...DINARS, account_fk: 0 };

  it('counts for the credit limit, of whatever currency', async () => {
    const customer = await limited({ allowed_debit_amount: '500000' });
    await paid('customer', customer, '1000000', { ...inDinars, account_fk: shop.cash });
    expect(await terms(customer)).toMatchObject({ free_amount: '1500000' });
    expect((await sale(customer, '800000')).status).toBe(201);
    expect(await terms(customer)).toMatchObject({ free_amount: '700000' });
    expect((await sale(customer, '700001')).body.errors).toHaveProperty('customer_fk');
    expect((await sale(customer, '700000')).status).toBe(201);
    const inDollars = await limited({ allowed_debit_amount: '0' });
    await paid('customer', inDollars, '100', { rate: '1480' });
    expect((await sale(inDollars, '90', { currency_fk: 2, rate: '1480' })).status).toBe(201);
    expect((await sale(inDollars, '90', { currency_fk: 2, rate: '1480' })).body.errors).toHaveProperty('customer_fk');
  });

  it('in dollars counts for a sale in dinars that names no rate, at the rate of the day', async () => {
    await office.add('currency_rates', { date: '2026-01-01', rate: '1520', in_rate: '1500' });
    const customer = await limited({ allowed_debit_amount: '50000' });
    await paid('customer', customer, '600', { rate: '1480', allocate: 'none' });
    expect(await terms(customer)).toMatchObject({ free_amount: '950000' });
    expect((await sale(customer, '950001')).body.errors).toHaveProperty('customer_fk');
    expect((await sale(customer, '800000')).status).toBe(201);
    expect(await terms(customer)).toMatchObject({ free_amount: '150000' });
  });

  it('counts for whatever else opens a claim: an income, an asset that is sold, a journal', async () => {
    const customer = await limited({ allowed_debit_amount: '0' });
    await paid('customer', customer, '1000000', { ...inDinars, account_fk: shop.cash });
    const here = { outlet_fk: shop.outlet, date: '2026-03-16' };
    const owed = { ...here, currency_fk: 1, payment_type: 'on_account', customer_fk: customer };
    const income_type_fk = await office.add('income_types', { type_name: 'Hall' });
    await office.add('incomes', { ...owed, income_type_fk, amount: '300000', status: 'complete' });
    const fixed_asset_fk = await office.add('fixed_assets', { asset_name: 'Lift' });
    const bought = {
      ...here,
      currency_fk: 1,
      payment_type: 'on_account',
      supplier_fk: shop.supplier,
      amount: '900000',
    };
    const asset = { ...bought, fixed_asset_fk, useful_life_months: 60, status: 'complete' };
    const asset_purchase_fk = await office.add('asset_purchases', asset);
    await office.add('asset_sales', { ...owed, asset_purchase_fk, leaves_by: 'sale', amount: '200000' });
    const journal = async (amount: string) => {
      const line = { currency_fk: 1, customer_fk: null };
      const id = await office.add('general_journals', {
        ...here,
        lines: [
          { ...line, account: 1210, debit: amount, customer_fk: customer },
          { ...line, account: 430_000_000 + income_type_fk, credit: amount },
        ],
      });
      return office.send('POST', `general_journals/${id}/post`, {});
    };
    expect((await journal('500001')).body.errors).toHaveProperty('lines.0.customer_fk');
    expect((await journal('500000')).status).toBe(200);
    expect(await terms(customer)).toMatchObject({ free_amount: '0' });
  });

  it('pays the oldest debts, which are not overdue then', async () => {
    const customer = await limited({ overdue_days: 3 });
    await sale(customer, '50000', { date: '2026-03-11' });
    await sale(customer, '60000', { date: '2026-03-02' });
    expect((await sale(customer, '1000', { date: '2026-03-13' })).body.errors).toHaveProperty('customer_fk');
    await paid('customer', customer, '60000', { ...inDinars, account_fk: shop.cash, allocate: 'none' });
    expect(await terms(customer)).toMatchObject({ overdue: [{ amount: '50000', days: 9 }] });
    expect((await sale(customer, '1000', { date: '2026-03-13' })).status).toBe(201);
    // The second debt is older than three days then, and no money is left for it.
    expect((await sale(customer, '1000', { date: '2026-03-16' })).body.errors).toHaveProperty('customer_fk');
  });

  it('pays the oldest debts in the other currency too, at the rate of the day, with what its own leave', async () => {
    await office.add('currency_rates', { date: '2026-01-02', rate: '1520', in_rate: '1500' });
    const inDinarsOf = (amount: string, customer: number) =>
      paid('customer', customer, amount, { ...inDinars, account_fk: shop.cash, allocate: 'none' });
    const owesDinars = await limited({ overdue_days: 3 });
    await sale(owesDinars, '60000', { date: '2026-03-02' });
    await paid('customer', owesDinars, '39.99', { rate: '1480', allocate: 'none', date: '2026-03-03' });
    expect((await sale(owesDinars, '1000', { date: '2026-03-13' })).body.errors).toHaveProperty('customer_fk');
    expect(await terms(owesDinars)).toMatchObject({ overdue: [{ currency_fk: 1, amount: '60000' }] });
    await paid('customer', owesDinars, '0.01', { rate: '1480', allocate: 'none', date: '2026-03-04' });
    expect(await terms(owesDinars)).toMatchObject({ overdue: [] });
    expect((await sale(owesDinars, '1000', { date: '2026-03-13' })).status).toBe(201);

    const owesDollars = await limited({ overdue_days: 3 });
    const inDollars = { currency_fk: 2, rate: '1480', date: '2026-03-02' };
    expect((await sale(owesDollars, '100', inDollars)).status).toBe(201);
    await sale(owesDollars, '10000', { date: '2026-03-02' });
    await inDinarsOf('159999', owesDollars);
    expect((await sale(owesDollars, '1000', { date: '2026-03-16' })).body.errors).toHaveProperty('customer_fk');
    await inDinarsOf('1', owesDollars);
    expect((await sale(owesDollars, '1000', { date: '2026-03-16' })).status).toBe(201);
  });
});

it('the books hold, and what was claimed agrees with them', async () => {
  await office.read('reports/inventory');
  const broken = await onDatabase(office.database.url, async (client) => [
    ...(await checkBooks(client, 'read')),
    ...(await checkAcross(client, 'read')),
    ...(await checkClaims(client, 'read')),
  ]);
  expect(broken.filter(({ findings }) => findings.length > 0)).toEqual([]);
});
