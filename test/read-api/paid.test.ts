/** Payments of sales and purchases: their state, a part that is paid at once, and a corrected payment. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { money, printMoney, sum } from '../../domain/values/money.ts';
import type { Sent } from '../api/api.ts';
import { openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

type Row = Readonly<Record<string, unknown>>;
let office: Office;
let shop: Shop;
let customer: number;

const onAccount = { payment_type: 'on_account', account_fk: null } as const;
const rowsOf = (data: unknown): readonly Row[] => (data as { data: readonly Row[] }).data;
const show = async (path: string, token?: string) => (await office.read(path, token)).data as Row;

beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
  customer = await office.add('customers', { consumer_name: 'Narin', overdue_days: 30 });
  await office.add('purchases', purchaseBody(shop, '5000', { supplier_fk: shop.supplier, date: '2026-03-01' }));
});
afterAll(() => office.close());

const sell = (quantity: string, more: object = {}) =>
  office.send('POST', 'sales', saleBody(shop, quantity, { ...onAccount, customer_fk: customer, ...more }));

const pay = (amount: string, more: object = {}) =>
  office.send('POST', 'customer_transactions', {
    outlet_fk: shop.outlet,
    customer_fk: customer,
    transaction_type: 'receive',
    date: '2026-03-11',
    currency_fk: 1,
    amount,
    account_fk: shop.cash,
    ...more,
  });

const stream = (kind: string, { body }: Sent) => `${kind}-${body.data['id']}`;
const cash = async () => String((await show(`cashes/${shop.cash}`))['balance']);
const owed = async () => String((await show(`customers/${customer}`))['pending_amount']);

/** The parts of the total, which add up to it. */
const partsOf = async (path: string) => {
  const shown = await show(path);
  const names = ['paid', 'returned_amount', 'allowed_amount', 'not_due_amount', 'unpaid'] as const;
  const parts = names.map((name) => String(shown[name]));
  expect(added(parts)).toBe(String(shown['total']));
  return [...parts, shown['payment_status']];
};

const added = (amounts: readonly unknown[]) => printMoney(sum(amounts.map((amount) => money(String(amount ?? '0')))));

