/**
 * "Protected" and "You cannot delete this section" list the documents that block the deletion, for people who may see
 * them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sent } from '../api/api.ts';
import { itemBody, openShop, purchaseBody, type Shop, saleBody } from '../api/shop.ts';
import { type Office, openOffice } from './office.ts';

let office: Office;
let shop: Shop;
beforeAll(async () => {
  office = await openOffice();
  shop = await openShop(office);
});
afterAll(() => office.close());

interface Details {
  readonly blockers: readonly { kind: string; id: number; number: string; date: string | null; route: string }[];
  readonly blocker_count: number;
  readonly blocker_kinds: readonly { kind: string; count: number }[];
}

const detailsOf = ({ body }: Sent): Details => body.details as unknown as Details;
const back = { reason: 'wrong' };

/** Sends a request when the read models contain all events. */
async function sent(...[method, path, body, more]: Parameters<Office['send']>): Promise<Sent> {
  for (const path of ['brands', 'sales', 'financial_reports/trial_balance']) await office.read(path);
  return office.send(method, path, body, more);
}

let bank: number | undefined;
/** An approved remittance that waits for its pay-out. */
async function sentMoney(amount: string): Promise<number> {
  const of = (account_name: string, cash_type: number) => ({ account_name, cash_type, currency_fk: 1 });
  bank ??= await office.add('cashes', { ...of('Agents', 2), allow_overdraft: true });
  const remittance_account_fk = await office.add('cashes', of(`Way of ${amount}`, 3));
  const body = { outlet_fk: shop.outlet, date: '2026-03-11', account_fk: bank, remittance_account_fk, amount };
  const id = await office.add('remittances', body);
  expect((await office.send('POST', `remittances/${id}/approve`, {})).status).toBe(200);
  return id;
}

