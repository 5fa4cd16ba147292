/**
 * A business leaves as files and stands again in an empty installation: its lists, what is open, its goods with their
 * batches and values, its prices, its assets and its trial balance, to the last digit.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFormat, isRecordFormat } from '../../domain/imports/formats.ts';
import type { ImportRow, ReadFile } from '../../domain/imports/import-format.ts';
import { personOf } from '../../identity/person.ts';
import { type ExportedFile, everything } from '../../read-api/audit/export/everything.ts';
import { connectReader, inSnapshot } from '../../read-api/database/reader.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { acrossFindings } from '../api/tilling.ts';
import { check, requestOf, runImport } from '../imports/requests.ts';
import { sendFile } from '../imports/spreadsheets.ts';
import { rolesAt } from '../support/database.ts';
import { type Office, openOffice } from './office.ts';

type Row = Readonly<Record<string, unknown>>;
const FIRST_DAY = '2026-03-01';
const LATER = '2026-05-15';

let old: Office;
let shop: Shop;
let files: ReadonlyMap<string, ExportedFile>;
let next: Office;
let place: { readonly outlet: number; readonly cash: number };

const rowsOf = async (office: Office, path: string) => (await office.read(path)).data['data'] as unknown as Row[];
const done = async (sent: ReturnType<Office['send']>): Promise<number> => {
  const { status, body } = await sent;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return Number(body.data['id']);
};

beforeAll(async () => {
  old = await openOffice();
  shop = await openShop(old);
  await trade();
  const owner = personOf(1, { user_name: 'owner', email: 'o@example.com' }, undefined);
  await old.read('items');
  const reader = connectReader(rolesAt(old.database.url).read);
  files = await inSnapshot(reader, async (snapshot) => {
    const found = new Map<string, ExportedFile>();
    for await (const file of everything(snapshot, owner)) found.set(file.path, file);
    return found;
  });
  await reader.destroy();
  next = await openOffice();
});
afterAll(async () => {
  await old?.close();
  await next?.close();
});

/** Two months of a small business: goods in batches, three units, two currencies, parts of debts. */
async function trade(): Promise<void> {
  const { outlet, unit, cash } = shop;
  const grains = await old.add('categories', { category_name: 'Grains' });
  const rice = await old.add('categories', { category_name: 'Rice', parent_fk: grains });
  const box = await old.add('units', { unit_name: 'Box, of "12"' });
  const wholesale = await old.add('pricing_profiles', { profile_name: 'Wholesale' });
  const group = await old.add('customer_groups', { customer_group_name: 'Shops' });
  const unitOf = (unit_fk: number, base_unit_qty: string, sale_price: string, barcode: string) => ({
    ...{ unit_fk, base_unit_qty, sale_price, barcodes: [barcode] },
    ...{ is_base: base_unit_qty === '1', is_default: base_unit_qty === '1' },
  });
  const tea = await old.add('items', {
    ...{
      item_name: 'Tea',
      category_fk: grains,
      sub_category_fk: rice,
      shortage_alert: '2.5',
      description: '=1+1; "x"',
    },
    item_units: [unitOf(unit, '1', '80.25', '6291041500213'), unitOf(box, '12', '900', '6291041500220')],
    item_prices: [{ unit_fk: box, pricing_profile_fk: wholesale, sale_price: '850.5' }],
  });
  const syrup = await old.add('items', {
    ...{ item_name: 'شەربەت', has_expire: true, has_batch_number: true, expire_alert_days: 30 },
    item_units: [unitOf(unit, '1', '1500', '777')],
  });
  const person = { consumer_name: 'Dara', customer_group_fk: group, payment_terms_days: 45 };
  const [dara, other] = [
    await old.add('customers', { ...person, code: 'D-1', allowed_debit_amount: '1000000' }),
    await old.add('customers', { ...person, code: 'D-2', mobile: '+964 770 123 4567' }),
  ];
  const abroad = await old.add('suppliers', { consumer_name: 'Mill abroad', payment_terms_days: 30 });
  const buy = (more: object) =>
    done(old.send('POST', 'purchases', purchaseBody(shop, '30', { date: '2026-01-10', ...more })));
  await buy({ lines: [{ item_fk: tea, unit_fk: box, quantity: '7', price: '700.35' }] });
  await buy({
    ...{ supplier_fk: abroad, currency_fk: 2, rate: '1500', date: '2026-01-08' },
    lines: [{ item_fk: shop.item, unit_fk: unit, quantity: '11', price: '3.33' }],
  });
  const batch = (batch_number: string, expire_date: string, quantity: string) => ({
    ...{ item_fk: syrup, unit_fk: unit, quantity, price: '1000.1', batch_number, expire_date },
  });
  await buy({ lines: [batch('A/1', '2027-06-30', '7'), batch('B 2', '2027-01-31', '13')] });
  const sell = (more: object) => done(old.send('POST', 'sales', saleBody(shop, '1', { date: '2026-02-10', ...more })));
  await sell({ lines: [{ item_fk: tea, unit_fk: unit, quantity: '5', price: '80.25' }] });
  await sell({ lines: [{ item_fk: syrup, unit_fk: unit, quantity: '3', price: '1500' }] });
  const onAccount = { payment_type: 'on_account', account_fk: undefined };
  const owed = await sell({ ...onAccount, customer_fk: dara, date: '2026-01-20' });
  await sell({ ...onAccount, customer_fk: other, due_date: '2026-02-20' });
  const receive = {
    outlet_fk: outlet,
    transaction_type: 'receive',
    date: '2026-02-12',
    currency_fk: 1,
    account_fk: cash,
  };
  await done(
    old.send('POST', 'customer_transactions', {
      ...{ ...receive, customer_fk: dara, amount: '400' },
      allocations: [{ document: `sale-${owed}`, amount: '400' }],
    }),
  );
  await done(old.send('POST', 'customer_transactions', { ...receive, customer_fk: shop.customer, amount: '90' }));
  const rent = await old.add('expense_types', { type_name: 'Signs' });
  const paid = { outlet_fk: outlet, date: '2026-02-20', currency_fk: 1, payment_type: 'cash', account_fk: cash };
  await done(old.send('POST', 'expenses', { ...paid, expense_type_fk: rent, amount: '125', status: 'complete' }));
  const fixed_asset_fk = await old.add('fixed_assets', { asset_name: 'Van' });
  const van = await done(
    old.send('POST', 'asset_purchases', {
      ...{ outlet_fk: outlet, fixed_asset_fk, date: '2025-06-01', currency_fk: 1, amount: '2400' },
      ...{
        payment_type: 'opening',
        depreciated_amount: '800',
        useful_life_months: 20,
        declining_percent: '70',
        status: 'complete',
      },
    }),
  );
  const capital = await old.add('opening_balances', {
    ...{ outlet_fk: outlet, financial_year_fk: 1 },
    accounts: [{ account: 'capital', amount: '-1600' }],
  });
  await done(old.send('POST', `opening_balances/${capital}/finish`, { difference_to: 'opening-equity' }));
  const month = { outlet_fk: outlet, date: '2026-01-31', lines: [{ asset_purchase_fk: van }] };
  await done(old.send('POST', 'depreciations', month));
  await old.add('inventories', { inventory_name: 'Empty store', outlet_fk: outlet });
  await people({ tea, box });
}

