/** Password fields, forms that are left while they are saved, and the data that remain in the browser after signing out. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draftsOn } from './drafts.ts';
import { holdCreation } from './held.ts';
import { openAs } from './other-person.ts';
import { hasChromium, openShop, PASSWORD, type Shop, violations, violationsInDark } from './shop.ts';
import { SOON } from './typing.ts';

const NAME = 'Karwan Confidential Trading';
const PASTE = 'ControlOrMeta+v';

describe.skipIf(!hasChromium)('a browser', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await shop.api('POST', 'customers', { consumer_name: NAME, code: 'C1' });
  });
  afterAll(() => shop?.close());

  /** All data that scripts of the page can read. */
  const kept = (page: Page): Promise<string> =>
    page.evaluate(async () => {
      const stores = await indexedDB.databases();
      const caches = 'caches' in window ? await window.caches.keys() : [];
      const own = [{ ...localStorage }, { ...sessionStorage }, document.cookie, stores, caches];
      return JSON.stringify(own) + document.documentElement.outerHTML;
    });
  const askToSignOut = async (page: Page): Promise<void> => {
    await page.getByRole('banner').getByRole('button', { name: 'Administrator' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  const signOut = async (page: Page): Promise<void> => {
    await askToSignOut(page);
    await page.locator('input[name=password]').waitFor();
  };
  const reference = (page: Page) => page.locator('[data-field=reference_number] input');
  const signInAgain = async (page: Page): Promise<void> => {
    await page.fill('input[name=email]', shop.email);
    await page.fill('input[name=password]', PASSWORD);
    await page.keyboard.press('Enter');
    await page.locator('nav').first().waitFor(SOON);
  };
  const listed = async (page: Page): Promise<void> => {
    await page.getByText(NAME).first().waitFor();
    await expect.poll(() => kept(page)).toContain(NAME);
  };

  it('masks what is typed for a password, takes it from the clipboard, and knows it for its own store', async () => {
    const page = await shop.visit('/login');
    const field = page.locator('input[name=password]');
    await field.waitFor();
    await expect.poll(() => field.getAttribute('type')).toBe('password');
    await expect.poll(() => field.getAttribute('autocomplete')).toBe('current-password');
    await expect.poll(() => page.locator('input[name=email]').getAttribute('autocomplete')).toBe('username');
    await expect.poll(() => field.getAttribute('maxlength')).toBeNull();
    await page.evaluate((text) => navigator.clipboard.writeText(text), PASSWORD);
    await page.fill('input[name=email]', shop.email);
    await field.focus();
    await page.keyboard.press(PASTE);
    await expect.poll(() => field.inputValue()).toBe(PASSWORD);
    await page.keyboard.press('Enter');
    await page.locator('nav').first().waitFor();
    await page.goto(`${shop.address}/profile`);
    await page.locator('input[name=new_password]').waitFor();
    for (const [name, fill] of [
      ['current_password', 'current-password'],
      ['new_password', 'new-password'],
      ['new_password_confirmation', 'new-password'],
    ] as const) {
      const locator = page.locator(`input[name=${name}]`);
      const found = [await locator.getAttribute('type'), await locator.getAttribute('autocomplete')];
      expect([name, ...found]).toEqual([name, 'password', fill]);
      await locator.focus();
      await page.keyboard.press(PASTE);
      await expect.poll(() => locator.inputValue()).toBe(PASSWORD);
    }
    await page.context().close();
  });

  it('offers to sign out on every screen', async () => {
    const page = await shop.open('/');
    for (const path of [
      '/',
      '/sales/sales',
      '/sales/sales/new',
      '/reports/sales',
      '/staff',
      '/nowhere',
      '/unauthorized',
    ]) {
      await page.goto(`${shop.address}${path}`);
      await page.getByRole('banner').getByRole('button', { name: 'Administrator' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
      await page.keyboard.press('Escape');
    }
    await page.context().close();
  });

  it('tells what the server refuses of a form that was left, leads back to its input, and takes nobody away', async () => {
    const page = await shop.open('/customers/customers/new');
    const field = (name: string) => page.locator(`[data-field=${name}] input`);
    await field('consumer_name').fill('Rezan');
    await field('code').fill('C1');
    const saveAndLeave = async () => {
      const held = await holdCreation(page, 'customers');
      await page.keyboard.press('Control+s');
      await held.sent;
      await page.getByRole('link', { name: 'Home' }).first().click();
      await page.getByRole('button', { name: 'Leave', exact: true }).click();
      await page.getByRole('heading', { name: 'Welcome' }).waitFor(SOON);
      held.release();
    };
    await saveAndLeave();
    await page.getByRole('alert').getByRole('button', { name: 'New: Customer' }).click(SOON);
    await expect.poll(() => field('consumer_name').inputValue(), SOON).toBe('Rezan');
    await expect.poll(() => field('code').inputValue()).toBe('C1');
    await field('code').fill('C2');
    await saveAndLeave();
    await page.getByText('Added Successfully').waitFor(SOON);
    expect(page.url()).toBe(`${shop.address}/`);
    await page.context().close();
  });

  it('keeps nothing that was read when the person has signed out, and the way back shows nothing', async () => {
    const page = await shop.open('/settings/cities');
    await page.goto(`${shop.address}/customers/customers`);
    await listed(page);
    await signOut(page);
    const left = await kept(page);
    expect(left).not.toContain(NAME);
    expect(left).not.toMatch(/eyJ|access_token|refresh/);
    await page.goBack();
    await page.locator('input[name=password]').waitFor();
    await expect.poll(() => kept(page)).not.toContain(NAME);
    await page.context().close();
  });

  it('keeps nothing either when the server is not reached at that moment', async () => {
    const page = await shop.open('/customers/customers');
    await listed(page);
    await page.context().setOffline(true);
    await signOut(page);
    await expect.poll(() => kept(page)).not.toContain(NAME);
    await page.context().close();
  });

  it('becomes that of a person who signs in in another window, without a write or an error of the one before', async () => {
    const page = await shop.open('/customers/customers?nonsense=1');
    const unread = page.getByRole('button', { name: 'Errors, new: 1' });
    await unread.waitFor(SOON);
    await page.keyboard.press('n');
    await page.locator('[data-field=consumer_name] input').fill('Typed by the first');
    const clerk = { name: 'Shilan', permissions: ['customers/index', 'customers/store'] };
    const other = await openAs(shop, { ...clerk, outlets: [1], inventories: [1] }, '/', 'en');
    const cookies = await other.context().cookies();
    await other.context().close();

    const second = await page.context().newPage();
    await second.goto(`${shop.address}/`);
    await signOut(second);
    await second.context().addCookies(cookies);
    await second.evaluate(() => localStorage.setItem('daftar.signed_in', 'yes'));
    await second.goto(`${shop.address}/`);
    const isShilan = (window: Page) => window.getByRole('banner').getByRole('button', { name: 'Shilan' });
    await isShilan(second).waitFor(SOON);

    // A request of the first person between the two sessions has led this window to the sign-in page, and on from there.
    await page.keyboard.press('Control+s');
    await isShilan(page).waitFor(SOON);
    await page.getByRole('button', { name: 'Errors', exact: true }).waitFor(SOON);
    expect(await shop.api('GET', 'customers?search=Typed')).toMatchObject({ data: { total: 0 } });
    await page.context().close();
  });

  it('leaves the sign-in page in every window when a person signs in in one', async () => {
    const page = await shop.visit('/customers/customers');
    const password = page.locator('input[name=password]');
    await password.waitFor();
    const other = await page.context().newPage();
    await other.goto(`${shop.address}/`);
    await signInAgain(other);
    await listed(page);
    await password.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('asks what becomes of documents that are not saved, and keeps or removes them in every window as it is told', async () => {
    const page = await shop.open('/sales/sales/new');
    const other = await page.context().newPage();
    await other.goto(`${shop.address}/sales/sales/new`);
    await reference(page).fill('Kept on this device');
    await reference(other).fill('Kept as well');
    await expect.poll(() => draftsOn(page), SOON).toMatch(/Kept on this device.*Kept as well/);

    await askToSignOut(page);
    await page.getByText('Documents that were typed and not saved: 2').waitFor(SOON);
    expect([...(await violations(page)), ...(await violationsInDark(page))]).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached', ...SOON });
    await expect.poll(() => reference(page).inputValue()).toBe('Kept on this device');

    await askToSignOut(page);
    await page.getByRole('button', { name: 'Keep and sign out' }).click();
    await signInAgain(page);
    await page.goto(`${shop.address}/sales/sales/new`);
    await page.getByText('Restored draft from').waitFor(SOON);

    await page.goto(`${shop.address}/user-logout`);
    await page.getByRole('button', { name: 'Remove and sign out' }).click();
    await page.locator('input[name=password]').waitFor(SOON);
    await other.goto(`${shop.address}/login`);
    await other.locator('input[name=password]').waitFor(SOON);
    await expect.poll(() => draftsOn(page), SOON).toBe('[]');
    await expect.poll(() => kept(page)).not.toContain('Kept');

    await signInAgain(page);
    await page.goto(`${shop.address}/sales/sales/new`);
    await reference(page).waitFor(SOON);
    await expect.poll(() => reference(page).inputValue()).toBe('');
    await reference(page).fill('Typed after it');
    await expect.poll(() => draftsOn(page), SOON).toContain('Typed after it');
    await page.context().close();
  });
});