describe('a document that was used since', () => {
  let item: number;
  let purchase: number;
  const lines = (quantity: string) => ({ lines: [{ item_fk: item, unit_fk: shop.unit, quantity, price: '1000' }] });

  beforeAll(async () => {
    item = await office.add('items', itemBody(shop.unit, 'Oil'));
    purchase = await office.add('purchases', purchaseBody(shop, '20', lines('20')));
  });

  it('is not reversed before the documents that used its goods, which are listed newest first', async () => {
    const older = await office.add('sales', saleBody(shop, '8', { ...lines('8'), date: '2026-03-09' }));
    const newer = await office.add('sales', saleBody(shop, '7', lines('7')));
    const before = await office.add('sales', saleBody(shop, '1', { date: '2026-03-11', ...lines('1') }));
    const draft = await office.add('sales', saleBody(shop, '1', { ...lines('1'), status: 'draft' }));
    const refused = await sent('POST', `purchases/${purchase}/return_to_draft`, back);
    expect(refused).toMatchObject({ status: 409, body: { code: 'protected' } });
    expect(refused.body.message).toBe('Protected, Some of items Returned, Sold or Damaged.');
    const { blockers, blocker_count, blocker_kinds } = detailsOf(refused);
    expect(blockers.map(({ id }) => id)).toEqual([before, newer, older]);
    expect(blockers).not.toContainEqual(expect.objectContaining({ id: draft }));
    expect(blockers.at(-1)).toEqual({
      ...{ kind: 'sale', id: older, number: expect.stringMatching(/^S-/), date: '2026-03-09', route: `sales/${older}` },
    });
    expect([blocker_count, blocker_kinds]).toEqual([3, [{ kind: 'sale', count: 3 }]]);
    const tried = await sent('POST', `purchases/${purchase}/return_to_draft?dry_run=1`, back);
    expect([tried.status, tried.body.details]).toEqual([409, refused.body.details]);
  });

  it('counts the documents that the person may not see, and does not name them', async () => {
    const given = { outlets: [shop.outlet], inventories: [shop.inventory] };
    const buyer = await office.person('buyer', ['purchases/return_to_draft', 'purchases/complete'], given);
    const refused = await sent('POST', `purchases/${purchase}/return_to_draft`, back, { token: buyer });
    expect(refused.status, JSON.stringify(refused.body)).toBe(409);
    expect(detailsOf(refused)).toEqual({
      blockers: [],
      blocker_count: 3,
      blocker_kinds: [{ kind: 'sale', count: 3 }],
    });
  });

  it('lists its returns and its payments', async () => {
    const onAccount = { customer_fk: shop.customer, payment_type: 'on_account', account_fk: null };
    const sale = await office.add('sales', saleBody(shop, '2', { ...lines('2'), ...onAccount }));
    const payment = await office.add('customer_transactions', {
      ...{ outlet_fk: shop.outlet, customer_fk: shop.customer, transaction_type: 'receive', date: '2026-03-11' },
      ...{ currency_fk: 1, amount: '2000', account_fk: shop.cash, allocate: 'oldest' },
    });
    const paid = await sent('POST', `sales/${sale}/return_to_draft`, back);
    expect(paid.status).toBe(409);
    expect(detailsOf(paid).blockers).toMatchObject([{ kind: 'customer_transaction', id: payment }]);
    const returned = await office.add('sale_returns', {
      ...{ outlet_fk: shop.outlet, inventory_fk: shop.inventory, sale_fk: sale, date: '2026-03-11', currency_fk: 1 },
      ...{ customer_fk: shop.customer, payment_type: 'on_account', status: 'complete' },
      lines: [{ sale_line_id: 1, item_fk: item, unit_fk: shop.unit, quantity: '1', price: '1000' }],
    });
    const both = await sent('POST', `sales/${sale}/return_to_draft`, back);
    expect(both.status).toBe(409);
    expect(detailsOf(both).blockers).toContainEqual(
      expect.objectContaining({ kind: 'sale_return', id: returned, route: `sale_returns/${returned}` }),
    );
  });

  it('lists the remittance that settled it', async () => {
    const supplier_fk = await office.add('suppliers', { consumer_name: 'Paid through an agent' });
    const bought = await office.add('purchases', purchaseBody(shop, '1', { supplier_fk }));
    const remittance = await sentMoney('600');
    const paid = await office.send('POST', `remittances/${remittance}/pay_out`, { date: '2026-03-12', supplier_fk });
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
    const refused = await sent('POST', `purchases/${bought}/return_to_draft`, back);
    expect(refused.status).toBe(409);
    expect(detailsOf(refused).blockers).toMatchObject([{ kind: 'remittance', id: remittance }]);
  });

  it('names no more than ten, and counts them all', async () => {
    const many = await office.add('items', itemBody(shop.unit, 'Tea'));
    const tea = { lines: [{ item_fk: many, unit_fk: shop.unit, quantity: '1', price: '1000' }] };
    const stock = { lines: [{ item_fk: many, unit_fk: shop.unit, quantity: '20', price: '600' }] };
    const bought = await office.add('purchases', purchaseBody(shop, '20', stock));
    for (let n = 0; n < 12; n += 1) await office.add('sales', saleBody(shop, '1', tea));
    const details = detailsOf(await sent('POST', `purchases/${bought}/return_to_draft`, back));
    expect([details.blockers.length, details.blocker_count]).toEqual([10, 12]);
  });
});

