/**
 * Financial years in the browser: adding the next one, changing its days, and deleting it, until it contains documents.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openShop, type Shop, violations } from './shop.ts';
import { words } from './steps.ts';
import { begins, enter, press, SOON } from './typing.ts';

const NEXT = new Date().getFullYear() + 1;

describe.skipIf(!hasChromium)('a financial year on its screen', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  const years = async () => {
    const { data } = await shop.api('GET', 'financial_years/states');
    return (data as { start_date: string; end_date: string; in_use: boolean }[]).map(
      ({ start_date, end_date, in_use }) => `${start_date} ${end_date}${in_use ? ' in use' : ''}`,
    );
  };

  const choose = (page: Page) => page.locator('button[aria-pressed]', { hasText: String(NEXT) }).press('Enter', SOON);

  it('is added without a gap, and gets other days while nothing is in it', async () => {
    const page = await shop.open('/settings/financial-year/new');
    await begins(page, 'year_name');
    await enter(page, 'year_name', String(NEXT));
    await enter(page, 'start_date', `1/2/${NEXT}`);
    await enter(page, 'end_date', `31/12/${NEXT}`);
    await page.keyboard.press('Control+s');
    await page.locator('[data-field=start_date]').getByText(`01/01/${NEXT}`).waitFor(SOON);
    await enter(page, 'start_date', `1/1/${NEXT}`);
    await page.keyboard.press('Control+s');
    await page.waitForURL(/financial-year\/\d+$/, SOON);

    await page.goto(`${shop.address}/settings/financial-year`);
    await choose(page);
    await page.getByText(words('en', 'closing:days_may_change')).waitFor(SOON);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: words('en', 'closing:change_year') }).press('Enter');
    await enter(page, 'end_date', `30/6/${NEXT + 1}`);
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await years()).at(-1), SOON).toBe(`${NEXT}-01-01 ${NEXT + 1}-06-30`);
    await page.context().close();
  });

  it('is deleted in Kurdish while nothing is in it, and offers nothing of this afterwards', async () => {
    const page = await shop.open('/settings/financial-year', { language: 'ckb' });
    const remove = words('ckb', 'closing:delete_year');
    await choose(page);
    await press(page, remove);
    await page.getByRole('dialog').getByRole('button', { name: remove }).press('Enter');
    await expect.poll(async () => (await years()).length, SOON).toBe(1);

    const next = { year_name: String(NEXT), start_date: `${NEXT}-01-01`, end_date: `${NEXT}-12-31` };
    await shop.api('POST', 'financial_years', next);
    await shop.api('POST', 'income_types', { type_name: 'Rent received' });
    const income = { outlet_fk: 1, income_type_fk: 1, date: `${NEXT}-02-01`, currency_fk: 1, confirmed: true };
    const cash = { payment_type: 'cash', account_fk: 1, status: 'complete' };
    await shop.api('POST', 'incomes', { ...income, ...cash, amount: '1000' });
    await expect.poll(async () => (await years()).at(-1)).toBe(`${NEXT}-01-01 ${NEXT}-12-31 in use`);
    await page.goto(`${shop.address}/settings/financial-year`);
    await choose(page);
    await page.getByText(words('ckb', 'closing:days_stay')).waitFor(SOON);
    await expect.poll(() => page.getByRole('button', { name: remove }).count()).toBe(0);
    await page.context().close();
  });
});
