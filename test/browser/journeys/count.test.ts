/** A count is entered beside the book quantity, and approved by another person. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openShop, type Shop, stockShop } from '../shop.ts';
import { SOON } from '../typing.ts';

describe.skipIf(!hasChromium)('a count', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await stockShop(shop, 3);
  });
  afterAll(() => shop?.close());

  it('shows the book quantity and the difference, saves the count, and requires another person’s approval', async () => {
    const page = await shop.open('/warehouse/inventory-adjustment/new');
    const cell = (field: string) => page.locator(`[data-place="lines:1:${field}"]`);
    await cell('item_fk').click();
    await page.keyboard.type('1001');
    await page.keyboard.press('Tab');
    await expect.poll(() => cell('theoretical_quantity').textContent(), SOON).toBe('41 Box 8 Piece');
    await cell('quantity').click();
    await page.keyboard.type('497');
    await page.keyboard.press('Tab');
    await expect.poll(() => cell('difference').locator('[title]').getAttribute('title'), SOON).toBe('-3 Piece');
    await page.keyboard.press('Control+s');
    const last = async () => {
      const { data } = await shop.api('GET', 'inventory_adjustments?per_page=10');
      return (data as { data: Record<string, unknown>[] }).data[0];
    };
    await expect.poll(async () => (await last())?.['status'], SOON).toBe('draft');
    const { data } = await shop.api('GET', `inventory_adjustments/${(await last())?.['id']}`);
    expect(data).toMatchObject({ is_timed: false, lines: [{ real_quantity: '497', unit_factor: '1' }] });
    await page.keyboard.press('Control+Enter');
    await page.getByText('Somebody else than the one who counted must approve this').first().waitFor(SOON);
    await expect.poll(async () => (await last())?.['status']).toBe('draft');
    await page.context().close();
  });
});
