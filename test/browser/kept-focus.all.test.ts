/** The focus is never left on the page: after saving, completing, going back, searching, and on every screen of the menu. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entriesOf, MENU } from '../../web/shared/navigation/menu-table.ts';
import { sampleOf } from '../support/ring.ts';
import { hasChromium, openShop, type Shop, stockShop } from './shop.ts';
import { enterGrid, Keys, newSale } from './typed-sale.ts';
import { SOON } from './typing.ts';

/** The name of what has the focus; `nowhere` for the page itself and for an element without a name. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    if (!element || element === document.body) return 'nowhere';
    const { labels } = element as HTMLInputElement;
    const named = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent;
    return named?.trim() || 'nowhere';
  });

const isOnScreen = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('#screen')?.contains(document.activeElement) === true);

/** What replaces an element takes its focus a moment later. */
const expectNamed = (page: Page, message = 'the focus'): Promise<void> =>
  expect
    .poll(async () => ((await isOnScreen(page)) ? focused(page) : 'not on the screen'), { message, ...SOON })
    .not.toMatch(/^(nowhere|not on the screen)$/);

describe.skipIf(!hasChromium)('the focus', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await stockShop(shop, 3);
  });
  afterAll(() => shop?.close());

  it('stays in the field of a record that is saved by key, and goes to the name of a new one', async () => {
    const page = await shop.open('/settings/cities/new');
    await page.locator('[data-field=city_name] input').fill('Zakho');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/cities\/\d+$/, SOON);
    await page.getByRole('heading', { name: /^Zakho/ }).waitFor(SOON);
    await expectNamed(page);
    const field = page.locator('[data-field=city_name] input');
    await field.fill('Zaxo');
    await page.keyboard.press('Control+s');
    await expect.poll(() => page.getByText('Unsaved').count(), SOON).toBe(0);
    await expect.poll(() => field.evaluate((input) => input === document.activeElement), SOON).toBe(true);
    await page.context().close();
  });

  it('is on the heading of a sale that was completed', async () => {
    const page = await newSale(shop);
    const keys = new Keys(page);
    await enterGrid(page, keys);
    await keys.type('1001');
    await keys.press('Enter');
    await page.getByRole('button', { name: 'Complete', exact: true }).first().click();
    await page.waitForURL(/sales\/\d+$/, SOON);
    await expectNamed(page);
    await page.context().close();
  });

  it('goes from the search into the rows with Enter and with Down, and is on the row when one comes back', async () => {
    const page = await shop.open('/warehouse/items');
    await page.locator('tbody tr').first().waitFor(SOON);
    const row = () => page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? '');
    for (const key of ['Enter', 'ArrowDown']) {
      await page.keyboard.press('/');
      await page.keyboard.press('Control+a');
      await page.keyboard.type('1002');
      await page.keyboard.press(key);
      await expect.poll(row, SOON).toContain('Item 1002');
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(/items\/\d+$/, SOON);
    await expectNamed(page);
    await page.goBack();
    await expect.poll(row, SOON).toContain('Item 1002');
    await page.context().close();
  });

  it('is on every screen that the palette opens', async () => {
    const page = await shop.open('/');
    const paths = sampleOf(
      MENU.flatMap(entriesOf).map(({ path }) => path),
      8,
    );
    for (const path of paths) {
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Search and commands' });
      await palette.getByRole('combobox').fill(path);
      await palette.locator(`[data-value="${path}"]`).waitFor(SOON);
      const marked = (await palette.locator('[data-selected=true]').getAttribute('data-value', SOON)) ?? '';
      await page.keyboard.press('Enter');
      await palette.waitFor({ state: 'detached', ...SOON });
      await page.waitForURL(({ pathname }) => marked.endsWith(pathname), SOON);
      await expectNamed(page, path);
    }
    await page.context().close();
  });
});