describe('paid is money', () => {
  const soldFor = async (more: object = {}) => {
    const id = Number((await sell('100', { date: '2026-03-10', ...more })).body.data['id']);
    return { id, path: `sales/${id}`, document: `sale-${id}` };
  };
  const allow = (document: string, amount: string) =>
    pay(amount, { transaction_type: 'discount', account_fk: null, allocations: [{ document, amount }] });
  const comeBack = (sale_fk: number, quantity: string) =>
    office.send('POST', 'sale_returns', {
      ...{ sale_fk, customer_fk: customer, outlet_fk: shop.outlet, inventory_fk: shop.inventory },
      ...{ date: '2026-03-11', currency_fk: 1, ...onAccount, status: 'complete' },
      lines: [{ sale_line_id: 1, quantity }],
    });

  it('a discount that is allowed on a sale afterwards is no payment, and leaves it unpaid', async () => {
    const sale = await soldFor();
    const given = await allow(sale.document, '15000');
    expect(await partsOf(sale.path)).toEqual(['0', '0', '15000', '0', '85000', 'unpaid']);
    await pay('20000', { allocations: [{ document: sale.document, amount: '20000' }] });
    expect(await partsOf(sale.path)).toEqual(['20000', '0', '15000', '0', '65000', 'partially_paid']);
    const { id } = given.body.data;
    expect((await office.send('POST', `customer_transactions/${id}/reverse`, { reason: 'x' })).status).toBe(200);
    expect(await partsOf(sale.path)).toEqual(['20000', '0', '0', '0', '80000', 'partially_paid']);
  });

  it('goods that come back of a sale are no payment; what was paid of them is a credit of the customer', async () => {
    const sale = await soldFor();
    const back = await comeBack(sale.id, '30');
    expect(await partsOf(sale.path)).toEqual(['0', '30000', '0', '0', '70000', 'unpaid']);
    await pay('70000', { allocations: [{ document: sale.document, amount: '70000' }] });
    expect(await partsOf(sale.path)).toEqual(['70000', '30000', '0', '0', '0', 'paid']);
    await comeBack(sale.id, '10');
    expect(await partsOf(sale.path)).toEqual(['70000', '30000', '0', '0', '0', 'paid']);
    const { rows } = { rows: rowsOf((await office.read(`sales?filter[payment_status]=partially_paid`)).data) };
    expect(rows.map(({ id }) => id)).not.toContain(sale.id);
    expect(back.status).toBe(201);
  });

  it('a purchase of which 60 of 100 came: 40,000 are not due; 30 that go back are not paid', async () => {
    const lines = [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '100', price: '1000' }];
    const id = await office.add('purchases', purchaseBody(shop, '100', { lines, receive: false }));
    const came = { date: '2026-03-04', lines: [{ line_id: 1, quantity: '60' }] };
    expect((await office.send('POST', `purchases/${id}/receive`, came)).status).toBe(200);
    expect(await partsOf(`purchases/${id}`)).toEqual(['0', '0', '0', '40000', '60000', 'unpaid']);
    const back = await office.send('POST', 'purchase_returns', {
      ...{ purchase_fk: id, supplier_fk: shop.supplier, outlet_fk: shop.outlet, inventory_fk: shop.inventory },
      ...{ date: '2026-03-11', currency_fk: 1, payment_type: 'on_account', status: 'complete' },
      lines: [{ purchase_line_id: 1, quantity: '30' }],
    });
    expect(back.status).toBe(201);
    expect(await partsOf(`purchases/${id}`)).toEqual(['0', '30000', '0', '40000', '30000', 'unpaid']);
    const paid = await office.send('POST', 'supplier_transactions', {
      ...{ outlet_fk: shop.outlet, supplier_fk: shop.supplier, transaction_type: 'discount', date: '2026-03-12' },
      ...{ currency_fk: 1, amount: '10000', allocations: [{ document: `purchase-${id}`, amount: '10000' }] },
    });
    expect(paid.status).toBe(201);
    expect(await partsOf(`purchases/${id}`)).toEqual(['0', '30000', '10000', '40000', '20000', 'unpaid']);
    const listed = rowsOf((await office.read(`purchases?filter[payment_status]=unpaid`)).data);
    expect(listed.find((row) => row['id'] === id)).toMatchObject({ paid: '0', returned_amount: '30000' });
  });

  it('an expense, an income, a landed cost and a fixed asset that are owed have the same parts', async () => {
    const on = { outlet_fk: shop.outlet, date: '2026-03-10', currency_fk: 1, amount: '100000', ...onAccount };
    const lent = { account_name: 'Lent', cash_type: 2, currency_fk: 1, outlet_fk: shop.outlet, allow_overdraft: true };
    const bank = await office.add('cashes', lent);
    const type = (kind: string) => office.add(`${kind}_types`, { type_name: `Rent ${kind}` });
    const fixed_asset_fk = await office.add('fixed_assets', { asset_name: 'Scales' });
    const owing = { ...on, supplier_fk: shop.supplier, status: 'complete' };
    const purchase_fk = await office.add('purchases', purchaseBody(shop, '1', { supplier_fk: shop.supplier }));
    const bought = await office.add('asset_purchases', { ...owing, fixed_asset_fk, useful_life_months: 12 });
    const freight = { cost_type: 'freight', lines: [{ purchase_fk }] };
    const { account_fk: _, ...sold } = { ...on, customer_fk: customer, leaves_by: 'sale', asset_purchase_fk: bought };
    const owed = [
      ['expenses', 'expense', await office.add('expenses', { ...owing, expense_type_fk: await type('expense') })],
      ['landed_costs', 'landed_cost', await office.add('landed_costs', { ...owing, ...freight })],
      ['asset_purchases', 'asset_purchase', bought],
      ['asset_sales', 'asset_sale', await office.add('asset_sales', sold)],
      [
        'incomes',
        'income',
        await office.add('incomes', {
          ...{ ...on, customer_fk: customer, income_type_fk: await type('income'), status: 'complete' },
        }),
      ],
    ] as const;
    for (const [resource, kind, id] of owed) {
      const allocations = (amount: string) => [{ document: `${kind}-${id}`, amount }];
      const isOurs = ['expense', 'landed_cost', 'asset_purchase'].includes(kind);
      const paid = (transaction_type: string, amount: string) =>
        isOurs
          ? office.send('POST', 'supplier_transactions', {
              ...{ outlet_fk: shop.outlet, supplier_fk: shop.supplier, date: '2026-03-11', currency_fk: 1, amount },
              ...{ account_fk: transaction_type === 'discount' ? null : bank, allocations: allocations(amount) },
              transaction_type: transaction_type === 'receive' ? 'pay' : transaction_type,
            })
          : pay(amount, {
              ...{ transaction_type, allocations: allocations(amount) },
              ...(transaction_type === 'discount' ? { account_fk: null } : {}),
            });
      expect((await paid('receive', '50000')).status, kind).toBe(201);
      expect((await paid('discount', '20000')).status, kind).toBe(201);
      expect(await partsOf(`${resource}/${id}`), kind).toEqual(['50000', '0', '20000', '0', '30000', 'partially_paid']);
      const [row] = rowsOf((await office.read(`${resource}?filter[payment_status]=partially_paid`)).data);
      expect(row, kind).toMatchObject({ id, allowed_amount: '20000', remaining: '30000' });
      const papers = ((await show(`${resource}/${id}/paper`))['documents'] ?? []) as Row[];
      expect(papers, kind).toMatchObject([{ paid: '50000', allowed: '20000', remaining: '30000' }]);
      expect((await show(`${resource}/${id}`))['payments'], kind).toHaveLength(2);
    }
  });

  it('a sale paid in part at once and discounted afterwards', async () => {
    const sale = await soldFor({ paid_now: '40000', paid_account_fk: shop.cash });
    await allow(sale.document, '5000');
    expect(await partsOf(sale.path)).toEqual(['40000', '0', '5000', '0', '55000', 'partially_paid']);
  });
});

