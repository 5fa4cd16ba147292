/** The shell, a table and a form in a real browser on a real server. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { field, type Office, openOffice } from './first-sign-in.ts';

let office: Office;
let page: Page;

beforeAll(async () => {
  office = await openOffice();
  page = await office.window();
  await office.signInFirst(page);
});
afterAll(async () => {
  await office?.close();
});

const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read);
const said = (text: string | RegExp): Locator => page.getByText(text).first();

/** Adds a record with the keyboard alone and waits until it is stored. */
async function add(path: string, name: string, values: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(`${office.address}${path}/new`);
  for (const [each, value] of Object.entries({ [name]: values[name] as string, ...values }))
    await field(page, each).fill(value);
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/\d+$/);
}

describe('signing in', () => {
  it('shows the server’s message when the password is wrong, and continues to the requested page', async () => {
    const other = await office.window();
    await other.goto(`${office.address}/settings/cities`);
    await other.locator('input[name=email]').fill('admin@daftar.local');
    await other.locator('input[name=password]').fill('not this one');
    await other.keyboard.press('Enter');
    await expect
      .poll(() => other.getByRole('alert').textContent())
      .toBe('The email and password combination is incorrect');
    await other.context().close();
    const back = await office.signedIn('/settings/cities');
    await back.getByRole('heading', { name: 'Cities' }).waitFor();
    await back.context().close();
  });

  it('leaves no token where scripts of others could read it, and outlives a reload', async () => {
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toMatch(/eyJ|token/);
    await page.reload();
    await page.locator('nav').first().waitFor();
  });
});

describe('a form', () => {
  it('stores the typed value, also sums and digits of other keyboards, when it is saved from within the field', async () => {
    await page.goto(`${office.address}/customers/customers`);
    await page.getByRole('button', { name: 'Add' }).first().waitFor();
    await page.keyboard.press('n');
    await field(page, 'consumer_name').fill('ئاراس');
    await field(page, 'allowed_debit_amount').fill('٢٥٠*1000+1');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/customers\/\d+$/);
    await page.reload();
    await eventually(() => field(page, 'allowed_debit_amount').inputValue()).toBe('250,001');
  });

  it('lists the missing fields, each as a link', async () => {
    await page.goto(`${office.address}/warehouse/items/new`);
    await field(page, 'item_name').waitFor();
    await page.keyboard.press('Control+s');
    const summary = page.getByRole('alert');
    await summary.getByText('Item name is required').click();
    await eventually(() => field(page, 'item_name').evaluate((input) => input === document.activeElement)).toBe(true);
  });

  it('requires a confirmation before it is left with unsaved input', async () => {
    await field(page, 'item_name').fill('Tea');
    await page.getByRole('link', { name: 'Home' }).click();
    await said('Leave without saving?').waitFor();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.waitForURL(`${office.address}/`);
  });

  it('shows both values when another person changed the same field, and keeps the chosen one', async () => {
    await add('/settings/cities', 'city_name', { city_name: 'Altun' });
    const address = page.url();
    const other = await office.signedIn(new URL(address).pathname);
    await field(other, 'city_name_ar').fill('Iraq');
    await field(page, 'city_name_ar').fill('Turkey');
    await other.keyboard.press('Control+s');
    await other.getByText('Updated Successfully').waitFor();
    await page.keyboard.press('Control+s');
    await said('Somebody changed this at the same time').waitFor();
    await page.getByLabel('Turkey').check();
    await page.getByRole('button', { name: 'Save these' }).click();
    await page.getByText('Updated Successfully').waitFor();
    await other.context().close();
  });

  it('takes both changes without a question when they are of different fields', async () => {
    await add('/settings/cities', 'city_name', { city_name: 'Zagros' });
    const other = await office.signedIn(new URL(page.url()).pathname);
    await field(other, 'city_name_ar').fill('Iraq');
    await field(page, 'city_name').fill('Zagros Foods');
    await other.keyboard.press('Control+s');
    await other.getByText('Updated Successfully').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Updated Successfully').waitFor();
    await eventually(() => field(page, 'city_name_ar').inputValue()).toBe('Iraq');
    await other.context().close();
  });
});

