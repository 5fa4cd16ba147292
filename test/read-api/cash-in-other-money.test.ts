/** What is paid at once is paid with dinars or dollars, whatever the currency of the document (docs/decisions/0227). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documents } from '../../domain/registry/documents.ts';
import { propertiesOf } from '../../domain/schemas/schema-parts.ts';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { checkBooks } from '../../projector/rebuild/invariants.ts';
import { checkAcross } from '../../projector/verify/across.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { onDatabase } from '../backup/place.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let dinars: number;
let dollars: number;
let rate_fk: number;
const ids = { expense: 0, income: 0, owner: 0, asset: 0, purchase: 0, product: 0 };

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  const box = { cash_type: 1, outlet_fk: shop.outlet };
  dinars = await office.add('cashes', { ...box, account_name: 'Dinars', currency_fk: 1 });
  dollars = await office.add('cashes', { ...box, account_name: 'Dollars', currency_fk: 2 });
  rate_fk = await office.add('currency_rates', { date: '2026-03-01', rate: '1500', in_rate: '1480' });
  ids.owner = await office.add('stockholders', { stockholder_name: 'Shilan' });
  ids.expense = await office.add('expense_types', { type_name: 'Rent of a hall' });
  ids.income = await office.add('income_types', { type_name: 'Scrap iron' });
  ids.asset = await office.add('fixed_assets', { asset_name: 'Van' });
  ids.product = await office.add('items', {
    item_name: 'Flour',
    item_units: [
      { unit_fk: shop.unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1', barcodes: [] },
    ],
  });
  const capital = { outlet_fk: shop.outlet, stockholder_fk: ids.owner, transaction_type: 'contribution' };
  for (const money of [
    { amount: '5000000', currency_fk: 1, account_fk: dinars },
    { amount: '5000', currency_fk: 2, rate_fk, account_fk: dollars },
  ]) {
    await office.add('capital_transactions', { ...capital, ...money, date: '2026-03-01' });
  }
  ids.purchase = await office.add('purchases', purchaseBody(shop, '5000'));
});
afterAll(() => office.close());

/** The document's currency, and the account of the other one. */
interface Terms {
  readonly currency: { readonly currency_fk: number; readonly rate_fk?: number };
  readonly account: number;
  readonly amount: string;
}

const DAY = '2026-03-11';
const place = () => ({ outlet_fk: shop.outlet, date: DAY });
const stored = () => ({ ...place(), inventory_fk: shop.inventory });
const cash = ({ currency, account }: Terms) => ({ ...currency, payment_type: 'cash', account_fk: account });
const goods = ({ amount }: Terms) => [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '2', price: half(amount) }];
const half = (amount: string) => String(Number(amount) / 2);
const costOf = (of: Terms, more: object = {}) => ({ ...cash(of), amount: of.amount, ...more });

/** The body of each resource with an amount that is paid at once. */
const BODIES: Readonly<Record<string, (of: Terms) => object>> = {
  sales: (of) => saleBody(shop, '2', { ...cash(of), lines: goods(of), confirmed: true }),
  sale_returns: (of) => ({ ...stored(), ...cash(of), lines: goods(of) }),
  purchases: (of) => purchaseBody(shop, '2', { ...cash(of), date: DAY, lines: goods(of) }),
  purchase_returns: (of) => ({ ...stored(), supplier_fk: shop.supplier, ...cash(of), lines: goods(of) }),
  expenses: (of) => ({ ...place(), expense_type_fk: ids.expense, ...costOf(of) }),
  incomes: (of) => ({ ...place(), income_type_fk: ids.income, ...costOf(of) }),
  landed_costs: (of) => ({
    ...{ ...place(), ...costOf(of), cost_type: 'transport', confirmed: true },
    lines: [{ purchase_fk: ids.purchase }],
  }),
  asset_purchases: (of) => ({ ...place(), fixed_asset_fk: ids.asset, useful_life_months: 10, ...costOf(of) }),
  capital_transactions: (of) => ({
    ...{ ...place(), stockholder_fk: ids.owner, transaction_type: 'withdrawal' },
    ...{ ...of.currency, account_fk: of.account, amount: of.amount },
  }),
};

/** Costs inside of a document that is not paid itself. */
const WITH_COSTS: Readonly<Record<string, (of: Terms) => object>> = {
  sales: (of) =>
    saleBody(shop, '2', { account_fk: dinars, costs: [costOf(of, { cost_type: 'transport' })], confirmed: true }),
  purchases: (of) =>
    purchaseBody(shop, '2', { date: DAY, costs: [costOf(of, { cost_type: 'transport', share_by: 'value' })] }),
  productions: (of) => ({
    ...{ ...stored(), costs: [costOf(of)] },
    lines: [
      { role: 'input', item_fk: shop.item, unit_fk: shop.unit, quantity: '1' },
      { role: 'output', item_fk: ids.product, unit_fk: shop.unit, quantity: '1' },
    ],
  }),
};

