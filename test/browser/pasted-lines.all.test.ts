/** Rows of a spreadsheet that are pasted into a grid: accounts, parties, persons and currencies are found by name, number and code. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openShop, type Shop, stockShop, thisYear } from './shop.ts';
import { enter, enterGrid, SOON, total } from './typing.ts';

type Data = Readonly<Record<string, unknown>>;

describe.skipIf(!hasChromium)('rows that are pasted', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await stockShop(shop, 1);
    await shop.api('POST', 'customers', { consumer_name: 'Shilan Bakery', code: 'C2' });
    await shop.api('POST', 'roles', { role_name: 'Cashier', permissions: ['pos_sales/index'] });
    for (const name of ['Sara', 'Dana']) {
      const given = { user_name: name, email: `${name}@shop.example`, user_code: `${name} 7` };
      await shop.api('POST', 'users', { ...given, role_fk: 1, outlet_fk: 1, status: 'inactive' });
    }
  });
  afterAll(() => shop?.close());

  const last = async (resource: string): Promise<Data> => {
    const { data } = await shop.api('GET', `${resource}?sortColumn=id&sortDir=desc&per_page=10`);
    const [row] = (data as { data: Data[] }).data;
    return (await shop.api('GET', `${resource}/${row?.['id']}`))['data'] as Data;
  };
  /** Pasted where the focus is, as a spreadsheet gives them. */
  const paste = async (page: Page, rows: readonly (readonly string[])[]) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), rows.map((row) => row.join('\t')).join('\r\n'));
    await page.keyboard.press('Control+v');
  };
  const wrong = (page: Page) => page.locator('[role=grid] [aria-invalid=true]').count();

  it('into the opening accounts have their accounts and parties, by name, number and code', async () => {
    const page = await shop.open('/settings/opening-balance/accounting-opening-balance/new');
    await page.locator('[data-field=note] input').focus();
    await enterGrid(page);
    await paste(page, [
      ['111000001', '', '', '', '60000', ''],
      ['1210', 'Shilan Bakery', '', '', '15000', ''],
      ['Receivable', 'C1', '', '', '2500', ''],
      ['٢١١٠', '', 'azad trading', '', '', '7500'],
      ['3200', '', '', '', '', '70000'],
    ]);
    await expect.poll(() => total(page), SOON).toBe('0');
    expect(await wrong(page)).toBe(0);
    await page.keyboard.press('Control+s');
    await page.getByText('Draft saved').waitFor(SOON);
    expect(await last('opening_balances')).toMatchObject({
      cashes: [{ account_fk: 1, amount: '60000' }],
      parties: [
        { customer_fk: 2, amount: '15000' },
        { customer_fk: 1, amount: '2500' },
        { supplier_fk: 1, amount: '7500' },
      ],
      accounts: [{ account: 'capital', amount: '-70000' }],
    });
    await page.context().close();
  });

  it('into a journal have them too, with their currency; what names nothing is red and keeps its text', async () => {
    const page = await shop.open('/accounting/general-journals/new');
    await page.locator('[data-field=date] input').focus();
    await enterGrid(page);
    await paste(page, [
      ['1210', '5000', '', 'Iraqi dinar', '', 'Shilan Bakery'],
      ['1210', '400', '', 'IQD', '', 'C1'],
      ['Payable', '', '5400', '', '', '', 'S1'],
      ['No such account', '', '', '', '', ''],
    ]);
    const grid = () => page.locator('[role=grid]').textContent();
    for (const name of ['Karwan Supermarket', 'Azad Trading']) await expect.poll(grid, SOON).toContain(name);
    await expect.poll(() => wrong(page), SOON).toBe(1);
    const red = page.locator('[role=grid] [aria-invalid=true]');
    await expect.poll(() => red.textContent(), SOON).toContain('No such account');
    await page.context().close();
  });

  it('into a payroll have their persons, by name, address and code', async () => {
    const page = await shop.open('/staff/payrolls/new');
    await enter(page, 'from_date', '1/3');
    await enter(page, 'to_date', '31/3');
    await enter(page, 'date', '31/3');
    await enterGrid(page);
    await paste(page, [
      ['Administrator', '900000', '50000', ''],
      ['sara@shop.example', '800000', '', '10000'],
      ['Dana 7', '700000', '', ''],
    ]);
    await expect.poll(() => total(page), SOON).toBe('2,440,000');
    expect(await wrong(page)).toBe(0);
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => last('payrolls'), SOON)
      .toMatchObject({
        ...{ status: 'approved', amount: '2440000', date: thisYear('03-31') },
        lines: [{ user_fk: 1 }, { user_fk: 2, deduction: '10000' }, { user_fk: 3, base_salary: '700000' }],
      });
    await page.context().close();
  });
});
