/** Refusals that concern balances, over every route, to a person who may not see the balance and to one who may. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BulkResult } from '../../command-api/jobs/bulk.ts';
import { allPermissions } from '../../domain/registry/permissions.ts';
import { withoutIsolates } from '../../languages/isolate.ts';
import { foreignAmong } from '../support/foreign-text.ts';
import { resultOf } from '../support/job-result.ts';
import { type Api, openApi, type Sent } from './api.ts';
import { openShop, purchaseBody, type Shop, saleBody } from './shop.ts';

/** Permissions that show the balance of cash, or of customers and suppliers. */
const SHOWS_BALANCES =
  /^(financial_reports|reports)\/|^cashes\/(balance_view|index|show)|^(customers|suppliers)\/(index|show)/;
/** The balance of the cash box, and the remaining credit of the customer. */
const [BALANCE, LEFT] = ['12,345', '54,321'];
const FIGURES = /12[,.]?345|54[,.]?321/;

let api: Api;
let shop: Shop;
let blind: string;
let seeing: string;
let box: number;
let expenseType: number;
let database: pg.Client;
beforeAll(async () => {
  api = await openApi();
  database = new pg.Client({ connectionString: api.database.url });
  await database.connect();
  shop = await openShop(api);
  const given = { outlet_fk: shop.outlet, outlets: [shop.outlet], inventories: [shop.inventory] };
  const without = allPermissions().filter((permission) => !SHOWS_BALANCES.test(permission));
  blind = await api.person('blind', without, given);
  seeing = await api.person('seeing', [...without, 'cashes/balance_view', 'customers/index'], given);
  box = await api.add('cashes', { account_name: 'Box', cash_type: 1, currency_fk: 1, outlet_fk: shop.outlet });
  const income_type_fk = await api.add('income_types', { type_name: 'Gift' });
  const income = { ...paid('12345'), income_type_fk };
  await api.add('incomes', income);
  expenseType = await api.add('expense_types', { type_name: 'Flowers' });
  await api.add('purchases', purchaseBody(shop, '500'));
  const owed = { payment_type: 'on_account', account_fk: null, customer_fk: shop.customer };
  const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '1', price: '45679' }];
  await api.add('sales', saleBody(shop, '1', { ...owed, lines }));
});
afterAll(async () => {
  await database.end();
  await api.close();
});

const paid = (amount: string, more: object = {}) => ({
  ...{ outlet_fk: shop.outlet, date: '2026-03-11', payment_type: 'cash', account_fk: box, currency_fk: 1 },
  ...{ amount, status: 'complete' },
  ...more,
});
const expense = (more: object = {}) => paid('99999', { expense_type_fk: expenseType, ...more });
const onAccount = (quantity = '99') =>
  saleBody(shop, quantity, { payment_type: 'on_account', account_fk: null, customer_fk: shop.customer });

const LANGUAGES = ['en', 'ar', 'ckb'] as const;

/** Asserts that the whole answer, in every language, does not contain the balance. */
async function expectUntold(ask: (token: string, language: string) => Promise<Sent>, words: RegExp): Promise<void> {
  for (const language of LANGUAGES) {
    const { status, body } = await ask(blind, language);
    const all = withoutIsolates(JSON.stringify(body));
    expect([409, 422], all).toContain(status);
    expect(all).not.toMatch(FIGURES);
    if (language === 'en') expect(all).toMatch(words);
    else expect(foreignAmong(Object.values(body.errors ?? {}).flat(), ['Box', 'Azad'])).toEqual([]);
  }
}

/** The dry runs that were refused without a word. */
async function writtenDown(): Promise<readonly string[]> {
  const { rows } = await database.query<{ path: string }>(
    `select detail ->> 'path' as path from identity.security_event
     where kind = 'refused' and detail ->> 'because' = 'dry_run'`,
  );
  return rows.map(({ path }) => path).sort();
}

const post = (path: string, body: unknown) => (token: string, language: string) =>
  api.send('POST', path, body, { token, headers: { 'accept-language': language } });

