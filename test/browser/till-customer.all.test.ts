/** Customers at a till: search, creation, their debts, and the customer display. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CASHIERS } from '../doubles/till-server.ts';
import { closeWindows, hasChromium, scan } from '../support/chromium.ts';
import { openedTill, payCash, press, shown, totalIs, WAIT } from './till/cashier.ts';
import { CATALOGUE, SUGAR, TEA } from './till/till-goods.ts';
import { newBrowser, TillPlace } from './till/till-page.ts';

const [, , HEVI] = CASHIERS;

describe.skipIf(!hasChromium)('a customer at a till', () => {
  let place: TillPlace;
  beforeAll(async () => {
    place = await TillPlace.open();
    place.server.catalogue = CATALOGUE;
  });
  afterAll(async () => {
    await closeWindows();
    await place?.close();
  });
  beforeEach(() => {
    place.server.entries.length = 0;
    place.server.enrolment = crypto.randomUUID();
  });

  it('reads on a screen of their own, in their language, what the till shows', async () => {
    const page = await openedTill(place, await newBrowser({ language: 'en' }), HEVI);
    const screen = await page.context().newPage();
    await screen.goto(`${place.address}/pos/display?lang=ckb`);
    await screen.getByText('بەخێربێن').waitFor();
    await expect.poll(() => screen.evaluate(() => document.documentElement.dir)).toBe('rtl');
    for (const code of [TEA, SUGAR]) await scan(page, code);
    await totalIs(page, '7,750');
    await expect.poll(() => shown(screen, 'main ol'), WAIT).toContain('چای ئەحمەد ٥٠٠ گم');
    await expect.poll(() => shown(screen, 'main'), WAIT).toContain('7,750');
    const number = await payCash(page, '10000');
    await expect.poll(() => shown(screen, 'main'), WAIT).toMatch(/2,250.*سوپاس/);

    // In an exchange the display shows the returned goods and the remaining amount.
    await scan(page, number);
    await page.locator('[data-line="2"]').getByRole('button', { name: 'All' }).click();
    await page.getByLabel(/^Reason/).fill('Rather tea');
    await press(page, 'Exchange');
    await page.locator('input[type=search]').waitFor();
    await scan(page, TEA);
    await totalIs(page, '5,250');
    await expect.poll(() => shown(screen, 'main'), WAIT).toMatch(/1,250.*5,250/);
    await page.context().close();
  });

  it('is found by mobile, code or name, with what they owe and may owe, and is created where they are new', async () => {
    const page = await openedTill(place, await newBrowser({ language: 'en' }), HEVI);
    await scan(page, TEA);
    await totalIs(page, '6,500');
    await page.keyboard.press('F2');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox').fill('rezan');
    await expect.poll(() => shown(page, '[role=dialog] li'), WAIT).toMatch(/125,000.*200,000.*25,000/);
    await page.keyboard.press('Enter');
    await expect.poll(() => shown(page, 'aside'), WAIT).toMatch(/Rezan Ahmed.*125,000/);

    await page.keyboard.press('F2');
    await dialog.getByRole('searchbox').fill('Nazdar');
    await dialog.getByText(/no customer/i).waitFor();
    await press(page, 'New customer');
    const asked: unknown[] = [];
    const keys: (string | undefined)[] = [];
    const confirmed: unknown[] = [];
    await page.route('**/api/customers', async (route) => {
      const { mobile, ...more } = route.request().postDataJSON() as Record<string, unknown>;
      if (mobile === '0750 997') {
        confirmed.push(more['confirmed']);
        const code = more['confirmed'] === true ? 'validation' : 'confirmation';
        return route.fulfill({ status: 422, json: { code, message: `Told of ${code}`, errors: {} } });
      }
      asked.push(route.request().postDataJSON());
      keys.push(route.request().headers()['idempotency-key']);
      // The answer to the second request is lost.
      if (asked.length === 2) return route.abort();
      if (asked.length > 2) return route.fulfill({ json: { data: { id: 99 } } });
      return route.fulfill({
        status: 422,
        json: { code: 'validation', message: 'Somebody has this mobile', errors: {} },
      });
    });
    // A telephone that somebody else has is asked about: the second press is the answer.
    await dialog.getByLabel(/Mobile/).fill('0750 997');
    await press(page, 'Create the customer');
    await dialog.getByRole('alert').getByText('Told of confirmation').waitFor();
    await press(page, 'Create the customer');
    await dialog.getByRole('alert').getByText('Told of validation').waitFor();
    expect(confirmed).toEqual([undefined, true]);
    await dialog.getByLabel(/Mobile/).fill('0750 999');
    await press(page, 'Create the customer');
    await dialog.getByRole('alert').getByText('Somebody has this mobile').waitFor();
    await dialog.getByLabel(/Mobile/).fill('0750 998');
    await press(page, 'Create the customer');
    await expect.poll(() => shown(page, '[role=dialog] [role=alert]'), WAIT).not.toContain('Somebody');
    // The catalogue cannot be loaded either, although the customer is stored.
    await page.route('**/api/till/catalogue*', (route) => route.abort());
    await press(page, 'Create the customer');
    await expect.poll(() => shown(page, 'aside'), WAIT).toContain('Nazdar');
    expect(asked.at(-1)).toEqual({ consumer_name: 'Nazdar', mobile: '0750 998' });
    expect(keys).toEqual([expect.any(String), keys[2], expect.any(String)]);
    expect(keys[0]).not.toBe(keys[2]);
    await page.context().close();
  });
});
