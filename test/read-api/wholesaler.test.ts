/**
 * A wholesaler pays in parts over three months, in two currencies and at two outlets. After every step the statement,
 * the card, the ageing, the open documents and the books show the same balance, to people of one outlet and of both.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { type Money, money, printMoney } from '../../domain/values/money.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

type Row = Readonly<Record<string, unknown>>;
type Balances = Readonly<Record<string, string>>;
let office: Office;
let shop: Shop;
let other: Shop;
let customer: number;
let dollars: number;
/** People with their outlets; without outlets it is the super user. */
const people: { readonly of: string; readonly token: string }[] = [];

const [IQD, USD] = [1, 2];
const sum = (amounts: Iterable<string>): string => {
  let total = 0n;
  for (const amount of amounts) total += money(amount);
  return printMoney(total as Money);
};
const rows = (data: unknown): readonly Row[] => data as readonly Row[];
const read = async (path: string, token: string) => (await office.read(path, token)).data as Row;

/** The debts by currency, without zeros. */
function byCurrency(given: readonly Row[], amount: string): Balances {
  const found = new Map<string, string>();
  for (const row of given) {
    const currency = String(row['currency_fk']);
    found.set(currency, sum([found.get(currency) ?? '0', String(row[amount])]));
  }
  return Object.fromEntries([...found].filter(([, value]) => value !== '0').toSorted());
}

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  await office.add('currency_rates', { date: '2026-01-01', rate: '1500', in_rate: '1490' });
  const outlet = await office.add('outlets', { outlet_name: 'Warehouse' });
  const inventory = await office.add('inventories', { inventory_name: 'Warehouse store', outlet_fk: outlet });
  const cash = await office.add('cashes', {
    ...{ account_name: 'Warehouse safe', cash_type: 1, currency_fk: IQD, outlet_fk: outlet },
  });
  other = { ...shop, outlet, inventory, cash };
  dollars = await office.add('cashes', { account_name: 'Dollars', cash_type: 1, currency_fk: USD });
  customer = await office.add('customers', { consumer_name: 'Wholesaler' });
  for (const place of [shop, other]) await office.add('purchases', purchaseBody(place, '3000', { date: '2026-01-02' }));
  const all = [...allPermissions()];
  const given = (places: readonly Shop[]) => ({
    ...{ outlet_fk: places[0]?.outlet, outlets: places.map((place) => place.outlet) },
    inventories: places.map((place) => place.inventory),
  });
  people.push(
    { of: 'everything', token: office.token },
    { of: 'the first outlet', token: await office.person('first', all, given([shop])) },
    { of: 'the second outlet', token: await office.person('second', all, given([other])) },
    { of: 'both outlets', token: await office.person('both', all, given([shop, other])) },
  );
});
afterAll(() => office.close());

/** The balances of the customer, from every source, as the person sees them. */
async function told(token: string) {
  const statement = await read(`reports/customers_statement?consumer_id=${customer}`, token);
  const ageing = await read(`reports/customers_ageing?consumer_id=${customer}`, token);
  const open = await read(`customers/${customer}/open_documents`, token);
  const card = await read(`customers/${customer}`, token);
  const trial = await read('financial_reports/trial_balance', token);
  const controls = rows(trial['rows']).filter(({ key }) => key === 'receivable' || key === 'customer-advances');
  return {
    statement: byCurrency(rows(statement['closing']), 'amount'),
    ageing: byCurrency(rows(ageing['data']), 'balance'),
    open: byCurrency(rows(open), 'amount'),
    card: byCurrency(rows(card['balances']), 'amount'),
    base: {
      statement: sum(rows(statement['closing']).map(({ base }) => String(base))),
      ageing: sum(rows(ageing['data']).map(({ base }) => String(base))),
      card: sum(rows(card['balances']).map(({ base }) => String(base))),
      books: sum(controls.flatMap(({ debit, credit }) => [String(debit), printMoney(-money(String(credit)) as Money)])),
    },
  };
}

/** Asserts that all sources show the same to each person, and the expected amounts to people who see everything. */
async function allAgree(expected: Balances): Promise<void> {
  for (const { of, token } of people) {
    const { base, ...sources } = await told(token);
    const [first] = Object.values(sources);
    expect(sources, of).toEqual({ statement: first, ageing: first, open: first, card: first });
    expect(new Set(Object.values(base)).size, `${of} ${JSON.stringify(base)}`).toBe(1);
    if (of === 'everything' || of === 'both outlets') expect(first, of).toEqual(expected);
  }
}

const sell = async (place: Shop, date: string, more: object) => {
  const { status, body } = await office.send(
    'POST',
    'sales',
    saleBody(place, '1000', { payment_type: 'on_account', account_fk: null, customer_fk: customer, date, ...more }),
  );
  expect(status, JSON.stringify(body)).toBe(201);
  return Number(body.data['id']);
};

const pay = async (place: Shop, date: string, sale: number, amount: string, more: object = {}) => {
  const { status, body } = await office.send('POST', 'customer_transactions', {
    ...{ outlet_fk: place.outlet, customer_fk: customer, transaction_type: 'receive', date, amount },
    ...{ currency_fk: IQD, account_fk: place.cash, allocations: [{ document: `sale-${sale}`, amount }] },
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return Number(body.data['id']);
};

const inDollars = (rate: string) => ({ currency_fk: USD, rate, account_fk: dollars });

describe('a wholesaler who pays in parts', () => {
  it('owes the same in every report to everybody, from the first sale to the last payment', async () => {
    const first = await sell(shop, '2026-01-10', { paid_now: '100000', paid_account_fk: shop.cash });
    await allAgree({ 1: '900000' });
    const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1000', price: '0.75' }];
    const second = await sell(other, '2026-01-20', { currency_fk: USD, rate: '1490', lines });
    await allAgree({ 1: '900000', 2: '750' });
    await pay(shop, '2026-02-01', first, '300000');
    await pay(other, '2026-02-15', second, '200.25', inDollars('1495'));
    await allAgree({ 1: '600000', 2: '549.75' });
    // Each outlet receives a payment for a sale of the other one.
    const wrong = await pay(other, '2026-03-01', first, '450000');
    await pay(shop, '2026-03-05', second, '300', inDollars('1480'));
    await allAgree({ 1: '150000', 2: '249.75' });
    await pay(other, '2026-03-01', first, '400000', { replaces_fk: wrong, reason: 'counted again' });
    await allAgree({ 1: '200000', 2: '249.75' });
    await pay(shop, '2026-03-10', first, '200000');
    await pay(other, '2026-03-11', second, '249.75', inDollars('1502'));
    await allAgree({});
    for (const sale of [first, second]) {
      const shown = await read(`sales/${sale}`, office.token);
      expect(shown).toMatchObject({ payment_status: 'paid', remaining: '0' });
    }
    expect(rows((await read(`sales/${first}`, office.token))['payments'])).toHaveLength(4);
  });

  it('owes the outlet of the sale when a payment in another outlet, which had settled it completely, is corrected', async () => {
    const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '100', price: '1000' }];
    const sale = await sell(shop, '2026-04-01', { lines });
    const wrong = await pay(other, '2026-04-05', sale, '100000');
    await allAgree({});
    await pay(other, '2026-04-05', sale, '90000', { replaces_fk: wrong, reason: 'counted again' });
    await allAgree({ 1: '10000' });
    const balances = people.map(async ({ of, token }) => [of, (await told(token)).base.books]);
    expect(Object.fromEntries(await Promise.all(balances))).toEqual({
      everything: '10000',
      'the first outlet': '10000',
      'the second outlet': '0',
      'both outlets': '10000',
    });
  });
});