/** Staff with a role, and promotions of each reward; one has more goods than a row has columns. */
async function people({ tea, box }: { readonly tea: number; readonly box: number }): Promise<void> {
  const { outlet, inventory, unit, cash } = shop;
  const role_fk = await old.add('roles', { role_name: 'Seller', permissions: ['sales/store'] });
  const place = { role_fk, outlet_fk: outlet, default_inventory_fk: inventory, default_account_fk: cash };
  const shilan = { user_full_name: 'شیلان عومەر', user_code: '007', user_joining_date: '2024-03-01', lang: 'ckb' };
  await old.add('users', { user_name: '=Shilan', email: 's@x.example', is_cashier: true, ...place, ...shilan });
  await old.add('users', { user_name: 'Rebin', email: 'r@x.example', status: 'inactive' });
  const days = { start_date: '2026-10-01', end_date: '2026-10-31' };
  const goods = (quantity: string) => ({ item_fk: tea, unit_fk: box, quantity });
  const rice = (quantity: string) => ({ item_fk: shop.item, unit_fk: unit, quantity });
  const free = { reward_type: 'get_free', items: [goods('2.5'), rice('3')], reward_items: [rice('1')] };
  await old.add('promotions', { title: 'Tea, "week"', title_ckb: 'هەفتەی چا', ...days, ...free, applies: 'each_time' });
  const amount = { reward_type: 'get_amount', reward_amount: '1250.5', minimum_amount: '50000', currency_fk: 1 };
  await old.add('promotions', { title: 'Credit', ...days, ...amount, status: 'active', outlet_fk: outlet });
  await old.add('promotions', {
    title: 'Less',
    ...days,
    reward_type: 'get_discount',
    reward_percentage: '7.5',
    ...{ minimum_amount: '1' },
  });
  const more = await Promise.all(['a', 'b'].map((name) => old.add('items', itemBody(unit, `More ${name}`))));
  const four = [goods('1'), rice('1'), ...more.map((item_fk) => ({ item_fk, unit_fk: unit, quantity: '1' }))];
  await old.add('promotions', {
    title: 'Four',
    ...days,
    reward_type: 'get_discount',
    reward_percentage: '5',
    items: four,
  });
}

