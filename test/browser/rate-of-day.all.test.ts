/** A document in another currency begins with the rate of its day, in every editor. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../support/ring.ts';
import { atMain, hasChromium, openShop, type Shop, shown, stockShop, thisYear } from './shop.ts';
import { addCost, choice, complete } from './steps.ts';
import { cell, choose, enter, enterGrid, pick, press, SOON, tabTo, type } from './typing.ts';

type Data = Readonly<Record<string, unknown>>;

/** In January 1,480 and 1,490; from February on, also today, 1,500 and 1,510. */
const IN = ['1,480', '1,500'] as const;
const OUT = ['1,490', '1,510'] as const;

/** Every editor with the currency in its header. */
const EDITORS = [
  ['/sales/sales', IN],
  ['/sales/sale-quotations', IN],
  ['/sales/sale-transfers', IN],
  ['/sales/sale-returns', IN],
  ['/customers/transactions', IN],
  ['/accounting/incomes', IN],
  ['/accounting/capital-transactions', IN],
  ['/purchases/purchases', OUT],
  ['/purchases/purchase-orders', OUT],
  ['/purchases/purchases-returns', OUT],
  ['/suppliers/transactions', OUT],
  ['/accounting/expenses', OUT],
  ['/accounting/asset-purchases', OUT],
] as const;
/** Returns without this parameter belong to a sale, whose rate they have. */
const ASKED: Readonly<Record<string, string>> = {
  '/sales/sale-returns': '?unlinked=true',
  '/purchases/purchases-returns': '?unlinked=true',
};

/** The rate follows a typed day when its field is left, or at Enter. */
const enterDay = async (page: Page, text: string) => {
  await enter(page, 'date', text);
  await page.keyboard.press('Enter');
};
const rate = (page: Page) => page.locator('[data-field=rate] input');
const shows = (page: Page, value: string) => expect.poll(() => rate(page).inputValue(), SOON).toBe(value);

