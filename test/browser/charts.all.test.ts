/** The dashboard, and charts of reports: their figures are those of the reports, in a table behind each chart. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { membersOf } from '../../domain/values/members.ts';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear, violations } from './shop.ts';
import { SOON } from './typing.ts';

describe.skipIf(!hasChromium)('charts', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    const [goods] = await stockShop(shop, 1);
    const sell = (date: string, quantity: string, more: object) =>
      shop.api('POST', 'sales', {
        ...{ ...atMain, date: thisYear(date), status: 'complete', ...more },
        lines: [{ item_fk: goods?.id, unit_fk: 1, quantity, price: '2000' }],
      });
    const cash = { payment_type: 'cash', account_fk: 1 };
    await sell('03-18', '3', cash);
    await sell('03-20', '1', { payment_type: 'on_account', customer_fk: 1 });
    await sell('03-09', '2', cash);
  });
  afterAll(() => shop?.close());

  /** Opens the page on 20 March. */
  async function open(path: string, language: 'en' | 'ckb' = 'en'): Promise<Page> {
    const page = await shop.open('/profile', { language });
    await page.clock.setFixedTime(`${thisYear('03-20')}T10:00:00`);
    await page.goto(`${shop.address}${path}`);
    return page;
  }
  const card = (page: Page, name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });

  it('show the days of the dashboard beside the days before, and lead to what they are made of', async () => {
    const page = await open('/dashboard?period_shown=seven_days');
    const days = card(page, 'Net sales of the last 7 days');
    await days.getByText('8,000').waitFor(SOON);
    // From 7 to 13 March the sum was 4,000.
    await days.getByText('more than in the 7 days before').waitFor(SOON);
    await expect.poll(() => days.textContent()).toMatch(/100\s*%/);
    const chart = card(page, 'Sales day by day, last 7 days');
    await chart.locator('svg .recharts-bar-rectangle').first().waitFor(SOON);
    await chart.getByText('As a table').click();
    const rows = chart.getByRole('row');
    await expect.poll(() => rows.count()).toBe(8);
    const said = await rows.filter({ hasText: '18/03/' }).getByRole('cell').allTextContents();
    expect(said).toEqual(['6,000', '0']);
    expect(await violations(page)).toEqual([]);
    // Once in its currency and once in the total.
    await expect.poll(() => card(page, 'Customers owe').getByText('2,000').count()).toBe(2);
    // Every figure of a card is a link.
    const unlinked = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main section .numeric')]
          .filter((figure) => !figure.closest('a, figure'))
          .map(({ textContent }) => textContent),
      );
    await expect.poll(unlinked).toEqual([]);
    await chart.getByRole('link', { name: '18/03/' }).click();
    await page.getByRole('heading', { name: 'Sales report' }).waitFor(SOON);
    expect(new URL(page.url()).searchParams.get('from')).toBe(thisYear('03-18'));
    await page.context().close();
  });

  it('stand beside what customers owe, whose rows add up to it with what the business owes to others of them', async () => {
    const { data } = await shop.api('POST', 'customers', { consumer_name: 'Paid ahead' });
    await shop.api('POST', 'customer_transactions', {
      ...{ outlet_fk: 1, customer_fk: Number(membersOf(data)['id']), date: thisYear('03-21'), currency_fk: 1 },
      ...{ transaction_type: 'receive', amount: '700', account_fk: 1 },
    });
    const page = await open('/dashboard');
    const owed = card(page, 'Customers owe');
    const figures = async (of: string) =>
      (await owed.locator(`${of} .numeric`).allTextContents()).map((text) => Number(text.replaceAll(/[^\d-]/g, '')));
    await expect.poll(() => owed.locator('dl').textContent(), SOON).toContain('Credit leftminus-700');
    const total = (await figures('dd')).reduce((sum, figure) => sum + figure, 0);
    await expect.poll(() => figures('p')).toEqual([total]);
    await page.context().close();
  });

  it('stand beside the number of items that are running short, each once with its stock in all inventories', async () => {
    const item = { item_fk: 1, unit_fk: 1, price: '500' };
    const { data } = await shop.api('POST', 'inventories', { inventory_name: 'Second store', outlet_fk: 1 });
    await shop.api('POST', 'purchases', {
      ...{ ...atMain, inventory_fk: Number(membersOf(data)['id']), supplier_fk: 1, date: thisYear('03-21') },
      ...{ payment_type: 'on_account', status: 'complete', lines: [{ ...item, quantity: '300' }] },
    });
    await shop.api('PATCH', 'items/1', { shortage_alert: '5000' });
    const page = await open('/dashboard');
    const short = card(page, 'Running short');
    // 500 of the first store, of which 6 were sold, and 300 of the second: 794 in boxes of twelve.
    await expect.poll(() => short.getByRole('listitem').allTextContents(), SOON).toEqual(['Item 100166 Box 2 Piece']);
    await expect.poll(() => short.locator('p').textContent()).toBe('1');
    await page.context().close();
  });

  it('are mirrored in Kurdish', async () => {
    const page = await open('/dashboard', 'ckb');
    const drawn = page.locator('figure svg').first();
    await drawn.locator('.recharts-bar-rectangle').first().waitFor(SOON);
    const middle = async (name: string) => {
      const box = await drawn.locator(name).first().boundingBox();
      return box ? box.x + box.width / 2 : Number.NaN;
    };
    // The figures of the axis are on the right, and the last day on the left.
    expect(await middle('.recharts-yAxis-tick-labels text')).toBeGreaterThan(await middle('.recharts-bar'));
    const days = drawn.locator('.recharts-xAxis-tick-labels text');
    const [first, last] = [await days.first().boundingBox(), await days.last().boundingBox()];
    expect(first?.x).toBeGreaterThan(last?.x ?? Number.NaN);
    await page.context().close();
  });

  it('take the place of the table of a report, beside another moment too', async () => {
    const page = await open(`/reports/financial-reports/income-statement?show=chart&from=${thisYear('03-01')}`);
    const figure = page.locator('figure');
    await figure.locator('svg .recharts-bar-rectangle').first().waitFor(SOON);
    await figure.getByText('As a table').click();
    await expect
      .poll(() => figure.getByRole('row', { name: /Total: Revenue|Total of Revenue|Revenue/ }).textContent())
      .toContain('12,000');
    await page.goto(
      `${shop.address}/reports/sales?show=chart&group=customer&from=${thisYear('03-01')}&compare_as_at=${thisYear('03-10')}`,
    );
    await figure.locator('svg .recharts-bar-rectangle').first().waitFor(SOON);
    await figure.getByText('As a table').click();
    const cash = figure.getByRole('row').nth(1).getByRole('cell');
    await expect.poll(() => cash.allTextContents()).toEqual(['10,000', '4,000']);
    await page.context().close();
  });
});
