/**
 * The pages of the API, opened from the profile: this server serves all of their files, and they obey its content
 * policy.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openShop, type Shop } from './shop.ts';
import { SOON } from './typing.ts';

describe.skipIf(!hasChromium)('the pages of the API', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  async function opened(): Promise<{ page: Page; asked: readonly string[]; complaints: readonly string[] }> {
    const profile = await shop.open('/profile');
    const [asked, complaints]: [string[], string[]] = [[], []];
    profile.context().on('request', (request) => void asked.push(new URL(request.url()).origin));
    profile.context().on('weberror', (error) => void complaints.push(String(error.error())));
    profile.context().on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    const coming = profile.waitForEvent('popup');
    await profile.getByRole('button', { name: 'Open the API pages' }).click();
    const page = await coming;
    await page.waitForURL(`${shop.address}/api/docs/**`);
    return { page, asked, complaints };
  }

  it('show the operations of the chosen API, with files of this server only', async () => {
    const { page, asked, complaints } = await opened();
    await page.locator('#operations-auth-signIn').waitFor();
    await page.locator('.topbar select').selectOption('sales');
    await page.locator('#operations-sales-createSale').click();
    await page.locator('#operations-sales-createSale .opblock-section-request-body').waitFor();
    await expect
      .poll(() => page.locator('#operations-sales-createSale').textContent(), SOON)
      .toMatch(/Enter a sale.*Idempotency-Key.*outlet_fk/s);
    expect([...new Set(asked)]).toEqual([shop.address]);
    expect(complaints).toEqual([]);
  });
});
