/**
 * Every screen of the router that makes an Excel file: each number in it is one of the answer of the API to the last digit and
 * shows all of its decimals, and each total is the sum of the exact values above it.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reports } from '../../domain/registry/reports.ts';
import { membersOf, objectsOf } from '../../domain/values/members.ts';
import { notExact, numbersIn } from '../support/exact-sheet.ts';
import { isWhole, sampleOf } from '../support/ring.ts';
import { type SheetRow, sheetsOfWorkbook } from '../support/workbook.ts';
import { everyScreen, screensOfRouter } from './every-screen.ts';
import { settled } from './looking.ts';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear } from './shop.ts';

/** One digit more than a number of Excel has. */
const LONG = '123456789012.3456';
/** With as many decimals as a quantity can have. */
const FRACTION = '7.654321';

/** Screens with an Excel button for which this shop has no rows: no file is made of them. */
const NOTHING_THERE: readonly string[] = [
  '/warehouse/categories',
  '/accounting/pricing-profile',
  '/accounting/items-pricing',
  '/settings/brands',
  '/accounting/taxes',
  '/customers/payment-reminders',
  '/accounting/settlements',
  '/customers/customer-groups',
  '/settings/cities',
  '/settings/print-templates',
  '/accounting/incomes',
  '/accounting/transfer-transactions',
  '/accounting/tax-payments',
  '/accounting/income-types',
  '/staff/payrolls',
  '/accounting/stockholders',
  '/accounting/capital-transactions',
  '/accounting/dividends',
  '/accounting/remittances',
  '/accounting/asset-types',
  '/accounting/fixed-assets',
  '/accounting/asset-purchases',
  '/accounting/depreciations',
  '/accounting/asset-sales',
  '/sales/salesman-sales',
  '/sales/warranty-claims',
  '/sales/salesman-commissions',
  '/sales/salesmen',
  '/sales/promotions',
  '/sales/sale-transfers',
  '/sales/sale-transfer-return',
  '/purchases/purchases-returns',
  '/purchases/landed-costs',
  '/settings/opening-balance/accounting-opening-balance',
  '/settings/opening-balance/inventory-opening-balance',
  '/settings/opening-balance/opening-invoices',
  '/settings/opening-balance/old-accounts',
  '/accounting/expenses',
  '/reports/account-ledger',
  '/reports/customer-statements',
  '/reports/supplier-statements',
  '/accounting/revaluations',
  '/accounting/recalculations',
  '/warehouse/counting-rounds',
  '/warehouse/inventory-adjustment',
  '/warehouse/batch-corrections',
  '/warehouse/held-batches',
  '/warehouse/destructed-assets',
  '/warehouse/conversions',
  '/warehouse/productions',
  '/warehouse/raw-materials',
  '/warehouse/mixtures',
  '/warehouse/collections',
  '/reports/expired-items',
  '/reports/item-transaction',
  '/settings/mobile-app/home-sections',
  '/settings/mobile-app/slider-images',
  '/settings/mobile-app/delivery-zones',
  '/settings/mobile-app/online-customers',
  '/settings/mobile-app/online-order-cancellation',
  '/sales/online-orders',
  '/sales/home-delivery',
  '/sales/order-history',
  '/sales/pos-sales',
  '/sales/closing-drawer',
  '/sales/till-reviews',
  '/sales/app-settlements',
  '/reports/supplier-claims',
  '/reports/batch-recall',
  '/reports/batch-buyers',
  '/reports/batches',
  '/reports/serial-numbers',
  '/reports/financial-reports/cash-book',
  '/reports/promotions',
  '/roles-and-permissions',
  '/pins',
  '/settings/pos',
  '/audit/explain',
  '/audit/what-changed',
  '/warehouse/warehouse?shortage=true',
];

interface Made {
  readonly sheets: readonly (readonly SheetRow[])[];
  readonly answered: ReadonlySet<string>;
  readonly hasFooter: boolean;
}