const balances = async () => {
  const { data } = await office.read('show_total_cash_balance');
  return objectsOf(data['currencies']).map(({ balance, base }) => [balance, base]);
};

const ways = [
  { of: 'dollars with dinars', in: { currency_fk: 2 }, amount: '100', paid: { in: '148000', out: '150000' } },
  { of: 'dinars with dollars', in: { currency_fk: 1 }, amount: '148000', paid: { in: '100', out: '98.67' } },
] as const;
const termsOf = (way: (typeof ways)[number]): Terms => ({
  currency: way.in.currency_fk === 2 ? { ...way.in, rate_fk } : way.in,
  account: way.in.currency_fk === 2 ? dinars : dollars,
  amount: way.amount,
});
const IN = ['sales', 'sale_returns', 'incomes', 'asset_sales'];

async function enters(resource: string, body: object) {
  const sent = await office.send('POST', resource, 'transaction_type' in body ? body : { status: 'complete', ...body });
  expect(sent.body.errors ?? sent.status).toBe(201);
  return Number(sent.body.data['id']);
}

async function takesBack(resource: string, id: number) {
  const step = resource === 'capital_transactions' ? 'reverse' : 'return_to_draft';
  expect((await office.send('POST', `${resource}/${id}/${step}`, { reason: 'x' })).status).toBe(200);
}

describe.each(ways)('$of', (way) => {
  it.each(Object.keys(BODIES))('%s: the money is what the rate gives, and all of it comes back', async (resource) => {
    const before = await balances();
    const id = await enters(resource, BODIES[resource]?.(termsOf(way)) ?? {});
    const { data } = await office.read(`${resource}/${id}`);
    const paid = way.paid[IN.includes(resource) ? 'in' : 'out'];
    expect(data).toMatchObject({ paid_amount: paid, paid_currency_fk: 3 - way.in.currency_fk });
    expect(await balances()).not.toEqual(before);
    await takesBack(resource, id);
    expect(await balances()).toEqual(before);
  });

  it.each(Object.keys(WITH_COSTS))('%s: their costs too', async (resource) => {
    const before = await balances();
    const id = await enters(resource, WITH_COSTS[resource]?.(termsOf(way)) ?? {});
    const { data } = await office.read(`${resource}/${id}`);
    expect(objectsOf(data['costs'])).toMatchObject([{ paid_amount: way.paid.out }]);
    await takesBack(resource, id);
    expect(await balances()).toEqual(before);
  });
});

describe('an approved document', () => {
  const steps = async (path: string, ...names: readonly (readonly [string, object])[]) => {
    for (const [name, body] of names) {
      const sent = await office.send('POST', `${path}/${name}`, body);
      expect(sent.body.errors ?? sent.status).toBe(200);
    }
  };

  it('is paid with dollars in two parts, and reversed', async () => {
    const before = await balances();
    const users = [await person('Dilan'), await person('Sara')];
    const id = await office.add('payrolls', {
      ...{ ...place(), from_date: '2026-03-01', to_date: '2026-03-10' },
      lines: users.map((user_fk) => ({ user_fk, base_salary: '150000' })),
    });
    const path = `payrolls/${id}`;
    const by = { date: DAY, account_fk: dollars };
    await steps(path, ['approve', {}], ['pay_out', { ...by, lines: [{ line_id: 1 }] }]);
    await steps(path, ['pay_out', { ...by, money_amount: '101', confirmed: true }]);
    const { data } = await office.read(path);
    expect(objectsOf(data['paid_parts'])).toMatchObject([
      { paid_amount: '100', paid_rate: '1500' },
      { paid_amount: '101', payments_before: 1 },
    ]);
    const [, { balance } = {}] = objectsOf((await office.read('show_total_cash_balance')).data['currencies']);
    expect(balance).toBe('4799');
    await steps(path, ['reverse', { reason: 'x' }]);
    expect(await balances()).toEqual(before);
  });

  it('a dividend is paid with dollars', async () => {
    const before = await balances();
    const id = await office.add('dividends', {
      ...{ ...place(), amount: '300000', confirmed: true },
      lines: [{ stockholder_fk: ids.owner, amount: '300000' }],
    });
    const path = `dividends/${id}`;
    await steps(path, ['approve', { confirmed: true }], ['pay_out', { date: DAY, account_fk: dollars }]);
    expect((await office.read(path)).data['payment']).toMatchObject({ paid_amount: '200' });
    await steps(path, ['reverse', { reason: 'x' }]);
    expect(await balances()).toEqual(before);
  });

  const person = (user_name: string) => office.add('users', { user_name, email: `${user_name}@example.com` });
});