describe('a sale on account', () => {
  it('shows the paid, returned and open amounts, and the due date', async () => {
    const sale = await sell('10', { date: '2026-03-10' });
    const { id } = sale.body.data;
    const first = await pay('3000', { allocations: [{ document: stream('sale', sale), amount: '3000' }] });
    const returned = await office.send('POST', 'sale_returns', {
      ...{ sale_fk: id, customer_fk: customer, outlet_fk: shop.outlet, inventory_fk: shop.inventory },
      ...{ date: '2026-03-11', currency_fk: 1, ...onAccount, status: 'complete' },
      lines: [{ sale_line_id: 1, quantity: '2' }],
    });
    expect(returned.status).toBe(201);
    expect(await show(`sales/${id}`)).toMatchObject({
      payment_status: 'partially_paid',
      due_date: '2026-04-09',
      remaining: '5000',
      payments: [
        {
          document: stream('customer_transaction', first),
          document_kind: 'customer_transaction',
          document_id: first.body.data['id'],
          number: first.body.data['number'],
          date: '2026-03-11',
          amount: '3000',
        },
      ],
      returns: [{ document: stream('sale_return', returned), status: 'complete', amount: '2000' }],
    });
    const [row] = rowsOf((await office.read(`sales?filter[due_date]=2026-04-09,2026-04-09`)).data);
    expect(row).toMatchObject({ id, remaining: '5000', due_date: '2026-04-09' });
    const last = await pay('5000', { allocations: [{ document: stream('sale', sale), amount: '5000' }] });
    expect(last.status).toBe(201);
    expect(await show(`sales/${id}`)).toMatchObject({ payment_status: 'paid', remaining: '0' });
  });

  it('is due on no day while it is a draft, nor when it is paid in cash', async () => {
    const draft = await sell('1', { status: 'draft' });
    expect(await show(`sales/${draft.body.data['id']}`)).toMatchObject({ due_date: null, payments: [], returns: [] });
    const inCash = await office.send('POST', 'sales', saleBody(shop, '1'));
    expect(await show(`sales/${inCash.body.data['id']}`)).toMatchObject({ due_date: null, remaining: '0' });
  });

  it('hides the payments from people who may not see payments, not their sum', async () => {
    const sale = await sell('1');
    await pay('400', { allocations: [{ document: stream('sale', sale), amount: '400' }] });
    const place = { outlet_fk: shop.outlet, outlets: [shop.outlet], inventories: [shop.inventory] };
    const clerk = await office.person('seller', ['sales/show', 'sales/index'], place);
    const seen = await show(`sales/${sale.body.data['id']}`, clerk);
    expect(seen).toMatchObject({ remaining: '600', returns: [] });
    expect(seen['payments']).toEqual([
      { document: null, document_kind: null, document_id: null, number: null, date: '2026-03-11', amount: '400' },
    ]);
  });
});