describe.skipIf(!hasChromium)('the Excel file of every screen', () => {
  let shop: Shop;
  let page: Page;
  let addresses: readonly string[];
  /** The codes of accounts above others in the trial balance. */
  let headings: ReadonlySet<string>;
  beforeAll(async () => {
    shop = await openShop();
    await trade(shop);
    page = await shop.open('/');
    const list = async (path: string) => objectsOf(membersOf((await shop.api('GET', path))['data'])['data']);
    const { screens } = await everyScreen(await page.evaluate(screensOfRouter), list);
    addresses = screens.map(({ address }) => address).filter((address) => !/\/(new|\d+)($|\?)/.test(address));
    const balance = membersOf((await shop.api('GET', 'financial_reports/trial_balance'))['data']);
    const accounts = objectsOf(balance['rows']);
    const parents = new Set(accounts.map(({ parent }) => parent));
    headings = new Set(accounts.filter(({ account }) => parents.has(account)).map(({ code }) => String(code)));
  });
  afterAll(() => shop?.close());

  /** Undefined where the screen has no button, or nothing to put into the file. */
  async function fileOf(address: string): Promise<Made | 'nothing' | undefined> {
    const answered = new Set<string>();
    const answers: Promise<void>[] = [];
    page.removeAllListeners('response');
    page.on('response', (response) => {
      if (!response.url().includes('/api/')) return;
      answers.push(
        response.json().then(
          (answer) => numbersIn(answer, answered),
          () => undefined,
        ),
      );
    });
    await page.goto(`${shop.address}${address}`);
    await page.locator('h1').first().waitFor();
    await settled(page);
    const button = page.getByRole('button', { name: 'Excel', exact: true });
    if ((await button.count()) === 0) return undefined;
    const isReady = !(await button.isDisabled()) && (await page.locator('main tbody tr').count()) > 0;
    if (!isReady) return 'nothing';
    const hasFooter = (await page.locator('main tfoot').count()) > 0;
    const coming = page.waitForEvent('download');
    await button.click();
    const sheets = sheetsOfWorkbook(readFileSync(await (await coming).path()));
    await Promise.all(answers);
    return { sheets, answered, hasFooter };
  }

  /** The rows of which a total is the sum: a heading of a tree contains the rows below it. */
  const isCounted = (address: string) => (row: SheetRow) => {
    if (address.startsWith('/reports/financial-reports/trial-balance'))
      return !row.some(({ column, text }) => column === 'B' && headings.has(text));
    return !address.startsWith('/reports/financial-reports/general-ledger') || row[0]?.column !== 'A';
  };

  it('has the exact values of the answer, with all their decimals, and totals that are their sums', async () => {
    const wrong: string[] = [];
    const nothing: string[] = [];
    const made = new Map<string, Made>();
    const sums = { figures: 0, fractions: 0, long: 0, totals: 0 };
    const visited = sampleOf(addresses, 30);
    for (const address of visited) {
      const file = await fileOf(address);
      if (file === 'nothing') nothing.push(address);
      if (file === undefined || file === 'nothing') continue;
      made.set(address, file);
      for (const [index, rows] of file.sheets.entries()) {
        const hasFooter = file.hasFooter && index === 0;
        const found = notExact(rows, { ...file, hasFooter, isCounted: isCounted(address) });
        sums.figures += found.figures;
        sums.fractions += found.fractions;
        sums.long += found.long;
        sums.totals += found.totals;
        wrong.push(...found.wrong.map((each) => `${address} · ${each}`));
      }
    }
    expect(wrong).toEqual([]);
    // No file is left out unseen.
    expect(nothing).toEqual(NOTHING_THERE.filter((address) => visited.includes(address)));
    if (!isWhole) return;
    const paths = [...made.keys(), ...nothing].map((address) => address.split('?')[0]);
    expect(reports.map(({ path }) => path).filter((path) => !paths.includes(path))).toEqual([]);
    const texts = (address: string) => made.get(address)?.sheets.flat(2) ?? [];
    const journal = texts('/reports/financial-reports/journal');
    expect(journal.filter(({ text }) => text === LONG).map(({ isNumber }) => isNumber)).toEqual([false, false]);
    const valued = texts('/reports/stock-valuation').filter(({ text }) => text === FRACTION);
    expect(valued).toMatchObject([{ isNumber: true, format: '#,##0.000000' }]);
    for (const count of Object.values(sums)) expect(count).toBeGreaterThan(1);
  });
});

