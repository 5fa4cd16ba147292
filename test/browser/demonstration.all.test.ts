/**
 * Loading the demonstration from the empty home page: a button, a confirmation, the progress, and the loaded business.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNightly } from '../support/ring.ts';
import { hasChromium, openShop, type Shop } from './shop.ts';
import { SOON } from './typing.ts';

/** Entering the items needs half a minute. */
const LOADING_MS = 1_200_000;
const LOAD = 'Load the demonstration';
const LOADING = 'The demonstration is being loaded';

describe.skipIf(!hasChromium)('the demonstration on the empty home', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  it('is loaded by a button with a confirmation, and is watched from every window', async () => {
    const page = await shop.open('/');
    // A week of trade; the button requests six.
    await page.route('**/api/jobs/demonstration', async (route) => {
      const headers = { ...route.request().headers(), 'content-type': 'application/json' };
      await route.continue({ headers, postData: JSON.stringify({ days: 7 }) });
    });
    await page.getByRole('button', { name: LOAD }).click();
    const question = page.getByRole('dialog');
    await question.getByText('cannot be removed again').waitFor(SOON);
    await expect.poll(async () => (await shop.api('GET', 'jobs'))['data']).toEqual([]);
    await question.getByRole('button', { name: LOAD }).click();
    await page.getByRole('heading', { name: LOADING }).waitFor(SOON);
    await expect
      .poll(async () => (await shop.api('GET', 'jobs'))['data'])
      .toMatchObject([{ name: 'demonstration', error: null }]);
    await page.context().close();
    const other = await shop.open('/');
    await other.getByRole('heading', { name: LOADING }).waitFor(SOON);
    await expect.poll(() => other.getByRole('button', { name: LOAD }).count()).toBe(0);
    await other.context().close();
  });

  it.runIf(isNightly)(
    'ends with a shop at whatever time of the day: goods with pictures, and trade',
    { timeout: LOADING_MS },
    async () => {
      const page = await shop.open('/');
      const loading = page.getByRole('heading', { name: LOADING });
      await loading.waitFor(SOON);
      await page.getByText('of 8').waitFor({ timeout: LOADING_MS });
      await expect.poll(() => loading.count(), { timeout: LOADING_MS }).toBe(0);
      await expect.poll(() => page.getByText('could not be loaded').count()).toBe(0);
      await page.goto(`${shop.address}/warehouse/items`);
      const pictures = page.locator('main img');
      await pictures.first().waitFor(SOON);
      const isShown = () =>
        pictures.evaluateAll((all) => all.every((img) => img instanceof HTMLImageElement && img.naturalWidth > 0));
      await expect.poll(isShown, SOON).toBe(true);
      await expect.poll(() => pictures.count(), SOON).toBeGreaterThan(5);
      await page.goto(`${shop.address}/sales/sales`);
      await expect.poll(() => page.locator('tbody tr').count(), SOON).toBeGreaterThan(5);
      await page.context().close();
    },
  );
});
