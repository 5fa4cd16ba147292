import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { describeSharedNumbers } from '../../launcher/health/doubled-codes.ts';
import { keptAt } from '../../web/shared/typing/date-words.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
let rows: (answer: { data: unknown }) => Record<string, unknown>[];

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  rows = (answer) => (answer.data as { data: Record<string, unknown>[] }).data;
  await office.add('purchases', purchaseBody(shop, '100'));
  for (let day = 1; day <= 12; day += 1) {
    const date = `2026-03-${String(day).padStart(2, '0')}`;
    if (day > 2) await office.add('sales', saleBody(shop, String(day), { date, reference_number: `REF ${day} 100%` }));
  }
  for (const name of ['كوردستان', 'Zebra', 'apple']) await office.add('brands', { brand_name: name });
});
afterAll(() => office.close());

describe('a paged list', () => {
  it('returns a page with totals over all matching rows, the newest first', async () => {
    const answer = await office.read('sales?per_page=10');
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({ per_page: 10, current_page: 1, last_page: 1, total: 10, model: 'sales' });
    expect(answer.data['footer']).toMatchObject({ total: '75000', total_base: '75000', unpaid: '0' });
    expect(rows(answer).map((row) => row['date'])).toEqual(
      [...rows(answer)]
        .map((row) => row['date'])
        .sort()
        .reverse(),
    );
    expect(rows(answer)[0]).toMatchObject({
      outlet_name: 'Bazaar',
      inventory_name: 'Bazaar store',
      account_name: 'Till',
      status: 'complete',
    });
  });

  it('is in the requested order, in both directions', async () => {
    const up = rows(await office.read('sales?sortColumn=total&sortDir=asc')).map((row) => row['total']);
    const down = rows(await office.read('sales?sortColumn=total')).map((row) => row['total']);
    expect(up).toEqual(['3000', '4000', '5000', '6000', '7000', '8000', '9000', '10000', '11000', '12000']);
    expect(down).toEqual([...up].reverse());
  });

  it('is in the same order under the name that the specification has for outlets', async () => {
    const dir = 'sortDir=asc&per_page=10&page=1';
    for (const list of ['outlets_index', 'sales', 'brands']) {
      const of = async (name: string) => rows(await office.read(`${list}?${name}=id&${dir}`)).map((row) => row['id']);
      expect([list, await of('column')]).toEqual([list, await of('sortColumn')]);
    }
    const named = await office.read('outlets_index?column=outlet_name');
    expect(rows(named).map((row) => row['outlet_name'])).toEqual(
      rows(await office.read('outlets_index?sortColumn=outlet_name&sortDir=desc')).map((row) => row['outlet_name']),
    );
    expect((await office.read('outlets_index?column=nothing')).status).toBe(400);
  });

  it('sorts names as people do, not as bytes do', async () => {
    const names = rows(await office.read('brands?sortColumn=brand_name&sortDir=asc')).map((row) => row['brand_name']);
    expect(names).toEqual(['apple', 'Zebra', 'كوردستان']);
  });

  it('finds what is written with the letters of another keyboard', async () => {
    expect(rows(await office.read(`brands?search=${encodeURIComponent('کوردستان')}`))).toHaveLength(1);
  });

  it('treats % and _ as ordinary characters', async () => {
    expect((await office.read('sales?search=%25')).data['total']).toBe(10);
    expect((await office.read('brands?search=%25')).data['total']).toBe(0);
    expect((await office.read('sales?search=_')).data['total']).toBe(0);
  });

  it('filters by ranges with open ends, by several values, and by the content of the lines', async () => {
    const total = async (query: string) => (await office.read(`sales?${query}`)).data['total'];
    expect(await total('filter[date]=2026-03-05,2026-03-07')).toBe(3);
    expect(await total('filter[date]=2026-03-05,')).toBe(8);
    expect(await total('filter[date]=2026-03-05')).toBe(1);
    expect(await total('filter[total]=,4000')).toBe(2);
    expect(await total('filter[status]=draft,complete')).toBe(10);
    expect(await total('filter[status]=draft')).toBe(0);
    expect(await total(`filter[item_fk]=${shop.item}`)).toBe(10);
    expect(await total('filter[item_fk]=4242')).toBe(0);
  });

  it('omits retired records, unless they are requested', async () => {
    const id = await office.add('cities', { city_name: 'Old town' });
    await office.send('DELETE', `cities/${id}`);
    expect((await office.read('cities?search=old')).data['total']).toBe(0);
    expect(rows(await office.read('cities?search=old&show_all=1'))[0]).toMatchObject({ city_id: id, is_retired: true });
    expect((await office.read('cities/list?search=old')).data['total']).toBe(0);
  });

  it('streams every row with is_paginated=0, in the shape of a page', async () => {
    const answer = await office.read('sales?is_paginated=0&sortColumn=total&sortDir=asc');
    expect(answer.data).toMatchObject({ total: 10, last_page: 1, per_page: 10, footer: { total: '75000' } });
    expect(rows(answer).map((row) => row['total'])).toEqual(
      rows(await office.read('sales?sortColumn=total&sortDir=asc')).map((row) => row['total']),
    );
  });

  it('remembers hidden columns for each person', async () => {
    expect((await office.send('POST', 'model_hidden_columns', { model: 'sales', columns: 'tax,net' })).status).toBe(
      200,
    );
    expect((await office.read('sales')).data['hidden_columns']).toBe('tax,net');
    expect((await office.read('purchases')).data['hidden_columns']).toBe('');
    const other = await office.person('other', ['sales/index'], {
      outlets: [shop.outlet],
      inventories: [shop.inventory],
    });
    expect((await office.read('sales', other)).data['hidden_columns']).toBe('');
  });
});