/** Costs that no quantity divides, foreign money, and something in most lists. */
async function trade({ api }: Shop): Promise<void> {
  const goods = await stockShop({ api }, 4);
  await api('POST', 'currency_rates', { date: thisYear('01-01'), rate: '1490.37', in_rate: '1480.13' });
  const { data } = await api('POST', 'inventories', { inventory_name: 'Store', outlet_fk: 1 });
  const store = Number((data as Readonly<Record<string, unknown>>)['inventory_id']);
  const line = (index: number, quantity: string, price: string) => ({
    ...{ item_fk: goods[index]?.id, unit_fk: 1, quantity, price },
  });
  await api('POST', 'cashes', {
    account_name: 'Dollars',
    cash_type: 1,
    currency_fk: 2,
    outlet_fk: 1,
    allow_overdraft: true,
  });
  const owed = { payment_type: 'on_account', status: 'complete' };
  const cash = { payment_type: 'cash', account_fk: 1, status: 'complete' };
  const usd = { ...atMain, currency_fk: 2, rate: '1490.37' };
  const bought = { ...owed, supplier_fk: 1 };
  await api('POST', 'purchases', {
    ...atMain,
    ...bought,
    date: thisYear('03-02'),
    lines: [line(0, '7', '333.3333'), line(1, '11', '777.7777')],
  });
  await api('POST', 'purchases', {
    ...usd,
    ...bought,
    date: thisYear('03-03'),
    lines: [line(2, '13', '3.3333'), line(3, '17', '1.1111')],
  });
  const taxed = (index: number, quantity: string, price: string) => ({
    ...line(index, quantity, price),
    tax_percent: '7.5',
  });
  const sold = { ...atMain, ...cash, discount: { type: 'percent', value: '3.3' } };
  await api('POST', 'sales', {
    ...sold,
    date: thisYear('03-10'),
    lines: [taxed(0, '3', '2001'), taxed(1, '5', '1999')],
  });
  const sale = await api('POST', 'sales', {
    ...usd,
    ...owed,
    customer_fk: 1,
    date: thisYear('03-11'),
    lines: [taxed(2, '3', '6.66'), line(3, '5', '2.33')],
  });
  const sale_fk = Number((sale['data'] as Readonly<Record<string, unknown>>)['id']);
  await api('POST', 'sale_returns', {
    outlet_fk: 1,
    inventory_fk: 1,
    ...owed,
    sale_fk,
    date: thisYear('03-12'),
    lines: [{ sale_line_id: 1, quantity: '1' }],
  });
  const settled = { outlet_fk: 1, currency_fk: 2, rate: '1485.77', account_fk: 2, date: thisYear('03-13') };
  await api('POST', 'customer_transactions', {
    ...settled,
    customer_fk: 1,
    transaction_type: 'receive',
    amount: '7.77',
  });
  await api('POST', 'supplier_transactions', { ...settled, supplier_fk: 1, transaction_type: 'pay', amount: '3.33' });
  await api('POST', 'stock_transfers', {
    outlet_fk: 1,
    inventory_fk: 1,
    to_outlet_fk: 1,
    to_inventory_fk: store,
    date: thisYear('03-14'),
    status: 'sent',
    lines: [{ item_fk: goods[0]?.id, unit_fk: 1, quantity: '2' }],
  });
  await api('POST', 'inventory_direct_adjustments', {
    outlet_fk: 1,
    inventory_fk: 1,
    date: thisYear('03-15'),
    reason: 'broken',
    lines: [{ item_fk: goods[1]?.id, unit_fk: 1, quantity: '-1' }],
  });
  await api('POST', 'purchase_orders', {
    ...usd,
    supplier_fk: 1,
    date: thisYear('03-16'),
    lines: [line(0, '3', '4.4444')],
  });
  await api('POST', 'quotations', {
    ...usd,
    customer_fk: 1,
    date: thisYear('03-16'),
    lines: [line(0, '3', '4.44')],
  });
  // No quantity is typed with six decimals, but a unit of such a size is counted in others.
  const unitOf = async (unit_name: string) =>
    Number(membersOf((await api('POST', 'units', { unit_name }))['data'])['id']);
  const [gram, bundle] = [await unitOf('Weighed'), await unitOf('Bundle')];
  const usual = { is_base: true, is_default: true, sale_price: '9000', barcodes: [] };
  const weighed = await api('POST', 'items', {
    item_name: 'Saffron',
    item_units: [
      { ...usual, unit_fk: gram, base_unit_qty: '1' },
      { ...usual, unit_fk: bundle, base_unit_qty: FRACTION, is_base: false, is_default: false },
    ],
  });
  const item_fk = Number(membersOf(weighed['data'])['id']);
  await api('POST', 'purchases', {
    ...atMain,
    ...bought,
    date: thisYear('03-16'),
    lines: [{ item_fk, unit_fk: bundle, quantity: '1', price: '777.7777' }],
  });
  await api('POST', 'general_journals', {
    outlet_fk: 1,
    date: thisYear('03-17'),
    status: 'posted',
    lines: [
      { account: 3200, credit: LONG, currency_fk: 1 },
      { account: 6300, debit: LONG, currency_fk: 1 },
    ],
  });
}
