/**
 * An event that the read models of documents and books cannot process: a banner on every screen, `npm run doctor` names
 * the event and sets it aside, and the screens are up to date again.
 */

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openEventStore } from '../../event-store/opening/open.ts';
import { unreadableSale } from '../projector/poison.ts';
import { LIMIT_MS } from '../support/limits.ts';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear, violations, violationsInDark } from './shop.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PICTURES = process.env['SCREENSHOTS'];

describe.skipIf(!hasChromium)('a stopped model', () => {
  let shop: Shop;
  let position: bigint;
  beforeAll(async () => {
    shop = await openShop();
    const [goods] = await stockShop(shop, 1);
    const lines = [{ item_fk: goods?.id, unit_fk: 1, quantity: '1', price: '1000' }];
    const sale = { ...atMain, date: thisYear('03-02'), payment_type: 'cash', account_fk: 1, lines, status: 'complete' };
    await shop.api('POST', 'sales', sale);
    const store = await openEventStore({ databaseUrl: shop.databaseUrl });
    position = await unreadableSale(store);
    await store.close();
    await vi.waitFor(async () => expect((await stopped()).length).toBe(1), { timeout: LIMIT_MS, interval: 200 });
  });
  afterAll(() => shop?.close());

  const stopped = async () =>
    ((await shop.api('GET', 'read_models'))['data'] as { stopped: readonly unknown[] }).stopped;

  async function picture(page: Page, name: string): Promise<void> {
    if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  }

  /** The width of a telephone with a collapsed menu: the banner is complete, and there is space below it. */
  async function narrow(page: Page, banner: Locator, name: string): Promise<void> {
    await page.evaluate(() => localStorage.setItem('daftar.menu_open', 'no'));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await banner.waitFor();
    await page.getByText('S-000001').first().waitFor();
    await picture(page, name);
    const { x, width, height } = (await banner.boundingBox()) ?? { x: -1, width: 0, height: 0 };
    expect({ x, width }).toEqual({ x: 0, width: 390 });
    expect(height).toBeLessThan(844 / 3);
  }

  it('is named on every screen, with the document and the reason in words, in English', async () => {
    const page = await shop.open('/');
    const banner = page.getByRole('status', { name: 'Some figures are not up to date' });
    for (const path of ['/', '/sales/sales', '/settings/brands', '/reports/financial-reports/trial-balance']) {
      await page.goto(`${shop.address}${path}`);
      await banner.waitFor();
    }
    const text = await banner.textContent();
    for (const said of ['ledger, stock and balances', 'Sale S-900', 'a value that cannot be read']) {
      expect(text).toContain(said);
    }
    expect(text).toContain('npm run doctor');
    expect(text).not.toContain('#');
    expect(text).not.toContain('a thousand');
    await page.goto(`${shop.address}/sales/sales`);
    await page.getByText('S-000001').first().waitFor();
    await picture(page, 'en-light-1440');
    expect(await violations(page)).toEqual([]);
    await narrow(page, banner, 'en-light-390');
    await page.context().close();
  });

  it.each([
    ['ckb', 'هەندێک لە ژمارەکان نوێ نین', 'فرۆشتن S-900', 'بەهایەکی تێدایە کە ناخوێنرێتەوە'],
    ['ar', 'بعض الأرقام غير محدّثة', 'بيع S-900', 'فيه قيمة لا يمكن قراءتها'],
  ] as const)('is named in %s, also in the dark', async (language, title, document, cause) => {
    const page = await shop.open('/sales/sales', { language, theme: 'dark' });
    const banner = page.getByRole('status', { name: title });
    await banner.waitFor();
    const text = await banner.textContent();
    expect(text).toContain(document);
    expect(text).toContain(cause);
    await page.getByText('S-000001').first().waitFor();
    await picture(page, `${language}-dark-1440`);
    expect(await violationsInDark(page)).toEqual([]);
    await narrow(page, banner, `${language}-dark-390`);
    await page.context().close();
  });

  /** The command of an operator, while Daftar runs. */
  async function doctor(...args: readonly string[]): Promise<{ readonly code: number; readonly text: string }> {
    const child = spawn(process.execPath, [join(ROOT, 'launcher', 'run.mjs'), 'doctor', ...args], {
      env: { ...process.env, DATABASE_URL: shop.databaseUrl, DATA_DIR: shop.dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
    const code = await new Promise<number>((resolve) => child.once('close', (given) => resolve(given ?? 1)));
    return { code, text };
  }

  it('is named by start and doctor, set aside by doctor, and the banner is gone by itself', async () => {
    const sentence = `cannot process event ${position} (sale.completed of sale-900, number S-900)`;
    expect(shop.said().filter((line) => line.includes(sentence)).length).toBe(2);
    const page = await shop.open('/sales/sales');
    const banner = page.getByRole('status', { name: 'Some figures are not up to date' });
    await banner.waitFor();
    const before = await doctor();
    expect(before.code).toBe(1);
    expect(before.text).toContain(`FAULT  Read models   The read model "books" ${sentence}`);
    expect(before.text).toContain(`npm run doctor -- set-aside ${position}`);
    const by = ['--by', shop.email, '--reason', 'entered by a broken import'];
    expect((await doctor('set-aside', String(position - 1n), ...by)).text).toContain(
      'No read model is stopped at event',
    );
    expect((await doctor('set-aside', String(position), '--by', 'nobody@example.com', '--reason', 'x')).code).toBe(1);
    expect((await doctor('set-aside', String(position), '--by', shop.email)).code).toBe(2);
    const done = await doctor('set-aside', String(position), ...by);
    expect(done.text).toContain(`Event ${position} (sale.completed of sale-900) is set aside for books, documents.`);
    expect(done.code).toBe(0);
    expect(done.text).toContain('npm run doctor -- transition sale-900 return_to_draft');
    await banner.waitFor({ state: 'detached', timeout: LIMIT_MS });
    expect(await stopped()).toEqual([]);
    await expect.poll(() => shop.said().some((line) => line.includes('"books" goes on'))).toBe(true);
    const after = await doctor();
    expect(after.text).toMatch(/ok +Read models .* 0 behind, 1 set aside/);
    const corrected = await doctor('transition', 'sale-1', 'return_to_draft', ...by);
    expect([corrected.code, corrected.text]).toEqual([0, expect.stringContaining('sale-1 is draft now.')]);
    const refused = await doctor('transition', 'sale-1', 'return_to_draft', '--by', shop.email, '--reason', ' ');
    expect(refused.code).toBe(2);
    expect((await doctor('transition', 'sale-1', 'fly', ...by)).text).toContain('has the transition "fly"');
    await page.goto(`${shop.address}/ledger/events`);
    await page.getByText('entered by a broken import').first().waitFor();
    await page.locator('tbody').getByText('Set aside', { exact: true }).first().waitFor();
    await picture(page, 'events');
    await page.context().close();
  });
});
