/**
 * The steps by which a business is set up in the browser in one of the languages: from the first password to the paper
 * of the first sale and the trial balance. The figures are read over HTTP afterwards.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { readPdf } from '../support/pdf.ts';
import { Administrator } from './administrator.ts';
import type { Office } from './first-sign-in.ts';
import { businessOf } from './set-up-words.ts';
import type { Language } from './shop.ts';
import { begins, cell, choose, enterGrid, pick, press, SOON, tabTo, total, type } from './typing.ts';

const STAFF_PASSWORD = 'what the clerk was told';
const OWN_PASSWORD = 'what the clerk chose then';

type Data = Readonly<Record<string, unknown>>;

/** The template of the clerk's role. */
const SALES_CLERK = { en: 'Sales clerk', ar: 'موظف مبيعات', ckb: 'کارمەندی فرۆشتن' } as const;

/** The language is chosen before the sign-in, and remains. */
export async function signInWith(office: Office, one: Administrator): Promise<void> {
  const { page } = one;
  await page.goto(office.address);
  await page.locator(`button[lang=${one.language}]`).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: one.say('shell:sign_in.title') }).waitFor(SOON);
  await one.looks('sign-in');
  await office.signInFirst(page);
  await page.getByRole('heading', { name: one.say('shell:onboarding.title') }).waitFor(SOON);
  await one.looks('home');
}

export async function nameTheBusiness(one: Administrator): Promise<void> {
  const business = businessOf(one.language);
  await one.step('profile', '/settings/system-profile', () =>
    one.change('system_profiles', { shop_name: business.shop, phones: ['0750 111 2233'] }),
  );
  await one.step('time_zone', '/settings/system-configurations', () =>
    one.change('system_settings', { time_zone: 'Asia/Baghdad' }),
  );
  await one.step('outlets', '/settings/outlets/1', () =>
    one.change('outlets', { ...namesOf('outlet_name', business.outlet), mobile: '0750 111 2233' }),
  );
  await askedForTheRate(one);
  await one.screen('/settings/inventories', async () => {
    await one.open(business.main);
    await one.change('inventories', namesOf('inventory_name', business.inventory));
  });
  await one.screen('/accounting/cash-and-banks', () =>
    one.add('cashes', { account_name: business.bank, cash_type: 2, currency_fk: business.dinar }),
  );
}

const namesOf = (field: string, name: string): Data => ({
  [field]: name,
  [`${field}_ar`]: name,
  [`${field}_ckb`]: name,
});

/** A second outlet is entered with its inventory and accounts, named in the language of the person. */
export async function openSecondOutlet(one: Administrator, read: Read): Promise<void> {
  const { second } = businessOf(one.language);
  const names = ['inventory', 'safe', 'drawer'].map((place) =>
    one.say(`organisation:proposed.${place}`, { name: second }),
  );
  await one.screen('/settings/outlets', async () => {
    await press(one.page, one.say('table:add'));
    await one.fill('outlets', { outlet_name: second });
    const field = (name: string) => one.page.locator(`[data-field=${name}] input`);
    await expect.poll(() => field('new_drawer_name').inputValue(), SOON).toBe(names[2]);
    await expect.poll(() => field('code').inputValue()).toMatch(/^[A-Z]{3}$/);
    await one.looks('outlet-with-places');
    await one.page.keyboard.press('Control+s');
    await one.page.waitForURL(/\/outlets\/\d+$/, SOON);
  });
  const listed = async (resource: string) => JSON.stringify(await read(`${resource}?per_page=50`));
  await expect.poll(() => listed('inventories')).toContain(names[0]);
  await expect.poll(() => listed('cashes')).toContain(names[1]);
  await expect.poll(() => listed('cashes')).toContain(names[2]);
}

