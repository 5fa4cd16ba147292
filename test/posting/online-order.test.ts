import { describe, expect, it } from 'vitest';
import { postCancelled, postDelivery, postPrepayment } from '../../domain/posting/online-order.ts';
import { onlineOrder } from '../../domain/sales/orders/online-order.ts';
import { deliveredFacts } from '../../domain/sales/orders/online-order-rules.ts';
import { given } from '../domain/given.ts';
import { prepaid } from '../domain/histories-online.ts';
import { shop } from '../domain/shop.ts';
import { balances } from './reading.ts';

const ordered = given(onlineOrder).after([{ type: 'order', input: prepaid }]);
const dataOf = (history: typeof ordered) => {
  const state = history.state();
  if (state.status === 'none') throw new Error('nothing was ordered');
  return state.data;
};
const delivered = (history: typeof ordered) => {
  const state = history
    .after([
      { type: 'confirm', input: {} },
      { type: 'deliver', input: { date: '2026-03-10' } },
    ])
    .state();
  if (state.status !== 'delivered') throw new Error('it was not delivered');
  return state.delivery;
};
const own = { party: 'customer-7', currency: 1, date: '2026-03-10', document: 'online_order-1', outlet: 1 };
const credit = { ...own, credit: true };

describe('an online order posts', () => {
  it('what is paid with it: cash against an open credit', () => {
    const posting = postPrepayment(dataOf(ordered), 'online_order-1');
    expect(posting && balances(posting)).toEqual({ 'cash:3': '20000', 'customer-advances customer-7': '-20000' });
    expect(posting?.openItems).toEqual([{ ...credit, amount: -200_000_000n }]);
    const { prepayment: _prepayment, ...unpaid } = dataOf(ordered);
    expect(postPrepayment(unpaid, 'online_order-1')).toBeUndefined();
  });

  it('the delivery as a sale of its day, less what was paid before; goods leave, given ones as promotion cost', () => {
    const posting = postDelivery(delivered(ordered), 'online_order-1');
    expect(balances(posting)).toEqual({
      'cash:3': '17500',
      'customer-advances customer-7': '20000',
      sales: '-37500',
    });
    expect(posting.openItems).toEqual([{ ...credit, amount: 200_000_000n }]);
    expect(posting.movements.map((movement) => [movement.quantity, movement.contra.key])).toEqual([
      [-3_000_000n, 'cost-of-goods-sold'],
      [-1_000_000n, 'promotion-cost'],
    ]);
  });

  it('no more of the prepayment than the delivery comes to when cash is rounded down: the rest stays a credit', () => {
    const lines = [{ item_fk: 11, unit_fk: 1, quantity: '1', price: '20100' }];
    const bank = given(onlineOrder).after([{ type: 'order', input: { ...prepaid, lines } }]);
    const posting = postDelivery(delivered(bank), 'online_order-1');
    expect(balances(posting)).toEqual({ 'customer-advances customer-7': '20000', sales: '-20100', rounding: '100' });
    const { sale, prepaid: used } = delivered(bank);
    const more = {
      ...dataOf(bank),
      prepayment: { amount: '20100', account_fk: 3, account_type: 1, date: '2026-03-10', time: null },
    };
    expect(deliveredFacts(more, { date: '2026-03-10' }, shop()).prepaid).toEqual(used);
    expect(sale.rounding_step).toBe('250');
  });

  it('the whole advance, to the last digit, where the rest of a dollar order is paid in cash at a rate that does not come out even', () => {
    const paid = { prepayment: { amount: '0.7919', account_fk: 5 } };
    const dollar = { currency_fk: 2, rate_fk: null, rate: '1475.5', account_fk: 5, delivery_charge: '2.5', ...paid };
    const lines = [{ item_fk: 11, unit_fk: 1, quantity: '12.5', price: '7.9191' }];
    const foreign = given(onlineOrder).after([{ type: 'order', input: { ...prepaid, ...dollar, lines } }]);
    const before = postPrepayment(dataOf(foreign), 'online_order-1');
    const sold = postDelivery(delivered(foreign), 'online_order-1');
    const ofCustomer = [...(before?.lines ?? []), ...sold.lines].filter(({ party }) => party === 'customer-7');
    expect(ofCustomer).toHaveLength(2);
    expect(ofCustomer.reduce((sum, { base }) => sum + base, 0n)).toBe(0n);
  });

  it('a prepayment in dollar at the rate of the order, so that nothing of the advance is left', () => {
    const dollar = { currency_fk: 2, rate_fk: 4, account_fk: 5, prepayment: { amount: '7.35', account_fk: 5 } };
    const lines = [{ item_fk: 11, unit_fk: 1, quantity: '3', price: '9.99' }];
    const foreign = given(onlineOrder).after([{ type: 'order', input: { ...prepaid, ...dollar, lines } }]);
    const paid = postPrepayment(dataOf(foreign), 'online_order-1');
    const sold = postDelivery(delivered(foreign), 'online_order-1');
    expect(paid && balances(paid)).toEqual({ 'cash:5': '10878', 'customer-advances customer-7': '-10878' });
    expect(balances(sold)).toEqual({ 'cash:5': '33477.6', 'customer-advances customer-7': '10878', sales: '-44355.6' });
  });

  const inDollars = { amount: '20000', account_fk: 5, paid_rate: '1500', money_amount: '13.5' };
  it('a prepayment of dinars with dollars: what was given, and the difference is realised; all of it goes back', () => {
    const history = given(onlineOrder).after([{ type: 'order', input: { ...prepaid, prepayment: inDollars } }]);
    const posting = postPrepayment(dataOf(history), 'online_order-1');
    expect(posting && balances(posting)).toEqual({
      ...{ 'cash:5': '20250', 'fx-realised': '-250', 'customer-advances customer-7': '-20000' },
    });
    expect(posting?.openItems).toEqual([{ ...credit, amount: -200_000_000n }]);
    expect(posting?.movements.map(({ pool, quantity }) => [pool.kind, quantity])).toEqual([['cash', 13_500_000n]]);
    const state = history.after([{ type: 'cancel', input: { reason: 'x' } }]).state();
    const back = state.status === 'cancelled' ? postCancelled(state.cancelled, 'online_order-1') : undefined;
    expect(back && balances(back)).toEqual({
      ...{ 'cash:5': '-20250', 'fx-realised': '250', 'customer-advances customer-7': '20000' },
    });
    expect(back?.movements.map(({ quantity }) => quantity)).toEqual([-13_500_000n]);
  });

  it('a prepayment of dollars with dinars, and the rest of the delivery with dinars too', () => {
    const dollar = { currency_fk: 2, rate_fk: 4, account_fk: 5, prepayment: { amount: '10', account_fk: 3 } };
    const lines = [{ item_fk: 11, unit_fk: 1, quantity: '3', price: '10' }];
    const history = given(onlineOrder)
      .after([{ type: 'order', input: { ...prepaid, ...dollar, lines } }])
      .after([
        { type: 'confirm', input: {} },
        { type: 'deliver', input: { date: '2026-03-10', account_fk: 3, money_amount: '29500' } },
      ]);
    const state = history.state();
    if (state.status !== 'delivered') throw new Error('it was not delivered');
    const paid = postPrepayment(state.data, 'online_order-1');
    expect(paid && balances(paid)).toEqual({
      ...{ 'cash:3': '14750', 'fx-realised': '50', 'customer-advances customer-7': '-14800' },
    });
    expect(balances(postDelivery(state.delivery, 'online_order-1'))).toEqual({
      ...{ 'cash:3': '29500', 'fx-realised': '100', 'customer-advances customer-7': '14800', sales: '-44400' },
    });
  });

  it('a cancellation: the money goes back and the credit is closed', () => {
    const state = ordered.after([{ type: 'cancel', input: { reason: 'x' } }]).state();
    const posting = state.status === 'cancelled' ? postCancelled(state.cancelled, 'online_order-1') : undefined;
    expect(posting?.effective).toBe('2026-03-20T10:00:00');
    expect(posting && balances(posting)).toEqual({ 'cash:3': '-20000', 'customer-advances customer-7': '20000' });
    expect(posting?.openItems).toEqual([{ ...credit, amount: 200_000_000n }]);
  });
});