describe('the files', () => {
  it('have every list and document with its lines, and totals that are those of the books', async () => {
    const totals = files.get('totals.csv')?.text ?? '';
    const trial = (await old.read('financial_reports/trial_balance?as_at=2026-12-31')).data as Row;
    const stock = (await old.read('reports/stock_valuation')).data as Row;
    expect(totals).toContain(`"Bazaar store, value",${(stock['totals'] as Row)['value']}`);
    expect(JSON.stringify(trial)).toContain(/old_accounts\.csv,,debit,([\d.]+)/.exec(totals)?.[1]);
    for (const [path, { rows, text }] of files) {
      if (path === 'totals.csv') continue;
      expect(totals, path).toContain(`${path},${rows},`);
      expect(text.startsWith('\ufeff')).toBe(true);
    }
    expect(files.get('documents/sales-lines.csv')).toMatchObject({ rows: 4 });
    expect(files.get('documents/purchases-lines.csv')).toMatchObject({ rows: 4 });
    expect([...files.keys()].filter((path) => path.startsWith('import/opening_stock'))).toHaveLength(1);
  });

  it('name no secret of a person', () => {
    expect(files.get('records/users.csv')?.text.split('\r\n')[0]).not.toMatch(/password|pin|secret/i);
    for (const [path, { text }] of files) expect(text, path).not.toMatch(/\$argon2|\$scrypt/);
  });
});

/** Reads a file through the door of the import, and stores all of its rows. */
async function bringIn(name: string, path: string, parameters: Row = {}, good_rows_only = false) {
  const { text } = files.get(path) ?? { text: '' };
  const sent = await sendFile(next, name, Buffer.from(text), { fileName: 'file.csv' });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const read = sent.body.data as unknown as ReadFile;
  expect(read).toMatchObject({ ignored: [], missing: [], text: { encoding: 'utf-8', separator: 'comma' } });
  const request = requestOf(read.rows as ImportRow[], { parameters, digest: read.digest, good_rows_only });
  const seen = await check(next, name, request);
  const choices = seen.unknown.map(({ resource, name: called }) => ({
    resource,
    name: called,
    becomes: 'create' as const,
  }));
  const result = await runImport(next, name, { ...request, choices });
  if (!good_rows_only) expect(result.problems, path).toEqual([]);
  return result;
}

