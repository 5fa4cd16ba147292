/** The screens of capital, payroll, remittances and fixed assets, used with the keyboard. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, openShop, type Shop, thisYear } from './shop.ts';
import { words } from './steps.ts';
import { cell, choose, enter, enterGrid, pick, press, SOON, tabTo, type } from './typing.ts';

describe.skipIf(!hasChromium)('the screens of owners and assets', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await shop.api('POST', 'cashes', { account_name: 'Exchange office', cash_type: 3, currency_fk: 1 });
    await shop.api('POST', 'stockholders', { stockholder_name: 'Shilan', share_percentage: '60' });
    await shop.api('POST', 'stockholders', { stockholder_name: 'Karwan', share_percentage: '40' });
    await shop.api('POST', 'fixed_assets', { asset_name: 'Van' });
  });
  afterAll(() => shop?.close());

  type Data = Readonly<Record<string, unknown>>;
  const last = async (resource: string): Promise<Data> => {
    const { data } = await shop.api('GET', `${resource}?sortColumn=id&sortDir=desc&per_page=10`);
    const [row] = (data as { data: Data[] }).data;
    return (await shop.api('GET', `${resource}/${row?.['id']}`))['data'] as Data;
  };

  it('take capital, in Kurdish', async () => {
    const page = await shop.open('/accounting/capital-transactions/new', { language: 'ckb', theme: 'dark' });
    await choose(page, 'stockholder_fk', 'Shilan');
    await enter(page, 'date', '1/2');
    await enter(page, 'amount', '٥٠٠٠٠٠٠');
    await tabTo(page, 'account_fk');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => last('capital_transactions'), SOON)
      .toMatchObject({ status: 'complete', amount: '5000000', date: thisYear('02-01') });
    await page.context().close();
  });

  it('prepare a payroll, approve it and pay it', async () => {
    const page = await shop.open('/staff/payrolls/new');
    await enter(page, 'from_date', '1/3');
    await enter(page, 'to_date', '31/3');
    await enter(page, 'date', '31/3');
    await enterGrid(page);
    await pick(page, 'Administrator');
    await cell(page, '900000');
    await cell(page, '50000');
    await cell(page, '20000');
    await expect.poll(() => page.locator('[data-total]').textContent(), SOON).toBe('930,000');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => last('payrolls'), SOON).toMatchObject({ status: 'approved', amount: '930000' });
    const { id } = await last('payrolls');
    await page.goto(`${shop.address}/staff/payrolls/${id}`);
    await press(page, 'Pay');
    await page.getByRole('dialog').waitFor(SOON);
    await choose(page, 'account_fk', 'Cash IQD');
    await press(page, 'Pay');
    await expect.poll(() => last('payrolls'), SOON).toMatchObject({ status: 'paid' });
    await page.getByRole('button', { name: 'Reverse' }).waitFor(SOON);
    // No field beside the lines has a value, so there is no empty panel.
    await expect.poll(() => page.getByRole('complementary', { name: 'Details' }).count()).toBe(0);
    await page.context().close();
  });

  it('keep back from a salary what the person owes for a drawer', async () => {
    const owes = { account: 1240, debit: '3000', currency_fk: 1, user_fk: 1 };
    const lines = [owes, { account: 6300, credit: '3000', currency_fk: 1 }];
    const of = { outlet_fk: 1, date: thisYear('03-10'), status: 'posted' };
    await shop.api('POST', 'general_journals', { ...of, lines });
    const page = await shop.open('/staff/payrolls/new');
    await expect
      .poll(() => page.locator('[data-owed-by-staff]').textContent(), SOON)
      .toMatch(/^Owed by the staffAdministrator 3,000 /);
    await enter(page, 'from_date', '1/3');
    await enter(page, 'to_date', '31/3');
    await enter(page, 'date', '31/3');
    await enterGrid(page);
    await pick(page, 'Administrator');
    await cell(page, '900000');
    await cell(page, '');
    await cell(page, '');
    await cell(page, '3000');
    await expect.poll(() => page.locator('[data-total]').textContent(), SOON).toBe('897,000');
    await page.keyboard.press('Control+Enter');
    // The person has the pay of March already.
    const question = page.getByRole('dialog');
    await expect.poll(() => question.textContent(), SOON).toMatch(/has pay for .* already: PY-000001/);
    await question.getByRole('button', { name: 'Yes, it is meant' }).click(SOON);
    await expect
      .poll(() => last('payrolls'), SOON)
      .toMatchObject({ status: 'approved', amount: '897000', lines: [{ repayment: '3000' }] });
    await page.context().close();
  });

  it('pay the persons of a payroll one by one, and correct what one of them was paid', async () => {
    await shop.api('POST', 'roles', { role_name: 'Cashier', permissions: ['pos_sales/index'] });
    const begin = { new_password: 'hello-sara-of-today', new_password_confirmation: 'hello-sara-of-today' };
    const person = { user_name: 'Sara', email: 'sara@example.com', role_fk: 1, outlet_fk: 1, ...begin };
    const sara = await shop.api('POST', 'users', person);
    const { user_id } = sara['data'] as Data;
    const { data } = await shop.api('POST', 'payrolls', {
      ...{ outlet_fk: 1, from_date: thisYear('02-01'), to_date: thisYear('02-28'), date: thisYear('02-28') },
      lines: [
        { user_fk: 1, base_salary: '500' },
        { user_fk: user_id, base_salary: '300' },
      ],
    });
    const { id } = data as Data;
    await shop.api('POST', `payrolls/${id}/approve`, {});
    const page = await shop.open(`/staff/payrolls/${id}`);
    await press(page, 'Pay');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Pay Sara' }).uncheck(SOON);
    await expect.poll(() => dialog.locator('[data-paid-now]').textContent(), SOON).toMatch(/500$/);
    await choose(page, 'account_fk', 'Cash IQD');
    await dialog.getByRole('button', { name: 'Pay', exact: true }).press('Enter', SOON);
    await expect
      .poll(() => last('payrolls'), SOON)
      .toMatchObject({ status: 'approved', paid_parts: [{ payroll: { amount: '500' } }] });
    await expect.poll(() => page.locator('[data-payments]').textContent(), SOON).toMatch(/Cash IQD1500$/);
    await press(page, 'Correct');
    await dialog.locator('[data-field=line_id] select').selectOption({ label: 'Administrator' }, SOON);
    await dialog.locator('[data-field=base_salary] input').fill('450', SOON);
    await expect.poll(() => dialog.locator('[data-corrected]').textContent(), SOON).toBe('Owes afterwards50');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('absent for a day', SOON);
    await dialog.getByRole('button', { name: 'Correct', exact: true }).press('Enter', SOON);
    await page.getByRole('button', { name: 'Yes, it is meant' }).click(SOON);
    await expect
      .poll(() => last('payrolls'), SOON)
      .toMatchObject({ amount: '750', lines: [{ amount: '450', debt_amount: '50' }, { amount: '300' }] });
    await expect.poll(() => page.locator('[data-corrections]').textContent(), SOON).toMatch(/absent for a day$/);
    await page.context().close();
  });

  it('share a dividend by percentage', async () => {
    const page = await shop.open('/accounting/dividends/new');
    await enter(page, 'date', '31/3');
    await enter(page, 'amount', '1000');
    await enterGrid(page);
    await pick(page, 'Shilan');
    await cell(page, '');
    // Shilan alone is not the whole.
    await page.locator('[data-shares]').waitFor(SOON);
    await pick(page, 'Karwan');
    // The amounts by share are there before anything is approved.
    await page.getByText('600', { exact: true }).first().waitFor(SOON);
    await page.locator('[data-shares]').waitFor({ state: 'detached', ...SOON });
    await page.keyboard.press('Control+Enter');
    // Nothing was earned yet, and the owners mean it.
    const asked = page.getByRole('dialog');
    await asked.getByText('more than was earned').waitFor(SOON);
    await asked.getByRole('button', { name: words('en', 'shell:unusual.is_meant') }).click();
    await expect
      .poll(() => last('dividends'), SOON)
      .toMatchObject({ status: 'approved', lines: [{ amount: '600' }, { amount: '400' }] });
    await page.context().close();
  });

  it('buy an asset and depreciate a month of it', async () => {
    const page = await shop.open('/accounting/asset-purchases/new');
    await choose(page, 'fixed_asset_fk', 'Van');
    await enter(page, 'date', '10/3');
    await enter(page, 'amount', '700000');
    await enter(page, 'useful_life_months', '7');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => last('asset_purchases'), SOON).toMatchObject({ status: 'complete', useful_life_months: 7 });
    await page.goto(`${shop.address}/accounting/depreciations/new`);
    await enter(page, 'date', '30/4');
    await enterGrid(page);
    await type(page, 'AP-');
    await page.locator('[role=option]').first().waitFor(SOON);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => last('depreciations'), SOON).toMatchObject({ status: 'complete', amount: '100000' });
    await page.context().close();
  });

  it('show the months that are due above the list, and enter all of them', async () => {
    const page = await shop.open('/accounting/depreciations');
    await page.locator('[data-due-depreciations] a').waitFor(SOON);
    await page.goto(`${shop.address}/accounting/depreciations/due?date=${thisYear('10-31')}`);
    const year = thisYear('10-31').slice(0, 4);
    await page.getByText(`05/${year} – 10/${year}`).waitFor(SOON);
    await press(page, 'Enter all');
    await page.getByText('Nothing is due until this day.').waitFor(SOON);
    await expect
      .poll(() => last('depreciations'), SOON)
      .toMatchObject({
        status: 'complete',
        date: thisYear('10-31'),
        amount: '600000',
        lines: Array.from({ length: 6 }, () => ({})),
      });
    await page.context().close();
  });

  it('send a remittance with its fee', async () => {
    const page = await shop.open('/accounting/remittances/new');
    await choose(page, 'account_fk', 'Cash IQD');
    await choose(page, 'remittance_account_fk', 'Exchange');
    await enter(page, 'amount', '500000');
    await enter(page, 'receiver', 'Branch in Basra');
    await enter(page, 'date', '2/4');
    await enter(page, 'fee', '5000');
    await choose(page, 'expense_type_fk', 'Rent');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => last('remittances'), SOON).toMatchObject({ status: 'approved', fee: '5000' });
    await page.context().close();
  });
});
