/** Disposal of expired goods: chosen from a list of the inventory's expiring batches, or of marked rows of the desk. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atMain, type Goods, hasChromium, openShop, type Shop, shown, stockShop, thisYear } from './shop.ts';
import { SOON } from './typing.ts';

describe.skipIf(!hasChromium)('a destructed asset', () => {
  let shop: Shop;
  let goods: readonly Goods[];
  beforeAll(async () => {
    shop = await openShop();
    goods = await stockShop(shop, 1);
    const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '1000', barcodes: [] };
    const body = { item_name: 'Yoghurt', item_name_ckb: 'ماست', has_expire: true, item_units: [unit] };
    const { id } = (await shop.api('POST', 'items', body))['data'] as { id: number };
    await shop.api('POST', 'purchases', {
      ...{ ...atMain, supplier_fk: 1, date: thisYear('01-10'), payment_type: 'on_account', status: 'complete' },
      lines: [{ item_fk: id, unit_fk: 1, quantity: '4', price: '500', expire_date: thisYear('02-20') }],
    });
  });
  afterAll(() => shop?.close());

  it('that expired offers what expires there, any other one all goods', async () => {
    const page = await shop.open('/warehouse/destructed-assets/new', { language: 'ckb' });
    const type = page.locator('main select').first();
    const offered = async () => {
      await page.locator('[role=gridcell]').first().click();
      await page.keyboard.press('F4');
      await page.locator('div[role=option]').first().waitFor();
      const texts = await page.locator('div[role=option]').allTextContents();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      return texts;
    };
    await type.selectOption('expired');
    await expect.poll(() => offered()).toEqual([`ماست${shown(thisYear('02-20'))}`]);
    await type.selectOption('damaged');
    await expect.poll(async () => (await offered()).length).toBe(goods.length + 1);
    await page.context().close();
  });

  it('is a draft that the desk of expired items makes of a marked batch, beside a return to its supplier', async () => {
    const page = await shop.open('/reports/expired-items', { language: 'ckb' });
    const mark = page.getByRole('checkbox', { name: 'نیشانکردنی ماست' });
    await mark.check();
    await page.getByRole('button', { name: 'گەڕاندنەوە بۆ دابینکەر: 1' }).click();
    await page.getByRole('status').getByRole('link', { name: 'Azad Trading' }).waitFor();
    await expect.poll(() => mark.isChecked(), SOON).toBe(false);
    await mark.check();
    await page.getByRole('button', { name: 'لەناوبردن: 1' }).click();
    const drafts = page.getByRole('status').getByRole('link');
    await expect.poll(() => drafts.count()).toBe(2);
    await drafts.last().click();
    await expect.poll(() => page.url()).toMatch(/destructed-assets\/\d+$/);
    await expect.poll(() => page.locator('main select').first().inputValue()).toBe('expired');
    await page.context().close();
  });
});
