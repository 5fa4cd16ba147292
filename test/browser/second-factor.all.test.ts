/** Two-step verification and a person's own sessions: at sign-in, on the profile page, in the list of staff. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, wrongCode } from '../support/authenticator.ts';
import { hasChromium, openShop, PASSWORD, type Shop, violations, violationsInDark } from './shop.ts';
import { SOON } from './typing.ts';

const HANA = 'hana@example.com';
const GIVEN = 'what hana was told';

async function typePassword(page: Page, email: string, password: string): Promise<void> {
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await page.keyboard.press('Enter');
}
async function typeCode(page: Page, code: string): Promise<void> {
  await page.fill('input[name=code]', code);
  await page.keyboard.press('Enter');
}
/** The field of the dialog: the page behind it has one too. */
const ownPassword = (page: Page) => page.locator('input[name=current_password]').last().fill(PASSWORD);
const wrongOn = async (page: Page) => [...(await violations(page)), ...(await violationsInDark(page))];
/** Sets up two-step verification, beginning with the password. Returns the secret and the recovery codes. */
async function setUp(page: Page): Promise<{ secret: string; codes: readonly string[] }> {
  await ownPassword(page);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor(SOON);
  const secret = ((await page.locator('[data-field=secret]').textContent()) ?? '').replaceAll(' ', '');
  expect(await wrongOn(page)).toEqual([]);
  await typeCode(page, wrongCode(secret));
  await page.getByText('The code is wrong, or it was used before').waitFor(SOON);
  await typeCode(page, codeOf(secret));
  await page.getByText('These codes are shown once').waitFor(SOON);
  const codes = await page.locator('form li').allTextContents();
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  return { secret, codes };
}

describe.skipIf(!hasChromium)('two-step verification', () => {
  let shop: Shop;
  let hana: Page;
  let secret: string;
  let codes: readonly string[];
  beforeAll(async () => {
    shop = await openShop();
    const permissions = ['sales/index', 'brands/index'];
    await shop.api('POST', 'roles', { role_name: 'Bookkeeper', permissions, requires_second_factor: true });
    await shop.api('POST', 'roles', { role_name: 'Seller', permissions });
    const given = { outlet_fk: 1, new_password: GIVEN, new_password_confirmation: GIVEN };
    await shop.api('POST', 'users', { user_name: 'Hana', email: HANA, role_fk: 1, ...given });
    await shop.api('POST', 'users', { user_name: 'Rebin', email: 'rebin@example.com', role_fk: 2, ...given });
  });
  afterAll(() => shop?.close());

  /** The first sign-in with a new password. */
  async function choosePassword(page: Page, email: string): Promise<void> {
    await typePassword(page, email, GIVEN);
    await page.fill('input[name=current_password]', GIVEN);
    for (const name of ['new_password', 'new_password_confirmation']) await page.fill(`input[name=${name}]`, PASSWORD);
    await page.keyboard.press('Enter');
  }

  it('is set up before anything else opens where the role requires it', async () => {
    hana = await shop.visit('/sales/sales');
    await choosePassword(hana, HANA);
    await hana.getByRole('heading', { name: 'Two-step verification' }).waitFor(SOON);
    await expect.poll(() => hana.locator('nav').count()).toBe(0);
    expect(await wrongOn(hana)).toEqual([]);
    ({ secret, codes } = await setUp(hana));
    await hana.locator('nav').first().waitFor(SOON);
    expect(new URL(hana.url()).pathname).toBe('/sales/sales');
  });

  it('requires a code after the password, and explains the refusal of another', async () => {
    await hana.goto(`${shop.address}/user-logout`);
    await hana.waitForURL(`${shop.address}/login`);
    await typePassword(hana, HANA, PASSWORD);
    await hana.locator('input[name=code]').waitFor(SOON);
    expect(await wrongOn(hana)).toEqual([]);
    await typeCode(hana, wrongCode(secret));
    await expect.poll(() => hana.getByRole('alert').textContent(), SOON).toMatch(/code is wrong/);
    await hana.getByRole('button', { name: 'Back to the password' }).click();
    await typePassword(hana, HANA, PASSWORD);
    await typeCode(hana, codeOf(secret, 1));
    await hana.locator('nav').first().waitFor(SOON);
  });

  it('takes a recovery code in another browser, which is listed as a session and signed out from here', async () => {
    const other = await shop.visit('/login');
    await typePassword(other, HANA, PASSWORD);
    await typeCode(other, codes[0] as string);
    await other.locator('nav').first().waitFor(SOON);
    await hana.goto(`${shop.address}/profile`);
    await hana.getByText('Recovery codes left: 9').waitFor(SOON);
    await expect.poll(() => hana.getByRole('button', { name: 'Remove' }).count()).toBe(0);
    await hana.getByText('This device', { exact: true }).waitFor(SOON);
    expect(await wrongOn(hana)).toEqual([]);
    const sessions = hana.getByRole('listitem').filter({ hasText: 'Chrome' });
    await expect.poll(() => sessions.count(), SOON).toBe(2);
    await sessions.getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(() => sessions.count(), SOON).toBe(1);
    await other.reload();
    await other.locator('input[name=email]').waitFor(SOON);
    await other.context().close();
  });

  it('is reset in the list of staff; the person is signed out and sets it up again', async () => {
    const page = await shop.open('/staff');
    await page.getByRole('row', { name: /Hana/ }).getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Reset two-step verification' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Reset two-step verification' }).click();
    await dialog.waitFor({ state: 'detached' });
    await hana.reload();
    await typePassword(hana, HANA, PASSWORD);
    await hana.getByText('Two-step verification is required. Set it up before you go on.').waitFor(SOON);
    await hana.context().close();
    await page.context().close();
  });

  it('is required in an open window, from the moment when the role requires it', async () => {
    const page = await shop.visit('/');
    await choosePassword(page, 'rebin@example.com');
    await page.locator('nav').first().waitFor(SOON);
    await shop.api('POST', 'roles/2', { _method: 'PATCH', requires_second_factor: true });
    // Whatever the window asks next is refused; the home page may have asked already.
    await page.evaluate(() => {
      history.pushState(null, '', '/profile');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await page.getByRole('heading', { name: 'Two-step verification' }).waitFor(SOON);
    await expect.poll(() => page.locator('nav').count(), SOON).toBe(0);
    await shop.api('POST', 'roles/2', { _method: 'PATCH', requires_second_factor: false });
    await page.reload();
    await page.locator('nav').first().waitFor(SOON);
    await page.context().close();
  });

  it('is set up by choice on the profile page, and removed with the password and a code', async () => {
    const page = await shop.visit('/profile');
    await typePassword(page, 'rebin@example.com', PASSWORD);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('dialog').waitFor(SOON);
    const own = await setUp(page);
    await page.getByText('Active', { exact: true }).waitFor(SOON);
    await page.getByRole('button', { name: 'New recovery codes' }).click();
    await page.getByRole('dialog').waitFor(SOON);
    await ownPassword(page);
    await typeCode(page, codeOf(own.secret, 1));
    await page.getByText('These codes are shown once').waitFor(SOON);
    const fresh = await page.locator('form li').allTextContents();
    expect(fresh.filter((code) => own.codes.includes(code))).toEqual([]);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').waitFor(SOON);
    await ownPassword(page);
    await typeCode(page, fresh[3] as string);
    await page.getByText('Deleted Successfully').waitFor(SOON);
    await page.getByRole('button', { name: 'Set up' }).waitFor(SOON);
    await page.context().close();
  });
});
