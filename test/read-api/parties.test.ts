/** Parties in lists and look-ups: balances in each currency, accounts, and the offered ones. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureRecords } from '../../command-api/seed-data/later-records.ts';
import { money, printMoney, sum } from '../../domain/values/money.ts';
import { signedIn } from '../api/people.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Answer, type Office, openOffice } from './office.ts';

type Row = Readonly<Record<string, unknown>>;

let office: Office;
let shop: Shop;
const rows = (answer: Answer): readonly Row[] => (answer.data as unknown as { data: Row[] }).data;
const named = async (path: string, name: string) =>
  rows(await office.read(path)).find((row) => row['consumer_name'] === name);

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  await office.add('purchases', purchaseBody(shop, '10'));
  const usd = { currency_fk: 2, rate_fk: 1, payment_type: 'on_account', account_fk: null, customer_fk: shop.customer };
  const line = { item_fk: shop.item, unit_fk: shop.unit, quantity: '1' };
  await office.send('PATCH', `customers/${shop.customer}`, { allowed_debit_amount: null });
  await office.add('sales', saleBody(shop, '1', { ...usd, lines: [{ ...line, price: '10' }] }));
  const iqd = { payment_type: 'on_account', account_fk: null, customer_fk: shop.customer };
  await office.add('sales', saleBody(shop, '2', iqd));
});
afterAll(() => office.close());

describe('what a party owes', () => {
  it('stands beside a customer in each currency and in all, in the list and on its page', async () => {
    const owed = {
      pending_amount: '16800',
      balances: [
        { currency_fk: 1, currency_name: 'Iraqi dinar', amount: '2000', base: '2000' },
        { currency_fk: 2, currency_name: 'US dollar', amount: '10', base: '14800' },
      ],
    };
    expect(await named('customers', 'Azad')).toMatchObject(owed);
    expect((await office.read(`customers/${shop.customer}`)).data).toMatchObject(owed);
  });

  it('is what we owe, for a supplier', async () => {
    expect(await named('suppliers', 'Mill')).toMatchObject({
      pending_amount: '6000',
      balances: [{ currency_fk: 1, amount: '6000' }],
    });
  });

  it('counts only the outlets that the person was given', async () => {
    const permissions = ['customers/index', 'customers/show'];
    const { token } = await signedIn(office, 'elsewhere', permissions, { outlets: [1] });
    const found = rows(await office.read('customers', token)).find((row) => row['consumer_name'] === 'Azad');
    expect(found).toMatchObject({ pending_amount: '0', balances: [] });
  });
});

describe('a list of parties', () => {
  const owed = async (list: string, token?: string) => {
    const answer = await office.read(list, token);
    expect(answer.status).toBe(200);
    const amounts = rows(answer).map((row) => money(String(row['pending_amount'])));
    return { amounts, footer: answer.data['footer'] };
  };

  it('begins with who owes most, tells what all owe, and finds who owes at all', async () => {
    await office.add('customers', { consumer_name: 'Owes nothing' });
    const { amounts, footer } = await owed('customers?sortColumn=pending_amount&per_page=100');
    expect(amounts).toEqual(amounts.toSorted((a, b) => Number(b - a)));
    expect([amounts.length > 1, amounts.at(-1)]).toEqual([true, 0n]);
    expect(footer).toEqual({ pending_amount: printMoney(sum(amounts)) });
    const owing = await owed('customers?sortColumn=pending_amount&sortDir=asc&filter[pending_amount]=1,&per_page=100');
    expect(owing.amounts).toEqual(amounts.filter((amount) => amount > 0n).toReversed());
    const suppliers = await owed('suppliers?sortColumn=pending_amount&per_page=100');
    expect(suppliers.footer).toEqual({ pending_amount: printMoney(sum(suppliers.amounts)) });
    expect(suppliers.amounts[0]).toBeGreaterThan(0n);
  });

  it('is sorted and summed by what is owed in the outlets of the person', async () => {
    const { token } = await signedIn(office, 'far', ['customers/index'], { outlets: [1] });
    expect(await owed('customers?sortColumn=pending_amount&filter[pending_amount]=1,', token)).toEqual({
      amounts: [],
      footer: { pending_amount: null },
    });
  });
});

describe('a party deals', () => {
  it('only in its currencies, where it names some', async () => {
    const dinar = await office.add('customers', { consumer_name: 'Dinar only', currencies: [1] });
    const body = { currency_fk: 2, rate_fk: 1, payment_type: 'on_account', account_fk: null, customer_fk: dinar };
    const { status, body: answer } = await office.send('POST', 'sales', saleBody(shop, '1', body));
    expect([status, answer.errors?.['customer_fk']]).toEqual([422, ['Dinar only has no account in US dollar']]);
    const inDinar = { payment_type: 'on_account', account_fk: null, customer_fk: dinar };
    await office.add('sales', saleBody(shop, '1', inDinar));
  });

  it('with an account of its own in each of them', async () => {
    await office.add('suppliers', { consumer_name: 'Dollar mill', currencies: [2] });
    const accounts = rows(await office.read('suppliers/suppliers_accounts_list'));
    const of = (name: string) =>
      accounts.filter((row) => row['account_name'] === name).map((row) => (row['currency'] as Row)['currency_name']);
    expect(of('Dollar mill')).toEqual(['US dollar']);
    expect(of('Mill').sort()).toEqual(['Iraqi dinar', 'US dollar']);
    expect(new Set(accounts.map((row) => row['account_id'])).size).toBe(accounts.length);
  });
});

describe('a look-up of customers', () => {
  it('leaves out the default customer where it is asked to, and names the account of each', async () => {
    const walkIn = await office.add('customers', { consumer_name: 'Cash customer' });
    await office.send('PATCH', 'system_settings/1', { default_customer_fk: walkIn });
    expect(await named('customers/list', 'Cash customer')).toMatchObject({ consumer_id: walkIn, account_fk: 1210 });
    expect(await named('customers/list_without_default', 'Cash customer')).toBeUndefined();
    expect(await named('customers/list_without_default', 'Azad')).toBeDefined();
  });

  it('offers nobody who is not active any more, but for show_all', async () => {
    await office.add('customers', { consumer_name: 'Moved away', is_active: false });
    expect(await named('customers/list', 'Moved away')).toBeUndefined();
    expect(await named('customers/list?show_all=1', 'Moved away')).toBeDefined();
    expect(await named('customers', 'Moved away')).toBeDefined();
  });

  it('offers them to a filter, without those that were deleted', async () => {
    const gone = await office.add('customers', { consumer_name: 'Deleted', is_active: false });
    expect(await named('customers/list?show_inactive=1', 'Moved away')).toMatchObject({ is_active: false });
    expect(await named('customers/list?show_inactive=1', 'Deleted')).toBeDefined();
    expect((await office.send('DELETE', `customers/${gone}`)).status).toBe(200);
    expect(await named('customers/list?show_inactive=1', 'Deleted')).toBeUndefined();
  });
});

describe('what is in the cash boxes', () => {
  it('is shown by currency, in total and beside each, to users who may see balances', async () => {
    await office.add('sales', saleBody(shop, '1'));
    expect((await office.read('show_total_cash_balance')).data).toMatchObject({
      total: '1000',
      currencies: [
        { currency_fk: 1, balance: '1000' },
        { currency_fk: 2, balance: '0' },
      ],
    });
    const till = rows(await office.read('cashes')).find((row) => row['account_name'] === 'Till');
    expect(till).toMatchObject({ balance: '1000', balance_base: '1000' });
    const { token } = await signedIn(office, 'clerk', ['cashes/index'], { outlets: [1, shop.outlet] });
    const hidden = rows(await office.read('cashes', token)).find((row) => row['account_name'] === 'Till');
    expect(hidden).not.toHaveProperty('balance');
    expect((await office.read('show_total_cash_balance', token)).status).toBe(403);
  });
});

describe('the list of countries', () => {
  it('says that it is missing, and has 224 when it was entered', async () => {
    const missing = await office.read('countries/list');
    expect([missing.status, missing.body['message']]).toEqual([
      404,
      'Localized country list is empty or file cannot be found',
    ]);
    await ensureRecords({ databaseUrl: office.database.url });
    await office.send('PATCH', 'system_profiles/1', { address: 'Bazaar' });
    const found = await office.read('countries/list?search=عێراق');
    expect(found.data).toMatchObject({ data: [{ country_name: 'Iraq', country_name_ar: 'العراق' }] });
    expect((await office.read('countries/list')).data).toMatchObject({ total: 224 });
  });
});

describe('a collection', () => {
  it('shows quantity and cost, to users who may see costs', async () => {
    const basket = await office.add('items', itemBody(shop.unit, 'Basket'));
    const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '2' }];
    await office.add('collections', { collection_name: 'Basket', item_fk: basket, unit_fk: shop.unit, lines });
    expect(rows(await office.read('collections'))[0]).toMatchObject({ stock: '0', cost: '1200' });
    const { token } = await signedIn(office, 'packer', ['collections/index']);
    expect(rows(await office.read('collections', token))[0]).not.toHaveProperty('cost');
  });
});

describe('the sections of the mobile application', () => {
  it('stand where the settings arrange them', async () => {
    const section = (title: string) =>
      office.add('mobile_sections', { title, content: 'filters', item_name_contains: 'x' });
    const [first, second] = [await section('Deals'), await section('New')];
    await office.send('PATCH', 'app_settings/1', { section_arrangement: [second, first] });
    const places = rows(await office.read('mobile_sections')).map((row) => [row['title'], row['place']]);
    expect(places.sort()).toEqual([
      ['Deals', 2],
      ['New', 1],
    ]);
  });
});

describe('the number of a document', () => {
  it('begins and is as long as the settings say', async () => {
    const style = { document: 'sale', prefix: 'INV/', width: 4 };
    await office.send('PATCH', 'system_settings/1', { document_numbers: [style] });
    const id = await office.add('sales', saleBody(shop, '1'));
    expect(String((await office.read(`sales/${id}`)).data['number'])).toMatch(/^INV\/\d{4}$/);
  });
});

describe('the history of a record', () => {
  it('names what came to a list and what left it', async () => {
    const id = await office.add('customers', { consumer_name: 'Rozh', currencies: [1] });
    await office.send('PATCH', `customers/${id}`, { currencies: [2] });
    const { data } = await office.read(`customers/${id}/history`);
    const [, amended] = data as unknown as { changes: Row[] }[];
    expect(amended?.changes).toEqual([
      { field: 'currencies', before: [1], after: [2], before_name: 'Iraqi dinar', after_name: 'US dollar' },
    ]);
  });
});
