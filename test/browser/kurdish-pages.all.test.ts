/** Pages with errors and pages with histories, in Kurdish. */

import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foreignAmong } from '../support/foreign-text.ts';
import { sampleOf } from '../support/ring.ts';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear } from './shop.ts';
import { words } from './steps.ts';
import { SOON } from './typing.ts';

type Data = Readonly<Record<string, unknown>>;
const KURDISH = { language: 'ckb' } as const;
/** Typed names, and the name of the person. */
const TYPED = [
  'Item 1001',
  'Azad Trading',
  'Karwan Supermarket',
  'Administrator',
  'Cash IQD',
  'Main',
  'Piece',
  'Box',
  'wrong price',
  'Shilan',
];
/** The folder for pictures of the test, for people. */
const PICTURES = process.env['SCREENSHOTS'];

async function picture(page: Page, name: string): Promise<void> {
  if (!PICTURES) return;
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: join(PICTURES, `${name}-${width}.png`) });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** The name of a figure, which is quoted unchanged (docs/decisions/0017). */
const FIGURE = /^trial_balance;/;

/** The foreign words of a place, line by line, because cells beside each other are not one word. */
async function foreignOn(place: Locator): Promise<string[]> {
  // biome-ignore lint/performance/useDomNodeTextContent: lines as they are seen.
  const lines = (await place.innerText()).split(/[\n\t]/).map((line) => line.trim());
  return foreignAmong(
    lines.filter((line) => line !== '' && !FIGURE.test(line)),
    TYPED,
  );
}

