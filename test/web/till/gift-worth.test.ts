/** Gifts when goods come back at the till: brought back, their worth kept, or left by a supervisor; and what the server says. */
import { describe, expect, it } from 'vitest';
import { postPosRefund, postPosSale } from '../../../domain/posting/pos-sale.ts';
import type { ReceiptEntry, RefundEntry } from '../../../domain/till/device-entry.schema.ts';
import { type PosSaleState, posSale } from '../../../domain/till/receipts/pos-sale.ts';
import { printMoney } from '../../../domain/values/money.ts';
import { Refusal } from '../../../domain/values/refusal.ts';
import type { TillPromotion } from '../../../web/till/device/catalogue/catalogue-rows.ts';
import { refundOf } from '../../../web/till/selling/gift-worth.ts';
import { everythingLeft, refundTotal, returnableLines } from '../../../web/till/selling/refund.ts';
import { given } from '../../domain/given.ts';
import { opened, received } from '../../domain/histories-till.ts';
import { RECORDS } from '../../domain/shop.ts';
import { promotion, terms, tillFacts } from './till-shop.ts';

/** One of item 12 (10,000) for two of it. */
const TWO_PLUS_ONE = {
  ...promotion(1),
  items: [{ item_fk: 12, unit_fk: 1, quantity: '2' }],
  reward_items: [{ item_fk: 12, unit_fk: 1, quantity: '1' }],
} as unknown as TillPromotion;

const FREE_KEY = 100_001;
const OFFICE = ['pos_sales/return_to_draft', 'pos_sales/complete'];
const line = (paid: string, free: string | null, total: string) => ({
  ...{ line_id: 1, item_fk: 12, unit_fk: 1, quantity: paid, bonus_quantity: free, price: '10000', discount: null },
  ...{ tax_percent: null, promotion_fk: free ? 1 : null, note: null },
  ...{ discount_amount: '0', tax_amount: '0', total_amount: total },
});
const receiptOf = (lines: ReceiptEntry['lines'], paid: string): ReceiptEntry => ({
  ...{ kind: 'receipt', outlet_fk: 1, inventory_fk: 1, drawer: { id: 1 }, customer_fk: null, discount: null },
  ...{ date: '2026-03-20', time: '10:00:00', lines, replaces: null, held_fk: null, note: null, number: 'T1-1' },
  payments: [{ method: 'cash', amount: paid, account_fk: 20, rate_fk: null, rate: null, reference_number: null }],
  ...{ total: paid, change: '0' },
});
/** Two paid and one free on one line; and as an earlier version stored it, with the gift on a line of its own. */
const RECEIPT = receiptOf([line('2', '1', '20000')], '20000');
const OLD = receiptOf([line('2', null, '20000'), { ...line('0', '1', '0'), line_id: 90_000, price: '0' }], '20000');

type Left = Parameters<typeof refundOf>[0];
function back(
  receipt: ReceiptEntry,
  returned: Readonly<Record<number, string>>,
  { refunds = [], isLeft = false }: { refunds?: readonly RefundEntry[]; isLeft?: boolean } = {},
) {
  const lines = returnableLines(receipt, refunds);
  const parts = refunds.map((refund) => ({ ...refund, uuid: null }));
  const counts = new Map(Object.entries(returned).map(([key, count]) => [Number(key), count]));
  const wanted: Left = { found: { receipt, refunds: parts }, lines, returned: counts, isLeft };
  const refund = refundOf(wanted, terms({ promotions: [TWO_PLUS_ONE], facts: facts() }), 20);
  const total = printMoney(refundTotal(refund.lines));
  const entry: RefundEntry = {
    ...{ kind: 'refund', outlet_fk: 1, inventory_fk: 1, drawer: { id: 1 }, receipt: { id: 1 }, customer_fk: null },
    ...{ date: '2026-03-20', time: '11:00:00', replaced_by: null, reason: 'back', number: 'T1-2', total },
    ...{ lines: [...refund.lines], payments: [...refund.payments] },
  };
  return { gifts: refund.gifts.map(({ quantity }) => quantity), cash: refund.payments[0]?.amount ?? '0', entry };
}

const facts = (permissions: readonly string[] = []) =>
  tillFacts({
    documents: { 'drawer-1': opened.state() },
    records: { ...RECORDS, 'promotion-1': TWO_PLUS_ONE as never },
    permissions,
  });

