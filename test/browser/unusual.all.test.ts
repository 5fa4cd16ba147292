/** Questions before unusual values are accepted, and warnings of the editor about values that would be refused. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newWindow } from '../support/chromium.ts';
import { sampleOf } from '../support/ring.ts';
import { hasChromium, type Language, openShop, PASSWORD, type Shop } from './shop.ts';
import { words } from './steps.ts';
import { SOON } from './typing.ts';

type Data = Readonly<Record<string, unknown>>;
const LANGUAGES = ['en', 'ckb'] as const;
/** The folder for pictures of the test, for people. */
const PICTURES = process.env['SCREENSHOTS'];

async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: join(PICTURES, `${name}-${width}.png`) });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

describe.skipIf(!hasChromium)('something unusual', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] };
    const limits = { minimum_price: '900', item_code: 'RICE' };
    await shop.api('POST', 'items', { item_name: 'Rice', item_units: [unit], ...limits });
  });
  afterAll(() => shop?.close());

  const rates = async () => (await shop.api('GET', 'currency_rates?per_page=100'))['data'] as Data;

  it.each(sampleOf(LANGUAGES, 1))('as a rate is asked about in %s, and taken when it is meant', async (language) => {
    const page = await shop.open('/accounting/currency-rates/new', { language });
    const before = Number((await rates())['total']);
    // The last value was accepted: alternates between ten times as much and the normal one, for any languages.
    const value = before % 2 === 1 ? '14,800' : '1,480';
    for (const field of ['rate', 'in_rate']) await page.locator(`[data-field=${field}] input`).fill(value);
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor(SOON);
    await expect.poll(() => dialog.textContent()).toContain(value);
    await picture(page, `rate-${language}`);
    await expect.poll(async () => Number((await rates())['total'])).toBe(before);
    await dialog.getByRole('button', { name: words(language, 'shell:unusual.check_again') }).click();
    await dialog.waitFor({ ...SOON, state: 'detached' });
    await expect.poll(async () => Number((await rates())['total'])).toBe(before);
    await page.locator('[data-field=rate] input').focus();
    await page.keyboard.press('Control+s');
    await dialog.getByRole('button', { name: words(language, 'shell:unusual.is_meant') }).click();
    await expect.poll(async () => Number((await rates())['total']), SOON).toBe(before + 1);
    await page.context().close();
  });

  it.each(sampleOf(LANGUAGES, 1))(
    'as a price below the least one is shown in %s while it is typed',
    async (language) => {
      const page = await clerksPage(language);
      await page.goto(`${shop.address}/sales/sales/new`);
      const cell = (field: string) => page.locator(`[data-place="lines:1:${field}"]`);
      await cell('item_fk').click();
      await page.keyboard.type('RICE');
      await page.keyboard.press('Enter');
      await expect.poll(() => cell('price').textContent(), SOON).toContain('1,000');
      await expect.poll(() => cell('price').locator('[aria-invalid=true]').count()).toBe(0);
      await cell('discount').click();
      await page.keyboard.type('50%');
      await page.keyboard.press('Enter');
      await expect.poll(() => cell('price').getAttribute('title'), SOON).toContain('900');
      await cell('price').click();
      await picture(page, `price-${language}`);
      await page.context().close();
    },
  );

  it.each(sampleOf(LANGUAGES, 1))(
    'as a period that ends before it begins is said at its field in %s',
    async (language) => {
      const path = '/reports/financial-reports/trial-balance?from=2026-12-01&as_at=2026-01-01';
      const page = await shop.open(path, { language });
      await page.getByText(words(language, 'table:end_after_start')).first().waitFor(SOON);
      await picture(page, `period-${language}`);
      await page.context().close();
    },
  );

  /** A person who may sell, but not below the limits. */
  async function clerksPage(language: Language): Promise<Page> {
    const email = `${randomUUID()}@example.com`;
    const permissions = ['sales/index', 'sales/show', 'sales/store', 'sales/update', 'sales/complete', 'items/show'];
    const role = await shop.api('POST', 'roles', { role_name: randomUUID(), permissions });
    const begin = { new_password: 'only to begin with 7', new_password_confirmation: 'only to begin with 7' };
    const place = { outlet_fk: 1, outlets: [1], inventories: [1], ...begin };
    const role_fk = Number((role['data'] as Data)['id']);
    const user = await shop.api('POST', 'users', { user_name: email, email, role_fk, ...place });
    const given = await shop.api('POST', `users/${(user['data'] as Data)['id']}/give_password`);
    const first = String((given['data'] as Data)['password']);
    const context = await newWindow({ language, theme: 'light' }, { 'daftar.signed_in': 'yes' });
    const headers = { 'x-requested-with': 'daftar' };
    const signIn = (password: string) =>
      context.request.post(`${shop.address}/api/auth/login`, { data: { email, password }, headers });
    const token = String(((await (await signIn(first)).json()) as { data: Data }).data['access_token']);
    await context.request.post(`${shop.address}/api/auth/change_password`, {
      data: { current_password: first, new_password: PASSWORD, new_password_confirmation: PASSWORD },
      headers: { ...headers, authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    });
    expect((await signIn(PASSWORD)).ok()).toBe(true);
    return context.newPage();
  }
});
