/** Approvals of a supervisor: for what was shown, and for nothing that comes after it. */
import { describe, expect, it } from 'vitest';
import { money, ZERO } from '../../../domain/values/money.ts';
import type { TillCustomer } from '../../../web/till/device/catalogue/catalogue-rows.ts';
import type { KeptEntry, ParkedSale } from '../../../web/till/device/database-schema.ts';
import type { TillDevice } from '../../../web/till/device/device.ts';
import { SoldBatches } from '../../../web/till/device/sold-batches.ts';
import { approve, unapproved } from '../../../web/till/selling/approvals.ts';
import { type Approval, type Cart, withItem, withLine } from '../../../web/till/selling/cart.ts';
import { park, resume } from '../../../web/till/selling/parking.ts';
import { createSaleStore } from '../../../web/till/selling/sale-store.ts';
import { CUSTOMER, EMPTY, tillItem } from './till-shop.ts';

const BOSS: Approval = { user_id: 9, name: 'Boss', rights: ['sales/below_minimum_price'] };
const CHEAP = { field: 'lines.0.price', message: 'net_price_below_minimum' };
const LIMITED: TillCustomer = { ...CUSTOMER, balance: '90000', allowed_debit_amount: '100000' };
const OTHER: TillCustomer = { ...LIMITED, id: 7 };
const two = withItem(withItem(EMPTY, tillItem(11)), tillItem(12));

/** A store whose sale a supervisor has approved. */
function approvedSale(cart: Cart = two, issues = [CHEAP], owed = ZERO) {
  const store = createSaleStore();
  store.begin({ cart });
  approve(store, { sale: store.current(), issues, owed }, BOSS);
  return store;
}

describe('an approval of prices', () => {
  it('stays until the receipt is paid, and opens the payment', () => {
    const store = approvedSale();
    expect(store.current()).toMatchObject({ stage: 'paying', cart: { approval: BOSS } });
    store.set({ stage: 'selling', selected: 2 });
    store.set({ cart: { ...store.current().cart, note: 'a gift' } });
    expect(store.current().cart.approval).toEqual(BOSS);
  });

  it.each<[string, (cart: Cart) => Cart]>([
    ['a line is added', (cart) => withItem(cart, tillItem(14))],
    ['a price is typed', (cart) => withLine(cart, 1, { price: '1' })],
    ['the discount is changed', (cart) => ({ ...cart, discount: { type: 'percent', value: '90' } })],
    ['the customer is changed', (cart) => ({ ...cart, customer: OTHER })],
  ])('ends when %s', (_, change) => {
    const [edited, set] = [approvedSale(), approvedSale()];
    edited.edit(change);
    set.set({ cart: change(set.current().cart) });
    expect([edited.current().cart.approval, set.current().cart.approval]).toEqual([null, null]);
  });

  it('is not given to goods that were scanned while the PIN was checked', () => {
    const store = createSaleStore();
    store.begin({ cart: two });
    const seen = store.current();
    store.edit((cart) => withItem(cart, tillItem(14)));
    approve(store, { sale: seen, issues: [CHEAP], owed: ZERO }, BOSS);
    expect(store.current()).toMatchObject({ stage: 'selling', cart: { approval: null } });
    expect(store.current().cart.lines).toHaveLength(3);
  });

  it('is not parked, and one that an earlier version parked is not resumed', async () => {
    const store = approvedSale();
    const parked: ParkedSale[] = [];
    const device = {
      clock: { now: () => new Date('2026-03-20T08:00:00Z') },
      parked: { putAside: async (sale: ParkedSale) => void parked.push(sale) },
      shared: {
        exchange: async () => undefined,
        takeUp: async () => ({ outcome: 'taken', sale: { cart: { ...two, approval: BOSS }, id: null } }),
      },
      catalogue: { know: async () => undefined },
    } as unknown as TillDevice;
    await park(device, 7, store, '20000');
    expect(parked).toMatchObject([{ cart: { approval: null, lines: [{}, {}] } }]);
    expect(await resume(device, 7, store, 'x')).toBe('taken');
    expect(store.current().cart).toMatchObject({ approval: null, lines: [{}, {}] });
    // Nor is a line of nothing: of a label with the weight 0, whatever else is on the screen.
    for (const count of ['0', '0.000']) {
      const nothing = withItem(two, tillItem(14), { count, apart: true });
      store.begin({ cart: nothing });
      await park(device, 7, store, '20000');
      expect([parked.length, store.current().cart]).toEqual([1, nothing]);
    }
    store.begin({ cart: EMPTY });
    await park(device, 7, store, '0');
    expect(parked).toHaveLength(1);
  });
});

