/**
 * A clerk's information while selling: stock and prices in the list of items, the last price, the profit, and the
 * customer's remaining credit.
 */

import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutIsolates } from '../../languages/isolate.ts';
import { sampleOf } from '../support/ring.ts';
import { pictureFile } from './filling.ts';
import {
  atMain,
  type Goods,
  hasChromium,
  type Language,
  openShop,
  type Shop,
  stockShop,
  thisYear,
  violations,
} from './shop.ts';
import { choose, enterGrid, SOON, total } from './typing.ts';

const SHOTS = process.env['SCREENSHOTS'];

describe.skipIf(!hasChromium)('a person who enters a sale', () => {
  let shop: Shop;
  let goods: readonly Goods[];
  let customer: number;
  beforeAll(async () => {
    shop = await openShop();
    goods = await stockShop(shop, 3);
    const terms = { allowed_debit_amount: '5000', overdue_days: 3, mobile: '0750 123 4567', address: 'Garden road 9' };
    const { data } = await shop.api('POST', 'customers', { consumer_name: 'Shilan Stores', code: 'SH', ...terms });
    customer = Number((data as { consumer_id: number }).consumer_id);
    await sell({ date: thisYear('03-02'), number: 0, price: '1400', payment_type: 'on_account', account_fk: null });
  });
  afterAll(() => shop?.close());

  const sell = ({ number, price, ...more }: Readonly<Record<string, unknown>> & { number: number; price: string }) =>
    shop.api('POST', 'sales', {
      ...atMain,
      customer_fk: customer,
      ...{ payment_type: 'cash', account_fk: 1, status: 'complete' },
      lines: [{ item_fk: goods[number]?.id, unit_fk: 1, quantity: '1', price }],
      ...more,
    });
  const shot = async (page: Page, name: string) => {
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `${name}.png`) });
  };
  const newSale = async (language: Language = 'en') => {
    const page = await shop.open('/sales/sales/new', { language });
    await expect.poll(() => page.locator('[data-field=account_fk] input').inputValue(), SOON).not.toBe('');
    return page;
  };
  const value = (page: Page, field: string) => page.locator(`[data-field=${field}] input`).inputValue();
  /** Types into the active cell with the pauses of a person. */
  const typeItem = async (page: Page, code: string) => {
    await page.keyboard.type(code);
    await page.locator('[role=option]').first().waitFor(SOON);
  };

  it('is paid to the dinar through a bank, and to the step of cash in notes', async () => {
    const bank = { account_name: 'Bank of Erbil', cash_type: 2, currency_fk: 1, outlet_fk: 1 };
    const { data } = await shop.api('POST', 'cashes', bank);
    const account_fk = Number((data as { account_id: number }).account_id);
    const draft = { date: thisYear('03-03'), number: 1, price: '2100', status: 'draft' };
    for (const [paidTo, shown] of [
      [account_fk, '2,100'],
      [1, '2,000'],
    ] as const) {
      const { data: sale } = await sell({ ...draft, account_fk: paidTo });
      const page = await shop.open(`/sales/sales/${(sale as { id: number }).id}`);
      await expect.poll(() => total(page), SOON).toContain(shown);
      await page.context().close();
    }
  });

  it.each(sampleOf(['en', 'ckb'] as const, 1))(
    'chooses by price and stock, and sees the last price below the price, in %s',
    async (language) => {
      const page = await newSale(language);
      await choose(page, 'customer_fk', 'Shilan');
      await expect
        .poll(async () => [await value(page, 'customer_mobile'), await value(page, 'customer_address')])
        .toEqual(['0750 123 4567', 'Garden road 9']);
      const strip = page.locator('[data-customer-terms]');
      await strip.waitFor(SOON);
      await expect.poll(() => strip.textContent()).toMatch(/1,400.*5,000.*3,600/);
      await enterGrid(page);
      await typeItem(page, '1001');
      await expect
        .poll(() => page.locator('[role=option]').first().textContent(), SOON)
        .toMatch(/Item 1001.*1001.*1,500.*500.*41.*7/);
      await shot(page, `picker-${language}`);
      await page.keyboard.press('Enter');
      await page.locator('[data-place="lines:1:price"]').click();
      const hint = page.locator('[data-trade-hint]');
      await expect.poll(() => hint.textContent(), SOON).toMatch(/1,400.*S-000001.*41.*7.*500/);
      await expect.poll(() => hint.getByRole('link').getAttribute('href')).toMatch(/^\/sales\/sales\/\d+$/);
      await shot(page, `hint-${language}`);
      await page.context().close();
    },
  );

  it('sees the picture of the item beside its name, and overdue debts beside the customer', async () => {
    const page = await shop.open(`/warehouse/items/${goods[0]?.id}`);
    await page
      .locator('[data-field=images] input[type=file]')
      .first()
      .setInputFiles(await pictureFile());
    await page.locator('[data-field=images] img').waitFor(SOON);
    await page.keyboard.press('Control+s');
    await page.getByText('Updated Successfully').first().waitFor(SOON);
    await page.context().close();
    const sale = await newSale();
    await choose(sale, 'customer_fk', 'Shilan');
    await expect
      .poll(() => sale.locator('[data-customer-terms]').textContent(), SOON)
      .toMatch(/Overdue.*1,400.*S-000001/);
    await enterGrid(sale);
    await typeItem(sale, '1001');
    const width = () =>
      sale
        .locator('[role=option] img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width, SOON).toBeGreaterThan(0);
    await shot(sale, 'picker-picture');
    await sale.context().close();
  });

  it('sees before completing that the customer’s debt would be too high, and overdue', async () => {
    const page = await newSale();
    await choose(page, 'customer_fk', 'Shilan');
    await page.locator('[data-field=payment_type] select').selectOption('on_account');
    await enterGrid(page);
    await typeItem(page, '1002');
    await page.keyboard.press('Enter');
    await page.keyboard.type('2');
    await page.keyboard.press('Tab');
    const warned = page.locator('[data-customer-terms] [role=alert]');
    await expect
      .poll(async () => withoutIsolates((await warned.textContent()) ?? ''), SOON)
      .toMatch(/900 above the limit.*S-000001 is unpaid/);
    await shot(page, 'terms');
    await page.context().close();
  });

  it('sees cost and margin as columns when they are wanted, and the profit of the whole', async () => {
    const page = await newSale();
    await enterGrid(page);
    await typeItem(page, '1003');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('dl[aria-live]').textContent(), SOON).toContain('Profit (83.3 %)');
    await page.getByRole('button', { name: 'Columns' }).click();
    for (const name of ['Note', 'Available', 'Unit cost', 'Margin'])
      await page.getByRole('checkbox', { name, exact: true }).check();
    await page.keyboard.press('Escape');
    const heads = await page.locator('[role=columnheader]').allTextContents();
    expect(heads).toEqual(expect.arrayContaining(['Note', 'Available', 'Unit cost', 'Margin']));
    await expect.poll(() => page.locator('[data-place="lines:1:margin"]').textContent(), SOON).toBe('83.3%');
    await shot(page, 'columns');
    await page.context().close();
  });

  it('rounds the total, and states how the goods are received', async () => {
    const page = await newSale();
    await choose(page, 'customer_fk', 'Shilan');
    await page.locator('[data-field=received_type] select').selectOption('at_once');
    await enterGrid(page);
    await typeItem(page, '1002');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('[data-total]').textContent(), SOON).toBe('2,250');
    await page.getByRole('button', { name: 'Round the total' }).click();
    await shot(page, 'round');
    await page.getByRole('dialog').getByRole('button', { name: '2,000' }).click();
    await expect.poll(() => page.locator('[data-total]').textContent(), SOON).toBe('2,000');
    await expect.poll(() => value(page, 'rounded_discount')).toBe('250');
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    await page.getByText('is complete').first().waitFor(SOON);
    const { data } = await shop.api('GET', 'sales?sortColumn=id&sortDir=desc&per_page=10');
    const [row] = (data as { data: Record<string, unknown>[] }).data;
    expect(row).toMatchObject({
      ...{ total: '2000', rounded_discount: '250', received_status: 'received', customer_mobile: '0750 123 4567' },
    });
    // The empty row for a next item is gone.
    await expect.poll(() => page.locator('[role=grid] [role=row]').count(), SOON).toBe(2);
    await page.context().close();
  });

  it('saves the customer that was typed just before, and sees no late answer in place of what is typed', async () => {
    const page = await newSale();
    const field = page.locator('[data-field=customer_fk] input').first();
    await field.fill('Shilan');
    const saved = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/sales'));
    await page.keyboard.press('Control+s');
    expect((await saved).postDataJSON()).toMatchObject({ customer_fk: customer });
    const other = await newSale();
    const late = other.locator('[data-field=customer_fk] input').first();
    const held = Promise.withResolvers<void>();
    await other.route('**/customers/list*', (route) => held.promise.then(() => route.continue()));
    const answered = other.waitForResponse((answer) => answer.url().includes('search=Shilan'));
    await late.fill('Shilan');
    await other.keyboard.press('Tab');
    await late.fill('zz');
    held.resolve();
    await (await answered).finished();
    await other.keyboard.type('z');
    await expect.poll(() => late.inputValue()).toBe('zzz');
    await other.context().close();
    await page.context().close();
  });

  it('completes and goes on with a new one by the button beside', async () => {
    const page = await newSale();
    await enterGrid(page);
    await typeItem(page, '1001');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('[data-total]').textContent(), SOON).toBe('1,500');
    await page.getByRole('button', { name: 'and new' }).click();
    const notice = page.getByRole('status').filter({ hasText: 'is complete' });
    await notice.waitFor(SOON);
    await expect.poll(() => page.locator('[data-total]').textContent(), SOON).toBe('0');
    expect(new URL(page.url()).pathname).toBe('/sales/sales/new');
    // The notice is away from the total, and leads to the sale.
    const [said, total] = [await notice.boundingBox(), await page.locator('[data-total]').boundingBox()];
    expect(said && total && (said.x + said.width < total.x || said.y + said.height < total.y)).toBe(true);
    await notice.getByRole('button', { name: 'Sale S-' }).click();
    await page.waitForURL(/\/sales\/sales\/\d+$/, SOON);
    await page.context().close();
  });

  it('keeps the note of a line that came over the API', async () => {
    const draft = await shop.api('POST', 'sales', {
      ...{ ...atMain, date: thisYear('03-05'), payment_type: 'cash', account_fk: 1 },
      lines: [{ item_fk: goods[0]?.id, unit_fk: 1, quantity: '1', price: '1500', note: 'the red ones' }],
    });
    const { id } = draft['data'] as { id: number };
    const page = await shop.open(`/sales/sales/${id}`);
    await page.getByText('the red ones').waitFor(SOON);
    await page.locator('[data-field=note] input').fill('of the sale');
    await page.keyboard.press('Control+s');
    await page.getByText('Draft saved').waitFor(SOON);
    const { data } = await shop.api('GET', `sales/${id}`);
    expect(data).toMatchObject({ note: 'of the sale', lines: [{ note: 'the red ones' }] });
    // Completed, and undone by its notice.
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    const notice = page.getByRole('status').filter({ hasText: 'is complete' });
    await notice.getByRole('button', { name: 'Undo' }).click();
    const status = async () => ((await shop.api('GET', `sales/${id}`)).data as { status: string }).status;
    await expect.poll(() => page.getByRole('button', { name: 'Complete', exact: true }).count(), SOON).toBe(1);
    expect(await status()).toBe('draft');
    await page.context().close();
  });

  it('finds in the menu of a row what may be done with it now, and throws a draft away', async () => {
    const { data } = await sell({ date: thisYear('03-07'), number: 2, price: '3000', status: 'draft' });
    const { id } = data as { id: number };
    const page = await shop.open('/sales/sales');
    const items = async () => (await page.getByRole('menuitem').allTextContents()).map((item) => item.trim());
    const openMenuOf = (row: Locator) => row.getByRole('button', { name: 'Actions' }).click();
    const draft = page.locator('[role=row], tr').filter({ hasText: 'Draft' }).filter({ hasText: '3,000' });
    const sold = page.locator('[role=row], tr').filter({ hasText: 'S-000001' });
    await openMenuOf(sold);
    await expect.poll(items).toEqual(expect.arrayContaining(['View', 'Print…', 'Return goods']));
    await page.keyboard.press('Escape');
    await page
      .getByRole('menuitem')
      .first()
      .waitFor({ ...SOON, state: 'detached' });
    await openMenuOf(draft);
    await expect.poll(items).toEqual(['Edit', 'Print…', 'PDF', 'Share', 'Discard']);
    await shot(page, 'row-menu');
    await page.getByRole('menuitem', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByText('The draft was discarded').waitFor(SOON);
    await expect.poll(() => draft.count(), SOON).toBe(0);
    const { data: now } = await shop.api('GET', `sales/${id}`);
    expect(now).toMatchObject({ status: 'discarded' });
    await page.context().close();
  });

  it.each(sampleOf(['en', 'ckb'] as const, 1))(
    'sees by what a list is narrowed, and takes it away one by one, in %s',
    async (language) => {
      const address = `/sales/sales?filter[customer_fk]=${customer}&filter[date]=this_year&filter[status]=complete`;
      const page = await shop.open(address, { language });
      const chips = page.locator('[data-filter]');
      await expect.poll(() => page.locator('[data-filter=customer_fk]').textContent(), SOON).toContain('Shilan Stores');
      await expect.poll(() => chips.count()).toBe(3);
      if (language === 'en')
        await expect.poll(() => chips.allTextContents()).toEqual(expect.arrayContaining(['DateThis Year']));
      await shot(page, `chips-${language}`);
      await page.locator('[data-filter=customer_fk] button').click();
      await expect.poll(() => chips.count(), SOON).toBe(2);
      expect(decodeURIComponent(page.url())).not.toContain('customer_fk');
      await page.context().close();
    },
  );

  it('returns goods under the name of the customer and the number of the sale', async () => {
    const { data } = await sell({ date: thisYear('03-06'), number: 1, price: '2250' });
    const { id, number } = data as { id: number; number: string };
    const page = await shop.open(`/sales/sale-returns/new?sale=${id}`);
    await page.getByRole('link', { name: number }).waitFor(SOON);
    await page.getByText('Shilan Stores').waitFor(SOON);
    await shot(page, 'return');
    await page.context().close();
  });
});

