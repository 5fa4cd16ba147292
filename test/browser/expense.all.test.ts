/** Expenses and incomes, entered with the keyboard, and their postings. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { membersOf } from '../../domain/values/members.ts';
import { last, posted } from './books.ts';
import { hasChromium, openShop, type Shop, thisYear } from './shop.ts';
import { choice, complete, newFromList, refusedAt, rowOf, save, words } from './steps.ts';
import { choose, enter, SOON, type } from './typing.ts';

const EXPENSES = '/accounting/expenses';
const INCOMES = '/accounting/incomes';

describe.skipIf(!hasChromium)('the screens of expenses and incomes', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    await shop.api('POST', 'currency_rates', { date: thisYear('01-02'), rate: '1490', in_rate: '1480' });
    await shop.api('POST', 'income_types', { type_name: 'Rent received' });
    await shop.api('POST', 'suppliers', { consumer_name: 'Azad Trading', code: 'S1' });
    await shop.api('POST', 'customers', { consumer_name: 'Karwan Supermarket', code: 'C1' });
    const income = { outlet_fk: 1, income_type_fk: 1, date: thisYear('02-01'), payment_type: 'cash' };
    const dinars = { currency_fk: 1, account_fk: 1, amount: '100000' };
    await shop.api('POST', 'incomes', { ...income, ...dinars, status: 'complete' });
  });
  afterAll(() => shop?.close());

  it('take an expense in cash, and refuse what the account does not have', async () => {
    const page = await shop.open(EXPENSES);
    await newFromList(shop, page, EXPENSES, 'expense_type_fk');
    await choose(page, 'expense_type_fk', 'Transport');
    await enter(page, 'date', '10/3');
    await enter(page, 'amount', '100000+1');
    await enter(page, 'reference_number', 'A-17');
    await save(page);
    await page.keyboard.press('Control+Enter');
    await refusedAt(page, 'account_fk', 'No Enough Balance: Cash IQD has 100,000');
    await enter(page, 'amount', '3*4500');
    await complete(page, EXPENSES, 'expense_type_fk');
    expect(await rowOf(shop, page, EXPENSES, 'E-000001')).toMatch(/10\/03\/\d+ Transport Complete Cash .*13,500/);
    const expense = await last(shop, 'expenses');
    expect(expense).toMatchObject({ number: 'E-000001', amount: '13500', reference_number: 'A-17', unpaid: '0' });
    await expect
      .poll(() => posted(shop, 'expenses', expense['id']))
      .toEqual(['expense-type Transport 13500', 'cash Cash IQD -13500']);
    await page.context().close();
  });

  it('take an expense in dollars that is owed to a supplier, in Kurdish', async () => {
    const page = await shop.open(EXPENSES, { language: 'ckb', theme: 'dark' });
    await newFromList(shop, page, EXPENSES, 'expense_type_fk');
    await choose(page, 'expense_type_fk', 'Rent');
    await enter(page, 'date', '١٥/٣');
    await enter(page, 'amount', '٢٥٠٫٢٥');
    await choice(page, 'payment_type', 'on_account');
    await choose(page, 'currency_fk', 'دۆلار');
    await expect.poll(() => page.locator('[data-field=rate] input').inputValue(), SOON).toBe('1,490');
    await page.keyboard.press('Control+s');
    await refusedAt(page, 'supplier_fk', words('ckb', 'document:problems.required'));
    await choose(page, 'supplier_fk', 'Azad');
    await save(page, 'ckb');
    await complete(page, EXPENSES, 'expense_type_fk');
    expect(await rowOf(shop, page, EXPENSES, 'E-000002')).toMatch(/15\/03\/\d+ کرێ .*250\.25 372,873/);
    const expense = await last(shop, 'expenses');
    expect(expense).toMatchObject({ amount: '250.25', rate: '1490', unpaid: '250.25', payment_status: 'unpaid' });
    await expect
      .poll(() => posted(shop, 'expenses', expense['id']))
      .toEqual(['expense-type Rent 372872.5 (250.25)', 'payable Azad Trading -372872.5 (-250.25)']);
    await page.context().close();
  });

  it('take an income that a customer owes, in Arabic', async () => {
    const page = await shop.open(INCOMES, { language: 'ar' });
    await newFromList(shop, page, INCOMES, 'income_type_fk');
    await choose(page, 'income_type_fk', 'Rent received');
    await enter(page, 'date', '٣١/٣');
    await enter(page, 'amount', '0');
    await choice(page, 'payment_type', 'on_account');
    await choose(page, 'customer_fk', 'Karwan');
    await enter(page, 'note', 'إيجار شهر آذار');
    await page.keyboard.press('Control+s');
    await refusedAt(page, 'amount', 'أكبر من');
    await type(page, '٧٥٠٠٠');
    await save(page, 'ar');
    await complete(page, INCOMES, 'income_type_fk');
    expect(await rowOf(shop, page, INCOMES, 'I-000002')).toMatch(
      /31\/03\/\d+ Rent received .*Karwan Supermarket .*75,000/,
    );
    const income = await last(shop, 'incomes');
    expect(income).toMatchObject({ amount: '75000', unpaid: '75000', note: 'إيجار شهر آذار' });
    await expect
      .poll(() => posted(shop, 'incomes', income['id']))
      .toEqual(['receivable Karwan Supermarket 75000', 'income-type Rent received -75000']);
    await page.context().close();
  });

  it('ask about a number of the supplier that another expense has, and take it when it is meant', async () => {
    const owed = { outlet_fk: 1, expense_type_fk: 1, payment_type: 'on_account', supplier_fk: 1, currency_fk: 1 };
    const first = { ...owed, date: thisYear('03-02'), amount: '7000', reference_number: 'INV-77', status: 'complete' };
    await shop.api('POST', 'expenses', first);
    const page = await shop.open(EXPENSES);
    await newFromList(shop, page, EXPENSES, 'expense_type_fk');
    await choose(page, 'expense_type_fk', 'Rent');
    await enter(page, 'date', '16/3');
    await enter(page, 'amount', '7000');
    await choice(page, 'payment_type', 'on_account');
    await choose(page, 'supplier_fk', 'Azad');
    await enter(page, 'reference_number', 'inv 077');
    await save(page);
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog');
    await expect
      .poll(() => dialog.textContent(), SOON)
      .toMatch(/This number of the supplier is on E-\d+ of 02\/03\/\d+ already, for 7,000 IQD/);
    await dialog.getByRole('button', { name: words('en', 'shell:unusual.is_meant') }).click(SOON);
    await page.waitForURL(`**${EXPENSES}/new`, SOON);
    expect(await last(shop, 'expenses')).toMatchObject({ status: 'complete', reference_number: 'inv 077' });
    await page.context().close();
  });

  it('are completed by another person than who drafted them, from an amount in the settings on', async () => {
    const role = await shop.api('POST', 'roles', { role_name: 'Clerk', permissions: ['expenses/complete'] });
    const { id: role_fk } = membersOf(role['data']);
    const clerk = { user_name: 'Sara', email: 'sara@example.com', role_fk, outlets: [1], inventories: [1] };
    const begin = { new_password: 'hello-sara-of-today', new_password_confirmation: 'hello-sara-of-today' };
    await shop.api('POST', 'users', { ...clerk, ...begin });
    const settings = await shop.open('/settings/system-configurations');
    await settings
      .locator('[data-field=four_eyes]')
      .getByRole('button', { name: words('en', 'form:add_row') })
      .click(SOON);
    // Far down on the page: the keyboard would pass every setting before it.
    await settings.locator('[data-field="four_eyes.0.document"]').locator('input, button, select').first().focus(SOON);
    await choice(settings, 'four_eyes.0.document', 'expense');
    await enter(settings, 'four_eyes.0.from_amount', '5000');
    await settings.keyboard.press('Control+s');
    await settings.getByText('Updated Successfully').first().waitFor(SOON);
    await settings.context().close();
    const page = await shop.open(EXPENSES);
    await newFromList(shop, page, EXPENSES, 'expense_type_fk');
    await choose(page, 'expense_type_fk', 'Rent');
    await enter(page, 'date', '17/3');
    await enter(page, 'amount', '5000');
    await save(page);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Somebody else than those who drafted').first().waitFor(SOON);
    expect(await last(shop, 'expenses')).toMatchObject({ status: 'draft', amount: '5000' });
    await enter(page, 'amount', '4999');
    await complete(page, EXPENSES, 'expense_type_fk');
    await page.context().close();
  });
});