/** The rules that the server notes of the last of these refunds. */
function notes(receipt: ReceiptEntry, refunds: readonly RefundEntry[], permissions: readonly string[] = []) {
  const { kind: _, ...sold } = receipt;
  const commands = refunds.map(({ kind: _kind, ...refund }, index) => ({
    type: 'receive_refund' as const,
    input: { ...refund, drawer_fk: 1 },
    received: { ...received(index + 3), broken: [] },
  }));
  const entered = { type: 'receive' as const, input: { ...sold, drawer_fk: 1, replaces_fk: null } };
  const all = given(posSale).after(
    [{ ...entered, received: { ...received(2), broken: [] } }, ...commands],
    facts(['pos_admin_sales/store', ...permissions]),
  );
  const state = all.state() as Extract<PosSaleState, { readonly refunds: unknown }>;
  return (state.refunds.at(-1)?.broken ?? []).map(({ rule }) => rule);
}

describe.each([
  ['on the line of the paid goods', RECEIPT, FREE_KEY],
  ['on a line of its own, as an earlier version stored it', OLD, 190_000],
] as const)('a gift %s', (_, receipt, key) => {
  it('comes back with the paid goods: everything is paid back', () => {
    const all = back(receipt, { 1: '2', [key]: '1' });
    expect([all.gifts, all.cash]).toEqual([[], '20000']);
    expect(notes(receipt, [all.entry])).toEqual([]);
    expect(everythingLeft(returnableLines(receipt, [])).get(key)).toBe('1');
  });

  it('stays: its worth is kept, and the server finds nothing to note', () => {
    const paid = back(receipt, { 1: '2' });
    expect([paid.gifts, paid.cash, paid.entry.total]).toEqual([['1'], '10000', '10000']);
    expect(notes(receipt, [paid.entry])).toEqual([]);
  });

  it('stays when one of the two comes back, because one earns nothing; and not a second time', () => {
    const one = back(receipt, { 1: '1' });
    expect([one.gifts, one.cash]).toEqual([['1'], '0']);
    const other = back(receipt, { 1: '1' }, { refunds: [one.entry] });
    expect([other.gifts, other.cash]).toEqual([[], '10000']);
    expect(notes(receipt, [one.entry, other.entry])).toEqual([]);
  });

  it('that comes back later brings its worth back', () => {
    const paid = back(receipt, { 1: '2' });
    const later = back(receipt, { [key]: '1' }, { refunds: [paid.entry] });
    expect([later.gifts, later.cash]).toEqual([[], '10000']);
    expect(notes(receipt, [paid.entry, later.entry])).toEqual([]);
  });

  it('is left by a supervisor; otherwise the server notes it', () => {
    const left = back(receipt, { 1: '2' }, { isLeft: true });
    expect(left.cash).toBe('20000');
    expect(notes(receipt, [left.entry], ['sales/below_minimum_price'])).toEqual([]);
    expect(notes(receipt, [left.entry])).toEqual(['gift_stays']);
    // It was the supervisor's decision: bringing it back later pays nothing more.
    expect(back(receipt, { [key]: '1' }, { refunds: [left.entry] }).cash).toBe('0');
  });
});

describe('goods without a gift', () => {
  it('that are not what earned the gift come back without a question', () => {
    const other = { ...line('1', null, '5000'), line_id: 2, item_fk: 11, price: '5000' };
    const receipt = receiptOf([line('2', '1', '20000'), other], '25000');
    const paid = back(receipt, { 2: '1' });
    expect([paid.gifts, paid.cash]).toEqual([[], '5000']);
  });

  it('more than earned the gift come back without a question, until too few stay', () => {
    const receipt = receiptOf([line('3', '1', '30000')], '30000');
    const one = back(receipt, { 1: '1' });
    expect([one.gifts, one.cash]).toEqual([[], '10000']);
    const other = back(receipt, { 1: '1' }, { refunds: [one.entry] });
    expect([other.gifts, other.cash]).toEqual([['1'], '0']);
  });
});

