import { afterEach, describe, expect, it } from 'vitest';
import { money, printMoney, smallestUnit } from '../../domain/values/money.ts';
import { type Quantity, quantity } from '../../domain/values/quantity.ts';
import { billAmounts, linesToBill, otherPrices } from '../../web/purchasing/bill-lines.ts';
import { rateOfCost } from '../../web/purchasing/costs/cost-rate.ts';
import {
  leftToShare,
  NOTHING_TYPED,
  type SharedLine,
  sharing,
  shownShares,
} from '../../web/purchasing/costs/cost-shares.ts';
import { draftOfOrder } from '../../web/purchasing/order-draft.ts';
import { isChanged, isWrong, type PriceRow, shownPrice, type TypedPrice } from '../../web/purchasing/price-rows.ts';
import { orderLines, orderTotal, type ProposedItem } from '../../web/purchasing/proposed/proposal.ts';
import { purchaseOfOrder } from '../../web/purchasing/purchase-editor.tsx';
import { withBonus } from '../../web/purchasing/purchase-return-editor.tsx';
import type { ReadPurchase } from '../../web/purchasing/read-purchase.ts';
import { queryClient } from '../../web/shared/api/query.ts';
import { stepIn } from '../../web/shared/session/currency-step.ts';
import { localToday } from '../../web/shared/typing/date-words.ts';

const line = (line_id: number, count: string, value: string, weight: string, volume = ''): SharedLine => ({
  line_id,
  item_fk: line_id,
  count,
  value,
  weight,
  volume,
  base: quantity(count) as Quantity,
});
const lines = [line(1, '10', '1000', '20'), line(2, '20', '3000', '')];
const nothing = NOTHING_TYPED;
const [dinar, cent] = [smallestUnit(0), smallestUnit(2)];

describe('a return to the supplier', () => {
  it('proposes the bonus goods that came with what goes back, and leaves what a person typed', () => {
    const line = { whole_quantity: '25', whole_bonus: '10', quantity: null, bonus_quantity: null };
    expect(withBonus('25', {}, line)).toEqual({ bonus_quantity: '10' });
    expect(withBonus('6', {}, line)).toEqual({ bonus_quantity: '2' });
    expect(withBonus('2', {}, line)).toEqual({ bonus_quantity: null });
    expect(withBonus('5', {}, { ...line, quantity: '25', bonus_quantity: '10' })).toEqual({ bonus_quantity: '2' });
    expect(withBonus('5', {}, { ...line, quantity: '25', bonus_quantity: '7' })).toEqual({});
    expect(withBonus('5', {}, { ...line, whole_bonus: null })).toEqual({ bonus_quantity: null });
  });
});

describe('a later cost is shared', () => {
  it('by value and by quantity as the server does, to the last digit', () => {
    expect(shownShares(lines, 'value', '1000', nothing, dinar)).toEqual(['250', '750']);
    expect(shownShares(lines, 'quantity', '100', nothing, dinar)).toEqual(['33', '67']);
    expect(shownShares(lines, 'quantity', '100', nothing, cent)).toEqual(['33.33', '66.67']);
    expect(sharing(lines, 'quantity', '100', nothing, dinar)).toEqual({ share_by: 'quantity' });
  });

  it('by weight only when every line has one; weights that were typed are sent as shares by hand', () => {
    expect(shownShares(lines, 'weight', '100', nothing, dinar)).toEqual([undefined, undefined]);
    const typed = { ...nothing, sizes: { weight: { 2: '60' }, volume: {} } };
    expect(shownShares(lines, 'weight', '100', typed, dinar)).toEqual(['25', '75']);
    expect(sharing(lines, 'weight', '100', typed, dinar)).toEqual({
      share_by: 'hand',
      shares: [
        { line_id: 1, amount: '25' },
        { line_id: 2, amount: '75' },
      ],
    });
    const weighed = [line(1, '10', '1000', '20'), line(2, '20', '3000', '60')];
    expect(sharing(weighed, 'weight', '100', nothing, dinar)).toEqual({ share_by: 'weight' });
    // A weight that was typed is no volume.
    const sized = [line(1, '10', '1000', '20', '0.5'), line(2, '20', '3000', '', '2')];
    expect(shownShares(sized, 'volume', '100', typed, dinar)).toEqual(['20', '80']);
    expect(sharing(sized, 'volume', '100', typed, dinar)).toEqual({ share_by: 'volume' });
    expect(shownShares(weighed, 'volume', '100', typed, dinar)).toEqual([undefined, undefined]);
  });

  it('by typed weights in payable amounts, which the server takes', () => {
    const typed = { ...nothing, sizes: { weight: { 2: '40' }, volume: {} } };
    expect(sharing(lines, 'weight', '10000', typed, dinar)).toEqual({
      share_by: 'hand',
      shares: [
        { line_id: 1, amount: '3333' },
        { line_id: 2, amount: '6667' },
      ],
    });
  });

  it('by hand, and shows the rest', () => {
    const typed = { ...nothing, shares: { 1: '40', 2: '' } };
    expect(leftToShare('100', shownShares(lines, 'hand', '100', typed, dinar))).toBe(money('60'));
    expect(sharing(lines, 'hand', '100', typed, dinar)).toEqual({
      share_by: 'hand',
      shares: [{ line_id: 1, amount: '40' }],
    });
    expect(leftToShare('100', ['forty'])).toBeUndefined();
    expect(leftToShare('100', ['-1'])).toBeUndefined();
  });
});