describe('a page beyond the last and a list without rows', () => {
  it('are empty, with a message', async () => {
    expect((await office.read('sales?page=9')).data).toMatchObject({
      data: [],
      total: 10,
      current_page: 9,
      last_page: 1,
    });
    expect((await office.read('expenses')).data).toMatchObject({
      data: [],
      total: 0,
      last_page: 1,
      footer: { total: null },
    });
  });
});

describe('the totals of a list', () => {
  const footer = async (query = '') => {
    const { data } = await office.read(`sales?${query}`);
    return data['footer'] as unknown as Record<string, string>;
  };

  it('are of what is in force: drafts are apart, whatever they are of', async () => {
    const before = await footer();
    const draft = await office.add('sales', saleBody(shop, '5000', { status: 'draft' }));
    const now = await footer();
    expect(now).toMatchObject({ total: before['total'], total_base: before['total_base'], left_out: '1' });
    expect(await footer('filter[status]=draft')).toMatchObject({
      total: '5000000',
      total_base: '5000000',
      left_out: '0',
    });
    expect(await footer('filter[status]=draft,complete')).toMatchObject({ total: before['total'], left_out: '1' });
    await office.send('POST', `sales/${draft}/discard`, {});
    expect(await footer()).toMatchObject({ total: before['total'], left_out: '0' });
  });

  it('are without a payment that was taken back, and tell what remains to be paid', async () => {
    const of = { outlet_fk: shop.outlet, customer_fk: shop.customer, transaction_type: 'receive', date: '2026-03-12' };
    const paid = { ...of, currency_fk: 1, amount: '700', account_fk: shop.cash, allocate: 'none' };
    const id = await office.add('customer_transactions', paid);
    const totals = async () => (await office.read('customer_transactions')).data['footer'];
    expect(await totals()).toMatchObject({ total_base: '700', left_out: '0' });
    await office.send('POST', `customer_transactions/${id}/reverse`, { reason: 'twice' });
    expect(await totals()).toMatchObject({ total_base: null, left_out: '1' });
    const onAccount = { payment_type: 'on_account', account_fk: null, customer_fk: shop.customer };
    await office.add('sales', saleBody(shop, '3', onAccount));
    expect(await footer()).toMatchObject({ remaining: '3000', unpaid: '3000' });
    await office.add('sales', saleBody(shop, '90', { ...onAccount, status: 'draft' }));
    expect(await footer()).toMatchObject({ remaining: '3000' });
  });
});

