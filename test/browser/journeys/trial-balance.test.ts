/** An auditor's work: a purchase and a sale entered in the browser, read as at and as known at, down to the event. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atMain, type Goods, hasChromium, openShop, type Shop, shown, stockShop, thisYear } from '../shop.ts';
import { SOON } from '../typing.ts';

const REPORT = '/reports/financial-reports/trial-balance';

describe.skipIf(!hasChromium)('the books', () => {
  let shop: Shop;
  let goods: readonly Goods[];
  beforeAll(async () => {
    shop = await openShop();
    goods = await stockShop(shop, 2);
  });
  afterAll(() => shop?.close());

  const position = async () => {
    const { data } = await shop.api('GET', 'financial_reports/trial_balance');
    return (data as { position: string }).position;
  };

  it('post an entered purchase: goods at cost, and the debt to its supplier', async () => {
    const page = await shop.open('/purchases/purchases/new');
    const field = (name: string) => page.locator(`[data-field=${name}] input`);
    await page.locator('[data-field=payment_type] select').selectOption('on_account');
    await field('supplier_fk').fill('Azad');
    await page.getByRole('option', { name: 'Azad Trading' }).click();
    await field('date').fill(shown(thisYear('03-02')));
    await field('date').press('Tab');
    await page.locator('[role=gridcell] input').first().focus();
    const type = (text: string) => page.keyboard.type(text);
    await type('1001');
    await page.keyboard.press('Enter');
    await type('10');
    for (const _ of ['unit', 'price']) await page.keyboard.press('Tab');
    await type('900');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.locator('[data-total]').textContent(), SOON).toBe('9,000');
    await page.getByRole('tab', { name: 'Effect' }).click();
    await page.getByRole('cell', { name: 'Payable' }).waitFor();
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    await page.getByText('P-000002 is complete').waitFor();
    const { data } = await shop.api('GET', 'purchases?sortColumn=id&sortDir=desc');
    expect((data as { data: object[] }).data[0]).toMatchObject({ total: '9000', received_status: 'received' });
    await page.context().close();
  });

  it('are read as at a day and as known at a moment, and a back-dated purchase moves the cost of a sale already made', async () => {
    await shop.api('POST', 'sales', {
      ...atMain,
      date: thisYear('03-10'),
      payment_type: 'cash',
      account_fk: 1,
      status: 'complete',
      lines: [{ item_fk: goods[1]?.id, unit_fk: 1, quantity: '10', price: '2250' }],
    });
    const before = await position();
    await shop.api('POST', 'purchases', {
      ...atMain,
      supplier_fk: 1,
      date: thisYear('03-04'),
      payment_type: 'on_account',
      status: 'complete',
      lines: [{ item_fk: goods[1]?.id, unit_fk: 1, quantity: '500', price: '700' }],
    });
    const after = await position();
    const cost = async (query: string) => {
      const page = await shop.open(`${REPORT}?${query}`);
      const row = page.getByRole('row').filter({ hasText: 'Cost of goods sold' });
      await row.waitFor();
      const text = await row
        .getByRole('link', { name: /^[\d,]+$/ })
        .first()
        .textContent();
      await page.context().close();
      return text;
    };
    // 10 of 500 at 500; then 10 of 1,000 at an average of 600.
    await expect.poll(() => cost(`known_at=${before}`)).toBe('5,000');
    await expect.poll(() => cost(`known_at=${after}`)).toBe('6,000');
    const early = await shop.open(`${REPORT}?as_at=${thisYear('03-09')}`);
    await early.getByRole('row').filter({ hasText: 'Inventory' }).first().waitFor();
    await expect.poll(() => early.getByText('Cost of goods sold').count()).toBe(0);
    await early.context().close();
  });

  it('lead from a figure to its lines, to the document, and to the event with person and time', async () => {
    const page = await shop.open(REPORT);
    const row = page.getByRole('row').filter({ hasText: 'Cost of goods sold' });
    const figure = await row
      .getByRole('link', { name: /^[\d,]+$/ })
      .first()
      .textContent();
    await row.getByRole('link', { name: 'Cost of goods sold' }).click();
    await page.getByRole('heading', { name: 'Account ledger · Cost of goods sold' }).waitFor();
    const closing = page.getByRole('row').filter({ hasText: 'Balance' }).last();
    await expect.poll(() => closing.textContent()).toContain(figure);
    const restated = page.getByRole('row').filter({ hasText: 'cost restated' });
    await expect.poll(() => restated.textContent()).toContain('1,000');
    await restated
      .getByRole('link', { name: /^Event/ })
      .last()
      .click();
    await page.getByRole('heading', { name: 'What it says' }).waitFor();
    const event = await page.locator('main').textContent();
    expect(event).toContain('Purchase P-000003');
    expect(event).toContain('Administrator');
    expect(event).not.toMatch(/[a-z_]+\.[a-z_]+ v\d/);
    await page.goBack();
    await page
      .getByRole('link', { name: /^Sale S-/ })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Effect' }).click();
    await page
      .getByRole('cell', { name: /Cost of goods sold/ })
      .first()
      .waitFor();
    await page.context().close();
  });

  it('are compared with another moment, account by account', async () => {
    const page = await shop.open(`${REPORT}?compare_as_at=${thisYear('03-09')}`);
    const row = page.getByRole('row').filter({ hasText: 'Cash IQD' });
    await row.waitFor();
    const cells = await row.getByRole('cell').allTextContents();
    // Nothing had been received by then: the whole balance is the difference.
    expect([cells[2], cells[4], cells[6]]).toEqual(['22,500', '', '22,500']);
    const [, , debit, credit, thenDebit, thenCredit] = await page.locator('tfoot td').allTextContents();
    expect([debit, thenDebit]).toEqual([credit, thenCredit]);
    expect(debit).toMatch(/\d/);
    await page.context().close();
  });
});
