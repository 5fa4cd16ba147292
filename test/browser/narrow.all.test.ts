/** A window with the width of a telephone: nothing is wider, the menu opens from the side, lists are cards. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localToday } from '../../web/shared/typing/date-words.ts';
import { sampleOf } from '../support/ring.ts';
import { screensOfRouter } from './every-screen.ts';
import { goTo, settled } from './looking.ts';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear, violations } from './shop.ts';
import { SOON } from './typing.ts';

const NARROW = { width: 390, height: 844 };

const SCREENS: readonly string[] = [
  ...[
    '/',
    '/dashboard',
    '/profile',
    '/sales/sales',
    '/sales/sales/1',
    '/sales/sales/new',
    '/sales/sale-quotations/new',
  ],
  ...[
    '/customers/customers',
    '/customers/customers/1',
    '/settings/mobile-app/online-customers/1',
    '/customers/transactions/new',
    '/warehouse/items',
  ],
  ...[
    '/warehouse/items/1',
    '/warehouse/inventory-adjustment/new',
    '/purchases/purchases/1',
    '/accounting/expenses/new',
  ],
  ...['/accounting/general-journals/new', '/settings/system-configurations', '/staff', '/roles-and-permissions'],
  ...['/reports/financial-reports/trial-balance', '/reports/sales', '/reports/customer-statements?consumer_id=1'],
];

/** Elements that extend beyond the window, by tag and classes. */
const wider = (page: Page) =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    const isWide = (box: Element | null) => box !== null && box.scrollWidth > box.clientWidth + 1;
    if (!isWide(document.documentElement) && !isWide(main)) return [];
    const out = (box: Element) => {
      const { left, right } = box.getBoundingClientRect();
      return right > innerWidth + 1 || left < -1;
    };
    return [...document.querySelectorAll('body *')]
      .filter(out)
      .slice(0, 3)
      .map((box) => `${box.tagName} ${box.className}`);
  });

/** Rows in a form, such as the units of an item, that scroll sideways. */
const scrolledRows = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main [data-field] .overflow-x-auto')]
      .filter((rows) => rows.scrollWidth > rows.clientWidth + 1)
      .map((rows) => `rows of ${rows.closest<HTMLElement>('[data-field]')?.dataset['field']}`),
  );

const TABLETS = [
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
];
/** Lists with many columns; all reports are examined. */
const LISTS = ['/sales/sales', '/purchases/purchases', '/customers/customers', '/warehouse/items'];
/** The search parameters that these reports require. */
const ADDRESSED: Readonly<Record<string, string>> = {
  '/reports/account-ledger': '?account=1310',
  '/reports/customer-statements': '?consumer_id=1',
  '/reports/supplier-statements': '?consumer_id=1',
  '/reports/item-transaction': '?item_fk=1',
  '/reports/financial-reports/cash-book': '?account_id=1',
  '/reports/financial-reports/trial-balance': `?by=outlet&from=${thisYear('02-01')}`,
};

/** Texts in tables that the edge of a scrolled region cuts, and tables that are wider than their place without a button. */
const cutInTables = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const table of document.querySelectorAll('main table')) {
      const region = table.parentElement;
      if (!region) continue;
      const { left, right } = region.getBoundingClientRect();
      for (const cell of table.querySelectorAll(':is(th, td) > :not(.sr-only)')) {
        const text = document.createRange();
        text.selectNodeContents(cell);
        const box = text.getBoundingClientRect();
        const isOut = box.right <= left || box.left >= right;
        const isCut = box.left < left - 1 || box.right > right + 1;
        if (isCut && !isOut && box.width > 0 && cell.checkVisibility({ opacityProperty: true })) {
          found.push(`cut ${cell.textContent}`);
        }
      }
      const isWide = region.scrollWidth > region.clientWidth + 1;
      if (isWide && !region.parentElement?.querySelector(':scope > button')) found.push('no button');
    }
    return found.slice(0, 3);
  });

