/** Amounts in two currencies on one screen: each has the decimals of its own, and none is cut or pushed out of sight. */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear } from './shop.ts';
import { press, SOON } from './typing.ts';

const TABLET = { width: 1024, height: 768 };
const PHONE = { width: 390, height: 844 };
const dollars = { currency_fk: 2, rate: '1490' };

describe.skipIf(!hasChromium)('a screen with dollars and dinars', () => {
  let shop: Shop;
  let purchase: number;
  let remittance: number;
  beforeAll(async () => {
    shop = await openShop();
    await shop.api('POST', 'currency_rates', { date: thisYear('01-01'), rate: '1490', in_rate: '1480' });
    await stockShop(shop, 3);
    const made = async (path: string, body: object) => {
      const { data } = await shop.api('POST', path, { ...body });
      return data as { readonly id: number; readonly account_id: number };
    };
    const line = (item_fk: number) => ({ item_fk, unit_fk: 1, quantity: '10', price: '12.5' });
    const cost = { share_by: 'quantity', payment_type: 'on_account', supplier_fk: 1 };
    ({ id: purchase } = await made('purchases', {
      ...{ ...atMain, ...dollars, supplier_fk: 1, date: thisYear('03-02'), payment_type: 'on_account' },
      ...{ status: 'complete', lines: [line(1), line(2), line(3)] },
      costs: [
        { ...cost, cost_type: 'freight', currency_fk: 1, amount: '600000' },
        { ...cost, cost_type: 'customs', currency_fk: 1, amount: '150000' },
        { ...cost, cost_type: 'insurance', ...dollars, amount: '85.5' },
      ],
    }));
    const way = await made('cashes', { account_name: 'On its way', cash_type: 3, currency_fk: 1 });
    const income = await made('income_types', { type_name: 'Rent' });
    const dated = { outlet_fk: 1, date: thisYear('03-03'), amount: '1500000' };
    await made('incomes', {
      ...{
        ...dated,
        currency_fk: 1,
        income_type_fk: income.id,
        payment_type: 'cash',
        account_fk: 1,
        status: 'complete',
      },
    });
    ({ id: remittance } = await made('remittances', {
      ...{ ...dated, account_fk: 1, remittance_account_fk: way.account_id },
    }));
    await shop.api('POST', `remittances/${remittance}/approve`, {});
  });
  afterAll(() => shop?.close());

  /** The part of an element that its scrolled place shows, in pixels. */
  const seenHeight = (element: Locator) =>
    element.evaluate((one) => {
      const own = one.getBoundingClientRect();
      const place = one.closest('[role=tabpanel]')?.getBoundingClientRect();
      return Math.min(own.bottom, place?.bottom ?? 0) - Math.max(own.top, place?.top ?? 0);
    });

  it('shows the goods above many costs on a tablet, and each cost with the decimals of its currency', async () => {
    const page = await shop.open(`/purchases/purchases/${purchase}`);
    await page.setViewportSize(TABLET);
    const [goods, costs] = [page.getByRole('grid').first(), page.getByRole('grid').nth(1)];
    await costs.getByText('600,000', { exact: true }).waitFor(SOON);
    await costs.getByText('85.50', { exact: true }).waitFor(SOON);
    await expect.poll(() => seenHeight(goods), SOON).toBeGreaterThan(100);
    await page.context().close();
  });

  it.each([
    ['en', TABLET],
    ['ckb', PHONE],
  ] as const)('takes what a remittance settles in boxes that show it wholly, in %s', async (language, size) => {
    const page = await shop.open(`/accounting/remittances/${remittance}`, { language });
    await page.setViewportSize(size);
    await press(page, language === 'en' ? 'Pay' : 'پارەدان');
    const dialog = page.getByRole('dialog');
    await dialog.locator('[data-field=supplier_fk] input').fill('Azad');
    await page.getByRole('option').first().click();
    const boxes = dialog.locator('table input[inputmode]');
    await expect.poll(() => boxes.count(), SOON).toBeGreaterThan(2);
    await expect.poll(() => boxes.first().inputValue(), SOON).not.toBe('');
    // A debt in dollars is paid with dinars: its box for the money is below that for the debt.
    const ofDollars = dialog.getByRole('row').filter({ hasText: '$' }).getByRole('textbox');
    await ofDollars.first().fill('460.5');
    await expect.poll(() => ofDollars.count(), SOON).toBe(2);
    const cut = () =>
      boxes.evaluateAll((all) =>
        all.flatMap((one) => (one instanceof HTMLInputElement && one.scrollWidth > one.clientWidth ? [one.value] : [])),
      );
    expect(await cut()).toEqual([]);
    const isWide = await dialog
      .locator('table')
      .evaluate((table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0));
    expect(isWide).toBe(false);
    const open = (await dialog.locator('table td').allTextContents()).filter((text) => text.includes('$'));
    expect(open.filter((text) => /\d\.\d(?!\d)/.test(text))).toEqual([]);
    await page.context().close();
  });
});