describe('credit above the limit', () => {
  const CREDIT = { field: 'customer_fk', message: 'above_credit_limit' };
  const sold = { ...two, customer: LIMITED };
  const owed = money('20000');
  const till = new SoldBatches();

  it('is asked for apart from prices', () => {
    expect(unapproved(sold, [], money('10000'), till)).toEqual([]);
    expect(unapproved(sold, [], owed, till)).toEqual([CREDIT]);
    expect(unapproved({ ...sold, approval: BOSS }, [], owed, till)).toEqual([CREDIT]);
    expect(unapproved(sold, [CHEAP], owed, till)).toEqual([CHEAP, CREDIT]);
  });

  it('counts what the till has sold on account and taken back, and the terms of the catalogue', () => {
    const sold = new SoldBatches();
    const entry = (uuid: string, kind: 'receipt' | 'refund', amount: string, customer_fk = 8) =>
      sold.add({
        entry: { uuid, content: { kind, customer_fk, lines: [], payments: [{ method: 'credit', amount }] } },
      } as unknown as KeptEntry);
    const asks = () => unapproved({ ...two, customer: LIMITED }, [], money('10000'), sold);
    expect(asks()).toEqual([]);
    entry('other', 'receipt', '50000', 7);
    expect(asks()).toEqual([]);
    entry('mine', 'receipt', '4000');
    expect(asks()).toEqual([CREDIT]);
    entry('back', 'refund', '4000');
    expect(asks()).toEqual([]);
    entry('again', 'receipt', '1');
    expect(asks()).toEqual([CREDIT]);
    sold.begin([]);
    expect(asks()).toEqual([]);
    const lowered = { standing: () => ({ ...LIMITED, allowed_debit_amount: '99999' }) };
    expect(unapproved({ ...two, customer: LIMITED }, [], money('10000'), lowered)).toEqual([CREDIT]);
  });

  it('is asked for when an earlier debt is overdue, once', () => {
    const late = { field: 'customer_fk', message: 'customer_overdue' };
    const behind = { standing: () => ({ ...LIMITED, overdue: '3000' }) };
    expect(unapproved(sold, [], ZERO, behind)).toEqual([]);
    expect(unapproved(sold, [], money('1'), behind)).toEqual([late]);
    expect(unapproved(sold, [], owed, behind)).toEqual([CREDIT, late]);
    const { cart } = approvedSale(sold, [late], money('1')).current();
    expect(cart.approval?.rights).toEqual([]);
    expect(unapproved(cart, [], money('1'), behind)).toEqual([]);
    expect(unapproved(cart, [], money('2'), behind)).toEqual([late]);
  });

  it('is approved for one customer up to one amount, and gives no right to prices', () => {
    const { cart } = approvedSale(sold, [CREDIT], owed).current();
    expect(cart.approval).toEqual({ ...BOSS, rights: [], credit: { customer_fk: 8, amount: '20000' } });
    expect(unapproved(cart, [], owed, till)).toEqual([]);
    expect(unapproved(cart, [], money('20001'), till)).toEqual([CREDIT]);
    expect(unapproved({ ...cart, customer: OTHER }, [], owed, till)).toEqual([CREDIT]);
  });

  it('leaves the earlier approval of prices as it is', () => {
    const store = approvedSale(sold);
    approve(store, { sale: store.current(), issues: [CREDIT], owed }, { ...BOSS, user_id: 10 });
    expect(store.current().cart.approval).toEqual({
      ...{ ...BOSS, user_id: 10 },
      credit: { customer_fk: 8, amount: '20000' },
    });
  });
});