it('an asset is sold for dinars at a price in dollars, and tax is paid with dollars', async () => {
  const bought = { ...place(), fixed_asset_fk: ids.asset, useful_life_months: 10, currency_fk: 1 };
  const purchase = await enters('asset_purchases', {
    ...{ ...bought, amount: '150000', payment_type: 'cash', account_fk: dinars },
  });
  const sale = { ...place(), asset_purchase_fk: purchase, leaves_by: 'sale', payment_type: 'cash' };
  const sold = await office.add('asset_sales', { ...sale, currency_fk: 2, rate_fk, amount: '100', account_fk: dinars });
  expect((await office.read(`asset_sales/${sold}`)).data).toMatchObject({ paid_amount: '148000' });
  const tax = { ...place(), from_date: '2026-03-01', to_date: '2026-03-10', above_payable: 'advance' };
  const paid = await office.add('tax_payments', { ...tax, amount: '30000', account_fk: dollars, confirmed: true });
  expect((await office.read(`tax_payments/${paid}`)).data).toMatchObject({ paid_amount: '20', paid_currency_fk: 2 });
});

describe.each(ways)('an online order, $of', (way) => {
  const before = way.amount === '100' ? '40' : '59200';
  const moneys = way.amount === '100' ? ['59250', '88750'] : ['40', '60'];
  const order = async (terms: Terms, more: object = {}) => {
    const { status: _status, ...body } = saleBody(shop, '2', { ...cash(terms), lines: goods(terms), ...more });
    return office.add('online_orders', { ...body, customer_fk: shop.customer });
  };
  const step = async (id: number, name: string, body: object = {}) => {
    const sent = await office.send('POST', `online_orders/${id}/${name}`, body);
    expect(sent.body.errors ?? sent.status).toBe(200);
  };

  it('is prepaid and delivered so, undone, and all of the money comes back', async () => {
    const terms = termsOf(way);
    const first = await balances();
    const id = await order(terms, { prepayment: { amount: before, account_fk: terms.account } });
    const stored = (await office.read(`online_orders/${id}`)).data;
    expect(stored).toMatchObject({ prepayment: { paid_amount: moneys[0], paid_currency_fk: 3 - way.in.currency_fk } });
    const prepaid = await balances();
    await step(id, 'confirm');
    await step(id, 'deliver', { date: DAY });
    const { data } = await office.read(`online_orders/${id}`);
    expect(data).toMatchObject({ status: 'delivered', total: way.amount, paid_amount: moneys[1] });
    await step(id, 'return_to_confirmed', { reason: 'x' });
    expect(await balances()).toEqual(prepaid);
    await step(id, 'deliver', { date: DAY, money_amount: moneys[1], paid_rate: '1500', confirmed: true });
    await step(id, 'return_to_confirmed', { reason: 'x' });
    await step(id, 'cancel', { reason: 'x' });
    expect(await balances()).toEqual(first);
  });
});

it('every document that can be paid at once is asked here', () => {
  const asks = (body: unknown) => 'money_amount' in propertiesOf(membersOf(body));
  const own = documents.filter(({ body }) => asks(body)).map(({ resource }) => resource);
  expect(own.toSorted()).toEqual([...Object.keys(BODIES), 'asset_sales', 'tax_payments'].toSorted());
  const paidOut = documents.filter(({ transitions }) => asks(transitions['pay_out']?.body));
  expect(paidOut.map(({ resource }) => resource).toSorted()).toEqual(['dividends', 'payrolls', 'salesman_commissions']);
});

describe('a sale of 100 dollars for dinars', () => {
  const sell = (more: object) =>
    office.send('POST', 'sales', {
      ...saleBody(shop, '2', { currency_fk: 2, rate_fk, account_fk: dinars, confirmed: true, ...more }),
      lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '2', price: '50.01' }],
    });

  it('takes notes: 148,029.6 dinars are 148,000, or what was given', async () => {
    const { body } = await sell({});
    expect((await office.read(`sales/${body.data['id']}`)).data).toMatchObject({ paid_amount: '148000' });
    const typed = await sell({ money_amount: '147750' });
    expect((await office.read(`sales/${typed.body.data['id']}`)).data).toMatchObject({
      ...{ paid_amount: '147750', money_amount: '147750', total: '100.02' },
    });
    const back = await office.send('POST', 'sale_returns', {
      ...{ ...stored(), sale_fk: typed.body.data['id'], payment_type: 'cash', account_fk: dinars, status: 'complete' },
      lines: [{ sale_line_id: 1, quantity: '2' }],
    });
    expect((await office.read(`sale_returns/${back.body.data['id']}`)).data).toMatchObject({ paid_amount: '147750' });
  });

  it('asks about money at an unusual rate, and refuses it where the account is in dollars', async () => {
    const far = await sell({ money_amount: '14800', confirmed: false });
    expect([far.status, Object.keys(far.body.errors ?? {})]).toEqual([422, ['money_amount']]);
    const own = await sell({ money_amount: '148000', account_fk: dollars });
    expect(own.body.errors).toEqual({
      money_amount: ['Only where the account is in the other currency of dinar and dollar'],
    });
  });
});

it('leaves the books in order', async () => {
  await office.read('show_total_cash_balance');
  await onDatabase(office.database.url, async (client) => {
    const checked = [...(await checkBooks(client, 'read')), ...(await checkAcross(client, 'read'))];
    expect(checked.filter(({ findings }) => findings.length > 0)).toEqual([]);
  });
});
