/** Signing in at a till and in the back office, staff, PINs and the profile, with the keyboard. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examined, type Screen, wrongOn } from './looking.ts';
import { hasChromium, openShop, PASSWORD, type Shop, violations, violationsInDark } from './shop.ts';
import { choose, SOON } from './typing.ts';

const PIN = '482613';
const MAIN = { outlets: [1], inventories: [1], default_inventory_fk: 1, default_account_fk: 1 };

const SCREENS: readonly Screen[] = [
  { path: '/staff', ready: 'table tbody tr, [role=row] a' },
  { path: '/staff/2', ready: '[data-field=new_password]' },
  { path: '/staff/2?task=change_outlets', ready: '[role=dialog]' },
  { path: '/staff/new', ready: '[data-field=user_name]' },
  { path: '/pins', ready: 'main h1' },
  { path: '/pins/2', ready: '[data-field=pin]' },
  { path: '/pins/new', ready: '[data-field=pin]' },
  { path: '/settings/pos', ready: '[data-field=cashier_login_option]' },
  { path: '/settings/pos/1', ready: '[data-field=till_name]' },
  { path: '/profile', ready: '[data-field=phone]' },
];

const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);
const path = (page: Page) => new URL(page.url()).pathname;

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await page.keyboard.press('Enter');
}

describe.skipIf(!hasChromium)('people', () => {
  let shop: Shop;
  let till: BrowserContext;
  let counter: Page;
  beforeAll(async () => {
    shop = await openShop();
    await shop.api('POST', 'roles', { role_name: 'Seller', permissions: ['pos_sales/index', 'sales/index'] });
    await shop.api('POST', 'roles', { role_name: 'Keeper', permissions: ['items/index'] });
    const cashier = { role_fk: 1, is_cashier: true, staff_pin: PIN, ...MAIN };
    await shop.api('POST', 'users', { user_name: 'Shilan', email: 'shilan@example.com', user_code: 'S1', ...cashier });
    await shop.api('POST', 'users', { user_name: 'Rebin', email: 'rebin@example.com', ...cashier });
  });
  afterAll(async () => {
    await till?.close();
    await shop?.close();
  });

  it('take a ready role in the field of a new person, with its permissions', async () => {
    const page = await shop.open('/staff/new');
    const role = field(page, 'role_fk').locator('input');
    await role.fill('Counter');
    await page.getByRole('option', { name: 'Create “Counter”' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Sales clerk' }).click();
    await expect.poll(() => field(page, 'role_name').locator('input').inputValue(), SOON).toBe('Sales clerk');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await dialog.waitFor({ state: 'detached', ...SOON });
    await expect.poll(() => role.inputValue(), SOON).toBe('Sales clerk');
    const { data } = await shop.api('GET', 'roles?search=Sales%20clerk&per_page=10');
    const [made] = (data as { readonly data: readonly { readonly permissions: readonly string[] }[] }).data;
    expect(made?.permissions.length).toBeGreaterThan(20);
    await page.context().close();
  });

  it('enrol a device as a till and give it a name', async () => {
    counter = await shop.open('/settings/pos');
    till = counter.context();
    await field(counter, 'till_name').locator('input').fill('Front');
    await counter.getByRole('button', { name: 'Enrol this device' }).click();
    await counter.getByRole('button', { name: 'Revoke' }).waitFor();
    await counter
      .getByRole('gridcell', { name: 'Front' })
      .or(counter.getByRole('link', { name: 'Front' }))
      .first()
      .waitFor();
  });

  it('sign in there with a PIN, by keys and by the keypad, after a wrong one', async () => {
    await counter.goto(`${shop.address}/user-logout`);
    await counter.waitForURL(`${shop.address}/login`);
    await counter.locator('select[name=user_fk]').selectOption({ label: 'Shilan' });
    await counter.fill('input[name=pin]', '0000');
    await counter.keyboard.press('Enter');
    await expect.poll(() => counter.getByRole('alert').textContent(), SOON).toBe('Password is invalid');
    expect([...(await violations(counter)), ...(await violationsInDark(counter))]).toEqual([]);
    for (const digit of PIN) await counter.getByRole('button', { name: digit, exact: true }).click();
    await counter.keyboard.press('Enter');
    await counter.locator('nav').first().waitFor();
    await counter.getByRole('heading', { name: 'Welcome, Shilan' }).waitFor();
    await counter.goto(`${shop.address}/staff`);
    await counter.getByText('401 Unauthorized').waitFor();
  });

  it('type their code if the settings require it', async () => {
    await shop.api('POST', 'system_settings_update/1', { cashier_login_option: 'code' });
    await counter.goto(`${shop.address}/user-logout`);
    await counter.fill('input[name=user_code]', 's1');
    await counter.fill('input[name=pin]', PIN);
    await counter.keyboard.press('Enter');
    await counter.getByRole('heading', { name: 'Welcome, Shilan' }).waitFor();
    await shop.api('POST', 'system_settings_update/1', { cashier_login_option: 'name' });
  });

  it('see at another device that it is not a till', async () => {
    const page = await shop.visit('/login');
    await page.getByRole('button', { name: 'Cashier' }).click();
    await page.getByText('not enrolled as a till').waitFor();
    await page.context().close();
  });

  it('come back to where they were going, and nowhere else', async () => {
    const page = await shop.visit(`/login/${encodeURIComponent('/settings/cities?search=erb')}`);
    await signIn(page, shop.email, PASSWORD);
    await page.getByRole('heading', { name: 'Cities' }).waitFor();
    expect(page.url()).toBe(`${shop.address}/settings/cities?search=erb`);
    await page.goto(`${shop.address}/user-logout`);
    await page.waitForURL(`${shop.address}/login`);
    await page.goto(`${shop.address}/login/${encodeURIComponent('//evil.example/')}`);
    await signIn(page, shop.email, PASSWORD);
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    expect(page.url()).toBe(`${shop.address}/`);
    await page.context().close();
  });

  it('are entered as staff in one form, with errors beside their fields', async () => {
    const page = await shop.open('/staff/new');
    await field(page, 'user_name').locator('input').fill('Hana');
    await field(page, 'email').locator('input').fill('hana@example.com');
    await choose(page, 'role_fk', 'Seller');
    await choose(page, 'outlet_fk', 'Main');
    await field(page, 'is_cashier').locator('input').check();
    await field(page, 'gender').locator('select').selectOption('female');
    await field(page, 'phone').locator('input').fill('0750 000 1111');
    await field(page, 'new_password').locator('input').fill('password1');
    await field(page, 'new_password_confirmation').locator('input').fill('password1');
    await page.keyboard.press('Control+s');
    await page.getByText('You must have a default account').first().waitFor();
    await field(page, 'new_password').getByText('first that are guessed').waitFor();
    await field(page, 'is_cashier').locator('input').uncheck();
    for (const name of ['new_password', 'new_password_confirmation']) {
      await field(page, name).locator('input').fill(' with spaces around ');
    }
    await page.keyboard.press('Control+s');
    await page.waitForURL(/\/staff\/\d+$/);
    await expect.poll(() => field(page, 'phone').locator('input').inputValue(), SOON).toBe('0750 000 1111');
    await expect.poll(() => field(page, 'new_password').locator('input').inputValue(), SOON).toBe('');
    await field(page, 'phone').locator('input').fill('0770 123 4567');
    await page.keyboard.press('Control+s');
    await page.getByText('Updated Successfully').waitFor();
    await page.reload();
    await expect.poll(() => field(page, 'phone').locator('input').inputValue(), SOON).toBe('0770 123 4567');
    await page.context().close();
  });

  it('choose a password of their own before they see anything', async () => {
    const page = await shop.visit('/sales/sales');
    await signIn(page, 'hana@example.com', ' with spaces around ');
    await page.fill('input[name=current_password]', ' with spaces around ');
    for (const name of ['new_password', 'new_password_confirmation']) {
      await page.fill(`input[name=${name}]`, ' with spaces around ');
    }
    await page.keyboard.press('Enter');
    await page.getByText('You Have Used This Password Before, Please Change it to New One.').waitFor();
    await expect.poll(() => page.locator('nav').count()).toBe(0);
    for (const name of ['new_password', 'new_password_confirmation']) await page.fill(`input[name=${name}]`, PASSWORD);
    await page.keyboard.press('Enter');
    await page.locator('nav').first().waitFor();
    await page.context().close();
  });

  it('get a role and a one-time password from the menu of their row', async () => {
    const page = await shop.open('/staff');
    const menu = async (name: string) => {
      await page.getByRole('row', { name: /Hana/ }).getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await menu('Set role');
    const dialog = page.getByRole('dialog');
    // The present role is shown when its name is loaded.
    await expect.poll(() => dialog.getByRole('combobox').inputValue(), SOON).toBe('Seller');
    await dialog.getByRole('combobox').fill('Keep');
    await page.getByRole('option', { name: 'Keeper' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => field(page, 'role_fk').locator('input').inputValue(), SOON).toBe('Keeper');
    await page.goto(`${shop.address}/staff`);
    await menu('One-time password');
    await dialog.getByRole('button', { name: 'One-time password' }).click();
    await dialog.getByText(/^([a-z2-9]{4}-){6}[a-z2-9]{2}$/).waitFor();
    await page.context().close();
  });

  it('keep what was typed in their form when a role is set from it, and both are stored', async () => {
    const page = await shop.open('/staff/3');
    const value = (name: string) => field(page, name).locator('input').inputValue();
    await expect.poll(() => value('user_name'), SOON).toBe('Rebin');
    await field(page, 'phone').locator('input').fill('0771');
    await page.getByRole('button', { name: 'Set role' }).click();
    const dialog = page.getByRole('dialog');
    // The present role is shown when its name is loaded.
    await expect.poll(() => dialog.getByRole('combobox').inputValue(), SOON).toBe('Seller');
    await dialog.getByRole('combobox').fill('Keep');
    await page.getByRole('option', { name: 'Keeper' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => value('phone')).toBe('0771');
    const stored = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
    await page.keyboard.press('Control+s');
    await stored;
    await page.reload();
    await expect.poll(() => value('phone'), SOON).toBe('0771');
    await expect.poll(() => value('role_fk'), SOON).toBe('Keeper');
    await page.context().close();
  });

  it('change where they work, and new documents begin there', async () => {
    const outlet = await shop.api('POST', 'outlets', { outlet_name: 'Bazaar' });
    const outlet_fk = Number((outlet['data'] as { outlet_id: number }).outlet_id);
    await shop.api('POST', 'inventories', { outlet_fk, inventory_name: 'Bazaar store' });
    const page = await shop.open('/profile');
    await field(page, 'outlet_fk').locator('select').selectOption({ label: 'Bazaar' });
    await expect
      .poll(() => field(page, 'inventory_fk').locator('select').locator('option:checked').textContent(), SOON)
      .toBe('Bazaar store');
    await page.goto(`${shop.address}/sales/sales/new`);
    await page.locator('[role=grid]').waitFor();
    await expect
      .poll(
        () => page.locator('input').evaluateAll((all) => all.map((value) => (value as HTMLInputElement).value)),
        SOON,
      )
      .toEqual(expect.arrayContaining(['Bazaar', 'Bazaar store']));
    await page.goto(`${shop.address}/profile`);
    await field(page, 'outlet_fk').locator('select').selectOption({ label: 'Main' });
    await page.getByText('Updated Successfully').first().waitFor();
    await page.context().close();
  });

  it('stay where tills are set up in the desktop application', async () => {
    const context = await shop.browser.newContext({ userAgent: 'Mozilla/5.0 DaftarDesktop/1.0' });
    const page = await context.newPage();
    await page.goto(`${shop.address}/sales/sales`);
    await signIn(page, shop.email, PASSWORD);
    await page.getByRole('heading', { name: 'POS settings' }).waitFor();
    await page.getByRole('link', { name: 'Home' }).first().click();
    await expect.poll(() => path(page), SOON).toBe('/settings/pos');
    await context.close();
  });

  it.each(examined(SCREENS))('have screens that pass axe in %s', async (language, screens) => {
    expect(await wrongOn(shop, screens, language)).toEqual([]);
  });
});
