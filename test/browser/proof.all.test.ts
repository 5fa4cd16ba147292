/** A change of a colleague's rights some time after the sign-in: it continues when the password is entered. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROOF_SECONDS } from '../../identity/session-limits.ts';
import { onDatabase } from '../backup/place.ts';
import { codeOf } from '../support/authenticator.ts';
import { hasChromium, openShop, PASSWORD, type Shop, violations, violationsInDark } from './shop.ts';
import { SOON } from './typing.ts';

const field = (page: Page, name: string) => page.locator(`[data-field="${name}"] input`);
const dialogOf = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('input[name=current_password]') });

describe.skipIf(!hasChromium)('a person who is asked whether it is them', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    const role = await shop.api('POST', 'roles', { role_name: 'Seller', permissions: ['sales/index'] });
    const role_fk = (role['data'] as { id: number }).id;
    const given = {
      role_fk,
      outlet_fk: 1,
      new_password: 'only to begin with 7',
      new_password_confirmation: 'only to begin with 7',
    };
    await shop.api('POST', 'users', { user_name: 'Rebin', email: 'rebin@example.com', ...given });
  });
  afterAll(() => shop?.close());

  const aWhileLater = () =>
    onDatabase(shop.databaseUrl, (client) =>
      client.query('update identity.session set proved_at = proved_at - make_interval(secs => $1)', [PROOF_SECONDS]),
    );
  const emailOf = async () => (await shop.api('GET', 'users/2'))['data'] as { email: string };

  it('types the password in a dialog, after a wrong one too, and nothing that they typed before is lost', async () => {
    const page = await shop.open('/staff/2', { language: 'ckb' });
    await field(page, 'email').fill('rebin@daftar.example');
    await aWhileLater();
    await page.keyboard.press('Control+s');
    const dialog = dialogOf(page);
    await dialog.getByText('خۆتیت؟').waitFor(SOON);
    expect([...(await violations(page)), ...(await violationsInDark(page))]).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached', ...SOON });
    await page.getByText('بە وشەی نهێنیت پشتڕاستی بکەرەوە کە خۆتیت').first().waitFor(SOON);
    await expect.poll(() => field(page, 'email').inputValue()).toBe('rebin@daftar.example');
    await page.keyboard.press('Control+s');
    const password = dialog.locator('input[name=current_password]');
    await password.fill('not the password');
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog.getByRole('alert').textContent(), SOON).not.toBe('');
    await expect.poll(async () => (await emailOf()).email).toBe('rebin@example.com');
    await password.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached', ...SOON });
    await expect.poll(async () => (await emailOf()).email, SOON).toBe('rebin@daftar.example');
    await page.context().close();
  });

  it('is shown above another dialog, which then continues', async () => {
    const page = await shop.open('/staff/2?task=give_password');
    await aWhileLater();
    const giving = page.getByRole('dialog').last();
    await giving.getByRole('button', { name: 'One-time password' }).click();
    const dialog = dialogOf(page);
    await dialog.locator('input[name=current_password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached', ...SOON });
    await expect
      .poll(() => page.getByRole('dialog').locator('.select-all').textContent(), SOON)
      .toMatch(/^[a-z2-9-]+$/);
    await page.context().close();
  });

  it('types a code too when they have two-step verification', async () => {
    const page = await shop.open('/profile');
    const asked = async (path: string, body: object) => {
      const token = await page.evaluate(async () => {
        const answer = await fetch('/api/auth/refresh', { method: 'POST', headers: { 'X-Requested-With': 'daftar' } });
        return ((await answer.json()) as { access_token: string }).access_token;
      });
      const headers = { authorization: `Bearer ${token}` };
      const answer = await page.request.post(`${shop.address}/api/${path}`, { data: body, headers });
      return ((await answer.json()) as { data: { secret: string } }).data;
    };
    const { secret } = await asked('auth/second_factor/set_up', { current_password: PASSWORD });
    await asked('auth/second_factor/confirm', { code: codeOf(secret) });
    await aWhileLater();
    await page.goto(`${shop.address}/staff/2?task=give_password`);
    await page.getByRole('dialog').getByRole('button', { name: 'One-time password' }).click();
    const dialog = dialogOf(page);
    await dialog.locator('input[name=code]').fill(codeOf(secret, 1));
    await dialog.locator('input[name=current_password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached', ...SOON });
    await page.getByRole('dialog').locator('.select-all').waitFor(SOON);
    await page.context().close();
  });
});
