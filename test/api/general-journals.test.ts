/** General journals over the API, with accounts that were added to the chart. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../domain/values/members.ts';
import { type Api, openApi } from './api.ts';
import { openShop, type Shop } from './shop.ts';

let api: Api;
let shop: Shop;
let furniture: number;
let capital: number;
beforeAll(async () => {
  api = await openApi();
  shop = await openShop(api);
  furniture = 190000000 + (await api.add('ledger_accounts', { account_name: 'Furniture', heading: 'assets' }));
  capital = 390000000 + (await api.add('ledger_accounts', { account_name: 'Capital of Azad', heading: 'equity' }));
});
afterAll(() => api.close());

const post = (path: string, body?: unknown) => api.send('POST', path, body);
const line = (account: number, debit: string | null, credit: string | null, more: object = {}) => ({
  account,
  debit,
  credit,
  currency_fk: 1,
  ...more,
});
const journal = (lines: readonly object[], more: object = {}) => ({
  outlet_fk: shop.outlet,
  date: '2026-03-11',
  lines,
  status: 'posted',
  ...more,
});

describe('a general journal', () => {
  it('is posted with a number, and reversed', async () => {
    const lines = [line(furniture, '5000', null), line(capital, null, '5000')];
    const { status, body } = await post('general_journals', journal(lines));
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ status: 'posted', number: 'J-000001', amount: '5000' });
    const path = `general_journals/${body.data['id']}`;
    expect((await api.send('DELETE', path)).status).toBe(409);
    expect((await post(`${path}/reverse`)).body.errors).toHaveProperty('reason');
    expect((await post(`${path}/reverse`, { reason: 'mistake' })).body.data['status']).toBe('reversed');
  });

  it('that does not balance stays a draft until it does, and is never half posted', async () => {
    const lines = [line(furniture, '5000', null), line(capital, null, '4999')];
    const whole = await post('general_journals', journal(lines));
    expect(whole).toMatchObject({ status: 422, body: { message: expect.stringContaining('differ by 1') } });
    const draft = await post('general_journals', journal(lines, { status: 'draft' }));
    const path = `general_journals/${draft.body.data['id']}`;
    expect((await post(`${path}/post`)).status).toBe(422);
    const { status: _, ...balanced } = journal([line(furniture, '5000', null), line(capital, null, '5000')]);
    expect((await api.send('PATCH', path, balanced)).body.data['status']).toBe('draft');
    expect((await post(`${path}/post`)).body.data).toMatchObject({ status: 'posted', number: 'J-000002' });
  });

  it('is moved to another outlet with its lines, except those of a deliberate other outlet', async () => {
    const [airport, mall] = [
      await api.add('outlets', { outlet_name: 'Airport' }),
      await api.add('outlets', { outlet_name: 'Mall' }),
    ];
    const lines = (first: object, second: object) => [
      line(furniture, '500', null, first),
      line(capital, null, '500', second),
    ];
    const draft = await post('general_journals', journal(lines({}, { outlet_fk: mall }), { status: 'draft' }));
    const outletsOf = ({ body }: typeof draft) => objectsOf(body.data['lines']).map(({ outlet_fk }) => outlet_fk);
    expect(outletsOf(draft)).toEqual([shop.outlet, mall]);
    const path = `general_journals/${draft.body.data['id']}`;
    // As the editor sends it (test/web/document/journal-outlets.test.ts).
    const { status: _, ...moved } = journal(lines({ outlet_fk: null }, { outlet_fk: mall }), { outlet_fk: airport });
    expect((await api.send('PATCH', path, moved)).status).toBe(200);
    const posted = await post(`${path}/post`);
    expect([posted.status, outletsOf(posted)]).toEqual([200, [airport, mall]]);
  });

  it('takes no more out of a cash box than there is, and names its line', async () => {
    const till = 111000000 + shop.cash;
    const lines = [line(furniture, '900', null), line(till, null, '900')];
    const refused = await post('general_journals', journal(lines));
    expect(refused.body.errors).toEqual({ 'lines.1.account': [expect.stringMatching(/^No Enough Balance: Till/)] });
    await api.add('general_journals', journal([line(till, '900', null), line(capital, null, '900')]));
    expect((await post('general_journals', journal(lines))).status).toBe(201);
  });

  it('counts the debt of a customer towards the credit limit, and is not reversed when the debt was paid', async () => {
    const customer = await api.add('customers', { consumer_name: 'Sara', allowed_debit_amount: '1000' });
    const owed = (amount: string) =>
      journal([line(1210, amount, null, { customer_fk: customer }), line(capital, null, amount)]);
    const refused = await post('general_journals', owed('1001'));
    expect(refused.body.errors).toHaveProperty(['lines.0.customer_fk']);
    const id = await api.add('general_journals', owed('1000'));
    await api.add('customer_transactions', {
      outlet_fk: shop.outlet,
      date: '2026-03-11',
      currency_fk: 1,
      customer_fk: customer,
      transaction_type: 'receive',
      amount: '400',
      account_fk: shop.cash,
    });
    const back = await post(`general_journals/${id}/reverse`, { reason: 'mistake' });
    expect(back).toMatchObject({ status: 409, body: { message: expect.stringMatching(/protected/i) } });
  });

  it('is refused outside of open periods, on unknown accounts, and with invalid account numbers', async () => {
    const lines = [line(furniture, '1', null), line(capital, null, '1')];
    expect((await post('general_journals', journal(lines, { date: '2020-01-01' }))).body.errors).toHaveProperty('date');
    const unknown = await post('general_journals', journal([line(190000999, '1', null), line(capital, null, '1')]));
    expect(unknown.body.errors).toHaveProperty(['lines.0.account']);
    const wrong = await post('general_journals', journal([line(0, '1', null), line(capital, null, '-1')]));
    expect(Object.keys(wrong.body.errors ?? {})).toEqual(expect.arrayContaining(['lines.0.account', 'lines.1.credit']));
    expect(wrong.status).toBe(422);
  });
});

describe('an account that people made', () => {
  it('has a name of its own and is kept while it is in use', async () => {
    const again = await post('ledger_accounts', { account_name: 'furniture', heading: 'costs' });
    expect(again.body.errors).toHaveProperty('account_name');
    const id = furniture - 190000000;
    expect((await api.send('DELETE', `ledger_accounts/${id}`)).status).toBe(422);
    const spare = await api.add('ledger_accounts', { account_name: 'Spare', heading: 'costs' });
    expect((await api.send('DELETE', `ledger_accounts/${spare}`)).status).toBe(200);
  });
});
