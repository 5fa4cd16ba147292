/** A new online order rings at the till and in the office at once, and one key press mutes the sound. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../support/chromium.ts';
import { atMain } from './shop.ts';
import { AtTill } from './till/at-till.ts';
import { WAIT } from './till/cashier.ts';
import { TradingShop } from './till/trading-shop.ts';

describe.skipIf(!hasChromium)('an online order that waits', () => {
  let shop: TradingShop;
  beforeAll(async () => {
    shop = await TradingShop.open();
  });
  afterAll(() => shop?.close());

  it('is seen at the till and in the office without being asked for, and not any more when it is cancelled', async () => {
    const till = await AtTill.at(await shop.till('Front'), shop.wire.address);
    await till.signIn('Shilan');
    const office = await shop.office.open('/', { language: 'ckb' });
    await office.locator('header').first().waitFor();
    const { data } = (await shop.office.api('POST', 'online_orders', {
      ...{
        ...atMain,
        date: new Date().toISOString().slice(0, 10),
        customer_fk: 1,
        payment_type: 'cash',
        account_fk: 1,
      },
      lines: [{ item_fk: shop.goods[0]?.id, unit_fk: 1, quantity: '1', price: shop.goods[0]?.price }],
    })) as { data: Record<string, number> };
    const atTill = till.page.getByRole('button', { name: /1 online order waits/ });
    await atTill.waitFor();
    await office.locator('[data-orders="1"]').waitFor();
    await atTill.click();
    await expect.poll(() => atTill.getAttribute('aria-pressed'), WAIT).toBe('true');
    await shop.office.api('POST', `online_orders/${data['id'] ?? data['online_order_id']}/cancel`, {
      reason: 'Not there',
    });
    await expect.poll(() => office.locator('[data-orders]').count(), WAIT).toBe(0);
    await expect.poll(() => atTill.count(), WAIT).toBe(0);
  });
});