describe('a sale price', () => {
  const row: PriceRow = {
    key: '1:1',
    item_fk: 1,
    unit_fk: 1,
    unit_name: 'Piece',
    cost: money('800'),
    price: '1000',
    step: undefined,
  };

  it('stays as it is until something is wished for', () => {
    const shown = shownPrice(row, undefined, '', '250');
    expect(shown).toEqual({ sale_price: '1000', desired_profit: '200', profit_rate: '25' });
    expect(isChanged(row, shown)).toBe(false);
  });

  it('follows the rate for all, and before it what was typed into its own row', () => {
    expect(shownPrice(row, undefined, '50', '250')).toEqual({
      sale_price: '1250',
      desired_profit: '450',
      profit_rate: '50',
    });
    const typed = { field: 'desired_profit', text: '700' } as const;
    expect(shownPrice(row, typed, '50', '')).toMatchObject({ sale_price: '1500', profit_rate: '87.5' });
    const own = shownPrice(row, { field: 'sale_price', text: '1100' }, '50', '250');
    expect(own).toEqual({ sale_price: '1100', desired_profit: '300', profit_rate: '37.5' });
    expect(isChanged(row, own)).toBe(true);
  });

  it('is not sent while it is none, or below zero', () => {
    const isRefused = (of: PriceRow, typed: TypedPrice | undefined, rate: string, step: string) =>
      isWrong(of, shownPrice(of, typed, rate, step), typed);
    expect(isRefused(row, { field: 'profit_rate', text: 'much' }, '', '250')).toBe(true);
    expect(isRefused(row, { field: 'desired_profit', text: '-900' }, '', '')).toBe(true);
    expect(isRefused({ ...row, cost: undefined }, undefined, '50', '250')).toBe(true);
    const cheap = { ...row, cost: money('100') };
    expect(isRefused(cheap, undefined, '20', '250')).toBe(true);
    expect(isRefused(cheap, { field: 'sale_price', text: '0' }, '20', '250')).toBe(false);
    expect(isRefused({ ...cheap, price: '0' }, undefined, '', '250')).toBe(false);
  });

  it('of an item in dollars is rounded to cents, not to the step of dinars', () => {
    const dollars = { ...row, cost: money('12'), price: '13', step: cent };
    expect(shownPrice(dollars, undefined, '20', '250')).toMatchObject({ sale_price: '14.4', desired_profit: '2.4' });
    expect(shownPrice({ ...dollars, cost: money('0.37') }, undefined, '10', '250').sale_price).toBe('0.41');
  });
});

describe('the step of sale prices', () => {
  const currencies = [
    { currency_id: 1, currency_name: 'Iraqi dinar', symbol: 'IQD', decimals: 0 },
    { currency_id: 2, currency_name: 'US dollar', symbol: 'USD', decimals: 2 },
  ];
  const stepOf = (currency: number, cash_rounding_step: string) =>
    printMoney(stepIn(currency, { system_settings: { cash_rounding_step }, currencies }));

  it('is that of the settings for dinars, and the smallest unit of another currency', () => {
    expect([stepOf(1, '250'), stepOf(1, '0'), stepOf(2, '250'), stepOf(3, '250')]).toEqual([
      '250',
      '1',
      '0.01',
      '0.01',
    ]);
    const row = { key: '1:1', item_fk: 1, unit_fk: 1, unit_name: 'Piece', cost: money('240'), price: '250' };
    expect(shownPrice({ ...row, step: undefined }, undefined, '20', stepOf(2, '250')).sale_price).toBe('288');
  });
});