/** The first document in dollars requests the rate, stores it, and continues. */
async function askedForTheRate(one: Administrator): Promise<void> {
  const { page } = one;
  await expect.poll(() => one.isLeft('rate')).toBe(true);
  await one.screen('/sales/sale-quotations', async () => {
    await press(page, one.say('table:add'));
    await choose(page, 'currency_fk', businessOf(one.language).dollar);
    await page.getByRole('dialog').getByText(one.say('document:no_rate')).waitFor(SOON);
    await one.looks('rate-asked');
    await page.getByRole('dialog').locator('[data-field=rate] input, input[name=rate]').first().focus();
    await type(page, '1500');
    await page.keyboard.press('Tab');
    await type(page, '1490');
    await press(page, one.say('document:store_rate'));
    await expect.poll(() => page.getByRole('dialog').count(), SOON).toBe(0);
    await expect.poll(() => page.locator('[data-field=rate] input').first().inputValue(), SOON).toBe('1,490');
  });
  await expect.poll(() => one.isLeft('rate')).toBe(false);
}

export async function fillTheShelves(one: Administrator): Promise<void> {
  const { tax, unit, box, category, rice, oil } = businessOf(one.language);
  await one.screen('/accounting/taxes', () => one.add('taxes', { tax_name: tax, percentage: '5' }));
  await one.screen('/settings/units', () => one.add('units', { unit_name: unit }));
  await one.screen('/warehouse/categories', () => one.add('categories', { category_name: category }));
  await one.step('items', '/warehouse/items', async () => {
    const base = { unit_fk: unit, is_base: true, is_default: true, sale_price: '1500', barcodes: ['6210001'] };
    await one.add('items', { item_name: rice, item_code: '101', category_fk: category, item_units: [base] });
    const bottle = { ...base, sale_price: '5000', barcodes: ['6210002'] };
    const dozen = { unit_fk: box, base_unit_qty: '12', sale_price: '55000', barcodes: ['6210003'] };
    await one.add('items', { item_name: oil, item_code: '102', item_units: [bottle, dozen], tax_fk: tax });
  });
}

export async function nameThePeople(one: Administrator): Promise<void> {
  const { page } = one;
  const { customer, supplier, role, clerk, outlet } = businessOf(one.language);
  await one.screen('/customers/customers', async () => {
    await press(page, one.say('table:add'));
    await page.locator('[data-field=customer_group_fk] input').focus();
    await page.keyboard.press('ArrowDown');
    // There is no group yet: the list says how to add one.
    await page.getByText(one.say('form:type_to_add')).waitFor(SOON);
    await page.keyboard.press('Escape');
    await press(page, one.say('form:back'));
    await one.add('customers', { consumer_name: customer, code: 'C1', mobile: '0750 222 3344' });
  });
  await one.screen('/suppliers/suppliers', () => one.add('suppliers', { consumer_name: supplier }));
  await one.screen('/roles-and-permissions', async () => {
    await press(page, one.say('table:add'));
    await press(page, SALES_CLERK[one.language]);
    await expect.poll(() => page.locator('[data-field=role_name_ckb] input').inputValue(), SOON).toBe(SALES_CLERK.ckb);
    await one.fill('roles', namesOf('role_name', role));
    await one.looks('roles-typed');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/roles-and-permissions\/\d+$/, SOON);
  });
  await one.step('staff', '/staff', () =>
    one.add(
      'users',
      {
        ...{ user_name: clerk, email: 'clerk@example.com', role_fk: role, outlet_fk: outlet },
        ...{ new_password: STAFF_PASSWORD, new_password_confirmation: STAFF_PASSWORD },
      },
      ['role_fk', 'new_password'],
    ),
  );
}