describe('a balance that a person may not see', () => {
  it('is not in the refusal of an amount that exceeds it', async () => {
    await expectUntold(post('expenses', expense()), /No Enough Balance: Box on 11\/03\/2026/);
    const transfer = { outlet_fk: shop.outlet, date: '2026-03-11', from_account_fk: box, to_account_fk: shop.cash };
    await expectUntold(post('cash_transactions', { ...transfer, amount: '99999' }), /No Enough Balance: Box on/);
    const paidOut = { supplier_fk: shop.supplier, transaction_type: 'pay', ...paid('99999') } as Record<
      string,
      unknown
    >;
    const { status: _, payment_type: __, ...payment } = paidOut;
    await expectUntold(post('supplier_transactions', payment), /No Enough Balance: Box on/);
  });

  it('is not in the answer when a draft is completed, alone or with others', async () => {
    const id = await api.add('expenses', expense({ status: 'draft' }));
    await expectUntold(post(`expenses/${id}/complete`, {}), /No Enough Balance: Box on/);
    const started = await api.send('POST', 'expenses/bulk', { action: 'complete', ids: [id] }, { token: blind });
    const result = await resultOf<BulkResult>(api, String(started.body.data['job_id']), { token: blind });
    expect(result.refused.map(({ message }) => withoutIsolates(message))).toEqual([
      'No Enough Balance: Box on 11/03/2026',
    ]);
    const shown = await api.send(
      'POST',
      'expenses/bulk?dry_run=1',
      { action: 'complete', ids: [id] },
      { token: blind },
    );
    expect(JSON.stringify(shown.body)).not.toMatch(/Box|12[,.]?345/);
    expect(shown.body.data).toEqual({ ready: 1, left: [] });
    await expect.poll(writtenDown).toEqual(['/api/expenses/bulk']);
  });

  it('is not shown when a receipt of money is reversed', async () => {
    const income_type_fk = await api.add('income_types', { type_name: 'Loan' });
    const id = await api.add('incomes', { ...paid('500000'), income_type_fk });
    await api.add('expenses', expense({ amount: '500000' }));
    await expectUntold(
      post(`incomes/${id}/return_to_draft`, { reason: 'wrong' }),
      /No Enough Balance: Box on 11\/03\/2026/,
    );
  });

  it('is not in the refusal by a credit limit', async () => {
    await expectUntold(post('sales', onAccount()), /The allowed debit of Azad is exceeded/);
  });

  it('is not found by trying amounts in dry runs, which answer as if it sufficed, and are written down', async () => {
    const tried = async (path: string, body: unknown, token: string) =>
      (await api.send('POST', `${path}?dry_run=1`, body, { token })).status;
    const amounts = ['1', '12344', '12345', '12346', '99999'];
    const spent = (token: string) =>
      Promise.all(amounts.map((amount) => tried('expenses', expense({ amount }), token)));
    expect(await spent(blind)).toEqual(amounts.map(() => 200));
    expect(await spent(seeing)).toEqual([200, 200, 200, 422, 422]);
    const owing = (token: string) =>
      Promise.all(['1', '99'].map((quantity) => tried('sales', onAccount(quantity), token)));
    expect(await owing(blind)).toEqual([200, 200]);
    expect(await owing(seeing)).toEqual([200, 422]);
    // What else is wrong is told.
    expect(await tried('expenses', expense({ expense_type_fk: 999 }), blind)).toBe(422);
    const paths = ['/api/expenses', '/api/expenses', '/api/expenses/bulk', '/api/sales'];
    await expect.poll(writtenDown).toEqual(paths);
  });

  it('is shown to users who see it in a list or report', async () => {
    const said = async (path: string, body: unknown, field: string) =>
      withoutIsolates((await api.send('POST', path, body, { token: seeing })).body.errors?.[field]?.[0] ?? '');
    expect(await said('expenses', expense(), 'account_fk')).toBe(
      `No Enough Balance: Box has ${BALANCE} IQD on 11/03/2026`,
    );
    expect(await said('sales', onAccount(), 'customer_fk')).toContain(LEFT);
  });
});