describe('a purchase of an order begins', () => {
  const order = {
    id: 4,
    discount: { type: 'amount', value: '500' },
    lines: [
      { line_id: 1, item_fk: 1, unit_fk: 1, quantity: '10', price: '100', discount: { type: 'amount', value: '50' } },
      { line_id: 2, item_fk: 2, unit_fk: 1, quantity: '4', price: '200', discount: { type: 'percent', value: '5' } },
    ],
    delivered: [
      { line_id: 1, quantity: '0' },
      { line_id: 2, quantity: '0' },
    ],
  };
  const discounts = (draft: ReturnType<typeof draftOfOrder>) => [
    draft.header['discount'],
    ...draft.lines.map(({ fields }) => fields['discount']),
  ];

  it('with all of it, and the discounts', () => {
    const draft = draftOfOrder(order);
    expect(draft.lines.map(({ fields }) => fields['quantity'])).toEqual(['10', '4']);
    expect(discounts(draft)).toEqual([order.discount, ...order.lines.map(({ discount }) => discount)]);
  });

  it('with the remaining quantities, and no discount a second time', () => {
    const delivered = [
      { line_id: 1, quantity: '3' },
      { line_id: 2, quantity: '0' },
    ];
    const draft = draftOfOrder({ ...order, delivered });
    expect(draft.lines.map(({ fields }) => fields['quantity'])).toEqual(['7', '4']);
    expect(discounts(draft)).toEqual([null, null, order.lines[1]?.discount]);
    const percent = { type: 'percent', value: '10' };
    expect(discounts(draftOfOrder({ ...order, delivered, discount: percent }))[0]).toEqual(percent);
  });
});

describe('the lines of a proposed order', () => {
  const none = {
    in_hand: '0',
    ...{ in_units: [], reserved_in_units: [], on_order_in_units: [], on_the_way_in_units: [], elsewhere_in_units: [] },
    ...{ minimum_in_units: [], maximum_in_units: [], sold_in_units: [] },
    reserved: '0',
    on_order: '0',
    on_the_way: '0',
    elsewhere: '0',
    minimum: '4',
    sold: '0',
  };
  const nameless = {
    item_name: null,
    item_code: null,
    base_unit_name: null,
    unit_name: null,
    supplier_name: null,
    currency_name: null,
    tax_name: null,
  };
  const item: ProposedItem = {
    ...{ ...none, ...nameless, item_fk: 11, quantity: '4', unit_fk: 1, supplier_fk: 8, currency_fk: 1 },
    ...{ base_unit_fk: 1, unit_factor: '1', price: '100', last_purchase: '2026-03-01', tax_fk: 2 },
    ...{ has_own_minimum: false, maximum: null, transfers: [] },
  };
  const proposed = { key: '8:1', supplier_fk: 8, supplier_name: null, currency_fk: 1 };

  it('have the tax of their items, so that the input tax of the purchase is not lost', () => {
    const items = [item, { ...item, item_fk: 12, tax_fk: null }, { ...item, item_fk: 13 }];
    expect(orderLines({ ...proposed, items }, { 11: { price: '120' }, 13: { isLeftOut: true } })).toEqual([
      { item_fk: 11, unit_fk: 1, quantity: '4', price: '120', tax_fk: 2 },
      { item_fk: 12, unit_fk: 1, quantity: '4', price: '100', tax_fk: null },
    ]);
  });

  it('add up to the total of the order with its tax; a line that is being typed counts nothing', () => {
    const items = [item, { ...item, item_fk: 12, tax_fk: null }, { ...item, item_fk: 13 }];
    const lines = orderLines({ ...proposed, items }, { 13: { price: '-' } });
    expect(orderTotal(lines, 0, (tax) => (tax === 2 ? '10' : null))).toBe('840');
  });
});

describe('the rate of a purchase of an order', () => {
  const order = { id: 4, currency_fk: 2, system_currency_fk: 1, lines: [], delivered: [] };
  afterEach(() => queryClient.clear());

  it('is that of its own day, unless a person typed the rate of the order', async () => {
    queryClient.setQueryData(['currency_rates', 'last_rate', localToday()], { rate_id: 9, rate: '1510' });
    const old = await purchaseOfOrder({ ...order, rate_fk: 4, rate: '1450' });
    expect(old.header).toMatchObject({ date: localToday(), rate_fk: 9, rate: '1510' });
    const typed = await purchaseOfOrder({ ...order, rate_fk: null, rate: '1475' });
    expect(typed.header).toMatchObject({ rate_fk: null, rate: '1475' });
  });
});

