/** A list in a window as wide as a telephone: cards, nothing wider than the window, and a document a touch away. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settled } from '../looking.ts';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear, violations } from '../shop.ts';
import { SOON } from '../typing.ts';

const PHONE = { width: 390, height: 844 };

describe.skipIf(!hasChromium)('a list on a phone', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    const [item] = await stockShop(shop, 1);
    for (const price of ['1500', '8765432250']) {
      await shop.api('POST', 'sales', {
        ...{ ...atMain, customer_fk: 1, date: thisYear('03-11'), payment_type: 'on_account', status: 'complete' },
        lines: [{ item_fk: item?.id, unit_fk: 1, quantity: '4', price }],
      });
    }
  });
  afterAll(() => shop?.close());

  it('shows cards, is not wider than its window, and leads to the document', async () => {
    const page = await shop.open('/sales/sales', { language: 'ckb' }, PHONE);
    await page.getByRole('link', { name: 'S-000002' }).waitFor(SOON);
    await settled(page);
    await expect.poll(() => page.locator('main table').count()).toBe(0);
    const isWider = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth + 1);
    await expect.poll(isWider).toBe(false);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'S-000001' }).tap();
    await page.waitForURL(/\/sales\/sales\/\d+$/, SOON);
    await settled(page);
    await expect.poll(isWider).toBe(false);
    await page.context().close();
  });
});
