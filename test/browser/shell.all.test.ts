/** The frame of all screens: titles of addresses, loading, and stored settings. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openShop, PASSWORD, type Shop } from './shop.ts';

describe.skipIf(!hasChromium)('the shell', () => {
  let shop: Shop;
  let page: Page;
  beforeAll(async () => {
    shop = await openShop();
    page = await shop.open('/');
  });
  afterAll(() => shop?.close());

  const heading = (name: string) => page.getByRole('heading', { name }).waitFor();

  it('opens on tiles of what a person may do, and a menu of sections and groups with the same', async () => {
    const tiles = (of: Page) => of.locator('main ul a').filter({ has: of.locator('.text-base') });
    const paths = async (of: Page) => tiles(of).evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    await heading('Welcome');
    for (const path of ['/dashboard', '/customers/transactions', '/suppliers/transactions', '/sales/sales']) {
      await expect.poll(() => paths(page)).toContain(path);
    }
    const rest = ['/sales/home-delivery', '/purchases/purchases', '/warehouse/warehouse', '/accounting/incomes'];
    for (const path of [...rest, '/accounting/expenses', '/staff'])
      await expect.poll(() => paths(page)).toContain(path);
    const role = (await shop.api('POST', 'roles', { role_name: 'Spender', permissions: ['expenses/index'] }))['data'];
    const user = { user_name: 'Nasrin', email: 'nasrin@example.com', role_fk: (role as { id: number }).id };
    const given = { outlets: [1], inventories: [1], default_inventory_fk: 1, default_account_fk: 1 };
    const begin = { new_password: 'only to begin with 7', new_password_confirmation: 'only to begin with 7' };
    const { id } = (await shop.api('POST', 'users', { ...user, ...given, ...begin }))['data'] as { id: number };
    const { password } = (await shop.api('POST', `users/${id}/give_password`))['data'] as { password: string };
    const context = await shop.browser.newContext();
    const other = await context.newPage();
    await other.goto(`${shop.address}/`);
    await other.fill('input[name=email]', user.email);
    await other.fill('input[name=password]', password);
    await other.keyboard.press('Enter');
    await other.locator('input[name=current_password]').fill(password);
    await other.locator('input[name=new_password]').fill(PASSWORD);
    await other.locator('input[name=new_password_confirmation]').fill(PASSWORD);
    await other.keyboard.press('Enter');
    await other.getByRole('heading', { name: 'Welcome, Nasrin' }).waitFor();
    await expect.poll(() => paths(other)).toEqual(['/accounting/expenses']);
    await other.getByRole('navigation').getByRole('button', { name: 'Accounting' }).click();
    await other.getByRole('navigation').getByRole('button', { name: 'Expenses' }).click();
    await other.getByRole('navigation').getByRole('link', { name: 'Expenses' }).click();
    await other.waitForURL(`${shop.address}/accounting/expenses`);
    await expect.poll(() => other.getByRole('navigation').getByText('Sales', { exact: true }).count()).toBe(0);
    await other.goto(`${shop.address}/sales/sales`);
    await other.getByRole('heading', { name: '401 Unauthorized' }).waitFor();
    // The menu is on another device as the person left it on this one.
    const stored = other.waitForResponse((answer) => answer.url().endsWith('/set_sidebar_setting') && answer.ok());
    await other.getByRole('navigation').getByRole('button', { name: 'Close the menu' }).click();
    await stored;
    await context.close();
    const device = await shop.browser.newContext();
    const there = await device.newPage();
    await there.goto(`${shop.address}/`);
    await there.fill('input[name=email]', user.email);
    await there.fill('input[name=password]', PASSWORD);
    await there.keyboard.press('Enter');
    await there.getByRole('heading', { name: 'Welcome, Nasrin' }).waitFor();
    await there.getByRole('navigation').getByRole('button', { name: 'Open the menu' }).waitFor();
    await device.close();
  });

  it('reports an unknown path, with the menu and a link to the home page', async () => {
    await page.goto(`${shop.address}/nowhere/at/all`);
    await heading('Page not found');
    await expect.poll(() => page.title()).toMatch(/ · Page not found$/);
    await page.locator('nav').first().waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
    await heading('Welcome');
  });

  it.each(['/settings/cities/99999', '/settings/cities/none', '/sales/sales/99999', '/sales/sales/view/none'])(
    'says of %s that this is not there',
    async (path) => {
      await page.goto(`${shop.address}${path}`);
      await heading('Section not found');
    },
  );

  it('folds the menu while the price checker is open, and unfolds it after', async () => {
    const menu = page.getByRole('navigation');
    await page.goto(`${shop.address}/sales/sales`);
    const sales = menu.getByRole('button', { name: 'Sales', exact: true });
    await expect.poll(() => sales.getAttribute('aria-expanded')).toBe('true');
    await menu.getByRole('button', { name: 'POS' }).click();
    await menu.getByRole('link', { name: 'Price checker' }).click();
    await page.waitForURL(`${shop.address}/sales/barcode-price-checker`);
    await expect.poll(() => sales.getAttribute('aria-expanded')).toBe('false');
    await page.goBack();
    await expect.poll(() => sales.getAttribute('aria-expanded')).toBe('true');
  });

  it('shows the 401 screen at its address', async () => {
    await page.goto(`${shop.address}/unauthorized`);
    await heading('401 Unauthorized');
  });

  it('takes slashes away from the end of an address', async () => {
    await page.goto(`${shop.address}/settings/cities/?search=a`);
    await heading('Cities');
    await page.waitForURL(`${shop.address}/settings/cities?search=a`);
  });

  it('is called as the product and the screen', async () => {
    await expect.poll(() => page.title()).toBe('Daftar · Cities');
    await page.goto(`${shop.address}/warehouse/items/new`);
    await expect.poll(() => page.title()).toBe('Daftar · Item');
  });

  it('shows that it is loading until the person is known', async () => {
    let letThrough = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route('**/api/auth/me', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${shop.address}/settings/cities`);
    await page.getByText('Loading Essential Data').waitFor();
    await expect.poll(() => page.locator('nav').count()).toBe(0);
    letThrough();
    await heading('Cities');
    await page.unroute('**/api/auth/me');
  });

  it('gives the whole screen to the application and takes it back, unless the settings forbid it', async () => {
    const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
    await page.getByRole('button', { name: 'Full screen', exact: true }).click();
    await expect.poll(isFull).toBe(true);
    await page.getByRole('button', { name: 'Leave full screen' }).click();
    await expect.poll(isFull).toBe(false);
    await shop.api('POST', 'system_settings_update/1', { has_fullscreen: false });
    await page.reload();
    await page.getByRole('button', { name: 'Language' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Full screen', exact: true }).count()).toBe(0);
    await shop.api('POST', 'system_settings_update/1', { has_fullscreen: true });
  });

  it('shows names in the language as soon as it is chosen, and keeps it and the theme', async () => {
    await shop.api('POST', 'items', {
      ...{ item_name: 'Saffron', item_name_ckb: 'زەعفەران' },
      item_units: [
        { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] },
      ],
    });
    await page.goto(`${shop.address}/warehouse/items`);
    await page.getByText('Saffron').first().waitFor();
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'کوردی' }).click();
    await page.getByText('زەعفەران').first().waitFor();
    await expect.poll(() => page.getByText('Saffron').count()).toBe(0);
    await page.reload();
    await page.getByText('زەعفەران').first().waitFor();
    const root = await page.evaluate(() => [
      document.documentElement.lang,
      document.documentElement.dir,
      document.documentElement.dataset['theme'],
    ]);
    expect(root).toEqual(['ckb', 'rtl', 'dark']);
  });
});
