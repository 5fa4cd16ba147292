/** A new online order rings at the till and in one window of the office at once, and one key press mutes the sound. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium } from '../support/chromium.ts';
import { atMain } from './shop.ts';
import { AtTill } from './till/at-till.ts';
import { WAIT } from './till/cashier.ts';
import { TradingShop } from './till/trading-shop.ts';

/** Tones of one sound for a new order. */
const TONES = 3;

function countTones(): void {
  const play = AudioContext.prototype.createOscillator;
  Reflect.set(globalThis, 'tones', 0);
  AudioContext.prototype.createOscillator = function counted(this: AudioContext) {
    Reflect.set(globalThis, 'tones', Number(Reflect.get(globalThis, 'tones')) + 1);
    return play.call(this);
  };
}
const tones = (): unknown => Reflect.get(globalThis, 'tones');

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
    const second = await office.context().newPage();
    await second.goto(`${shop.office.address}/`);
    const order = async () => {
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
      return data['id'] ?? data['online_order_id'];
    };
    const orders = [await order()];
    const atTill = (count: number) =>
      till.page.getByRole('button', { name: new RegExp(`^${count} online orders? wait`) });
    await atTill(1).waitFor();
    for (const page of [office, second]) await page.locator('[data-orders="1"]').waitFor();
    // The first number makes no sound; each further order makes one.
    for (const page of [till.page, office, second]) await page.evaluate(countTones);
    const inOffice = async () => Number(await office.evaluate(tones)) + Number(await second.evaluate(tones));
    orders.push(await order());
    for (const page of [office, second]) await page.locator('[data-orders="2"]').waitFor();
    await expect.poll(() => till.page.evaluate(tones), WAIT).toBe(TONES);
    await expect.poll(inOffice, WAIT).toBe(TONES);
    await atTill(2).click();
    await expect.poll(() => atTill(2).getAttribute('aria-pressed'), WAIT).toBe('true');
    // The sound is muted at the till only.
    orders.push(await order());
    await office.locator('[data-orders="3"]').waitFor();
    await atTill(3).waitFor();
    await expect.poll(inOffice, WAIT).toBe(2 * TONES);
    await expect.poll(() => till.page.evaluate(tones), WAIT).toBe(TONES);
    // Muted in one window of the office, it is muted in the other.
    await office.locator('[data-orders] button').click();
    await second.locator('[data-orders] .lucide-bell-off').waitFor();
    for (const id of orders) await shop.office.api('POST', `online_orders/${id}/cancel`, { reason: 'Not there' });
    await expect.poll(() => office.locator('[data-orders]').count(), WAIT).toBe(0);
    await expect.poll(() => till.page.getByRole('button', { name: /online orders? wait/ }).count(), WAIT).toBe(0);
  });
});