describe.skipIf(!hasChromium)('the rate of a document', () => {
  let shop: Shop;
  let januaryRate: number;
  beforeAll(async () => {
    shop = await openShop();
    const january = { date: thisYear('01-02'), rate: '1490', in_rate: '1480' };
    januaryRate = Number(((await shop.api('POST', 'currency_rates', january))['data'] as Data)['id']);
    await shop.api('POST', 'currency_rates', { date: thisYear('02-01'), rate: '1510', in_rate: '1500' });
    await stockShop(shop, 1);
    const customer = { consumer_name: 'Shilan Bakery', code: 'C2' };
    await shop.api('POST', 'customers', customer);
    await shop.api('POST', 'cashes', { account_name: 'Second USD', cash_type: 1, currency_fk: 2 });
    await shop.api('POST', 'cashes', { account_name: 'Exchange office', cash_type: 3, currency_fk: 2 });
    await shop.api('POST', 'income_types', { type_name: 'Rent received' });
    const dollars = { outlet_fk: 1, income_type_fk: 1, date: thisYear('01-03'), currency_fk: 2, rate_fk: 1 };
    const paid = { payment_type: 'cash', account_fk: 2, amount: '1000', status: 'complete' };
    await shop.api('POST', 'incomes', { ...dollars, ...paid });
  });
  afterAll(() => shop?.close());

  const last = async (resource: string): Promise<Data> => {
    const { data } = await shop.api('GET', `${resource}?sortColumn=id&sortDir=desc&per_page=10`);
    const [row] = (data as { data: Data[] }).data;
    return (await shop.api('GET', `${resource}/${row?.['id']}`))['data'] as Data;
  };

  it.each(sampleOf(EDITORS, 4))(
    'follows the day in %s, and is the one of the day when the day is chosen first',
    async (path, of) => {
      const page = await shop.open(`${path}/new${ASKED[path] ?? ''}`);
      await choose(page, 'currency_fk', 'dollar');
      await shows(page, of[1]);
      await enterDay(page, '15/1');
      await shows(page, of[0]);
      await choose(page, 'currency_fk', 'dinar');
      await choose(page, 'currency_fk', 'dollar');
      await shows(page, of[0]);
      await page.context().close();
    },
  );

  it('of capital is the other one when it is withdrawn', async () => {
    const page = await shop.open('/accounting/capital-transactions/new');
    await choose(page, 'currency_fk', 'dollar');
    await shows(page, '1,500');
    await choice(page, 'transaction_type', 'withdrawal');
    await shows(page, '1,510');
    await enterDay(page, '15/1');
    await shows(page, '1,490');
    await choice(page, 'transaction_type', 'contribution');
    await shows(page, '1,480');
    await page.context().close();
  });

  it('stays when a person typed it', async () => {
    const page = await shop.open('/accounting/expenses/new');
    await choose(page, 'currency_fk', 'dollar');
    await shows(page, '1,510');
    await enter(page, 'rate', '1505');
    await enterDay(page, '15/1');
    await tabTo(page, 'amount');
    await shows(page, '1,505');
    await page.context().close();
  });

  it('is stored as that of the day even when the document is saved with the next key', async () => {
    const page = await shop.open('/accounting/incomes/new');
    await choose(page, 'income_type_fk', 'Rent');
    await enter(page, 'amount', '200');
    await choose(page, 'currency_fk', 'dollar');
    await shows(page, '1,500');
    // The request for the rate of that day is pending when the document is completed.
    await page.route('**/api/currency_rates/last_rate?date=*-01-20', async (route) => {
      await new Promise((passed) => setTimeout(passed, 300));
      await route.continue();
    });
    await enter(page, 'date', '20/1');
    await complete(page, '/accounting/incomes', 'income_type_fk');
    const income = await last('incomes');
    expect(income).toMatchObject({ status: 'complete', date: thisYear('01-20'), rate: '1480', rate_fk: januaryRate });
    await page.context().close();
  });

  it('stays while a day is typed that goes through days without a rate', async () => {
    const page = await shop.open('/accounting/incomes/new');
    await choose(page, 'currency_fk', 'dollar');
    await shows(page, '1,500');
    await tabTo(page, 'date');
    const answered = page.waitForResponse(/last_rate\?date=2002-01-20/);
    const date = page.locator('[data-field=date] input');
    await date.press('Control+a');
    await date.pressSequentially('20/1/2');
    await answered;
    await type(page, thisYear('').slice(1, 4));
    await shows(page, '1,500');
    await page.keyboard.press('Tab');
    await shows(page, '1,480');
    await expect.poll(() => date.inputValue(), SOON).toBe(shown(thisYear('01-20')));
    await expect.poll(() => page.getByRole('dialog').count(), SOON).toBe(0);
    await page.context().close();
  });

  it('is empty before the first rate, and comes back with a day that has one', async () => {
    const page = await shop.open('/accounting/incomes/new');
    await choose(page, 'currency_fk', 'dollar');
    await enterDay(page, `31/12/${new Date().getFullYear() - 1}`);
    // The first foreign document requests a rate; after *Not now* it is not requested again.
    await press(page, 'Not now');
    await shows(page, '');
    await enterDay(page, '2/1');
    await shows(page, '1,480');
    await page.context().close();
  });

  it('follows the day in the lines of a journal, and in the costs of a purchase', async () => {
    const page = await shop.open('/accounting/general-journals/new');
    await page.locator('[data-field=date] input').focus();
    await enterGrid(page);
    await pick(page, 'cash usd');
    const line = page.locator('[data-place="lines:1:rate"]');
    await expect.poll(() => line.textContent(), SOON).toBe('1,500');
    await page.locator('[data-field=date] input').focus();
    await enterDay(page, '15/1');
    await expect.poll(() => line.textContent(), SOON).toBe('1,480');
    await page.goto(`${shop.address}/purchases/purchases/new`);
    await enterGrid(page);
    await pick(page, '1001');
    await addCost(page);
    await pick(page, 'fr');
    await cell(page, '10');
    await pick(page, 'dollar');
    const cost = page.locator('[data-place^="costs:"][data-place$=":rate"]');
    await expect.poll(() => cost.textContent(), SOON).toBe('1,510');
    await page.locator('[data-field=date] input').focus();
    await enterDay(page, '15/1');
    await expect.poll(() => cost.textContent(), SOON).toBe('1,490');
    await page.context().close();
  });

  it('follows the day where the currency is that of an account', async () => {
    const page = await shop.open('/accounting/transfer-transactions/new');
    await choose(page, 'from_account_fk', 'Cash USD');
    await choose(page, 'to_account_fk', 'Second USD');
    await shows(page, '1,500');
    await enterDay(page, '15/1');
    await shows(page, '1,480');
    await page.goto(`${shop.address}/accounting/remittances/new`);
    await choose(page, 'account_fk', 'Cash USD');
    await shows(page, '1,510');
    await enterDay(page, '15/1');
    await shows(page, '1,490');
    await page.context().close();
  });

  it('of a revaluation is that of its day, until a person chooses another', async () => {
    const page = await shop.open('/accounting/revaluations/new');
    const chosen = page.locator('[data-field=rate_fk] input');
    const isFrom = (day: string) => expect.poll(() => chosen.inputValue(), SOON).toContain(shown(thisYear(day)));
    await isFrom('02-01');
    await enterDay(page, '31/1');
    await isFrom('01-02');
    // The day is typed as it is displayed.
    await choose(page, 'rate_fk', shown(thisYear('02-01')));
    await enterDay(page, '30/1');
    await tabTo(page, 'reference_number');
    await type(page, 'A-1');
    await isFrom('02-01');
    await page.context().close();
  });

  it('is that of its sale when goods come back on another day', async () => {
    const lines = [{ item_fk: 1, unit_fk: 1, quantity: '2', price: '10' }];
    const dollars = { ...atMain, currency_fk: 2, rate_fk: januaryRate, date: thisYear('03-10'), confirmed: true };
    const sale = { ...dollars, customer_fk: 1, payment_type: 'on_account', status: 'complete', lines };
    const { data } = await shop.api('POST', 'sales', sale);
    const page = await shop.open(`/sales/sale-returns/new?sale=${(data as Data)['id']}`);
    await enter(page, 'date', '1/4');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/sale-returns\/\d+$/);
    await expect.poll(() => last('sale_returns')).toMatchObject({ date: thisYear('04-01'), rate: '1480' });
    await page.context().close();
  });
});
