/**
 * A wholesaler pays in parts, in two currencies and at two outlets: the customer's page, the statement, the ageing and
 * the trial balance show one figure, to a person of one outlet and to one of both. The amounts are read from the
 * screens.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { openAs } from './other-person.ts';
import { hasChromium, openShop, type Shop, stockShop, thisYear } from './shop.ts';
import { begins, choose, enter, press, SOON } from './typing.ts';

type Data = Readonly<Record<string, unknown>>;

/** The base amount of a dollar in dinars. */
const RATE = 1500;

describe.skipIf(!hasChromium)('a wholesaler who pays in parts', () => {
  let shop: Shop;
  let customer: number;
  let inDinars: number;
  let inDollars: number;
  let whole: Page;
  let warehouse: Page;

  beforeAll(async () => {
    shop = await openShop();
    const [goods] = await stockShop(shop, 1);
    const made = async (path: string, body: object): Promise<number> =>
      Number(((await shop.api('POST', path, { ...body }))['data'] as Data)['id']);
    await shop.api('POST', 'currency_rates', { date: thisYear('01-01'), rate: String(RATE), in_rate: String(RATE) });
    const outlet = await made('outlets', { outlet_name: 'Warehouse' });
    const inventory = await made('inventories', { inventory_name: 'Warehouse store', outlet_fk: outlet });
    customer = await made('customers', { consumer_name: 'Rawaz Wholesale' });
    const line = { item_fk: goods?.id, unit_fk: 1, quantity: '100' };
    const there = { outlet_fk: outlet, inventory_fk: inventory };
    const bought = { ...there, supplier_fk: 1, payment_type: 'on_account', currency_fk: 1, date: thisYear('03-02') };
    await made('purchases', { ...bought, status: 'complete', lines: [{ ...line, price: '500' }] });
    const owed = { customer_fk: customer, payment_type: 'on_account', status: 'complete', date: thisYear('03-10') };
    const here = { outlet_fk: 1, inventory_fk: 1, currency_fk: 1 };
    inDinars = await made('sales', { ...owed, ...here, lines: [{ ...line, price: '1000' }] });
    const dollars = { currency_fk: 2, rate: String(RATE) };
    inDollars = await made('sales', { ...owed, ...there, ...dollars, lines: [{ ...line, price: '0.75' }] });
    const person = { name: 'hana', permissions: allPermissions(), outlets: [outlet], inventories: [inventory] };
    warehouse = await openAs(shop, person, '/', 'en');
    whole = await shop.open('/');
  });
  afterAll(() => shop?.close());

  const numberIn = (text: string): number => Number(text.replace(/[^\d.-]/g, '') || 0);
  const numbersIn = (texts: readonly string[]) => texts.map(numberIn);
  const go = async (page: Page, path: string, ready: string) => {
    await page.goto(`${shop.address}${path}`);
    await page.locator(ready).first().waitFor(SOON);
  };

  /** The debts of the customer on each screen: in each currency, the largest first, and the base amount. */
  async function shownTo(page: Page) {
    await go(page, `/customers/customers?panel=${customer}`, '[data-balances] dd');
    const [cardBase, ...card] = numbersIn(
      await page.locator('[data-balances]').first().locator('dd').allTextContents(),
    );
    const one = `consumer_id=${customer}`;
    await go(page, `/reports/customer-statements?${one}`, 'main tbody tr');
    const statement = numbersIn(await page.locator('main dl dd.font-semibold').allTextContents());
    await go(page, `/reports/customer-ageing?${one}`, 'main h1');
    await page.waitForLoadState('networkidle');
    const rows = await page.locator('main tbody tr').all();
    const aged = await Promise.all(
      rows.map(async (row) => numbersIn(await row.locator('td.number-cell').allTextContents())),
    );
    await go(page, '/reports/financial-reports/trial-balance', 'main tbody tr');
    let books = 0;
    for (const name of ['Receivable', 'Customer advances']) {
      const row = page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
      if ((await row.count()) === 0) continue;
      const [debit = 0, credit = 0] = numbersIn(await row.first().locator('td.number-cell').allTextContents());
      books += debit - credit;
    }
    const largest = (amounts: readonly number[]) => amounts.filter((amount) => amount !== 0).toSorted((a, b) => b - a);
    return {
      card: largest(card),
      statement: largest(statement),
      ageing: largest(aged.map((row) => row.at(-2) ?? 0)),
      worth: { card: cardBase, ageing: aged.reduce((sum, row) => sum + (row.at(-1) ?? 0), 0), books },
    };
  }

  async function bothAreShown(dinars: number, dollars: number): Promise<void> {
    const all = largestOf(dinars, dollars);
    const worth = dinars + dollars * RATE;
    const own = { all: largestOf(0, dollars), worth: dollars * RATE };
    for (const [page, expected] of [
      [whole, { all, worth }],
      [warehouse, own],
    ] as const) {
      await expect
        .poll(() => shownTo(page))
        .toEqual({
          card: expected.all,
          statement: expected.all,
          ageing: expected.all,
          worth: { card: expected.worth, ageing: expected.worth, books: expected.worth },
        });
    }
  }
  const largestOf = (...amounts: readonly number[]) =>
    amounts.filter((amount) => amount !== 0).toSorted((a, b) => b - a);

  /** Receives a payment from the page of the sale, with the keyboard. */
  async function receive(page: Page, sale: number, amount: string, account?: string): Promise<void> {
    await go(page, `/sales/sales/${sale}`, '[data-owed=remaining]');
    await press(page, 'Receive payment');
    await page.waitForURL(/settles=sale-\d+/, SOON);
    await begins(page, 'customer_fk');
    await enter(page, 'amount', amount);
    if (account !== undefined) await choose(page, 'account_fk', account);
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/sales\/sales\/\d+$/, SOON);
  }

  it('has one debt on every screen, for a person of one outlet and for one of both', async () => {
    await bothAreShown(100_000, 75);
    await receive(whole, inDinars, '60000');
    await receive(warehouse, inDollars, '30.25', 'Cash USD');
    await bothAreShown(40_000, 44.75);
    // The other outlet's sale is paid at this outlet.
    await receive(whole, inDollars, '44.75', 'Cash USD');
    await bothAreShown(40_000, 0);
    await receive(whole, inDinars, '40000');
    await bothAreShown(0, 0);
  });
});