/** Opening balances: 100 dollars, a million dinars, a customer's debt, a debt to a supplier, ten bags of rice. */
export async function openBalances(one: Administrator): Promise<void> {
  const { page } = one;
  const { customer, supplier } = businessOf(one.language);
  await one.screen('/settings/opening-balance/accounting-opening-balance', async () => {
    await press(page, one.say('table:add'));
    await tabTo(page, 'note');
    await enterGrid(page);
    await line(page, ['111000001'], '1000000');
    await line(page, ['111000002'], '100');
    await line(page, ['1210', customer], '50000');
    await pick(page, '2110');
    await pick(page, supplier);
    // The due day that the debt of the customer was proposed shows its column.
    await cellOf(page, 'credit');
    await type(page, '200000');
    await one.looks('opening-typed');
    await page.keyboard.press('Control+s');
    await page.getByText(one.say('document:draft_saved')).first().waitFor(SOON);
    await press(page, one.say('ledger:opening.to_stock'));
    await page.waitForURL(/inventory-opening-balance\/view\/\d+$/);
    await page.locator('[data-place$=":inventory_fk"]').first().waitFor(SOON);
    await page.locator('[data-field=note] input').focus();
    await enterGrid(page);
    await pick(page, '101');
    await pick(page, businessOf(one.language).inventory);
    await cell(page, '10');
    await page.keyboard.press('Tab');
    await type(page, '10000');
    await expect.poll(() => total(page), SOON).toBe('1,009,000');
    await one.looks('opening-stock');
    await press(page, one.say('document:transitions.finish'));
    await page.getByRole('dialog').getByText('1,009,000').waitFor(SOON);
    await one.looks('difference-asked');
    await press(page, one.say('ledger:opening.put_to_capital'));
    await page.getByRole('button', { name: one.say('document:transitions.reopen') }).waitFor(SOON);
  });
}

/** Presses Tab until the cell of the field has the focus. */
async function cellOf(page: Page, field: string): Promise<void> {
  const place = () => page.evaluate(() => document.activeElement?.closest('[data-place]')?.getAttribute('data-place'));
  await expect
    .poll(async () => {
      const isThere = (await place())?.endsWith(`:${field}`) ?? false;
      if (!isThere) await page.keyboard.press('Tab');
      return isThere;
    }, SOON)
    .toBe(true);
}

/** A line on the debit side of the opening balance: its account, its party, and its amount. */
async function line(page: Page, picked: readonly string[], debit: string): Promise<void> {
  for (const name of picked) await pick(page, name);
  await type(page, debit);
  await page.keyboard.press('Enter');
}

export async function buyAndSell(one: Administrator): Promise<void> {
  const { page } = one;
  const { supplier, customer } = businessOf(one.language);
  await one.screen('/purchases/purchases', async () => {
    await press(page, one.say('table:add'));
    await choose(page, 'supplier_fk', supplier);
    await enterGrid(page);
    await pick(page, '102');
    await cell(page, '20');
    await page.keyboard.press('Tab');
    await type(page, '3000');
    await page.keyboard.press('Tab');
    await expect.poll(() => total(page), SOON).toBe('63,000');
    await one.looks('purchase-typed');
    await page.keyboard.press('Control+Enter');
    await page.getByText(one.say('document:completed', { number: 'P-000001' })).waitFor(SOON);
    // The next purchase takes the focus.
    await begins(page, 'supplier_fk');
  });
  await one.step('first_sale', '/sales/sales', async () => {
    await press(page, one.say('table:add'));
    await choose(page, 'customer_fk', customer);
    await enterGrid(page);
    await pick(page, '101');
    await type(page, '2');
    await page.keyboard.press('Enter');
    await pick(page, '102');
    await page.keyboard.press('Tab');
    await expect.poll(() => total(page), SOON).toBe('8,250');
    await one.looks('sale-typed');
    await page.keyboard.press('Control+Enter');
    await page.getByText(one.say('document:completed', { number: 'S-000001' })).waitFor(SOON);
    await begins(page, 'customer_fk');
  });
  await one.screen('/sales/sales', async () => {
    await one.open('S-000001');
    await printFirstSale(one);
  });
}

