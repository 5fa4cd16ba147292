/** Purchases that are paid with money of the other currency before their goods come (docs/decisions/0234). */
import { describe, expect, it } from 'vitest';
import { purchaseDocument } from '../../domain/purchasing/purchase.document.ts';
import type { PurchaseInput } from '../../domain/purchasing/purchase.schema.ts';
import { type PurchaseCommand, purchase } from '../../domain/purchasing/purchase.ts';
import { given } from '../domain/given.ts';
import { shop } from '../domain/shop.ts';
import { balances } from './reading.ts';

const PLACE = { outlet_fk: 1, inventory_fk: 1, date: '2026-03-10', supplier_fk: 9 } as const;
const CASH = { payment_type: 'cash' } as const;
const three = (price: string) => [{ item_fk: 11, unit_fk: 1, quantity: '3', price }];

/** 10 dollars of goods for 15,000 dinars at 1,490; 14,900 dinars of goods for 9.95 dollars that are worth 14,925. */
const DOLLARS: PurchaseInput = {
  ...{ ...PLACE, ...CASH, currency_fk: 2, rate_fk: 4, account_fk: 3, money_amount: '15000' },
  lines: [{ item_fk: 11, unit_fk: 1, quantity: '3', price: '3.3333' }],
};
const DINARS: PurchaseInput = {
  ...{ ...PLACE, ...CASH, currency_fk: 1, account_fk: 5, paid_rate: '1500', money_amount: '9.95' },
  lines: three('4966.6667'),
};
const WAYS = [
  { of: 'dollars with dinars', input: DOLLARS, money: { 'cash:3': '-15000', 'fx-realised': '100' }, third: '4961.7' },
  { of: 'dinars with dollars', input: DINARS, money: { 'cash:5': '-14925', 'fx-realised': '25' }, third: '4967' },
] as const;

const enter = (input: PurchaseInput): PurchaseCommand => ({ type: 'enter', input, receive: false });
const receive = (date: string, count?: string): PurchaseCommand => ({
  type: 'receive',
  input: { date, ...(count ? { lines: [{ line_id: 1, quantity: count }] } : {}) },
});
const back: PurchaseCommand = { type: 'return_to_draft', reason: 'x' };
const bought = (input: PurchaseInput, ...then: readonly PurchaseCommand[]) =>
  given(purchase).after([enter(input), ...then]);
type History = ReturnType<typeof bought>;

const postingsOf = (history: History) => purchaseDocument.postingsOf(history.state(), 'purchase-1');
/** The sums of all postings, without zero sums. */
function left(history: History): Record<string, string> {
  const [first, ...others] = postingsOf(history);
  if (!first) return {};
  return balances({ ...first, lines: [...first.lines, ...others.flatMap(({ lines }) => lines)] });
}
const WAITING = 'goods-received-not-billed';

