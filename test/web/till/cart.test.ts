/** The cart of the till: its lines and its totals, compared with those of the server's decider. */
import { describe, expect, it } from 'vitest';
import { baseAmountOf, completedReceipt, receiptFacts } from '../../../domain/till/receipts/pos-sale-rules.ts';
import { receivedReceipt } from '../../../domain/till/receipts/received-receipt.ts';
import { money, printMoney, ZERO } from '../../../domain/values/money.ts';
import {
  type Cart,
  emptied,
  quantityProblem,
  split,
  withItem,
  withLine,
  withoutLine,
} from '../../../web/till/selling/cart.ts';
import { cashProblem, isPayableDiscount } from '../../../web/till/selling/payable.ts';
import {
  type DrawerCash,
  dueIn,
  dueInCash,
  quickAmounts,
  settle,
  type Tender,
} from '../../../web/till/selling/payment.ts';
import { pricedCart } from '../../../web/till/selling/priced-cart.ts';
import { receiptContent } from '../../../web/till/selling/receipt-entry.ts';
import { opened, received } from '../../domain/histories-till.ts';
import { CUSTOMER, EMPTY, promotion, terms, tillFacts, tillItem } from './till-shop.ts';

const DINAR: DrawerCash = { account_fk: 20, currency_fk: 1, rate_fk: null, rate: null };
const DOLLAR: DrawerCash = { account_fk: 21, currency_fk: 2, rate_fk: 4, rate: '1480' };
const DRAWER = [DINAR, DOLLAR];
const cash = (amount: string, account = DINAR): Tender => ({
  ...{ key: 1, method: 'cash', amount, currency_fk: account.currency_fk, cash: account, reference: null },
});
const two = withItem(withItem(EMPTY, tillItem(11)), tillItem(12));
const totalOf = (cart: Cart, change: Parameters<typeof terms>[0] = {}) =>
  printMoney(pricedCart(cart, terms(change)).totals.total);
/** The second cart has so many of the first line. */
const parted = (cart: Cart, quantity: string) =>
  split(cart, [{ line_id: 1, quantity }], pricedCart(cart, terms()), terms().decimals);

describe('a cart', () => {
  it('increases the line of goods that are scanned again, unless the line was changed', () => {
    expect(withItem(two, tillItem(11)).lines.map(({ quantity }) => quantity)).toEqual(['2', '1']);
    const noted = withLine(two, 1, { note: 'cold' });
    expect(withItem(noted, tillItem(11)).lines.map(({ quantity, note }) => [quantity, note])).toEqual([
      ['1', 'cold'],
      ['1', null],
      ['1', null],
    ]);
  });

  it('keeps removed lines', () => {
    const fewer = withLine(withLine(two, 1, { quantity: '5' }), 1, { quantity: '3' });
    expect(fewer.removed).toMatchObject([{ line: { item: { id: 11 }, unit_fk: 1, quantity: '2' }, at: null }]);
    expect(withoutLine(fewer, 2).removed).toHaveLength(2);
    expect(emptied(two)).toMatchObject({
      lines: [],
      removed: [{ line: { item: { id: 11 } } }, { line: { item: { id: 12 } } }],
    });
  });

  it('is split into two that have everything together', () => {
    const { rest, other } = parted(withLine(two, 1, { quantity: '3' }), '2');
    expect(rest.lines.map(({ line_id, quantity }) => [line_id, quantity])).toEqual([
      [1, '1'],
      [2, '1'],
    ]);
    expect(other.lines.map(({ line_id, quantity }) => [line_id, quantity])).toEqual([[1, '2']]);
    expect(rest.removed).toEqual([]);
  });

  it.each<[string, Partial<Cart>, Parameters<typeof withLine>[2]]>([
    ['an amount on a line', {}, { discount: { type: 'amount', value: '1000' } }],
    ['an amount on the receipt', { discount: { type: 'amount', value: '3333' } }, {}],
    ['a percentage on the receipt', { discount: { type: 'percent', value: '10' } }, {}],
    ['no promotion, which the customer declined', { declined: [2] }, {}],
  ])('costs the same when it is split, with %s', (_, change, line) => {
    const whole = { ...withLine(two, 1, { quantity: '3', ...line }), ...change };
    const promoted = { promotions: change.declined ? [promotion(2)] : [] };
    const { rest, other } = parted(whole, '1');
    expect(money(totalOf(rest, promoted)) + money(totalOf(other, promoted))).toBe(money(totalOf(whole, promoted)));
    const { rest: none, other: all } = parted(withoutLine(whole, 2), '3');
    expect([none.lines, totalOf(all, promoted)]).toEqual([[], totalOf(withoutLine(whole, 2), promoted)]);
  });

  it.each([
    ['2', undefined],
    ['0.125', undefined],
    ['0', 'not_above_zero'],
    ['-1', 'not_above_zero'],
    ['1.0625', 'too_many_decimals'],
    ['x', 'not_a_number'],
    ['6291041500213', 'too_large'],
  ])('takes the quantity %s: %s', (text, problem) => {
    expect(quantityProblem(text, 3)).toBe(problem);
  });
});

