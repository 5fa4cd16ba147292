/** A debt is received from the page of the sale. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear, violations } from '../shop.ts';
import { begins, enter, press, SOON } from '../typing.ts';

type Data = Readonly<Record<string, unknown>>;

describe.skipIf(!hasChromium)('a debt', () => {
  let shop: Shop;
  let item: number;
  beforeAll(async () => {
    shop = await openShop();
    const [goods] = await stockShop(shop, 1);
    item = Number(goods?.id);
  });
  afterAll(() => shop?.close());

  const last = async (resource: string): Promise<Data> => {
    const { data } = await shop.api('GET', `${resource}?sortColumn=id&sortDir=desc&per_page=10`);
    const [row] = (data as { data: Data[] }).data;
    return (await shop.api('GET', `${resource}/${row?.['id']}`))['data'] as Data;
  };
  const sell = async (quantity: string, more: Data = {}) => {
    const line = { item_fk: item, unit_fk: 1, quantity, price: '1500' };
    const terms = { customer_fk: 1, payment_type: 'on_account', status: 'complete', date: thisYear('03-10') };
    return (await shop.api('POST', 'sales', { ...atMain, ...terms, ...more, lines: [line] }))['data'] as Data;
  };
  const figure = (page: Page, name: string) => page.locator(`[data-owed=${name}] dd`).first().textContent();

  it('is received from the page of the sale, which then shows the open amount', async () => {
    const sale = await sell('10');
    const page = await shop.open(`/sales/sales/${sale['id']}`);
    await expect.poll(() => figure(page, 'remaining'), SOON).toBe('15,000');
    expect(await violations(page)).toEqual([]);
    await press(page, 'Receive payment');
    await page.waitForURL(/settles=sale-\d+/, SOON);
    await begins(page, 'customer_fk');
    await expect.poll(() => page.locator('[data-field=amount] input').inputValue()).toBe('15,000');
    await enter(page, 'amount', '6000');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.locator('[data-settle=left]').textContent(), SOON).toBe('0');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/sales\/sales\/\d+$/, SOON);
    await expect.poll(() => figure(page, 'remaining'), SOON).toBe('9,000');
    await expect.poll(() => figure(page, 'paid'), SOON).toBe('6,000');
    await page.locator('[data-tab=payments]').click();
    await page.locator('[data-payment^=customer_transaction]').waitFor(SOON);
    expect(await violations(page)).toEqual([]);
    await expect
      .poll(() => last('customer_transactions'))
      .toMatchObject({
        amount: '6000',
        allocations: [{ allocations: [{ document: `sale-${sale['id']}`, amount: '6000' }] }],
      });
    await page.context().close();
  });

  it('in dollars is paid with dinars, at the rate that the screen shows', async () => {
    const made = await shop.api('POST', 'customers', { consumer_name: 'Dilan Market', code: 'C2' });
    const customer = Number((made['data'] as Data)['customer_id'] ?? (made['data'] as Data)['id']);
    const sale = await sell('10', { currency_fk: 2, rate: '1480', customer_fk: customer });
    const page = await shop.open(`/customers/transactions/new?party=${customer}`);
    await begins(page, 'customer_fk');
    await enter(page, 'amount', '22500000');
    await page.locator('[data-tab=allocations]').click();
    const rate = page.locator('[data-settle=rate] input');
    await rate.fill('1500');
    await expect.poll(() => page.locator('[data-settle=settled]').textContent(), SOON).toBe('22,500,000');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => last('customer_transactions'), SOON)
      .toMatchObject({
        amount: '22500000',
        allocations: [
          { allocations: [{ document: `sale-${sale['id']}`, amount: '15000', currency_fk: 2, used: '22500000' }] },
        ],
      });
    await page.context().close();
  });
});