describe('a wrong query is refused with 400 and the problem', () => {
  it.each([
    ['sales?sortColumn=nothing', 'sortColumn'],
    ['sales?sortColumn=total;drop table x', 'sortColumn'],
    [`sales?sortColumn=${encodeURIComponent('(select 1)')}`, 'sortColumn'],
    ['sales?sortDir=sideways', 'sortDir'],
    ['sales?per_page=13', 'per_page'],
    ['sales?per_page=5000', 'per_page'],
    ['financial_reports/journal?per_page=5001', 'per_page'],
    ['sales?page=0', 'page'],
    ['sales?page=1.5', 'page'],
    ['sales?page=-1', 'page'],
    ['sales?page=1&page=2', 'page'],
    ['sales?filter[nothing]=1', 'filter[nothing]'],
    ['sales?filter[date]=2026-02-30,2026-03-01', 'filter[date]'],
    ['sales?filter[total]=abc', 'filter[total]'],
    ['sales?filter[outlet_fk]=1 or 1=1', 'filter[outlet_fk]'],
    ['sales?nothing=1', 'nothing'],
    ['sales?search=%00', 'search'],
    ['financial_reports/trial_balance?as_at=2026-02-30', 'as_at'],
    ['financial_reports/trial_balance?known_at=yesterday', 'known_at'],
    ['financial_reports/account_ledger', 'account'],
    ['financial_reports/trial_balance?known_at=2026-03-01T10:00:00%2B16:00', 'known_at'],
    ['inventory_adjustments/theoretical?inventory_fk=1&date=2026-03-10&items=3000000000', 'items'],
    ['inventory_adjustments/theoretical?inventory_fk=1&date=2026-03-10&items=1&moments=2026-02-30T10:00:00', 'moments'],
    ['events?from=2026-13-01', 'from'],
  ])('%s', async (path, field) => {
    const answer = await office.read(path);
    expect(answer.status).toBe(400);
    expect(answer.body['code']).toBe('bad_query');
    expect(Object.keys(answer.body['errors'] as object)).toContain(field);
  });

  it.each([
    ['sales?page=0', 'page'],
    ['sales?filter[outlet_fk]=abc', 'filter[outlet_fk]'],
    ['brands?search=%00', 'search'],
    ['explain?figure=nothing', 'figure'],
  ])('%s, by the name of the parameter in every language', async (path, parameter) => {
    for (const language of ['en', 'ar', 'ckb']) {
      const { body } = await office.read(path, office.token, { 'accept-language': language });
      // In English the name of the parameter; in the other languages its label.
      const named = language === 'en' ? expect.stringContaining(parameter) : expect.not.stringMatching(/[a-z]/i);
      expect([language, body['message']]).toEqual([language, named]);
      expect(Object.keys(body['errors'] as object)).toEqual([parameter]);
    }
  });

  it.each(['0', 'abc', '1.5', '-1', '99999999999'])(
    'but the identifier %s in an address as where something is stored',
    async (id) => {
      const wanted = { code: 'validation', errors: { id: ['ID must be an integer and greater than 0'] } };
      for (const path of ['sales', 'brands', 'outlets_show', 'inventories/show']) {
        const read = await office.read(`${path}/${id}`);
        expect([path, read.status, read.body]).toEqual([path, 422, expect.objectContaining(wanted)]);
      }
      const stored = await office.send('PATCH', `brands/${id}`, { brand_name: 'x' });
      expect([stored.status, stored.body]).toEqual([422, expect.objectContaining(wanted)]);
    },
  );

  it('never 500, whatever is searched for', async () => {
    for (const text of ["'", '"', '\\', '%', '_%_', '(', ')', '$1', ';', '\u200f', '😀', 'a'.repeat(200), '\ud83d']) {
      for (const path of ['sales', 'items/list', 'search', 'reports/inventory']) {
        const answer = await office.read(
          `${path}?${path === 'search' ? 'q' : 'search'}=${encodeURIComponent(text.toWellFormed())}`,
        );
        expect(answer.status, `${path} ${text}`).toBe(200);
      }
    }
  });
});