describe('a part that is paid at once', () => {
  const part = { paid_now: '2500' };

  it('is a payment of its own in the same append, with both numbers in the answer', async () => {
    const [had, due] = [await cash(), await owed()];
    const sale = await sell('4', { ...part, paid_account_fk: shop.cash });
    expect(sale.status).toBe(201);
    const [made] = sale.body.data['made'] as Row[];
    expect(made).toMatchObject({ document_kind: 'customer_transaction', number: expect.stringMatching(/^CT-\d+$/) });
    expect(sale.body.data).toMatchObject({ number: expect.stringMatching(/^S-\d+$/), paid_now: '2500' });
    const { id } = sale.body.data;
    const payment = await show(`customer_transactions/${made?.['document_id']}`);
    expect(payment).toMatchObject({ amount: '2500', allocations: [{ allocations: [{ document: `sale-${id}` }] }] });
    expect(await show(`sales/${id}`)).toMatchObject({
      ...{ payment_status: 'partially_paid', remaining: '1500' },
      payments: [{ document: made?.['document'], number: made?.['number'], amount: '2500' }],
    });
    expect(Number(await cash()) - Number(had)).toBe(2500);
    expect(Number(await owed()) - Number(due)).toBe(1500);
  });

  it('shows in a dry run what the commit stores', async () => {
    const body = saleBody(shop, '4', {
      ...{ ...onAccount, customer_fk: customer, ...part, paid_account_fk: shop.cash, date: '2026-03-09' },
    });
    const tried = await office.send('POST', 'sales?dry_run=1', body);
    const stored = await office.send('POST', 'sales', body);
    const types = (tried.body.data['preview'] as { events: readonly { type: string }[] }).events.map(
      ({ type }) => type,
    );
    expect(types).toEqual(['sale.completed', 'customer_transaction.completed']);
    expect(tried.body.data['made']).toMatchObject([{ document_kind: 'customer_transaction', number: null }]);
    const [made] = stored.body.data['made'] as Row[];
    expect((tried.body.data['made'] as Row[])[0]?.['document']).toBe(made?.['document']);
  });

  it('is answered the same when it is sent again', async () => {
    const body = saleBody(shop, '1', {
      ...{ ...onAccount, customer_fk: customer, paid_now: '100', paid_account_fk: shop.cash },
    });
    const first = await office.send('POST', 'sales', body, { key: 'twice' });
    const again = await office.send('POST', 'sales', body, { key: 'twice' });
    expect(again.body.data).toMatchObject({ repeated: true, id: first.body.data['id'], made: first.body.data['made'] });
  });

  it('waits in a draft, and is entered when that is completed', async () => {
    const draft = await sell('4', { ...part, paid_account_fk: shop.cash, status: 'draft' });
    const { id } = draft.body.data;
    expect(draft.body.data['made']).toBeUndefined();
    const complete = await office.send('POST', `sales/${id}/complete`);
    expect(complete.body.data['made']).toMatchObject([{ document_kind: 'customer_transaction' }]);
    expect(await show(`sales/${id}`)).toMatchObject({ remaining: '1500' });
  });

  it('is reversed with its document in one step, and entered with it again', async () => {
    const [had, due] = [await cash(), await owed()];
    const sale = await sell('4', { ...part, paid_account_fk: shop.cash });
    const { id } = sale.body.data;
    const back = await office.send('POST', `sales/${id}/return_to_draft`, { reason: 'wrong customer' });
    expect(back.status).toBe(200);
    const [made] = sale.body.data['made'] as Row[];
    expect(await show(`customer_transactions/${made?.['document_id']}`)).toMatchObject({ status: 'reversed' });
    expect([await cash(), await owed()]).toEqual([had, due]);
    const again = await office.send('POST', `sales/${id}/complete`);
    expect((again.body.data['made'] as Row[])[0]?.['document']).not.toBe(made?.['document']);
    expect(await show(`sales/${id}`)).toMatchObject({ remaining: '1500' });
  });

  it('is not reversed without the permission to reverse payments', async () => {
    const place = { outlet_fk: shop.outlet, outlets: [shop.outlet], inventories: [shop.inventory] };
    const may = ['sales/show', 'sales/return_to_draft', 'sales/store', 'sales/complete'];
    const clerk = await office.person('taker', [...may, 'customer_transactions/store'], place);
    const sale = await sell('4', { ...part, paid_account_fk: shop.cash });
    const { id } = sale.body.data;
    const refused = await office.send('POST', `sales/${id}/return_to_draft`, { reason: 'x' }, { token: clerk });
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    const seller = await office.person('seller2', may, place);
    const body = saleBody(shop, '4', { ...onAccount, customer_fk: customer, ...part, paid_account_fk: shop.cash });
    const unpaid = await office.send('POST', 'sales', body, { token: seller });
    expect(unpaid.body.errors).toHaveProperty('paid_now');
  });

  it('is refused where it is more than is owed, of cash, without an account, or with a fraction', async () => {
    const wrong = async (more: object) => (await sell('4', more)).body.errors;
    expect(Object.keys((await wrong({ paid_now: '4001', paid_account_fk: shop.cash })) ?? {})).toEqual(['paid_now']);
    expect(Object.keys((await wrong({ paid_now: '10' })) ?? {})).toEqual(['paid_account_fk']);
    expect(await wrong({ paid_now: '10.5', paid_account_fk: shop.cash })).toHaveProperty('paid_now');
    const inCash = saleBody(shop, '4', { ...part, paid_account_fk: shop.cash });
    expect((await office.send('POST', 'sales', inCash)).body.errors).toHaveProperty('paid_now');
  });

  it('of a purchase leaves the cash account, which must have it, and only for goods that came', async () => {
    const bank = await office.add('cashes', {
      account_name: 'Bank',
      cash_type: 2,
      currency_fk: 1,
      outlet_fk: shop.outlet,
    });
    const paid = { paid_now: '1200', paid_account_fk: bank, date: '2026-03-11' };
    const short = await office.send('POST', 'purchases', purchaseBody(shop, '10', paid));
    expect([short.status, Object.keys(short.body.errors ?? {})]).toEqual([422, ['paid_now']]);
    const later = await office.send('POST', 'purchases', purchaseBody(shop, '10', { ...paid, receive: false }));
    expect(Object.keys(later.body.errors ?? {})).toEqual(['paid_now']);
    const bought = await office.send(
      'POST',
      'purchases',
      purchaseBody(shop, '10', { ...paid, paid_account_fk: shop.cash }),
    );
    expect(bought.body.data['made']).toMatchObject([{ document_kind: 'supplier_transaction' }]);
    const { id } = bought.body.data;
    expect(await show(`purchases/${id}`)).toMatchObject({ remaining: '4800', payments: [{ amount: '1200' }] });
    const back = await office.send('POST', `purchases/${id}/return_to_draft`, { reason: 'wrong' });
    expect(back.status).toBe(200);
  });

  it('in dollars uses its own rate if it has one', async () => {
    const dollars = await office.add('cashes', { account_name: 'Dollars', cash_type: 1, currency_fk: 2 });
    const sale = await sell('4', {
      ...{ currency_fk: 2, rate: '1480', paid_now: '1000.5', paid_account_fk: dollars, paid_rate: '1490' },
      lines: [{ item_fk: shop.item, unit_fk: shop.unit, quantity: '4', price: '1000' }],
    });
    expect(sale.status, JSON.stringify(sale.body)).toBe(201);
    expect(await show(`sales/${sale.body.data['id']}`)).toMatchObject({ remaining: '2999.5' });
    const [made] = sale.body.data['made'] as Row[];
    expect(await show(`customer_transactions/${made?.['document_id']}`)).toMatchObject({
      rate: '1490',
      currency_fk: 2,
    });
  });
});