describe.skipIf(!hasChromium)('a person who enters records', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop?.close());

  it('saves one and begins the next on an empty form, however often, and a plain save stays', async () => {
    const page = await shop.open('/settings/brands/new');
    const name = page.locator('[data-field=brand_name] input').first();
    for (const brand of ['Ahmad', 'Mahmood']) {
      await name.fill(brand);
      await page.getByRole('button', { name: 'Save and new' }).click();
      await page.getByText('Added Successfully').first().waitFor(SOON);
      await expect.poll(() => name.inputValue(), SOON).toBe('');
      expect(new URL(page.url()).pathname).toBe('/settings/brands/new');
    }
    // After a refusal, the next save does the same as before.
    await name.fill('Ahmad');
    await page.getByRole('button', { name: 'Save and new' }).click();
    await page.locator('[role=alert]').first().waitFor(SOON);
    await name.fill('Rawa');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => new URL(page.url()).pathname, SOON).toMatch(/^\/settings\/brands\/\d+$/);
    const { data } = await shop.api('GET', 'brands?per_page=10');
    const names = (data as { data: { brand_name: string }[] }).data.map(({ brand_name }) => brand_name);
    expect(names.sort()).toEqual(['Ahmad', 'Mahmood', 'Rawa']);
    await page.context().close();
  });

  it('are told of a telephone that another customer has, and save it with a second press', async () => {
    await shop.api('POST', 'customers', { consumer_name: 'Nawroz Bakery', mobile: '0750 333 4455' });
    const listed = async () => {
      const { data } = await shop.api('GET', 'customers?per_page=50');
      return (data as { data: { consumer_name: string }[] }).data.map(({ consumer_name }) => consumer_name);
    };
    await expect.poll(listed, SOON).toContain('Nawroz Bakery');
    const page = await shop.open('/customers/customers/new', { language: 'en' });
    await page.locator('[data-field=consumer_name] input').first().fill('Nawroz Sweets');
    await page.locator('[data-field=mobile] input').first().fill('+964 (0) 750 333 4455');
    const notice = page.locator('[data-same-name]').filter({ hasText: 'This telephone is there already:' });
    await notice.waitFor(SOON);
    await expect.poll(async () => (await notice.textContent()) ?? '').toContain('Nawroz Bakery');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const question = page.getByRole('dialog');
    await question.getByText('This is the telephone of Nawroz Bakery too').waitFor(SOON);
    expect(await listed()).not.toContain('Nawroz Sweets');
    expect(await violations(page)).toEqual([]);
    await question.getByRole('button', { name: `Yes, it is meant` }).click();
    await expect.poll(() => new URL(page.url()).pathname, SOON).toMatch(/^\/customers\/customers\/\d+$/);
    await expect.poll(listed, SOON).toContain('Nawroz Sweets');
    await page.context().close();
  });
});