describe('a typed amount', () => {
  it.each([
    ['', 0, undefined],
    ['1500', 0, undefined],
    ['1500.5', 0, 'not_payable'],
    ['12.25', 2, undefined],
    ['12.125', 2, 'not_payable'],
    ['-5', 0, 'not_an_amount'],
    ['x', 0, 'not_an_amount'],
  ] as const)('%s of a currency with %s decimals: %s', (text, decimals, problem) => {
    expect(cashProblem(text, decimals)).toBe(problem);
  });

  it('of a discount is payable, unless it is a percentage', () => {
    expect(isPayableDiscount({ type: 'amount', value: '500.5' }, 0)).toBe(false);
    expect(isPayableDiscount({ type: 'amount', value: '500' }, 0)).toBe(true);
    expect(isPayableDiscount({ type: 'percent', value: '2.5' }, 0)).toBe(true);
    expect(isPayableDiscount(null, 0)).toBe(true);
  });
});

describe('the price of a line', () => {
  const reasonOf = (cart: Cart) => pricedCart(cart, terms()).lines.map(({ price, reason }) => [price, reason.kind]);

  it('is that of the item, of the customer, of the rate, or the typed one; and it states which', () => {
    const cart = withItem(two, tillItem(14));
    expect(reasonOf(cart)).toEqual([
      ['10000', 'item'],
      ['10000', 'item'],
      ['5180', 'rate'],
    ]);
    expect(reasonOf({ ...cart, customer: CUSTOMER }).slice(0, 1)).toEqual([['9500', 'list']]);
    expect(reasonOf(withLine(two, 1, { price: '9900' })).slice(0, 1)).toEqual([['9900', 'typed']]);
  });

  it('that is unknown prevents the payment', () => {
    const abroad = pricedCart(withItem(EMPTY, tillItem(14)), terms({ facts: tillFacts({ rates: [] }) }));
    expect(abroad.problems.map(({ message }) => message)).toContain('no_price');
  });

  it('below its limits requires a supervisor, until one approved it', () => {
    const cheap = withLine(two, 2, { discount: { type: 'percent', value: '20' } });
    expect(pricedCart(cheap, terms()).beyond.map(({ field, message }) => `${field} ${message}`)).toEqual([
      'lines.1.price net_price_below_minimum',
    ]);
    const allowed = terms({ facts: tillFacts({ permissions: ['sales/below_minimum_price'] }) });
    expect(pricedCart(cheap, allowed).beyond).toEqual([]);
  });

  it('is discounted without asking up to the limit of the settings', () => {
    const half = withLine(two, 1, { discount: { type: 'percent', value: '5' } });
    expect(pricedCart(half, terms({ discount_limit: '5' })).beyond).toEqual([]);
    const more = withLine(two, 1, { discount: { type: 'amount', value: '501' } });
    expect(pricedCart(more, terms({ discount_limit: '5' })).beyond).toMatchObject([
      { field: 'lines.0.discount', message: 'discount_above_limit' },
    ]);
  });
});