describe('a payment that is corrected', () => {
  it('is reversed by the one that takes its place, in one step, and both name each other', async () => {
    const sale = await sell('6');
    const document = stream('sale', sale);
    const wrong = await pay('6000', { allocations: [{ document, amount: '6000' }] });
    const { id } = wrong.body.data;
    const [had, due] = [await cash(), await owed()];
    const open = (await office.read(`customers/${customer}/open_documents?currency_fk=1&without=${id}`)).data;
    expect(open).toContainEqual(expect.objectContaining({ document, amount: '6000' }));
    const openFor = async (name: string, outlet: number) => {
      const place = { outlet_fk: outlet, outlets: [outlet], inventories: [shop.inventory] };
      const token = await office.person(name, ['customer_transactions/store'], place);
      return office.read(`customers/${customer}/open_documents?currency_fk=1&without=${id}`, token);
    };
    expect((await openFor('corrector', shop.outlet)).data).toContainEqual(
      expect.objectContaining({ document, amount: '6000' }),
    );
    expect(await openFor('elsewhere', 1)).toMatchObject({ status: 200, data: [] });
    const right = { replaces_fk: id, reason: 'another amount', allocations: [{ document, amount: '4000' }] };
    const corrected = await pay('4000', right);
    expect(corrected.status, JSON.stringify(corrected.body)).toBe(201);
    expect(Number(await cash()) - Number(had)).toBe(-2000);
    expect(Number(await owed()) - Number(due)).toBe(2000);
    const old = await show(`customer_transactions/${id}`);
    expect(old).toMatchObject({ status: 'reversed', replaced_by_fk: corrected.body.data['id'] });
    const changes = (await office.read(`customer_transactions/${id}/history`)).data as unknown as {
      readonly type: string;
      readonly reason: string;
      readonly changes: readonly { readonly field: string }[];
    }[];
    const last = changes.at(-1);
    expect(last).toMatchObject({ type: 'customer_transaction.reversed', reason: 'another amount' });
    expect(last?.changes.map(({ field }) => field)).toContain('replaced_by_fk');
    const again = await pay('1', right);
    expect(again.body.errors).toHaveProperty('replaces_fk');
    expect(await show(`sales/${sale.body.data['id']}`)).toMatchObject({ remaining: '2000' });
  });

  it('needs a reason, and the permission to take payments back', async () => {
    const wrong = await pay('100', { allocate: 'none' });
    const { id } = wrong.body.data;
    expect((await pay('90', { replaces_fk: id })).body.errors).toHaveProperty('reason');
    const place = { outlet_fk: shop.outlet, outlets: [shop.outlet], inventories: [shop.inventory] };
    const clerk = await office.person('receiver', ['customer_transactions/store', 'customer_transactions/show'], place);
    const body = {
      ...{ outlet_fk: shop.outlet, customer_fk: customer, transaction_type: 'receive', date: '2026-03-11' },
      ...{ currency_fk: 1, amount: '90', account_fk: shop.cash, replaces_fk: id, reason: 'x' },
    };
    const refused = await office.send('POST', 'customer_transactions', body, { token: clerk });
    expect(refused.body.errors).toHaveProperty('replaces_fk');
    expect(await show(`customer_transactions/${id}`)).toMatchObject({ status: 'complete' });
  });

  it('refuses the reversal of the sale that was paid with it, with a message', async () => {
    const sale = await sell('4', { paid_now: '1000', paid_account_fk: shop.cash });
    const [made] = sale.body.data['made'] as Row[];
    const document = stream('sale', sale);
    const corrected = await pay('900', {
      ...{ replaces_fk: made?.['document_id'], reason: 'counted again', allocations: [{ document, amount: '900' }] },
    });
    expect(corrected.status).toBe(201);
    // What blocks is read from the read models, which the refusal does not wait for.
    await show(`customer_transactions/${corrected.body.data['id']}`);
    const back = await office.send('POST', `sales/${sale.body.data['id']}/return_to_draft`, { reason: 'x' });
    expect(back.status).toBe(409);
    expect(JSON.stringify(back.body.details)).toContain(String(corrected.body.data['number']));
  });
});