describe('the bill of goods that came before it', () => {
  const of = (line_id: number, quantity: string, price: string) => ({
    ...{ line_id, item_fk: line_id, unit_fk: 1, unit_factor: '1', unit_weight: null, quantity, price },
    ...{ bonus_quantity: null, discount: null, tax_fk: null, tax_percent: '10', tax_recoverable: true },
    ...{ expire_date: null, note: null },
  });
  const receipt = { receipt: 0, date: '2026-03-02', time: null, before: [], after: [{ line_id: 1, quantity: '10' }] };
  const purchase = {
    ...{ id: 1, number: 'P-1', revision: 3, possible: ['bill'], outlet_fk: 1, inventory_fk: 1, supplier_fk: 8 },
    ...{
      date: '2026-03-01',
      time: null,
      currency_fk: 1,
      system_currency_fk: 1,
      rate_fk: null,
      rate: null,
      decimals: 0,
    },
    ...{ payment_type: 'on_account', account_fk: null, account_type: null, discount: null, costs: [] },
    ...{ reference_number: null, note: null, lines: [of(1, '10', '1000'), of(2, '5', '300')] },
    ...{ receipts: [receipt], before_bill: [0], applied: [] },
  } as unknown as ReadPurchase;

  it('has the lines that came, at the prices of the purchase until others are typed', () => {
    const lines = linesToBill(purchase);
    expect(lines).toEqual([{ line_id: 1, item_fk: 1, quantity: '10', price: '1000' }]);
    expect(otherPrices(lines, {})).toEqual([]);
    expect(otherPrices(lines, { 1: '1000.00' })).toEqual([]);
    expect(otherPrices(lines, { 1: '900' })).toEqual([{ line_id: 1, price: '900' }]);
    expect(otherPrices(lines, { 1: '' })).toEqual([]);
  });

  it('shows what it comes to, with taxes, and what it differs from the purchase', () => {
    expect(billAmounts(purchase, [])).toEqual({ total: '11000', difference: '0' });
    expect(billAmounts(purchase, [{ line_id: 1, price: '900' }])).toEqual({ total: '9900', difference: '-1100' });
    expect(billAmounts(purchase, [{ line_id: 1, price: '1250' }])).toEqual({ total: '13750', difference: '2750' });
  });
});

describe('the rate of a later cost', () => {
  const day = { rate_id: 9, in: '1500', out: '1510' };
  const debt = {
    cost_id: 1,
    cost_type: 'freight',
    amount: '5',
    currency_fk: 2,
    rate_fk: 5,
    rate: '1480',
    payment_type: 'on_account',
    supplier_fk: 9,
    account_fk: null,
    account_type: null,
    note: null,
    share_by: 'value',
    shares: [],
  } as const;
  const purchase = {
    currency_fk: 2,
    system_currency_fk: 1,
    supplier_fk: 8,
    rate_fk: null,
    rate: '1490',
    costs: [debt],
    applied: [],
  };
  const rateFor = (supplier_fk: number, currency_fk: number, payment_type = 'on_account') =>
    rateOfCost(purchase, { supplier_fk, currency_fk, payment_type }, day);

  it('is that of the purchase or an earlier cost for the same supplier and currency', () => {
    expect(rateFor(8, 2)).toEqual({ rate_fk: null, rate: '1490' });
    expect(rateFor(9, 2)).toEqual({ rate_fk: 5, rate: '1480' });
    const later = { ...debt, cost_id: 2, supplier_fk: 7, rate: '1495' };
    const place = { outlet_fk: 1, inventory_fk: 1, system_currency_fk: 1, purchase_date: '2026-03-01' };
    const applied = [{ ...place, receipt: 0, date: '2026-03-01', time: null, cost: later, shares: [] }];
    const cost = { supplier_fk: 7, currency_fk: 2, payment_type: 'on_account' };
    expect(rateOfCost({ ...purchase, applied }, cost, day)).toEqual({ rate_fk: 5, rate: '1495' });
  });

  it('is that of the day for another supplier and in cash, and none in the system currency', () => {
    expect(rateFor(6, 2)).toEqual({ rate_fk: 9, rate: '1510' });
    expect(rateFor(8, 2, 'cash')).toEqual({ rate_fk: 9, rate: '1510' });
    expect(rateFor(8, 1)).toEqual({ rate_fk: null, rate: null });
    expect(rateOfCost(purchase, { supplier_fk: 6, currency_fk: 2, payment_type: 'cash' }, undefined)).toEqual({
      rate_fk: null,
      rate: null,
    });
  });
});
