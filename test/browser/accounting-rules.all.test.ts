/** The rules of the books are set on their screens, and apply to the next documents. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../support/ring.ts';
import { hasChromium, openShop, type Shop } from './shop.ts';
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
    await page.screenshot({ path: join(PICTURES, `${name}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

describe.skipIf(!hasChromium)('rules of the books', () => {
  let shop: Shop;
  const goods = { item_fk: 1, unit_fk: 1 };
  beforeAll(async () => {
    shop = await openShop();
    const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] };
    await shop.api('POST', 'items', { item_name: 'Rice', item_code: 'RICE', item_units: [unit] });
    const bought = { quantity: '1', price: '600' };
    const supplier = (await shop.api('POST', 'suppliers', { consumer_name: 'Mill' }))['data'] as {
      readonly id: number;
    };
    const owed = { payment_type: 'on_account', account_fk: null, supplier_fk: supplier.id };
    await trade('purchases', { ...owed, lines: [{ ...goods, ...bought }] });
  });
  afterAll(() => shop?.close());

  const choose = async (page: Page, field: string, option: string) => {
    await page.locator(`[data-field=${field}] select`).selectOption({ label: option });
    await page.keyboard.press('Control+s');
  };
  const trade = (resource: string, more: object) =>
    shop.api('POST', resource, {
      ...{ outlet_fk: 1, inventory_fk: 1, date: '2026-03-10', currency_fk: 1, payment_type: 'cash', account_fk: 1 },
      ...{ status: 'complete', ...more },
    });
  const sell = () => trade('sales', { lines: [{ ...goods, quantity: '2', bonus_quantity: '1', price: '1000' }] });
  const balances = async () => (await stored('financial_reports/trial_balance'))['rows'] as readonly Data[];
  const stored = async (path: string) => ((await shop.api('GET', path))['data'] ?? {}) as Data;

  it.each(sampleOf(LANGUAGES, 1))(
    'are chosen in %s: an outlet that may sell below zero, the cost of free goods, and the shortage of a drawer',
    async (language) => {
      await shop.api('PATCH', 'outlets/1', { negative_stock: 'as_system' });
      await shop.api('PATCH', 'system_settings/1', { free_goods_cost: 'promotion_cost' });
      const first = await shop.open('/settings/outlets/1', { language, theme: 'dark' });
      await choose(first, 'negative_stock', words(language, 'fields:options.negative_stock.allowed'));
      await picture(first, `outlet-${language}`);
      await expect.poll(async () => (await stored('outlets/1'))['negative_stock'], SOON).toBe('allowed');
      await first.context().close();
      const settings = await shop.open('/settings/system-configurations', { language });
      await choose(settings, 'free_goods_cost', words(language, 'fields:options.free_goods_cost.cost_of_goods_sold'));
      await picture(settings, `settings-${language}`);
      await expect
        .poll(async () => (await stored('system_settings/1'))['free_goods_cost'], SOON)
        .toBe('cost_of_goods_sold');
      const owed = words(language, 'fields:options.drawer_shortage_account.cashier_receivable');
      await choose(settings, 'drawer_shortage_account', owed);
      await expect
        .poll(async () => (await stored('system_settings/1'))['drawer_shortage_account'], SOON)
        .toBe('cashier_receivable');
      await settings.context().close();
      const debitOf = async (key: string) =>
        Number((await balances()).find((row) => row['key'] === key)?.['debit'] ?? 0);
      const before = await debitOf('cost-of-goods-sold');
      // Two pieces and a free one; each was bought for 600.
      await sell();
      await expect.poll(() => debitOf('cost-of-goods-sold'), SOON).toBe(before + 1800);
      expect(await debitOf('promotion-cost')).toBe(0);
    },
  );
});