describe.each(WAYS)('a purchase of $of', ({ input, money, third }) => {
  it('posts all of the money on its own day, and its goods take it with their receipts', () => {
    const paid = bought(input);
    const [posting, ...none] = postingsOf(paid);
    expect(none).toEqual([]);
    expect(posting?.effective.slice(0, 10)).toBe('2026-03-10');
    expect(posting && balances(posting)).toEqual({ ...money, [WAITING]: '14900' });
    expect(posting?.movements.filter(({ pool }) => pool.kind === 'stock')).toEqual([]);

    const parts = paid.after([receive('2026-03-12', '1')]);
    const [, part] = postingsOf(parts);
    expect(part && balances(part)).toMatchObject({ [WAITING]: `-${third}` });
    const all = { ...money, 'inventory:1': '14900' };
    expect(left(parts.after([receive('2026-03-14', '2'), receive('2026-03-20')]))).toEqual(all);
    expect(left(paid.after([receive('2026-03-20')]))).toEqual(all);
    // The goods were there before they were paid.
    expect(left(paid.after([receive('2026-03-01')]))).toEqual(all);
  });

  it('posts as one that is received with it', () => {
    const at_once = given(purchase).after([{ type: 'enter', input, receive: true }]);
    expect(left(at_once)).toEqual(left(bought(input, receive('2026-03-10'))));
  });

  it('returned to draft posts nothing, and is completed again with its goods', () => {
    const draft = bought(input, receive('2026-03-12', '1'), back);
    expect(left(draft)).toEqual({});
    const state = draft.state();
    expect(state.status === 'draft' ? state.purchase : undefined).not.toHaveProperty('is_paid_before');
    const again = draft.after([{ type: 'complete', receive: true }]);
    expect(left(again)).toEqual({ ...money, 'inventory:1': '14900' });
    expect(postingsOf(again)).toHaveLength(1);
  });

  it('that is closed leaves what was paid for the rest as a credit with the supplier, until it is opened again', () => {
    const part = bought(input, receive('2026-03-12', '1'));
    const closed = part.after([{ type: 'close' }]);
    const credit = postingsOf(closed).flatMap(({ openItems }) => openItems.filter(({ amount }) => amount !== 0n));
    expect(credit).toMatchObject([{ party: 'supplier-9', credit: true, date: '2026-03-20' }]);
    const { [WAITING]: waiting, 'supplier-advances supplier-9': advance } = left(closed);
    expect([waiting, Number(advance)]).toEqual([undefined, 14900 - Number(third)]);
    const reopened = closed.after([{ type: 'open', reason: 'x' }]);
    expect(left(reopened)).toEqual(left(part));
    expect(left(reopened.after([receive('2026-03-20')]))).toEqual({ ...money, 'inventory:1': '14900' });
    const nothing = bought(input, { type: 'close' });
    expect(left(nothing)).toEqual({ ...money, 'supplier-advances supplier-9': '14900' });
  });

  it('asks before money becomes a credit, and gives it a day', () => {
    const part = bought(input, receive('2026-03-12', '1'));
    part.when({ type: 'close' }, shop({ confirmed: false })).isRefused(': rest_becomes_credit');
    part.when({ type: 'close', input: { date: '2026-03-11' } }).isRefused('date: before_goods_came');
    const [, credit] = part.when({ type: 'close', input: { date: '2026-03-15' } }).events();
    expect(credit?.data).toMatchObject({ date: '2026-03-15', rest_of_cost_id: 0, cost: { supplier_fk: 9 } });
  });

  it('needs a supplier, who has the money, and comes with its bill', () => {
    given(purchase)
      .when(enter({ ...input, supplier_fk: null }))
      .isRefused('supplier_fk: required');
    given(purchase)
      .when({ type: 'enter', input: { ...input, supplier_fk: null }, receive: true })
      .gives('purchase.completed');
    bought(input)
      .when({ type: 'receive', input: { date: '2026-03-12', billed: false } })
      .isRefused('billed: paid_with_its_bill');
  });

  it('says that all of it is paid, and when it is closed what will not come', () => {
    const parts = (history: History) => purchaseDocument.ownParts?.(history.state());
    const whole = input.currency_fk === 2 ? 100_000n : 149_000_000n;
    expect(parts(bought(input))).toMatchObject({ atOnce: whole, goods: whole, notComing: 0n });
    expect(parts(bought(input, receive('2026-03-12', '1')))).toMatchObject({ atOnce: whole, goods: whole });
    const closed = parts(bought(input, receive('2026-03-12', '1'), { type: 'close' }));
    expect(closed).toMatchObject({ allowed: 0n });
    expect(Number(closed?.goods) + Number(closed?.notComing)).toBe(Number(whole));
    expect(Number(closed?.notComing)).toBeGreaterThan(Number(whole) / 2);
  });
});

it('goods that are paid in their own currency are paid as they come', () => {
  const { money_amount: _, ...own } = DOLLARS;
  const paid = bought({ ...own, account_fk: 5 });
  expect(postingsOf(paid)).toEqual([]);
  expect(left(paid.after([receive('2026-03-12')]))).toEqual({ 'cash:5': '-14900', 'inventory:1': '14900' });
});

describe('a cost that is paid with the other currency before the goods come', () => {
  const freight = { cost_type: 'freight', share_by: 'value', payment_type: 'cash' } as const;
  const inDinars = { ...freight, amount: '3000', currency_fk: 1, account_fk: 5, paid_rate: '1500' };
  const inDollars = { ...freight, amount: '2', currency_fk: 2, rate_fk: 4, account_fk: 3, money_amount: '3000' };
  const own = { ...freight, amount: '900', currency_fk: 1, account_fk: 3 };
  const onAccount: PurchaseInput = {
    ...{ ...PLACE, payment_type: 'on_account', currency_fk: 1, lines: three('1000') },
  } as const;

  it.each([
    { cost: inDinars, money: { 'cash:5': '-3000' }, value: '3000' },
    { cost: inDollars, money: { 'cash:3': '-3000', 'fx-realised': '20' }, value: '2980' },
  ])('is a later cost of its day, $value of value', ({ cost, money, value }) => {
    const [completed, entered] = given(purchase)
      .when(enter({ ...onAccount, costs: [own, cost] }))
      .gives('purchase.completed', 'purchase.cost_entered');
    expect(completed?.data).toMatchObject({ costs: [{ cost_id: 1 }] });
    expect(entered?.data).toMatchObject({ date: '2026-03-10', cost: { cost_id: 2, amount: cost.amount } });
    const paid = bought({ ...onAccount, costs: [own, cost] });
    expect(left(paid)).toEqual({ ...money, [WAITING]: value });
    const came = paid.after([receive('2026-03-12', '1'), receive('2026-03-14')]);
    const goods = String(3000 + 900 + Number(value));
    expect(left(came)).toMatchObject({ 'inventory:1': goods, 'payable supplier-9': '-3000' });
    expect(left(came)).not.toHaveProperty(WAITING);
    expect(left(came.after([back]))).toEqual({});
    const together = came.after([back, { type: 'complete', receive: true }]).state();
    expect(together.status === 'complete' ? together.purchase.costs : []).toHaveLength(2);
  });
});