describe('the look-up of bought assets', () => {
  it('finds them by the name of the asset, and without drafts where those are left out', async () => {
    const body = {
      ...{ outlet_fk: shop.outlet, date: '2026-03-02', amount: '1000', currency_fk: 1, useful_life_months: 12 },
      ...{ payment_type: 'on_account', supplier_fk: shop.supplier },
    };
    const asset = (asset_name: string) => office.add('fixed_assets', { asset_name });
    const van = await asset('Blue van');
    const bought = await office.add('asset_purchases', { ...body, fixed_asset_fk: van, status: 'complete' });
    await office.add('asset_purchases', { ...body, fixed_asset_fk: await asset('Blue desk') });
    const found = rows(await office.read('asset_purchases/list?search=blue&filter[status]=complete'));
    expect(found).toMatchObject([{ id: bought, fixed_asset_name: 'Blue van' }]);
    expect(rows(await office.read('asset_purchases/list?search=blue'))).toHaveLength(2);
    // By its day and its amount, in whatever digits: numbers begin again each year.
    const [one] = found;
    const [year, month, day] = String(one?.['date']).split('-').map(Number);
    for (const typed of [`${day}/${month}/${year}`, `${day}/${month}`, String(one?.['total'])]) {
      const named = rows(await office.read(`asset_purchases/list?search=${encodeURIComponent(typed)}`));
      expect([typed, named.some(({ id }) => id === one?.['id'])]).toEqual([typed, true]);
    }
    expect(rows(await office.read('asset_purchases/list?search=1%2F1%2F1990'))).toEqual([]);
  });
});

describe('the search for anything', () => {
  it('begins with the item or customer of exactly the typed code, barcode or mobile, whatever shorter texts contain it', async () => {
    for (const letter of 'abcdefgh') await office.add('items', itemBody(shop.unit, `${letter}7301`));
    const unit = { unit_fk: shop.unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '250' };
    const units = { item_units: [{ ...unit, barcodes: ['x73010', 'y73010'] }] };
    const coded = await office.add('items', itemBody(shop.unit, 'Long name of goods', { item_code: '7301', ...units }));
    const [consumer_name, mobile] = ['Longer name of a customer', '07701117301'];
    const customer = await office.add('customers', { consumer_name, code: 'كـ7301', mobile });
    const first = async (typed: string) => {
      const { data } = await office.read(`search?q=${encodeURIComponent(typed)}`);
      return objectsOf(data).map(({ kind, id }) => `${kind} ${id}`)[0];
    };
    for (const typed of ['7301', '٧٣٠١', 'y73010'])
      expect([typed, await first(typed)]).toEqual([typed, `item ${coded}`]);
    for (const typed of ['كـ7301', 'ک٧٣٠١', mobile, '٠٧٧٠١١١٧٣٠١']) {
      expect([typed, await first(typed)]).toEqual([typed, `customer ${customer}`]);
    }
  });
});