describe('a record that is used', () => {
  it('lists the documents and records', async () => {
    const brand = await office.add('brands', { brand_name: 'Golden' });
    const item = await office.add('items', itemBody(shop.unit, 'Sugar', { brand_fk: brand }));
    const refused = await sent('DELETE', `brands/${brand}`);
    expect(refused.body.message).toMatch(/^You cannot delete this section \(Brand/);
    expect(detailsOf(refused)).toEqual({
      blockers: [{ kind: 'item', id: item, number: 'Sugar', date: null, route: `items/${item}` }],
      blocker_count: 1,
      blocker_kinds: [{ kind: 'item', count: 1 }],
    });
    const supplier = detailsOf(await sent('DELETE', `suppliers/${shop.supplier}`));
    expect(supplier.blocker_kinds).toEqual([{ kind: 'purchase', count: supplier.blocker_count }]);
    expect(supplier.blockers[0]).toMatchObject({ kind: 'purchase', number: expect.stringMatching(/^P/) });
  });
});

describe('a record that only a later step of a document names', () => {
  const inUse = async (path: string, kind: string) => {
    const refused = await sent('DELETE', path);
    expect([path, refused.status]).toEqual([path, 422]);
    expect(refused.body.message).toMatch(/^You cannot delete this section/);
    expect(detailsOf(refused).blocker_kinds).toEqual([{ kind, count: 1 }]);
  };

  it('is used: the supplier of a cost that was applied to a purchase', async () => {
    const purchase = await office.add('purchases', purchaseBody(shop, '1'));
    const carrier = await office.add('suppliers', { consumer_name: 'Carrier' });
    const cost = { cost_id: 1, cost_type: 'freight', amount: '6000', currency_fk: 1, payment_type: 'on_account' };
    const applied = await office.send('POST', `purchases/${purchase}/apply_cost`, { ...cost, supplier_fk: carrier });
    expect(applied.status, JSON.stringify(applied.body)).toBe(200);
    await inUse(`suppliers/${carrier}`, 'purchase');
  });

  it('is used: the account, and the debt, to which a remittance was paid out', async () => {
    const safe = await office.add('cashes', { account_name: 'Reached', cash_type: 2, currency_fk: 1 });
    const loan = await office.add('ledger_accounts', { account_name: 'Loan', heading: 'liabilities' });
    for (const [target, path] of [
      [{ account_fk: safe }, `cashes/${safe}`],
      [{ ledger_account_fk: loan }, `ledger_accounts/${loan}`],
    ] as const) {
      const remittance = await sentMoney(path.startsWith('cashes') ? '500' : '400');
      const paid = await office.send('POST', `remittances/${remittance}/pay_out`, { date: '2026-03-12', ...target });
      expect(paid.status, JSON.stringify(paid.body)).toBe(200);
      await inUse(path, 'remittance');
    }
  });

  it('is used: the type of an expense that was paid out of a drawer', async () => {
    const of = { cash_type: 1, currency_fk: 1, outlet_fk: shop.outlet, allow_overdraft: true };
    const account_fk = await office.add('cashes', { ...of, account_name: 'Drawer' });
    const safe_account_fk = await office.add('cashes', { ...of, account_name: 'Safe of the drawer' });
    const type = await office.add('expense_types', { type_name: 'Ice' });
    const drawer = await office.add('closing_drawers', {
      ...{ outlet_fk: shop.outlet, date: '2026-03-11' },
      accounts: [{ account_fk, safe_account_fk, float_amount: '5000' }],
    });
    const payout = { date: '2026-03-11', account_fk, expense_type_fk: type, amount: '1000' };
    const paid = await office.send('POST', `closing_drawers/${drawer}/pay_out`, payout);
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
    await inUse(`expense_types/${type}`, 'drawer');
  });
});

describe('a document of a closed year', () => {
  it('names the close', async () => {
    const years = (await office.read('financial_years')).data['data'] as unknown as { id: number }[];
    const close = await office.add('year_closes', { financial_year_fk: years[0]?.id, confirmed: true });
    const refused = await sent('POST', 'sales', saleBody(shop, '1', { date: '2026-03-10' }));
    expect(refused.body.errors).toHaveProperty('date');
    expect(detailsOf(refused).blockers).toMatchObject([{ kind: 'year_close', id: close }]);
    await office.send('POST', `year_closes/${close}/break_off`, { reason: 'a test' });
  });
});