/** Prints the paper of a sale from its page; all of its words are in the reader's language. */
async function printFirstSale(one: Administrator): Promise<void> {
  const { page } = one;
  const { shop, outlet, customer, rice, oil, dinar, unit } = businessOf(one.language);
  await press(page, one.say('paper:print'));
  await page.waitForURL(/\/print\/sales\/\d+$/, SOON);
  await page
    .locator('.print-sheet .paper')
    .first()
    .waitFor({ state: 'attached', ...SOON });
  await one.looks('first-sale-on-paper');
  const { texts, areFontsEmbedded } = readPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(texts).toHaveLength(1);
  expect(areFontsEmbedded).toBe(true);
  // In a PDF, lam and alef are one sign, and marks are above their letters: read back, the order differs.
  const readBack = (text: string) =>
    text
      .replace(/\p{M}/gu, '')
      .replace(/\s+/g, ' ')
      .replace(/[لڵ]ا|ا[لڵ]/g, 'لا');
  const [paper = ''] = texts.map(readBack);
  for (const said of [shop, outlet, customer, rice, oil, dinar, unit, 'S-000001', '3,000', '8,250']) {
    expect(paper).toContain(readBack(said));
  }
  await page.goBack();
}

type Read = (path: string) => Promise<Data>;

/** Reads over HTTP as the administrator. */
export async function reader(page: Page): Promise<Read> {
  const address = new URL(page.url()).origin;
  const answer = await page.context().request.post(`${address}/api/auth/refresh`, {
    headers: { 'x-requested-with': 'daftar' },
  });
  const { data } = (await answer.json()) as { data: { access_token: string } };
  return async (path) => {
    const read = await fetch(`${address}/api/${path}`, { headers: { authorization: `Bearer ${data.access_token}` } });
    expect(read.status, path).toBe(200);
    return ((await read.json()) as { data: Data }).data;
  };
}

/** Debit above zero. The cash box has a million, less the purchase with tax, plus the sale with tax. */
const BALANCES = {
  111000001: '945250',
  111000002: '149000',
  1210: '50000',
  1230: '3000',
  131000001: '65000',
  2110: '-200000',
  2140: '-250',
  3200: '-1009000',
  4100: '-8000',
  5100: '5000',
};

export async function readTheBooks(one: Administrator, read: Read): Promise<void> {
  const { page } = one;
  await press(page, one.say('shell:menu.reports'));
  await press(page, one.say('shell:menu.financial_reports'));
  await page
    .getByRole('link', { name: one.say('names:trial_balance'), exact: true })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await page.getByText('945,250').first().waitFor(SOON);
  await one.looks('trial-balance');
  const { rows } = (await read('financial_reports/trial_balance')) as { rows: readonly Data[] };
  const balances = rows.map(({ account, debit, credit }) => [account, credit === '0' ? debit : `-${credit}`] as const);
  expect(Object.fromEntries(balances)).toMatchObject(BALANCES);
  await expect.poll(() => read('items/1')).toMatchObject({ item_name: businessOf(one.language).rice, category_fk: 1 });
}

/** A clerk sees the screens of the template of a sales clerk only. */
export async function clerk(office: Office, language: Language): Promise<void> {
  const page = await office.window();
  const them = new Administrator(page, office.address, language);
  await page.goto(office.address);
  await page.locator('input[name=email]').fill('clerk@example.com');
  await page.locator('input[name=password]').fill(STAFF_PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('input[name=current_password]').fill(STAFF_PASSWORD);
  await them.looks('clerk-password');
  await page.locator('input[name=new_password]').fill(OWN_PASSWORD);
  await page.locator('input[name=new_password_confirmation]').fill(OWN_PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('nav').first().waitFor(SOON);
  await them.looks('clerk');
  const sections = page.locator('nav > div > ul > li');
  await expect
    .poll(async () => (await sections.allTextContents()).map((text) => text.trim()))
    .toEqual([
      them.say('shell:home.title'),
      them.say('shell:menu.dashboard'),
      them.say('shell:menu.sales'),
      them.say('shell:menu.customers'),
      them.say('shell:menu.warehouse'),
      them.say('shell:menu.accounting'),
      // Where a piece is, by its number.
      them.say('shell:menu.reports'),
    ]);
  await page.goto(`${office.address}/purchases/purchases`);
  await page.getByRole('heading', { name: them.say('shell:unauthorized.title') }).waitFor(SOON);
  await them.looks('clerk-refused');
  await page.context().close();
}