describe.skipIf(!hasChromium)('a narrow window', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    const [item] = await stockShop(shop, 1);
    await shop.api('POST', 'sales', {
      ...{ ...atMain, customer_fk: 1, date: thisYear('03-11'), payment_type: 'on_account', status: 'complete' },
      lines: [{ item_fk: item?.id, unit_fk: 1, quantity: '4', price: '1500' }],
    });
    await shop.api('POST', 'online_customers', {
      ...{ consumer_name: 'Shilan', mobile: '07501234567', status: 'active' },
      addresses: [{ label: 'Home', address: 'Bakhtiari street 12, behind the school', is_default: true }],
    });
    // Figures with many digits.
    await shop.api('POST', 'sales', {
      ...{ ...atMain, customer_fk: 1, date: thisYear('03-12'), payment_type: 'on_account', status: 'complete' },
      lines: [{ item_fk: item?.id, unit_fk: 1, quantity: '1', price: '8765432250' }],
    });
  });
  afterAll(() => shop?.close());

  it.each(sampleOf(['en', 'ckb'] as const, 1))('has nothing that is wider than it, in %s', async (language) => {
    const page = await shop.open('/', { language });
    await page.setViewportSize(NARROW);
    const found: string[] = [];
    for (const path of SCREENS) {
      await goTo(page, path);
      await settled(page);
      found.push(...[...(await wider(page)), ...(await scrolledRows(page))].map((box) => `${path} ${box}`));
    }
    expect(found).toEqual([]);
    await page.context().close();
  });

  it('changes a style at once where motion is reduced: the fit of a table is measured directly after it', async () => {
    const page = await shop.open('/sales/sales');
    await page.locator('[data-columns]').waitFor(SOON);
    const paddings = await page.evaluate(() => {
      const region = document.querySelector<HTMLElement>('[data-columns]');
      const cell = region?.querySelector('td:nth-child(3)');
      return ['normal', 'tight'].map((fit) => {
        region?.setAttribute('data-fit', fit);
        return cell ? getComputedStyle(cell).paddingInlineEnd : '';
      });
    });
    expect(paddings).toEqual(['8px', '5px']);
    await page.context().close();
  });

  it.each(sampleOf(['en', 'ckb'] as const, 1))(
    'of a tablet cuts no figure of a report or a list, in %s',
    async (language) => {
      const page = await shop.open('/', { language });
      const declared = await page.evaluate(screensOfRouter);
      const reports = declared.map(({ path }) => path).filter((path) => /^\/reports\/[^$]+$/.test(path));
      expect(reports.length).toBeGreaterThan(15);
      for (const path of [...reports, ...LISTS]) {
        await goTo(page, `${path}${ADDRESSED[path] ?? ''}`);
        for (const size of TABLETS) {
          await page.setViewportSize(size);
          await settled(page);
          await expect.poll(() => cutInTables(page), { message: `${path} at ${size.width}`, ...SOON }).toEqual([]);
        }
      }
      await page.context().close();
    },
  );

  it('shows its menu over the screen, and puts it away when a screen is chosen', async () => {
    const page = await shop.open('/', { language: 'ckb', theme: 'dark' });
    await page.setViewportSize(NARROW);
    await expect.poll(() => page.locator('nav').count(), SOON).toBe(0);
    await page.locator('header button').first().click();
    const menu = page.getByRole('dialog');
    await menu.getByRole('button', { name: 'فرۆشتن', exact: true }).click();
    expect(await violations(page)).toEqual([]);
    await menu.locator('a[href="/sales/sales"]').click();
    await expect.poll(() => menu.count(), SOON).toBe(0);
    await expect.poll(() => new URL(page.url()).pathname, SOON).toBe('/sales/sales');
    await page.context().close();
  });

  it('lists cards until rows are asked for', async () => {
    const page = await shop.open('/sales/sales');
    await page.getByRole('link', { name: 'S-000001' }).waitFor(SOON);
    await expect.poll(() => page.locator('main table').count()).toBe(1);
    await page.setViewportSize(NARROW);
    await expect.poll(() => page.locator('main table').count(), SOON).toBe(0);
    await page.getByRole('link', { name: 'S-000001' }).waitFor(SOON);
    await page.getByRole('button', { name: 'Cards' }).click();
    await expect.poll(() => page.locator('main table').count(), SOON).toBe(1);
    expect(new URL(page.url()).searchParams.get('view')).toBe('rows');
    await page.context().close();
  });

  it('enters a sale by touch, line by line in cards, and shows it without scrolling sideways', async () => {
    const page = await shop.open('/sales/sales/new', {}, NARROW);
    const account = page.locator('[data-field=account_fk] input');
    await expect.poll(() => account.inputValue(), SOON).toBe('Cash IQD');
    const cell = async (name: string, text: string) => {
      const [column, line] = name.split(', line ');
      const cards = page.getByRole('grid', { name: 'Lines' }).getByRole('row');
      await cards
        .nth(Number(line) - 1)
        .getByRole('gridcell')
        .filter({ hasText: column ?? '' })
        .first()
        .tap();
      const input = page.locator(`[aria-label="${name}"]`);
      await input.waitFor(SOON);
      await input.fill(text);
    };
    const item = async (line: number) => {
      await cell(`Item, line ${line}`, '1001');
      await page.locator('[role=option]').first().tap();
      await expect.poll(() => page.locator('[role=option]').count(), SOON).toBe(0);
    };
    await item(1);
    await cell('Quantity, line 1', '3');
    await cell('Price, line 1', '2000');
    await expect.poll(() => page.locator('[data-total]').textContent(), SOON).toBe('6,000');
    await page.getByRole('button', { name: 'Add a line' }).tap();
    await item(2);
    await expect.poll(() => page.locator('[data-total]').textContent(), SOON).toBe('7,500');
    await page.getByRole('button', { name: 'Remove line 2' }).tap();
    await expect.poll(() => page.locator('[data-total]').textContent(), SOON).toBe('6,000');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Complete', exact: true }).tap();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent(), SOON).toMatch(/^Sale .*S-0/);
    const { data } = await shop.api('GET', 'sales?sortColumn=id&sortDir=desc&per_page=10');
    expect(data).toMatchObject({ data: [{ total: '6000' }, {}, {}] });
    const grid = page.getByRole('grid', { name: 'Lines' });
    await expect.poll(() => grid.textContent(), SOON).toMatch(/Item 1001.*3.*2,000.*6,000/);
    const sideways = () =>
      grid.evaluate((box) => [box, box.parentElement ?? box].map((each) => each.scrollWidth - each.clientWidth));
    expect(await sideways()).toEqual([0, 0]);
    // On a tablet the columns do not fit beside an open menu and open details.
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.getByRole('button', { name: 'Close the menu' }).waitFor(SOON);
    await expect.poll(sideways, SOON).toEqual([0, 0]);
    await expect.poll(() => grid.getAttribute('data-cards'), SOON).toBe('true');
    await page.context().close();
  });

  it('shows what was sold most on the dashboard, whose names may be wider than it', async () => {
    const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '12500' };
    const { data } = await shop.api('POST', 'items', {
      ...{ item_name: 'Stainless steel double-walled vacuum flask with a cup, three litres', item_code: 'FLASK' },
      item_units: [{ ...unit, barcodes: ['62100091'] }],
    });
    const { item_id: item_fk } = data as { readonly item_id: number };
    const line = { item_fk, unit_fk: 1, quantity: '2', price: '12500' };
    const today = { ...atMain, date: localToday(), payment_type: 'on_account', status: 'complete', lines: [line] };
    await shop.api('POST', 'purchases', { ...today, supplier_fk: 1 });
    await shop.api('POST', 'sales', { ...today, customer_fk: 1 });
    const page = await shop.open('/dashboard');
    await page.setViewportSize(NARROW);
    await page.getByText('Stainless steel').first().waitFor(SOON);
    expect(await wider(page)).toEqual([]);
    await page.context().close();
  });
});