describe('a telephone', () => {
  /** One number in each spelling: as people write it, with its country, and in the digits of other keyboards. */
  const spellings = (rest: string) => [
    ...[`0750${rest}`, `0750 ${rest.slice(0, 3)} ${rest.slice(3)}`, `+964 750 ${rest.slice(0, 3)} ${rest.slice(3)}`],
    ...[`00964750${rest}`, `964750${rest}`, `750${rest}`, `+964 (0) 750-${rest}`],
    `٠٧٥٠ ${[...rest].map((digit) => String.fromCharCode(0x0660 + Number(digit))).join('')}`,
    `+۹۶۴۷۵۰${[...rest].map((digit) => String.fromCharCode(0x06f0 + Number(digit))).join('')}`,
  ];
  const found = async (path: string) => objectsOf((await office.read(path)).data['data']).map(({ id }) => id);
  const whole = (rest: string) => `0750${rest}`;

  it('finds its customer, supplier or salesman however it was entered and is typed, in lists and look-ups', async () => {
    for (const [index, stored] of spellings('4441122').entries()) {
      const rest = `44411${String(index).padStart(2, '0')}`;
      const entered = spellings(rest)[index] ?? stored;
      const kind = (['customers', 'suppliers', 'salesmen'] as const)[index % 3] ?? 'customers';
      const name = kind === 'salesmen' ? 'sale_man_name' : 'consumer_name';
      const id = await office.add(kind, { [name]: `Telephone ${rest}`, mobile: entered });
      for (const [at, typed] of spellings(rest).entries()) {
        const path = (index + at) % 2 === 0 ? kind : `${kind}/list`;
        const asked = await found(`${path}?search=${encodeURIComponent(typed)}`);
        expect([path, entered, typed, asked]).toEqual([path, entered, typed, [id]]);
      }
    }
    // Another number and another country are not found.
    for (const typed of ['0750 444 1199', '+90 750 444 1100', '0090 7504441100']) {
      expect([typed, await found(`customers?search=${encodeURIComponent(typed)}`)]).toEqual([typed, []]);
    }
  });

  it('finds by the telephone of the office or of an address too, and by the beginning of a number', async () => {
    const address = { label: 'Shop', address: 'Bazaar 4', phone: '00964 750 555 2202', is_default: true };
    const office_phone = '٠٦٦ ٢٢٥ ٥٢٢٠';
    const id = await office.add('suppliers', { consumer_name: 'Two telephones', office_phone, addresses: [address] });
    for (const typed of ['+964 66 225 5220', '0662255220', '0750 555 2202', '+9647505552202', '+964 750 555']) {
      expect([typed, await found(`suppliers?search=${encodeURIComponent(typed)}`)]).toEqual([typed, [id]]);
    }
  });

  it('finds the customer in the search for anything, and the orders and sales that have it', async () => {
    const id = await office.add('customers', { consumer_name: 'Sought', mobile: '+964 750 666 3303' });
    const sale = await office.add('sales', saleBody(shop, '1', { customer_mobile: '0750-666-3304' }));
    for (const typed of spellings('6663303')) {
      const { data } = await office.read(`search?q=${encodeURIComponent(typed)}`);
      expect([typed, objectsOf(data).map((hit) => `${hit['kind']} ${hit['id']}`)[0]]).toEqual([
        typed,
        `customer ${id}`,
      ]);
    }
    for (const typed of spellings('6663304')) {
      expect([typed, await found(`sales?search=${encodeURIComponent(typed)}`)]).toEqual([typed, [sale]]);
    }
  });

  it('that two customers share is said by doctor, whatever its spellings', async () => {
    const enter = (mobile: string) =>
      office.add('customers', { consumer_name: `Shares ${mobile}`, mobile, confirmed: true });
    const two = [await enter(whole('7774404')), await enter('+964 750 777 4404')];
    const retired = await enter('00964 750 777 4404');
    await office.send('DELETE', `customers/${retired}`, {});
    await office.read('customers');
    const database = new pg.Client({ connectionString: office.database.url });
    await database.connect();
    const told = await describeSharedNumbers(async (text) => (await database.query(text)).rows, ' | ');
    await database.end();
    expect(told).toContain(`+9647507774404: ${two.map((id) => `customer-${id}`).join(', ')}`);
    expect(told).not.toContain(`customer-${retired}`);
  });
});