describe('promotions', () => {
  it('that are earned give goods of the counter and discounts by themselves, and not when they are declined', () => {
    const boxes = withItem(EMPTY, tillItem(11), { unit: 2, count: '2' });
    const free = pricedCart(withItem(boxes, tillItem(12), { count: '2' }), terms({ promotions: [promotion(1)] }));
    expect(
      free.lines.map(({ item_fk, quantity, bonus_quantity, total }) => [item_fk, quantity, bonus_quantity, total]),
    ).toEqual([
      [11, '2', null, money('242000')],
      [12, '0', '2', ZERO],
    ]);
    expect(free.problems).toEqual([]);
    expect(totalOf(boxes, { promotions: [promotion(2)] })).toBe('217800');
    expect(totalOf({ ...boxes, declined: [2] }, { promotions: [promotion(2)] })).toBe('242000');
  });

  it('leave a discount alone that a cashier gave', () => {
    const own = {
      ...withItem(EMPTY, tillItem(11), { count: '3' }),
      discount: { type: 'amount' as const, value: '1000' },
    };
    const priced = pricedCart(own, terms({ promotions: [promotion(2)] }));
    expect([priced.discount, priced.invoicePromotion]).toEqual([own.discount, undefined]);
  });
});

describe('a payment', () => {
  const of = (total: string, tenders: readonly Tender[], hasCustomer = false) =>
    settle(money(total), tenders, terms(), { hasCustomer, drawer: DRAWER });

  it('is short, exact, or brings change in dinar, rounded to the step', () => {
    expect(of('10000', [cash('5000')])).toMatchObject({ due: money('5000'), problem: 'paid_too_little' });
    expect(of('10000', [cash('10000')])).toMatchObject({ due: ZERO, change: ZERO, problem: undefined });
    expect(of('43600', [cash('43500')])).toMatchObject({ change: ZERO, problem: undefined });
    expect(printMoney(of('10000', [cash('10', DOLLAR)]).change ?? ZERO)).toBe('4750');
  });

  it('in dollars and dinars is settled by what the till proposes for the rest', () => {
    for (const [total, cents] of [
      ['28143', '9.5'],
      ['5874', '3'],
      ['1480', '0.95'],
    ] as const) {
      const dollars = cash(cents, DOLLAR);
      const proposed = printMoney(dueInCash(of(total, [dollars]).due, terms()));
      const rest = proposed === '0' ? [] : [cash(proposed)];
      expect([total, of(total, [dollars, ...rest]).problem]).toEqual([total, undefined]);
    }
  });

  it('is settled to the cent where the receipt is in dollars', () => {
    const own = { ...DOLLAR, rate_fk: null, rate: null };
    const inDollars = terms({ currency_fk: 2, decimals: 2 });
    const given = { hasCustomer: false, drawer: [own] };
    const { change } = settle(money('10.5'), [cash('20', own)], inDollars, given);
    expect(printMoney(change ?? ZERO)).toBe('9.5');
    expect(printMoney(dueIn(money('10.5'), own, inDollars, money('0.01')))).toBe('10.5');
  });

  it('of the app or on account takes no more than is due, and on account needs a customer', () => {
    const app: Tender = { ...cash('12000'), method: 'app', cash: null, reference: '77' };
    expect(of('10000', [app]).problem).toBe('paid_too_much');
    expect(of('12000', [{ ...app, method: 'credit' }]).problem).toBe('credit_needs_customer');
    expect(of('12000', [{ ...app, method: 'credit' }], true).problem).toBe(undefined);
  });

  it('is proposed in notes that people have', () => {
    expect(quickAmounts(money('36750'), 1, [])).toEqual(['36750', '37000', '40000', '50000']);
    expect(quickAmounts(ZERO, 1, [])).toEqual([]);
    expect(printMoney(dueIn(money('10000'), DOLLAR, terms(), money('0.01')))).toBe('6.76');
  });
});

