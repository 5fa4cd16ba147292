/**
 * Every screen of the router that makes an Excel file: each number in it is one of the answer of the API to the last digit and
 * shows all of its decimals, and each total is the sum of the exact values above it.
 */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reports } from '../../domain/registry/reports.ts';
import { parseFixed, printFixed } from '../../domain/values/fixed-point.ts';
import { sampleOf } from '../support/ring.ts';
import { cellsOfWorkbook, type SheetCell } from '../support/workbook.ts';
import { everyScreen, type Screen, screensOfRouter } from './every-screen.ts';
import { settled } from './looking.ts';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear } from './shop.ts';

const SCALE = 12;
/** Excel has 15 significant digits; longer values are texts. */
const DIGITS_MAX = 15;
const fixed = (text: string): bigint | undefined => parseFixed(text, SCALE);
const plain = (value: bigint): string => printFixed(value < 0n ? -value : value, SCALE);

/** All numbers of an answer, without their signs. */
function numbersIn(answer: unknown, into: Set<string>): void {
  if (typeof answer === 'string' || typeof answer === 'number') {
    const value = fixed(String(answer));
    if (value !== undefined) into.add(plain(value));
  } else if (typeof answer === 'object' && answer !== null) {
    for (const member of Object.values(answer)) numbersIn(member, into);
  }
}

interface Found {
  readonly wrong: readonly string[];
  readonly figures: number;
  readonly fractions: number;
  readonly totals: number;
}

/** What is not exact in a workbook of a screen. */
function notExact(rows: readonly (readonly SheetCell[])[], answered: ReadonlySet<string>, hasFooter: boolean): Found {
  const [head = [], ...body] = rows;
  const nameOf = new Map(head.map(({ column, text }) => [column, text]));
  const numbers = body.flatMap((row, at) => row.filter(({ isNumber }) => isNumber).map((cell) => ({ ...cell, at })));
  const numeric = new Set(numbers.filter(({ format }) => format.startsWith('#')).map(({ column }) => column));
  const wrong: string[] = [];
  let fractions = 0;
  const figures = numbers.filter(({ format }) => format.startsWith('#'));
  for (const { column, text, format, at } of figures) {
    const place = `${nameOf.get(column)}, row ${at + 1}: ${text}`;
    const value = fixed(text);
    if (value === undefined || !answered.has(plain(value))) wrong.push(`${place} is in no answer`);
    const decimals = text.split('.')[1]?.length ?? 0;
    if (decimals > 0) fractions += 1;
    if (!/^#,##0(\.0+)?$/.test(format) || (format.split('.')[1]?.length ?? 0) < decimals) {
      wrong.push(`${place} is shown as ${format}`);
    }
  }
  for (const row of body) {
    for (const { column, text, isNumber } of row) {
      const isLong = text.replace(/\D/g, '').replace(/^0+/, '').length > DIGITS_MAX;
      if (numeric.has(column) && !isNumber && fixed(text) !== undefined && !isLong) {
        wrong.push(`${nameOf.get(column)}: ${text} is a text`);
      }
    }
  }
  const totals = hasFooter ? figures.filter(({ at }) => at === body.length - 1) : [];
  for (const { column, text } of totals) {
    const own = figures.filter((cell) => cell.column === column && cell.at < body.length - 1);
    const sum = own.reduce((all, cell) => all + (fixed(cell.text) ?? 0n), 0n);
    if (sum !== fixed(text))
      wrong.push(`${nameOf.get(column)}: the total is ${text}, the sum ${printFixed(sum, SCALE)}`);
  }
  return { wrong, figures: figures.length, fractions, totals: totals.length };
}

describe.skipIf(!hasChromium)('the Excel file of every screen', () => {
  let shop: Shop;
  let page: Page;
  let screens: readonly Screen[];
  beforeAll(async () => {
    shop = await openShop();
    await trade(shop);
    page = await shop.open('/');
    const list = async (path: string) => {
      const { data } = await shop.api('GET', path);
      return Array.isArray(data) ? data : [];
    };
    const every = await everyScreen(await page.evaluate(screensOfRouter), list);
    screens = every.screens.filter(({ address }) => !/\/(new|\d+)($|\?)/.test(address));
  });
  afterAll(() => shop?.close());

  /** Undefined where the screen has no button, or nothing to put into the file. */
  async function fileOf(address: string) {
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
    if ((await button.count()) === 0 || (await button.isDisabled())) return undefined;
    if ((await page.locator('main tbody tr').count()) === 0) return undefined;
    const hasFooter = (await page.locator('main tfoot').count()) > 0;
    const coming = page.waitForEvent('download');
    await button.click();
    const rows = cellsOfWorkbook(readFileSync(await (await coming).path()));
    await Promise.all(answers);
    return { rows, answered, hasFooter };
  }

  it('has the exact values of the answer, with all their decimals, and totals that are their sums', async () => {
    const wrong: string[] = [];
    const filled: string[] = [];
    const sums = { figures: 0, fractions: 0, totals: 0 };
    for (const { address } of sampleOf(screens, 30)) {
      const file = await fileOf(address);
      if (!file) continue;
      const found = notExact(file.rows, file.answered, file.hasFooter);
      if (found.figures > 0) filled.push(address);
      sums.figures += found.figures;
      sums.fractions += found.fractions;
      sums.totals += found.totals;
      wrong.push(...found.wrong.map((each) => `${address} · ${each}`));
    }
    console.log(filled.length, filled.join(' '), sums);
    console.log(
      reports
        .map(({ path }) => path)
        .filter((path) => !filled.some((each) => each.startsWith(path)))
        .join(' '),
    );
    expect(wrong).toEqual([]);
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
  await api('POST', 'cashes', { account_name: 'Dollars', cash_type: 1, currency_fk: 2, outlet_fk: 1, allow_overdraft: true });
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
}
