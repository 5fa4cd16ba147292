/** The screens of accounting, used with the keyboard as a bookkeeper does. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEventStore } from '../../event-store/opening/open.ts';
import { atMain, hasChromium, openShop, type Shop, stockShop, thisYear, violations } from './shop.ts';
import { begins, cell, choose, enter, enterGrid, pick, press, SOON, tabTo, total, type } from './typing.ts';

describe.skipIf(!hasChromium)('the screens of accounting', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await shop.api('POST', 'currency_rates', { date: thisYear('01-01'), rate: '1490', in_rate: '1480' });
    await shop.api('POST', 'income_types', { type_name: 'Rent received' });
    const dollars = { outlet_fk: 1, income_type_fk: 1, date: thisYear('02-01'), currency_fk: 2, rate_fk: 1 };
    const cash = { payment_type: 'cash', account_fk: 2, status: 'complete' };
    await shop.api('POST', 'incomes', { ...dollars, ...cash, amount: '1000' });
    const goods = await stockShop(shop, 2);
    await shop.api('POST', 'customers', { consumer_name: 'Shilan Bakery', code: 'C2' });
    const line = { item_fk: goods[0]?.id, unit_fk: 1, quantity: '10', price: '1000' };
    const sale = { ...atMain, customer_fk: 1, payment_type: 'on_account', status: 'complete' };
    for (const day of ['03-10', '03-12']) {
      await shop.api('POST', 'sales', { ...sale, date: thisYear(day), lines: [line] });
    }
  });
  afterAll(() => shop?.close());

  type Data = Readonly<Record<string, unknown>>;
  const last = async (resource: string): Promise<Data> => {
    const { data } = await shop.api('GET', `${resource}?sortColumn=id&sortDir=desc&per_page=10`);
    const [row] = (data as { data: Data[] }).data;
    return (await shop.api('GET', `${resource}/${row?.['id']}`))['data'] as Data;
  };

  it('take an income, and keep the rate that was typed as that of its day', async () => {
    const page = await shop.open('/accounting/incomes/new');
    await choose(page, 'income_type_fk', 'Rent');
    await enter(page, 'date', '15/2');
    await enter(page, 'amount', '200');
    await choose(page, 'currency_fk', 'dollar');
    await enter(page, 'rate', '1475');
    await page.keyboard.press('Tab');
    await press(page, `Keep as the rate of 15/02/${new Date().getFullYear()}`);
    await page.getByText('The rate is kept').waitFor(SOON);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => last('incomes'), SOON).toMatchObject({ status: 'complete', amount: '200', rate: '1475' });
    const { rate_fk } = await last('incomes');
    const kept = (await shop.api('GET', `currency_rates/show/${rate_fk}`))['data'];
    expect(kept).toMatchObject({ date: thisYear('02-15'), in_rate: '1475', rate: '1490' });
    await page.context().close();
  });

  it('take a transfer between two currencies in Kurdish, and show the rate that follows', async () => {
    const page = await shop.open('/accounting/transfer-transactions/new', { language: 'ckb', theme: 'dark' });
    await choose(page, 'from_account_fk', 'Cash USD');
    await enter(page, 'amount', '١٠٠');
    await choose(page, 'to_account_fk', 'Cash IQD');
    await enter(page, 'to_amount', '150500');
    await tabTo(page, 'date');
    await page.getByText('1,505', { exact: true }).waitFor(SOON);
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => last('cash_transactions'), SOON)
      .toMatchObject({ status: 'complete', amount: '100', to_amount: '150500', rate: '1505' });
    await page.context().close();
  });

  it('make an account below its heading, rename it and retire it', async () => {
    const page = await shop.open('/accounting/chart-of-accounts');
    await press(page, 'New account below Equity');
    await type(page, 'Drawings');
    await page.keyboard.press('Enter');
    await press(page, 'Rename Drawings');
    await page.keyboard.press('Control+a');
    await type(page, 'Owner drawings');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /Owner drawings.*390000001/ }).waitFor(SOON);
    await press(page, 'Retire Owner drawings');
    await page.getByRole('dialog').waitFor(SOON);
    await press(page, 'Retire');
    await page.getByRole('row', { name: /Owner drawings Retired/ }).waitFor(SOON);
    await press(page, 'Bring back Owner drawings');
    await page.getByRole('dialog').waitFor(SOON);
    await press(page, 'Bring back');
    await page.getByRole('button', { name: 'Rename Owner drawings' }).waitFor(SOON);
    await page.context().close();
  });

  it('post a journal only when it balances, and reverse it', async () => {
    const page = await shop.open('/accounting/general-journals/new');
    await page.locator('[data-field=date] input').focus();
    await enterGrid(page);
    await pick(page, '390000001');
    await type(page, '5000');
    await page.keyboard.press('Enter');
    await pick(page, 'cash iqd');
    await cell(page, '');
    await type(page, '4000');
    const difference = page.locator('dl').getByText('Difference').locator('..');
    await expect.poll(() => difference.textContent(), SOON).toBe('Difference1,000');
    await page.keyboard.press('Control+Enter');
    await page
      .getByText(/differ by 1,?000/)
      .first()
      .waitFor(SOON);
    await type(page, '5000');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => last('general_journals'), SOON).toMatchObject({ status: 'posted', amount: '5000' });
    const { id } = await last('general_journals');
    await page.goto(`${shop.address}/accounting/general-journals/${id}`);
    await press(page, 'Reverse');
    await page.getByRole('dialog').locator('input').waitFor(SOON);
    await type(page, 'twice');
    await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => last('general_journals'), SOON).toMatchObject({ status: 'reversed' });
    await page.context().close();
  });

  it('write a bad debt off without money, and show what was settled', async () => {
    await shop.api('POST', 'expense_types', { type_name: 'Bad debts' });
    const added = async (resource: string, body: Readonly<Record<string, unknown>>) =>
      Number(((await shop.api('POST', resource, body)).data as { id?: unknown }).id);
    const customer_fk = await added('customers', { consumer_name: 'Rawa Stores' });
    const income_type_fk = await added('income_types', { type_name: 'Shelf rent' });
    await added('incomes', {
      ...{ outlet_fk: 1, date: '2026-03-10', customer_fk, income_type_fk, amount: '12000', currency_fk: 1 },
      ...{ payment_type: 'on_account', status: 'complete' },
    });
    const { number } = await last('incomes');
    const page = await shop.open('/accounting/settlements/new');
    await choose(page, 'customer_fk', 'Rawa');
    await enter(page, 'amount', '12000');
    const account = page.locator('[data-field=account] select');
    const options = await account.locator('option', { hasText: 'Bad debts' }).getAttribute('value');
    await account.selectOption(String(options));
    await enter(page, 'reason', 'left the country');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => last('settlements'), SOON)
      .toMatchObject({ status: 'complete', amount: '12000', settled_as: 'debt', reason: 'left the country' });
    const { id } = await last('settlements');
    await page.goto(`${shop.address}/accounting/settlements/${id}`);
    await page.getByText(String(number)).first().waitFor(SOON);
    await page.context().close();
  });

  it('open accounts and goods in two steps, and finish when opening equity is zero', async () => {
    const page = await shop.open('/settings/opening-balance/accounting-opening-balance/new');
    await tabTo(page, 'note');
    await enterGrid(page);
    await pick(page, '111000001');
    await type(page, '60000');
    await page.keyboard.press('Enter');
    await pick(page, '1210');
    await pick(page, 'Shilan');
    await type(page, '15000');
    await page.keyboard.press('Enter');
    await pick(page, '3200');
    await cell(page, '');
    await type(page, '100000');
    await expect.poll(() => total(page), SOON).toBe('-25,000');
    await page.keyboard.press('Control+s');
    await page.getByText('Draft saved').waitFor(SOON);
    await press(page, 'Finish');
    const difference = page.getByRole('dialog', { name: 'Put the difference to capital?' });
    await difference.getByText('25,000 IQD').waitFor(SOON);
    await press(page, 'Cancel');
    await press(page, 'Goods');
    await page.waitForURL(/inventory-opening-balance\/view\/\d+$/);
    // Only the page of the goods has the button back to the accounts.
    await page.getByRole('button', { name: 'Accounts and parties', exact: true }).waitFor(SOON);
    await page.locator('[data-field=note] input').focus();
    await enterGrid(page);
    await pick(page, '1002');
    await pick(page, 'Main');
    await cell(page, '50');
    await page.keyboard.press('Tab');
    await type(page, '25000');
    await expect.poll(() => total(page), SOON).toBe('0');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => last('opening_balances'), SOON)
      .toMatchObject({
        status: 'finished',
        cashes: [{ account_fk: 1, amount: '60000' }],
        parties: [{ customer_fk: 2, amount: '15000' }],
        stock: [{ item_fk: 2, quantity: '50', value: '25000' }],
        accounts: [{ account: 'capital', amount: '-100000' }],
      });
    await page.context().close();
  });

  it('keep drafts separate from replacing payments, and enter an unanswered one once', async () => {
    const page = await shop.open('/customers/transactions/new');
    const isCreation = (url: URL) => url.pathname === '/api/customer_transactions';
    await page.route(isCreation, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await choose(page, 'customer_fk', 'Shilan');
    await enter(page, 'amount', '700');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => last('customer_transactions'), SOON).toMatchObject({ status: 'complete', amount: '700' });
    const { id } = await last('customer_transactions');
    await page.goto(`${shop.address}/customers/transactions/${id}`);
    await press(page, 'Correct');
    await page.waitForURL(/replaces=\d+/);
    await begins(page, 'customer_fk');
    await enter(page, 'reason', 'another amount');
    await enter(page, 'amount', '800');
    await page.unroute(isCreation);
    await page.keyboard.press('Control+s');
    await expect
      .poll(() => last('customer_transactions'), SOON)
      .toMatchObject({ status: 'complete', amount: '800', replaces_fk: id });
    const entered = await last('customer_transactions');
    await page.goto(`${shop.address}/customers/transactions/new`);
    await Promise.all([page.getByText(/is complete/).waitFor(SOON), begins(page, 'customer_fk')]);
    await expect.poll(() => page.locator('[data-field=amount] input').inputValue()).toBe('');
    await expect.poll(() => last('customer_transactions')).toMatchObject({ id: entered['id'] });
    await page.context().close();
  });

  it('settle chosen documents with a payment, reverse the allocations, and allocate the rest', async () => {
    const page = await shop.open('/customers/transactions/new');
    await page.route('**/open_documents*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await choose(page, 'customer_fk', 'Karwan');
    await enter(page, 'amount', '12000');
    await page.keyboard.press('Tab');
    await press(page, 'Try again');
    const settles = page.getByLabel(/^Settles of Sale/);
    await expect.poll(() => settles.first().inputValue(), SOON).toBe('10,000');
    await expect.poll(() => settles.nth(1).inputValue()).toBe('2,000');
    await settles.first().focus();
    await type(page, '4000');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.locator('[data-settle=left]').textContent(), SOON).toBe('6,000');
    await page.keyboard.press('Control+Enter');
    const allocations = [{ allocations: [{ amount: '4000' }, { amount: '2000' }], standing: true }];
    await expect
      .poll(() => last('customer_transactions'), SOON)
      .toMatchObject({ status: 'complete', amount: '12000', allocations });
    const { id } = await last('customer_transactions');
    await page.goto(`${shop.address}/customers/transactions/${id}`);
    await press(page, 'Take back');
    await page.getByText('It settles nothing yet.').waitFor(SOON);
    await press(page, 'Allocate');
    await expect
      .poll(() => last('customer_transactions'), SOON)
      .toMatchObject({ allocations: [{ standing: false }, { allocation_id: 1, standing: true }] });
    await press(page, 'Correct');
    await page.waitForURL(/replaces=\d+/);
    await begins(page, 'customer_fk');
    await enter(page, 'reason', 'another amount');
    await enter(page, 'amount', '20000');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => last('customer_transactions'), SOON)
      .toMatchObject({ status: 'complete', amount: '20000', replaces_fk: id });
    await page.context().close();
  });

  it('take goods back without their sale', async () => {
    const page = await shop.open('/sales/sale-returns/new');
    await press(page, 'Return without its sale');
    await page.locator('[data-field=customer_fk] input').focus();
    await enterGrid(page);
    await pick(page, '1001');
    await type(page, '2');
    await expect.poll(() => total(page), SOON).toBe('3,000');
    await page.keyboard.press('Control+s');
    await expect.poll(() => page.url(), SOON).toMatch(/sale-returns\/\d+$/);
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => last('sale_returns'), SOON)
      .toMatchObject({ status: 'complete', sale_fk: null, total: '3000' });
    await page.context().close();
  });

  it('go on with a close that stopped, and offer to enter what arrives late on the first open day', async () => {
    const last_year = String(new Date().getFullYear() - 1);
    const days = { start_date: `${last_year}-01-01`, end_date: `${last_year}-12-31` };
    const { data: added } = await shop.api('POST', 'financial_years', { year_name: last_year, ...days });
    const { data: begun } = await shop.api('POST', 'year_closes', {
      financial_year_fk: (added as Data)['year_id'],
      confirmed: true,
    });
    const stopped = begun as Data;
    await expect.poll(() => last('year_closes')).toMatchObject({ id: stopped['id'], status: 'closing' });
    const years = await shop.open(`/settings/financial-year?year=${(added as Data)['year_id']}`);
    const dates = { added_at: new Date().toISOString(), finished_at: new Date().toISOString() };
    const job = {
      job_id: `close_year-${stopped['id']}`,
      name: 'close_year',
      state: 'failed',
      progress: null,
      ...dates,
    };
    const body = `data: ${JSON.stringify({ ...job, result: null, error: 'the disk is full' })}\n\n`;
    await years.route('**/jobs/close_year-*/events', (route) => route.fulfill({ body }), { times: 1 });
    await years.reload();
    await years.getByText('is not being worked on').waitFor(SOON);
    await press(years, 'Go on');
    await expect.poll(() => last('year_closes'), SOON).toMatchObject({ status: 'closed' });
    await years.getByRole('button', { name: 'Reopen the year' }).waitFor(SOON);
    await years.context().close();
    const page = await shop.open('/accounting/incomes/new', { language: 'ckb', theme: 'dark' });
    await choose(page, 'income_type_fk', 'Rent');
    await enter(page, 'date', `20/12/${last_year}`);
    await enter(page, 'amount', '5000');
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor(SOON);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'وەک ڕاستکردنەوە تۆماری بکە' }).focus();
    await page.keyboard.press('Enter');
    const trueDate = `${last_year}-12-20`;
    await expect
      .poll(() => last('incomes'), SOON)
      .toMatchObject({ status: 'complete', date: thisYear('01-01'), true_date: trueDate });
    const { income_id } = await last('incomes');
    await page.goto(`${shop.address}/accounting/incomes/${income_id}`);
    await page.getByText(`ماوەی پێشوو: 20/12/${last_year}`).waitFor(SOON);
    await page.goto(`${shop.address}/reports/financial-reports/journal?from=${thisYear('01-01')}`);
    await page.getByText(`بۆ 20/12/${last_year}`).first().waitFor(SOON);
    await page.context().close();
  });

  it('change the rule that values goods from a day on, and show every difference first', async () => {
    const line = { item_fk: 1, unit_fk: 1, quantity: '100', price: '900' };
    const purchase = { ...atMain, supplier_fk: 1, date: thisYear('03-05'), payment_type: 'on_account' };
    await shop.api('POST', 'purchases', { ...purchase, status: 'complete', lines: [line] });
    const page = await shop.open('/accounting/recalculations/new');
    await page.locator('[data-field=cost_method] select').selectOption('fifo');
    expect(await violations(page)).toEqual([]);
    await press(page, 'Show the differences');
    await page.getByText('Cost method: First in, first out').waitFor(SOON);
    const commit = page.getByRole('button', { name: 'Commit', exact: true });
    await commit.waitFor();
    await commit.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Commit', exact: true }).click();
    await expect.poll(() => last('recalculations')).toMatchObject({ status: 'committed', cost_method: 'fifo' });
    await page.context().close();
  });

  it('offer to finish a recalculation that was interrupted between two of its appends', async () => {
    await shop.api('POST', 'currency_rates', { date: thisYear('01-01'), rate: '1470', in_rate: '1460' });
    const rates = { date: thisYear('01-01'), rate_fk: 1, to_rate_fk: Number((await last('currency_rates'))['id']) };
    await shop.api('POST', 'recalculations', rates);
    const id = Number((await last('recalculations'))['id']);
    const store = await openEventStore({ databaseUrl: shop.databaseUrl });
    const plan = { position: String(await store.head()), digest: 'a'.repeat(64), differences: 2 };
    const begun = { id: randomUUID(), type: 'recalculation.commit_started', v: 1, data: { plan } };
    const commandId = randomUUID();
    const writes = [{ stream: `recalculation-${id}`, expectedRevision: 0, events: [begun] }];
    await store.append({ commandId, writes, claims: [], meta: { actor: '1', commandId } });
    await store.close();
    await expect.poll(() => last('recalculations'), SOON).toMatchObject({ status: 'committing' });
    const page = await shop.open(`/accounting/recalculations/${id}`);
    await page.getByText('A part of the documents is corrected already').waitFor(SOON);
    expect(await violations(page)).toEqual([]);
    await press(page, 'Finish the commit');
    await expect.poll(() => last('recalculations'), SOON).toMatchObject({ status: 'committed' });
    await expect
      .poll(async () => (await shop.api('GET', 'incomes/1'))['data'])
      .toMatchObject({ rate_fk: rates.to_rate_fk, rate: '1460' });
    await page.context().close();
  });
});