describe('an empty installation', () => {
  it('takes the lists, the goods, what is open and the assets from the files as they are', async () => {
    const outlet = await next.add('outlets', { outlet_name: 'Bazaar' });
    const inventory = await next.add('inventories', { inventory_name: 'Bazaar store', outlet_fk: outlet });
    const till = { account_name: 'Till', cash_type: 1, outlet_fk: outlet };
    const cash = await next.add('cashes', { ...till, currency_fk: 1 });
    place = { outlet, cash };
    await next.add('pricing_profiles', { profile_name: 'Wholesale' });
    await next.add('expense_types', { type_name: 'Signs' });
    expect((await next.send('PATCH', 'financial_years/1', { first_day: FIRST_DAY })).status).toBe(200);
    await next.add('roles', { role_name: 'Seller', permissions: ['sales/store'] });
    for (const name of ['units', 'categories', 'brands', 'items', 'customers', 'suppliers', 'users', 'promotions']) {
      const format = importFormat(name);
      expect(format && isRecordFormat(format)).toBe(true);
      const path = `import/${name}.csv`;
      // A new installation has some units.
      if (files.has(path)) await bringIn(name, path, {}, name === 'units');
    }
    const prices = [...files.keys()].find((path) => path.startsWith('import/item_prices')) ?? '';
    const [list] = await rowsOf(next, 'pricing_profiles');
    await bringIn('item_prices', prices, { pricing_list: Number(list?.['id']), date: FIRST_DAY });
    await bringIn('opening_items', 'import/opening_items.csv', { outlet });
    await bringIn('opening_assets', 'import/opening_assets.csv', { outlet });
    const stock = [...files.keys()].find((path) => path.startsWith('import/opening_stock')) ?? '';
    await bringIn('opening_stock', stock, { inventory });
    const [draft] = await rowsOf(next, 'opening_balances');
    await done(next.send('POST', `opening_balances/${draft?.['id']}/finish`, { difference_to: 'opening-equity' }));
    await bringIn('old_accounts', 'import/old_accounts.csv');
  }, 120_000);

  it('opens the rest by the old trial balance until nothing is different', async () => {
    const compared = async () => (await next.read('opening_comparison')).data as Row;
    const chart = (await next.read('accounts/list')).data as unknown as Row[];
    for (const row of (await compared())['unmapped'] as Row[]) {
      const account = chart.find(({ name }) => name === row['name'])?.['account'];
      await done(next.send('PATCH', `old_accounts/${row['old_account_id']}`, { account }));
    }
    const before = (await compared())['rows'] as Row[];
    const left = before.filter(({ difference }) => difference !== '0');
    const cashes = left
      .filter(({ key }) => String(key).startsWith('cash'))
      .map(({ difference }) => ({ account_fk: place.cash, amount: difference }));
    const body = { outlet_fk: place.outlet, financial_year_fk: 1 };
    const type = (await rowsOf(next, 'expense_types')).find((row) => row['type_name'] === 'Signs');
    const others = left.filter(({ key }) => !String(key).startsWith('cash'));
    const id = await next.add('opening_balances', {
      ...{ ...body, cashes },
      accounts: others.map(({ key, difference }) => ({
        ...{ account: key, amount: difference },
        ...(key === 'expense-type' ? { expense_type_fk: type?.['id'] } : {}),
      })),
    });
    await done(next.send('POST', `opening_balances/${id}/finish`, { difference_to: 'opening-equity' }));
    expect(await compared()).toMatchObject({
      ...{ totals: { difference: '0' }, opening_equity: '0', unmapped: [], elsewhere: [] },
    });
    expect(await acrossFindings(next)).toEqual([]);
  });

  it('has the same ages of debts, goods, values, prices and parties', async () => {
    const without = (rows: readonly Row[], ...fields: readonly string[]) =>
      rows
        .map((row) =>
          JSON.stringify(Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field)))),
        )
        .toSorted();
    const both = async (path: string, ...fields: readonly string[]) => {
      const [was, is] = [await rowsOf(old, path), await rowsOf(next, path)];
      expect(was.length, path).toBeGreaterThan(0);
      expect(without(is, ...fields), path).toEqual(without(was, ...fields));
    };
    const buckets = ['not_due', 'days_0_30', 'days_31_60', 'days_61_90', 'over_90', 'credit', 'balance', 'base'];
    for (const kind of ['customers', 'suppliers']) {
      await both(`reports/${kind}_ageing?as_at=${LATER}`, 'consumer_name', 'currency_name', ...buckets);
    }
    await both('reports/stock_valuation', 'item_name', 'inventory_name', 'quantity', 'value');
    await both('reports/batches', 'item_name', 'batch_number', 'expire_date', 'quantity');
    await both('items', 'item_name', 'sale_price', 'shortage_alert', 'description', 'expire_alert_days');
    const party = ['consumer_name', 'code', 'mobile', 'allowed_debit_amount', 'payment_terms_days'];
    await both('customers', ...party);
    await both('suppliers', ...party);
    const names = ['user_name', 'user_full_name', 'email', 'user_code', 'user_joining_date', 'lang', 'is_cashier'];
    await both('users', ...names, 'role_name', 'outlet_name', 'default_inventory_name', 'default_account_name');
    await both('fixed_assets', 'asset_name', 'cost', 'book_value', 'asset_state');
  });

  it('has the same promotions with all of their goods; one that a row cannot say whole is counted as left out', async () => {
    const whole = async (office: Office) => {
      const items = new Map((await rowsOf(office, 'items')).map((row) => [row['item_id'], row['item_name']]));
      const units = new Map((await rowsOf(office, 'units')).map((row) => [row['unit_id'], row['unit_name']]));
      const called = (goods: unknown) =>
        (goods as Row[]).map(({ item_fk, unit_fk, quantity }) => [items.get(item_fk), units.get(unit_fk), quantity]);
      const ids = (await rowsOf(office, 'promotions')).map(({ section_id }) => section_id);
      const all = await Promise.all(ids.map(async (id) => (await office.read(`promotions/${id}`)).data as Row));
      return all.map(
        ({ title, title_ckb, start_date, end_date, status, applies, outlet_name, items: bought, ...of }) => ({
          ...{ title, title_ckb, start_date, end_date, status, applies, outlet_name, bought: called(bought) },
          ...{ given: called(of['reward_items']), type: of['reward_type'], amount: of['reward_amount'] },
          ...{ percentage: of['reward_percentage'], minimum: of['minimum_amount'], currency: of['currency_fk'] },
        }),
      );
    };
    const was = (await whole(old)).filter(({ title }) => title !== 'Four');
    expect(was).toHaveLength(3);
    expect(new Set(await whole(next))).toEqual(new Set(was));
    expect(files.get('totals.csv')?.text).toContain('import/promotions.csv,,left out: more goods than columns,1');
    expect(files.get('records/promotions.csv')).toMatchObject({ rows: 4 });
  });
});