describe('a look-up', () => {
  const city = () => field(page, 'city_fk');

  it('creates a missing record in place, and returns to the field with it', async () => {
    await page.goto(`${office.address}/customers/customers/new`);
    await city().fill('Erbil');
    await page.getByRole('option', { name: 'Create “Erbil”' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.waitForFunction(() => document.activeElement?.closest('[role=dialog] [data-field=city_name]') !== null);
    await page.keyboard.press('Enter');
    await eventually(() => city().inputValue()).toBe('Erbil');
    await expect.poll(() => city().evaluate((input) => input === document.activeElement)).toBe(true);
  });

  it('does not keep a text that was not chosen when it is left with Tab', async () => {
    await city().fill('xyz');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Tab');
    await eventually(() => city().inputValue()).toBe('Erbil');
  });

  it('never takes an option of an older text, and takes the one record that a fast typist meant', async () => {
    await add('/settings/cities', 'city_name', { city_name: 'Duhok' });
    await page.goto(`${office.address}/customers/customers/new`);
    await city().fill('Erb');
    await page.getByRole('option', { name: 'Erbil' }).waitFor();
    await city().fill('duh');
    await page.keyboard.press('Tab');
    await eventually(() => city().inputValue()).toBe('Duhok');
  });

  it('stays empty when it was emptied and left', async () => {
    await city().fill('');
    await page.keyboard.press('Tab');
    await eventually(() => city().inputValue()).toBe('');
  });

  it('opens its list with F4', async () => {
    await city().focus();
    await page.keyboard.press('F4');
    await page.getByRole('option', { name: 'Duhok' }).waitFor();
    await page.keyboard.press('Escape');
  });
});

describe('a table', () => {
  it('keeps search, sort and the row at the side in the address, and is driven by the keyboard', async () => {
    await page.goto(`${office.address}/settings/cities`);
    await page.getByRole('link', { name: 'Duhok' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('erb');
    await page.waitForURL(/search=erb/);
    await eventually(() => page.getByRole('link', { name: 'Duhok' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'City name' }).click();
    await page.waitForURL(/sortColumn=city_name/);
    await page.getByRole('link', { name: 'Duhok' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('o');
    await page.waitForURL(/panel=\d+/);
    await page.getByRole('complementary').getByText('History').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/cities\/\d+$/);
  });

  it('remembers hidden columns on the server', async () => {
    await page.goto(`${office.address}/settings/cities`);
    await page.getByRole('button', { name: 'Columns' }).click();
    const kept = page.waitForResponse((answer) => answer.url().endsWith('/model_hidden_columns') && answer.ok());
    await page.getByRole('checkbox', { name: 'Name in Arabic', exact: true }).click();
    await kept;
    await eventually(() => page.getByRole('columnheader', { name: 'Name in Arabic' }).count()).toBe(0);
    const other = await office.signedIn('/settings/cities');
    await other.getByRole('columnheader', { name: 'Name in Kurdish' }).waitFor();
    await expect.poll(() => other.getByRole('columnheader', { name: 'Name in Arabic' }).count()).toBe(0);
    await other.context().close();
  });

  it('states that nothing was found, and how to show all rows again', async () => {
    await page.goto(`${office.address}/settings/cities?search=nowhere`);
    await said('Sorry, No results found for your search criteria').waitFor();
    await page.getByRole('button', { name: 'Reset' }).last().click();
    await page.getByRole('link', { name: 'Duhok' }).waitFor();
  });

  it('makes an Excel file', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Excel' }).click();
    expect((await download).suggestedFilename()).toBe('Cities.xlsx');
  });

  it('requires a confirmation before it deletes, and the row is removed', async () => {
    await add('/settings/cities', 'city_name', { city_name: 'Nowhere' });
    await page.goto(`${office.address}/settings/cities`);
    await page
      .getByRole('row', { name: /Nowhere/ })
      .getByRole('button', { name: 'Actions' })
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await eventually(() => page.getByRole('link', { name: 'Nowhere' }).count()).toBe(0);
  });
});

describe('the palette', () => {
  it('opens with Ctrl+K, also from a field, and finds pages and records', async () => {
    await page.goto(`${office.address}/settings/cities?colour=red`);
    // What the screen does not know is left out, and the person is told.
    await page.getByRole('alert').filter({ hasText: 'colour' }).waitFor();
    await page.getByRole('searchbox').focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('ئاراس');
    // What was found is chosen, above commands and pages.
    await page.getByRole('option', { name: 'ئاراس', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/customers\/customers\/\d+$/);
    await field(page, 'consumer_name').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('units');
    await page.getByRole('option', { name: 'Units' }).click();
    await page.waitForURL(/settings\/units/);
  });

  it('has a sheet of all keys beside it, those of a till too', async () => {
    await page.locator('h1').first().waitFor();
    await page.locator('body').click({ position: { x: 1, y: 1 } });
    await page.keyboard.press('Shift+Slash');
    const sheet = page.getByRole('dialog');
    await eventually(() => sheet.textContent()).toMatch(/Search and commands.*Hold the sale/);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  });

  it('has commands: a new document, and a payment from the customer who is named', async () => {
    await page.keyboard.press('Control+k');
    const typed = page.getByRole('dialog').getByRole('combobox');
    await typed.fill('new sale');
    await page.getByRole('option', { name: 'New sale', exact: true }).click();
    await page.waitForURL(/sales\/sales\/new/);
    await page.locator('[role=grid]').first().waitFor();
    await page.keyboard.press('Control+k');
    await typed.fill('receive payment from ئاراس');
    await page.getByRole('option', { name: /^Receive payment from .*ئاراس/ }).click();
    await page.waitForURL(/customers\/transactions\/new\?party=\d+$/);
    const customer = page.locator('[data-field=customer_fk] input');
    await eventually(() => customer.inputValue()).toContain('ئاراس');
  });

  it('is above a way back and the place of the screen', async () => {
    const place = page.getByRole('navigation', { name: 'Where you are' });
    await eventually(() => place.textContent()).toBe('CustomersCustomer transactions');
    await place.getByRole('link', { name: 'Customer transactions' }).click();
    await page.waitForURL(/customers\/transactions$/);
    await place.getByRole('button', { name: 'Back' }).click();
    await page.waitForURL(/transactions\/new/);
  });
});

describe('Kurdish', () => {
  it('turns the page round and is still there after a reload', async () => {
    await page.goto(`${office.address}/settings/cities`);
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'کوردی' }).click();
    await page.getByRole('heading', { name: 'شارەکان' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'شارەکان' }).waitFor();
    await expect
      .poll(() => page.evaluate(() => [document.documentElement.dir, document.documentElement.lang]))
      .toEqual(['rtl', 'ckb']);
  });
});

it('told the console of no problem, the content security policy included', () => {
  expect(office.problems).toEqual([]);
});