describe.skipIf(!hasChromium)('in Kurdish', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await stockShop(shop, 1);
  });
  afterAll(() => shop?.close());

  it.each(sampleOf(['/nowhere/at-all', '/sales/sales/424242', '/warehouse/items/424242', '/ledger/events/424242'], 2))(
    'what is not there says so: %s',
    async (path) => {
      const page = await shop.open(path, KURDISH);
      await page.locator('main a, main button').first().waitFor(SOON);
      await page
        .locator('main .skeleton')
        .first()
        .waitFor({ ...SOON, state: 'detached' });
      await expect.poll(() => foreignOn(page.locator('main'))).toEqual([]);
      await picture(page, `not-there-${path.split('/')[1]}`);
      await page.context().close();
    },
  );

  it('a list begins with the Kurdish name, and has those of the other languages beside it', async () => {
    await shop.api('POST', 'cities', { city_name: 'Akre', city_name_ar: 'عقرة', city_name_ckb: 'ئاکرێ' });
    const page = await shop.open('/settings/cities?search=Akre', KURDISH);
    await page.getByRole('link', { name: 'ئاکرێ', exact: true }).waitFor(SOON);
    const cells = page.getByRole('grid').locator('tbody td');
    await expect
      .poll(async () => (await cells.allTextContents()).filter((text) => text !== ''), SOON)
      .toEqual([...['ئاکرێ', 'Akre', 'عقرة']]);
    await picture(page, 'cities');
    await page.context().close();
  });

  it('a page reports that the server cannot be reached', async () => {
    const page = await shop.open('/', KURDISH);
    await page.route(/\/api\/sales\?/, (route) => route.abort());
    await page.goto(`${shop.address}/sales/sales`);
    const told = page.locator('main').getByText(words('ckb', 'shell:errors.failed_to_load')).locator('..');
    await told.waitFor(SOON);
    await expect.poll(() => foreignOn(told)).toEqual([]);
    await picture(page, 'unreachable');
    await page.context().close();
  });

  it('the history of documents of many kinds has no code and no English field', async () => {
    const lines = [{ item_fk: 1, unit_fk: 1, quantity: '2', price: '1000' }];
    const body = { ...atMain, customer_fk: 1, date: thisYear('03-05'), payment_type: 'cash', account_fk: 1, lines };
    const sale = Number(((await shop.api('POST', 'sales', { ...body, status: 'complete' }))['data'] as Data)['id']);
    await shop.api('POST', `sales/${sale}/return_to_draft`, { reason: 'wrong price' });
    await shop.api('POST', `sales/${sale}/complete`, {});
    await shop.api('POST', `sales/${sale}/deliver`, { lines: [{ line_id: 1, quantity: '1' }] });
    const pricing = {
      date: thisYear('03-05'),
      status: 'active',
      lines: [{ item_fk: 1, unit_fk: 1, new_price: '2000' }],
    };
    const priced = Number(((await shop.api('POST', 'item_pricings', pricing))['data'] as Data)['id']);
    await shop.api('POST', `item_pricings/${priced}/deactivate`, {});
    const page = await shop.open('/', KURDISH);
    for (const path of [`/sales/sales/${sale}`, `/accounting/items-pricing/${priced}`, '/purchases/purchases/1']) {
      await page.goto(`${shop.address}${path}`);
      await page.getByRole('tab', { name: words('ckb', 'document:tabs.history') }).click();
      const panel = page.getByRole('tabpanel').filter({ has: page.locator('ol') });
      await panel.locator('ol li').first().waitFor(SOON);
      await expect.poll(() => foreignOn(panel), { message: path }).toEqual([]);
      await picture(page, `history${path.replaceAll('/', '-')}`);
    }
    await page.context().close();
  });

  it('prices of a later day are shown as scheduled', async () => {
    const tomorrow = new Date();
    tomorrow.setDate(tomorrow.getDate() + 1);
    const [day, month] = [tomorrow.getDate(), tomorrow.getMonth() + 1].map((part) => String(part).padStart(2, '0'));
    const date = `${tomorrow.getFullYear()}-${month}-${day}`;
    const pricing = { date, status: 'active', lines: [{ item_fk: 1, unit_fk: 1, new_price: '3000' }] };
    const id = Number(((await shop.api('POST', 'item_pricings', pricing))['data'] as Data)['id']);
    const page = await shop.open(`/accounting/items-pricing/${id}`, KURDISH);
    const waits = page.getByRole('status').filter({ hasText: words('ckb', 'catalogue:pricing_waits') });
    await waits.waitFor(SOON);
    await expect.poll(() => waits.textContent()).toContain(`${day}/${month}/${tomorrow.getFullYear()}`);
    await expect.poll(() => foreignOn(page.locator('main'))).toEqual([]);
    await picture(page, 'pricing-waits');
    // Shows the state after the day of a pricing that the server did not activate.
    await page.route(`**/api/item_pricings/${id}*`, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { readonly data: Data };
      await route.fulfill({ response, json: { ...body, data: { ...body.data, date: '2026-01-02' } } });
    });
    await page.reload();
    const late = page.getByRole('status').filter({ hasText: words('ckb', 'catalogue:pricing_is_late') });
    await late.waitFor(SOON);
    await page.getByRole('button', { name: words('ckb', 'document:transitions.activate'), exact: true }).waitFor(SOON);
    await expect.poll(() => foreignOn(page.locator('main'))).toEqual([]);
    await picture(page, 'pricing-late');
    await page.context().close();
  });

  it('the log is asked for a kind and for what happened in words', async () => {
    const page = await shop.open('/ledger/events', KURDISH);
    const field = (name: string) => page.getByLabel(words('ckb', `report:filters.${name}`), { exact: true });
    const rows = page.locator('main tbody tr');
    const first = () => rows.first().textContent();
    await rows.first().waitFor(SOON);
    await expect.poll(() => field('kind').locator('option').count(), SOON).toBeGreaterThan(60);
    await field('kind').selectOption('purchase');
    await expect.poll(first, SOON).toContain('P-000001');
    await field('type').selectOption({ label: words('ckb', 'history:events.completed') });
    await expect.poll(() => new URL(page.url()).searchParams.get('type'), SOON).toBe('completed');
    await expect.poll(() => rows.count(), SOON).toBe(1);
    await expect.poll(() => foreignOn(page.locator('main'))).toEqual([]);
    await picture(page, 'log');
    // Another kind offers all of its events.
    await field('kind').selectOption('item');
    await expect.poll(() => new URL(page.url()).searchParams.get('type'), SOON).toBe(null);
    await expect.poll(first, SOON).toContain('Item 1001');
    // The reasons of the program's own entries are in the reader's language, and can be searched in it.
    const reason = words('ckb', 'history:reasons.first_start');
    await page.goto(`${shop.address}/ledger/events?reason=${encodeURIComponent(reason.slice(0, 12))}`);
    await expect.poll(first, SOON).toContain(reason);
    // A document in the address is shown with its name, not with its stream.
    await page.goto(`${shop.address}/ledger/events?stream=purchase-1`);
    await expect.poll(() => field('stream').inputValue(), SOON).toBe(`${words('ckb', 'documents:purchase.one')} 1`);
    // A text is asked for when it is written, in one step of the history.
    const steps = await page.evaluate(() => history.length);
    await field('reason').focus();
    await page.keyboard.type(reason);
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('reason'), SOON).toBe(reason);
    expect(await page.evaluate(() => history.length)).toBe(steps + 1);
    await page.context().close();
  });

  it('the page that explains a figure has no code and no English field', async () => {
    const page = await shop.open('/reports/financial-reports/trial-balance', KURDISH);
    await page
      .getByRole('link', { name: /^[\d,]+$/ })
      .first()
      .click();
    await page.waitForURL(/\/audit\/explain/);
    await page.locator('main tfoot').waitFor(SOON);
    await expect.poll(() => foreignOn(page.locator('main'))).toEqual([]);
    await picture(page, 'explain');
    await page.context().close();
  });
});
