/**
 * A person who may only sell at tills is taken to the till after signing in, or gets an explanation on a browser that
 * is not a till.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { templatePermissions } from '../../domain/registry/role-templates.ts';
import { TILL_PERMISSIONS } from '../../domain/registry/till-permissions.ts';
import { hasChromium, openShop, type Shop, violations, violationsInDark } from './shop.ts';
import { SOON } from './typing.ts';

const PIN = '481516';
const CHOSEN = 'chosen by the cashier';

async function signIn(page: Page, password: string): Promise<void> {
  await page.fill('input[name=email]', 'shilan@example.com');
  await page.fill('input[name=password]', password);
  await page.keyboard.press('Enter');
}

describe.skipIf(!hasChromium)('a person with the role of a cashier', () => {
  let shop: Shop;
  let password: string;
  let browser: BrowserContext;
  let enrolledMs = 0;
  beforeAll(async () => {
    shop = await openShop();
    const data = async (path: string, body: Readonly<Record<string, unknown>>) =>
      (await shop.api('POST', path, body))['data'] as Readonly<Record<string, unknown>>;
    const role = await data('roles', { role_name: 'Cashier', permissions: templatePermissions('cashier') });
    const user = await data('users', {
      ...{ user_name: 'Shilan', email: 'shilan@example.com', role_fk: role['id'], is_cashier: true, staff_pin: PIN },
      ...{ outlets: [1], inventories: [1], default_inventory_fk: 1, default_account_fk: 1 },
    });
    password = String((await data(`users/${user['id']}/give_password`, {}))['password']);
  });
  afterAll(() => shop?.close());

  it.for([
    ['en', 'This browser is not a till'],
    ['ckb', 'ئەم وێبگەڕە خاڵی فرۆشتن نییە'],
  ] as const)('is told in %s what to do in a browser that is no till', async ([language, heading]) => {
    const page = await shop.visit('/', { language });
    await signIn(page, password);
    if (password !== CHOSEN) {
      await page.fill('input[name=current_password]', password);
      await page.fill('input[name=new_password]', CHOSEN);
      await page.fill('input[name=new_password_confirmation]', CHOSEN);
      await page.keyboard.press('Enter');
      password = CHOSEN;
    }
    await page.getByRole('heading', { name: heading }).waitFor(SOON);
    await expect.poll(() => page.getByRole('list').last().getByRole('listitem').count()).toBe(3);
    expect([...(await violations(page)), ...(await violationsInDark(page))]).toEqual([]);
    const folder = process.env['SCREENSHOTS'];
    for (const width of folder ? [1440, 390] : []) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${folder}/only-till-${language}-${width}.png` });
    }
    await page.context().close();
  });

  it('is taken to the till in an enrolled browser, by a password and by a PIN', async () => {
    const office = await shop.open('/settings/pos');
    browser = office.context();
    await office.locator('[data-field=till_name] input').fill('Front');
    await office.getByRole('button', { name: 'Enrol this device' }).click();
    await office.getByRole('button', { name: 'Revoke' }).waitFor();
    enrolledMs = Date.now();
    for (const by of ['password', 'pin']) {
      await office.goto(`${shop.address}/user-logout`);
      await office.waitForURL(`${shop.address}/login`);
      await office
        .locator('button[aria-pressed]')
        .nth(by === 'pin' ? 1 : 0)
        .click();
      if (by === 'password') await signIn(office, CHOSEN);
      else {
        await office.locator('select[name=user_fk]').selectOption({ label: 'Shilan' });
        await office.fill('input[name=pin]', PIN);
        await office.keyboard.press('Enter');
      }
      await office.waitForURL(`${shop.address}/pos`);
      // After a sign-in by PIN the person sells; a password does not open a till.
      if (by === 'pin') await office.locator('input[type=search]').waitFor(SOON);
      else await office.locator('input[type=password]').waitFor();
    }
  });

  it('types a PIN once: it opens the till with its rights alone until they sign out in the office, and without a network later', async () => {
    const [till] = browser.pages();
    if (!till) throw new Error('no window');
    const rights = await till.evaluate(async () => {
      const { data } = await (
        await fetch('/api/auth/refresh', { method: 'POST', headers: { 'X-Requested-With': 'daftar' } })
      ).json();
      const headers = { Authorization: `Bearer ${data.access_token}`, 'X-Requested-With': 'daftar' };
      const me = await (await fetch('/api/auth/me', { method: 'POST', headers })).json();
      return me.data.permissions as string[];
    });
    expect(rights.filter((right) => !TILL_PERMISSIONS.has(right))).toEqual([]);
    // A new business has one cash account a currency: its first till opens a drawer in both at once.
    await till.goto(`${shop.address}/pos/drawer`);
    const floats = till.locator('fieldset');
    await expect.poll(() => floats.count(), SOON).toBe(2);
    await floats.first().locator('input').fill('50000');
    await floats.nth(1).locator('input').fill('10');
    await till.locator('form button[type=submit]').click();
    await till.locator('[data-drawer]').waitFor(SOON);
    expect(Date.now() - enrolledMs).toBeLessThan(60_000);
    await till.goto(`${shop.address}/pos`);
    await till.locator('input[type=search]').waitFor(SOON);
    const office = await browser.newPage();
    await office.goto(`${shop.address}/user-logout`);
    await office.waitForURL(`${shop.address}/login`);
    // In the open window, and in the next one.
    await till.locator('[data-cashier]').first().waitFor(SOON);
    await office.goto(`${shop.address}/pos`);
    await office.locator('input[type=password]').waitFor(SOON);
    // The permission to sell offline was granted with the PIN that was entered in the office.
    await browser.setOffline(true);
    await till.locator('[data-cashier]').first().click();
    await till.locator('input[type=password]').fill('111111');
    await till.keyboard.press('Enter');
    await till.getByText('The PIN is wrong').waitFor(SOON);
    await till.locator('input[type=password]').fill(PIN);
    await till.keyboard.press('Enter');
    await till.locator('input[type=search]').waitFor(SOON);
    await browser.close();
  });
});
