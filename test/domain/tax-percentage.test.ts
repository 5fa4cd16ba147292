/** A tax applies from its first day, in every document by the day of this document. */
import { describe, expect, it } from 'vitest';
import { percentageOn } from '../../domain/pricing/tax-percentage.ts';
import { purchase } from '../../domain/purchasing/purchase.ts';
import { purchaseOrder } from '../../domain/purchasing/purchase-order.ts';
import { purchaseReturn } from '../../domain/purchasing/purchase-return.ts';
import { onlineOrder } from '../../domain/sales/orders/online-order.ts';
import { taxPercentOf } from '../../web/till/selling/goods.ts';
import { terms } from '../web/till/till-shop.ts';
import { given } from './given.ts';
import { RECORDS, shop } from './shop.ts';

const FIRST_DAY = '2026-03-10';
const DAY_BEFORE = '2026-03-09';
const records = {
  'tax-1': { percentage: '10', recoverable: true, date: FIRST_DAY },
  'item-11': { ...RECORDS['item-11'], tax_fk: 1, category_fk: 1 },
  'category-1': { category_name: 'Food', is_active_online: true },
  'app_setting-1': { outlet_fk: 1, inventory_fk: 1, account_fk: 3 },
};
const on = (today: string) => shop({ records, today, levels: { 'stock:11:1': '5' } });

const line = { item_fk: 11, unit_fk: 1, quantity: '1', price: '1000', tax_fk: 1 };
const document = (date: string, more: object = {}) => ({
  ...{ outlet_fk: 1, inventory_fk: 1, supplier_fk: 8, currency_fk: 1, date },
  lines: [{ ...line, ...more }],
});
const onAccount = (date: string, more: object = {}) => ({
  ...document(date, more),
  payment_type: 'on_account' as const,
});
const taxed = (tax_percent: string | null) => ({ lines: [{ tax_percent }] });

describe('a tax', () => {
  it('has its percentage from its first day; without one always', () => {
    const tax = { percentage: '10', date: FIRST_DAY };
    expect([DAY_BEFORE, FIRST_DAY, '2026-03-11'].map((day) => percentageOn(tax, day))).toEqual([null, '10', '10']);
    expect(percentageOn({ percentage: '10', date: null }, '1999-01-01')).toBe('10');
    expect(percentageOn(undefined, FIRST_DAY)).toBeNull();
  });
});

describe.each([
  [DAY_BEFORE, null],
  [FIRST_DAY, '10'],
])('the tax of a line on %s', (date, percent) => {
  // The documents are entered later: their own day counts.
  const facts = on('2026-03-20');

  it('of a purchase, an order and a return without its purchase is that of their day', () => {
    const [bought] = given(purchase)
      .when({ type: 'draft', input: onAccount(date) }, facts)
      .gives('purchase.drafted');
    expect(bought?.data).toMatchObject(taxed(percent));
    const [ordered] = given(purchaseOrder)
      .when({ type: 'draft', input: document(date) }, facts)
      .gives('purchase_order.drafted');
    expect(ordered?.data).toMatchObject(taxed(percent));
    const [returned] = given(purchaseReturn)
      .when({ type: 'draft', input: onAccount(date) }, facts)
      .gives('purchase_return.drafted');
    expect(returned?.data).toMatchObject(taxed(percent));
  });

  it('of an order of the application is that of the day on which it is placed', () => {
    const lines = [{ item_fk: 11, unit_fk: 1, quantity: '1' }];
    const [placed] = given(onlineOrder)
      .when({ type: 'place', customer: 1, input: { received_type: 'collected', lines } }, on(date))
      .gives('online_order.ordered');
    expect(placed?.data).toMatchObject(taxed(percent));
  });

  it('of a receipt is that of the day of the till', () => {
    expect(taxPercentOf({ tax_fk: 1 }, terms({ day: date }, { records }))).toBe(percent);
  });
});

describe('the tax of a line', () => {
  const later = '2026-03-20';

  it('that is typed is taken on every day', () => {
    const input = onAccount(DAY_BEFORE, { tax_percent: '7' });
    const [typed] = given(purchase).when({ type: 'draft', input }, on(later)).gives('purchase.drafted');
    expect(typed?.data).toMatchObject(taxed('7'));
  });

  it('of a return is that of its purchase, also when the tax applies on the day of the return', () => {
    const state = given(purchase)
      .after(
        [
          { type: 'draft', input: onAccount(DAY_BEFORE) },
          { type: 'complete', receive: true },
        ],
        on(later),
      )
      .state();
    const facts = { ...on(later), document: shop({ documents: { 'purchase-1': state } }).document };
    const lines = [{ purchase_line_id: 1, quantity: '1' }];
    const [returned] = given(purchaseReturn)
      .when({ type: 'draft', input: { ...onAccount(later), purchase_fk: 1, lines } }, facts)
      .gives('purchase_return.drafted');
    expect(returned?.data).toMatchObject(taxed(null));
  });
});
