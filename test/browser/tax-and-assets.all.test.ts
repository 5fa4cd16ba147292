/** A tax payment from the report, sold and disposed assets, and a remittance that settles a debt, with the keyboard. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesCkb } from '../../languages/messages/rules-ckb.ts';
import { atMain, hasChromium, type Language, openShop, type Shop, stockShop, thisYear, violations } from './shop.ts';
import { choice, words } from './steps.ts';
import { begins, choose, enter, press, SOON, tabTo, type } from './typing.ts';

type Data = Readonly<Record<string, unknown>>;

describe.skipIf(!hasChromium)('tax, assets and remittances', () => {
  let shop: Shop;
  let exchange: number;
  beforeAll(async () => {
    shop = await openShop();
    const [goods] = await stockShop(shop, 1);
    const line = { item_fk: goods?.id, unit_fk: 1, quantity: '100', price: '5000', tax_percent: '5' };
    const cash = { payment_type: 'cash', account_fk: 1, status: 'complete' };
    await shop.api('POST', 'sales', { ...atMain, ...cash, date: thisYear('03-10'), lines: [line] });
    const owed = { payment_type: 'on_account', supplier_fk: 1, status: 'complete' };
    for (const name of ['Van', 'Scales']) {
      const { data } = await shop.api('POST', 'fixed_assets', { asset_name: name });
      const bought = {
        outlet_fk: 1,
        fixed_asset_fk: (data as Data)['asset_id'] ?? (data as Data)['id'],
        currency_fk: 1,
      };
      const life = { amount: '120000', useful_life_months: 12, date: thisYear('01-01') };
      await shop.api('POST', 'asset_purchases', { ...bought, ...life, ...owed });
    }
    const { data } = await shop.api('POST', 'cashes', {
      account_name: 'Exchange office',
      cash_type: 3,
      currency_fk: 1,
    });
    exchange = Number((data as Data)['account_id']);
  });
  afterAll(() => shop?.close());

  const last = async (resource: string): Promise<Data> => {
    const { data } = await shop.api('GET', `${resource}?sortColumn=id&sortDir=desc&per_page=10`);
    const [row] = (data as { data: Data[] }).data;
    return (await shop.api('GET', `${resource}/${row?.['id']}`))['data'] as Data;
  };
  const figure = (page: Page, name: string) =>
    page
      .locator('main dl div')
      .filter({ hasText: words('en', `reports:tax_figures.${name}`) })
      .locator('dd')
      .first()
      .textContent();

  it('pay the amount of the tax report, which then shows zero and links the paid amount to its payment', async () => {
    const period = `from=${thisYear('03-01')}&as_at=${thisYear('03-31')}`;
    const page = await shop.open(`/reports/tax?${period}`);
    await expect.poll(() => figure(page, 'closing'), SOON).toBe('25,000');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: words('en', 'reports:pay_tax') }).press('Enter');
    await begins(page, 'from_date');
    await expect.poll(() => page.locator('[data-field=amount] input').inputValue(), SOON).toBe('25,000');
    await enter(page, 'date', '30/3');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => last('tax_payments'), SOON)
      .toMatchObject({ status: 'complete', amount: '25000', payable_amount: '25000', from_date: thisYear('03-01') });
    await page.goto(`${shop.address}/reports/tax?${period}`);
    await expect.poll(() => figure(page, 'closing'), SOON).toBe('0');
    await page.locator('main dl').getByRole('link', { name: '25,000' }).last().press('Enter');
    await page
      .getByRole('link', { name: /^TP-|Tax payment/ })
      .first()
      .waitFor(SOON);
    await page.context().close();
  });

  it('sell an asset on account in Kurdish, with the depreciation to its day', async () => {
    const page = await shop.open('/accounting/asset-sales/new', { language: 'ckb' });
    await choose(page, 'asset_purchase_fk', 'AP-000001');
    await enter(page, 'date', '31/5');
    await enter(page, 'amount', '١٠٠٠٠٠');
    await tabTo(page, 'payment_type');
    await choice(page, 'payment_type', 'on_account');
    await choose(page, 'customer_fk', 'Karwan');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => last('asset_sales'), SOON)
      .toMatchObject({ status: 'complete', amount: '100000', cost_amount: '120000' });
    const { id, depreciation_amount: due } = await last('asset_sales');
    await page.goto(`${shop.address}/accounting/asset-sales/${id}`);
    const shown = (amount: string) => page.locator('main').getByText(amount, { exact: true }).first().waitFor(SOON);
    for (const amount of ['100,000', Number(due).toLocaleString('en')]) await shown(amount);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it('dispose of an asset, which brings nothing in', async () => {
    const page = await shop.open('/accounting/asset-sales/new');
    await choose(page, 'asset_purchase_fk', 'AP-000002');
    await choice(page, 'leaves_by', 'disposal');
    await expect.poll(() => page.locator('[data-field=amount]').count()).toBe(0);
    await enter(page, 'date', '30/4');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => last('asset_sales'), SOON).toMatchObject({ status: 'complete', leaves_by: 'disposal' });
    await page.context().close();
  });

  /** A sent remittance, on its page with the dialog open. */
  const delivering = async (language: Language) => {
    const sent = { account_fk: 1, remittance_account_fk: exchange, amount: '50000', receiver: 'Basra' };
    const { data } = await shop.api('POST', 'remittances', { outlet_fk: 1, date: thisYear('04-02'), ...sent });
    const { id } = data as { readonly id: number };
    await shop.api('POST', `remittances/${id}/approve`, {});
    const page = await shop.open(`/accounting/remittances/${id}`, { language });
    const pay = words(language, 'document:transitions.pay_out');
    await press(page, pay);
    const dialog = page.getByRole('dialog');
    await dialog.waitFor(SOON);
    const deliverTo = async (field: string, name: string) => {
      await dialog.locator(`[data-field=${field}] input`).focus();
      await type(page, name);
      await page.locator('[role=option]').first().waitFor(SOON);
      await page.keyboard.press('Enter');
      await dialog.getByRole('button', { name: pay }).press('Enter');
    };
    return { page, dialog, deliverTo };
  };

  it('deliver a remittance to a supplier, whose debt it settles', async () => {
    const owed = async () => {
      const { data } = await shop.api('GET', 'reports/suppliers_statement?consumer_id=1');
      const [closing] = (data as { closing: { amount: string }[] }).closing;
      return Number(closing?.amount ?? 0);
    };
    const before = await owed();
    const { page, deliverTo } = await delivering('en');
    await deliverTo('supplier_fk', 'Azad');
    await expect.poll(() => last('remittances'), SOON).toMatchObject({ status: 'paid' });
    await expect.poll(async () => (await owed()) - before).toBe(50_000);
    await page.context().close();
  });

  it('receive a remittance less what did not arrive', async () => {
    const { page, dialog, deliverTo } = await delivering('en');
    await shop.api('POST', 'expense_types', { type_name: 'Fees of agents' });
    await dialog.locator('[data-field=missing_amount] input').fill('2000');
    const expense = dialog.locator('[data-field=expense_type_fk] input');
    await expense.waitFor(SOON);
    await expense.focus();
    await type(page, 'Fees of');
    await page.locator('[role=option]').first().waitFor(SOON);
    await page.keyboard.press('Enter');
    await deliverTo('account_fk', 'Cash IQD');
    const payment = { account_fk: 1, missing_amount: '2000' };
    await expect.poll(() => last('remittances'), SOON).toMatchObject({ status: 'paid', payment });
    await page.context().close();
  });

  it('deliver a remittance to a payable account in Kurdish, and to no other account', async () => {
    for (const [account_name, heading] of [
      ['Loan of the bank', 'liabilities'],
      ['Deposit of the landlord', 'assets'],
    ]) {
      await shop.api('POST', 'ledger_accounts', { account_name, heading });
    }
    const { page, dialog, deliverTo } = await delivering('ckb');
    expect(await violations(page)).toEqual([]);
    await deliverTo('ledger_account_fk', 'Deposit');
    await page.getByText(rulesCkb.payable_account_expected).first().waitFor(SOON);
    await expect.poll(() => last('remittances')).toMatchObject({ status: 'approved' });
    await deliverTo('ledger_account_fk', 'Loan');
    await expect.poll(() => last('remittances'), SOON).toMatchObject({ status: 'paid' });
    await dialog.waitFor({ state: 'detached', ...SOON });
    const { data } = await shop.api('GET', 'financial_reports/trial_balance');
    const rows = (data as { rows: readonly Data[] }).rows;
    expect(rows.find(({ name }) => name === 'Loan of the bank')).toMatchObject({ debit: '50000' });
    await page.context().close();
  });
});