describe('look-ups', () => {
  it('find items by name, code and barcode, with units, prices and stock on hand', async () => {
    const unit = (barcodes: string[]) => [
      { unit_fk: shop.unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '250', barcodes },
    ];
    const tea = await office.add(
      'items',
      itemBody(shop.unit, 'Tea', { item_code: 'T-1', item_units: unit(['62911']) }),
    );
    await office.add('items', itemBody(shop.unit, 'Alpha tea 62911', { item_code: 'T-100' }));
    await office.add(
      'purchases',
      purchaseBody(shop, '7', { lines: [{ item_fk: tea, unit_fk: shop.unit, quantity: '7', price: '100' }] }),
    );
    const byBarcode = rows(await office.read('items/list?search=62911'));
    expect(byBarcode[0]).toMatchObject({
      item_id: tea,
      stock: '7',
      average_cost: '100',
      item_units: [{ unit_name: 'Bag', sale_price: '250' }],
    });
    expect(byBarcode).toHaveLength(2);
    expect(rows(await office.read('items/list?barcode=62911'))).toHaveLength(1);
    expect(rows(await office.read('items/list?search=t-1'))[0]).toMatchObject({ item_id: tea });
    expect(
      rows(await office.read(`items/list?search=tea&inventory_fk=${shop.inventory}`)).map((row) => row['stock']),
    ).toEqual(['0', '7']);
  });

  it('begin with the item whose code or barcode is typed, in the digits of any keyboard', async () => {
    const unit = { unit_fk: shop.unit, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '250' };
    const add = (name: string, code: string, barcode: string) =>
      office.add(
        'items',
        itemBody(shop.unit, name, { item_code: code, item_units: [{ ...unit, barcodes: [barcode] }] }),
      );
    await add('Amber 4105', 'A4105', '9994105777');
    const plain = await add('Zinc', '4105', '88001');
    const arabic = await add('Zircon', '٤٢٠٥', '88002');
    await add('Almond 4205', 'A4205', '9994205777');
    const found = async (typed: string) =>
      rows(await office.read(`items/list?search=${encodeURIComponent(typed)}`)).map((row) => row['item_id']);
    for (const typed of ['4105', '٤١٠٥', ' ۴۱۰۵ ']) expect([typed, (await found(typed))[0]]).toEqual([typed, plain]);
    for (const typed of ['4205', '٤٢٠٥']) expect([typed, (await found(typed))[0]]).toEqual([typed, arabic]);
    expect(await found('٨٨٠٠١')).toEqual([plain]);
    expect(await found('٤١٠٥')).toHaveLength(2);
  });

  it('find the cash accounts of an outlet and those of all outlets, which its documents can use', async () => {
    const names = async (more = '') =>
      rows(await office.read(`cashes/list?filter[currency_fk]=1${more}`)).map((row) => row['account_name']);
    expect([await names(), await names('&outlet_fk=1')]).toEqual([['Cash IQD', 'Till'], ['Cash IQD']]);
    expect(await names(`&outlet_fk=${shop.outlet}`)).toEqual(['Cash IQD', 'Till']);
  });

  it('answer under the names of the specification', async () => {
    await office.send('POST', 'currency_rates', { date: '2026-03-01', rate: '1500', in_rate: '1480' });
    for (const path of [
      'suppliers/suppliers_accounts_list',
      'customers/list_without_default',
      'cashes/accounts_list',
      'categories/category_list',
      'categories/tree',
      'currency_rates/show/1',
      'outlets_index',
      'outlets_list',
      'outlets_show/1',
      'system_settings/show/1',
      'currencies/list',
      'users_index?is_paginated=0',
      'inventories/show/1',
      'accounts/list',
      'cash_balance_show',
      'show_sidebar_setting',
    ]) {
      expect((await office.read(path)).status, path).toBe(200);
    }
    expect((await office.read('currency_rates/last_rate')).data).toMatchObject({
      rate: '1500',
      in_rate: '1480',
      rate_id: expect.any(Number),
    });
    expect(rows(await office.read('cashes/accounts_list?search=till'))[0]).toMatchObject({
      account_name: 'Till',
      currency: { currency_id: 1 },
    });
  });

  it('the rate of a day is one that was kept from a document, after a rate of its morning too', async () => {
    const date = '2026-02-03';
    await office.send('POST', 'currency_rates', { date, time: '09:00:00', rate: '1480', in_rate: '1480' });
    const kept = { date: keptAt(date, new Date(2026, 1, 4)), rate: '1495' };
    await office.send('POST', 'currency_rates/store_past_date', kept);
    expect((await office.read(`currency_rates/last_rate?date=${date}`)).data).toMatchObject({ rate: '1495' });
    expect(keptAt(date, new Date(2026, 1, 3, 9, 5, 7))).toBe('2026-02-03 09:05:07');
  });

  it('search finds documents by number and parties by name, with the address of their page', async () => {
    expect((await office.read('search?q=azad')).data).toMatchObject([
      { kind: 'customer', id: shop.customer, path: `/customers/customers/${shop.customer}` },
    ]);
    const number = String(rows(await office.read('sales'))[0]?.['number']);
    expect((await office.read(`search?q=${number}`)).data).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'sale', title: number })]),
    );
  });

  it('search prefers the document whose number was typed, in any digits, and names its day, outlet and amount', async () => {
    const sale = rows(await office.read('sales?filter[date]=2026-03-12,2026-03-12&sortColumn=id&sortDir=asc')).find(
      ({ number }) => number !== null,
    );
    const typed = Number(/\d+$/.exec(String(sale?.['number']))?.[0]);
    expect(typed).toBeGreaterThan(9);
    const arabic = [...String(typed)].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join('');
    for (const text of [String(typed), arabic]) {
      const found = (await office.read(`search?q=${encodeURIComponent(text)}`)).data as unknown as Record<
        string,
        unknown
      >[];
      expect(found[0]).toMatchObject({ kind: 'sale', title: sale?.['number'], date: '2026-03-12' });
      expect(found[0]?.['subtitle']).toContain('Bazaar');
    }
  });
});