describe('a paid receipt', () => {
  const facts = tillFacts({ documents: { 'drawer-1': opened.state() }, permissions: ['pos_admin_sales/store'] });
  const tenders: readonly Tender[] = [
    cash('5', DOLLAR),
    cash('20000'),
    { ...cash('3000'), method: 'app', cash: null, reference: '1' },
  ];
  const cart = withLine(withItem({ ...two, customer: CUSTOMER }, tillItem(14), { count: '1.5' }), 2, {
    discount: { type: 'percent', value: '2.5' },
  });
  const here = terms();
  const priced = pricedCart({ ...cart, discount: { type: 'amount', value: '333' } }, here);
  const settlement = settle(priced.totals.total, tenders, here, { hasCustomer: true, drawer: DRAWER });

  it('is to the dinar what the server settles for the same lines and payments', () => {
    expect(settlement.problem).toBe(undefined);
    const content = receiptContent(
      {
        ...{ cart: { ...cart, discount: priced.discount }, priced, tenders, settlement, terms: here, time: '10:00:00' },
        ...{ drawer: { id: 1 }, replaces: null, held: null },
      },
      'T3-000001',
    );
    const input = {
      ...{ outlet_fk: 1, inventory_fk: 1, drawer_fk: 1, customer_fk: 8, date: here.day, time: '10:00' },
      discount: content.discount ?? null,
      lines: content.lines.map(({ line_id, item_fk, unit_fk, quantity, discount, tax_percent }) => ({
        ...{ line_id, item_fk, unit_fk, quantity },
        ...{ discount: discount ?? null, tax_percent: tax_percent ?? null },
      })),
      payments: content.payments.map(({ method, amount, account_fk, rate_fk }) => ({
        ...{ method, amount, account_fk: account_fk ?? null, rate_fk: rate_fk ?? null },
      })),
    };
    const settled = completedReceipt(receiptFacts(input, facts), facts);
    expect(settled.lines.map(({ price }) => price)).toEqual(content.lines.map(({ price }) => price));
    expect(settled.change_amount).toBe(content.change);
    const worth = settled.payments.map((payment) => printMoney(baseAmountOf(payment, 1)));
    expect(worth).toEqual(['7400', '20000', '3000']);
    const sum = content.lines.reduce((total, line) => total + money(line.total_amount), 0n);
    expect(sum).toBe(money(content.total));
  });

  it('in dollars names the account of its change, so that it is stored before its drawer is known', () => {
    const dollars = [cash('20', DOLLAR)];
    const sold = pricedCart(two, here);
    const paid = settle(sold.totals.total, dollars, here, { hasCustomer: false, drawer: DRAWER });
    const { kind: _, ...content } = receiptContent(
      {
        ...{ cart: two, priced: sold, tenders: dollars, settlement: paid, terms: here, time: '10:00:00' },
        ...{ drawer: { id: 1 }, replaces: null, held: null },
      },
      'T3-000001',
    );
    expect(content).toMatchObject({ change: '8500', change_account_fk: 20 });
    const input = { ...content, drawer_fk: 1, replaces_fk: null };
    const stored = receivedReceipt(input, tillFacts(), received(2));
    expect(stored).toMatchObject({ change_amount: '8500', change_account_fk: 20, payments: [{ account_fk: 21 }] });
    const exact = settle(sold.totals.total, [cash('21000')], here, { hasCustomer: false, drawer: DRAWER });
    expect(exact.changeAccount).toBe(null);
  });
});