describe('a receipt with a gift in the office', () => {
  const desk = (confirmed = false) => ({ ...facts(['pos_admin_sales/store', ...OFFICE]), confirmed });
  const sold = { ...RECEIPT, drawer_fk: 1, replaces_fk: null };
  const entered = { type: 'receive' as const, input: sold, received: { ...received(2), broken: [] } };
  const line = (quantity: string, bonus_quantity: string | null) => ({ line_id: 1, quantity, bonus_quantity });
  const refund = (...lines: ReturnType<typeof line>[]) => ({
    type: 'refund' as const,
    input: { drawer_fk: 1, date: '2026-03-20', reason: 'back', ...(lines.length > 0 ? { lines } : {}) },
  });
  type Command = Parameters<typeof posSale.decide>[0];
  const refundedBy = (commands: readonly Command[], confirmed = false) => {
    const state = given(posSale)
      .after([entered, ...commands], desk(confirmed))
      .state();
    if (state.status !== 'complete' && state.status !== 'refunded') throw new Error('no receipt');
    return { status: state.status, paid: state.refunds.map(({ payments }) => payments[0]?.amount ?? '0') };
  };
  const atTill = ({ kind: _, ...entry }: RefundEntry): Command => ({
    ...{ type: 'receive_refund', input: { ...entry, drawer_fk: 1 }, received: { ...received(3), broken: [] } },
  });

  it('is asked about when the gift stays, and everything is paid back with it', () => {
    expect(() => refundedBy([refund(line('2', null))])).toThrow(Refusal);
    expect(() => refundedBy([refund(line('1', null))])).toThrow(Refusal);
    expect(refundedBy([refund(line('2', null))], true)).toEqual({ status: 'complete', paid: ['20000'] });
    expect(refundedBy([refund(line('2', '1'))])).toEqual({ status: 'refunded', paid: ['20000'] });
    expect(refundedBy([refund()])).toEqual({ status: 'refunded', paid: [] });
  });

  it('brings the worth that the till kept with it when it comes back', () => {
    const kept = atTill(back(RECEIPT, { 1: '2' }).entry);
    expect(refundedBy([kept, refund(line('0', '1'))])).toEqual({ status: 'refunded', paid: ['10000', '10000'] });
    expect(refundedBy([kept, refund()])).toEqual({ status: 'refunded', paid: ['10000', '10000'] });
    const one = atTill(back(RECEIPT, { 1: '1' }).entry);
    expect(refundedBy([one, refund()])).toEqual({ status: 'refunded', paid: ['0', '20000'] });
    // What was left to the customer is worth nothing when it comes back.
    const left = refund(line('2', null));
    expect(refundedBy([left, refund(line('0', '1'))], true)).toEqual({ status: 'refunded', paid: ['20000', '0'] });
  });

  it('is as before when it is corrected without a change: stock, gift and promotion cost', () => {
    const state = given(posSale).after([entered], desk()).state();
    if (state.status !== 'complete') throw new Error('not complete');
    const lines = state.data.lines.map(({ item_fk, unit_fk, quantity, bonus_quantity, price, promotion_fk }) => ({
      ...{ item_fk, unit_fk, quantity, price, bonus_quantity: bonus_quantity ?? null },
      ...(promotion_fk === undefined ? {} : { promotion_fk }),
    }));
    const place = { outlet_fk: 1, inventory_fk: 1, drawer_fk: 1, date: '2026-03-20', time: '12:00:00' };
    const payments = [{ method: 'cash' as const, amount: '20000', account_fk: 20 }];
    const input = { ...place, lines, payments, replaces_fk: 1, reason: 'wrong customer', status: 'complete' as const };
    const office = {
      ...desk(),
      document: (kind: string, id: number) => (kind === 'pos_sale' ? state : desk().document(kind, id)),
    };
    const corrected = given(posSale)
      .after([{ type: 'enter', input }], office as never)
      .state();
    const again = given(posSale).after([entered, refund()], desk()).state();
    if (corrected.status !== 'complete' || again.status !== 'refunded' || !again.refund)
      throw new Error('not corrected');
    const sums = (...postings: ReturnType<typeof postPosSale>[]) => {
      const all: Record<string, bigint> = {};
      for (const { movements } of postings)
        for (const { contra, quantity } of movements) {
          const key = contra?.key ?? 'goods';
          all[key] = (all[key] ?? 0n) + quantity;
        }
      return all;
    };
    const first = postPosSale(state.data, 'pos_sale-1');
    const both = sums(first, postPosRefund(again.refund, 'pos_sale-1'), postPosSale(corrected.data, 'pos_sale-2'));
    expect(both).toEqual(sums(first));
    expect(Object.keys(both)).toContain('promotion-cost');
    expect(corrected.data.promotions).toEqual(state.data.promotions);
  });
});
