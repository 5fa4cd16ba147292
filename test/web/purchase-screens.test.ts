import { describe, expect, it } from 'vitest';
import { money } from '../../domain/kernel/money.ts';
import { type Quantity, quantity } from '../../domain/kernel/quantity.ts';
import { leftToShare, type SharedLine, sharing, shownShares } from '../../web/purchasing/cost-shares.ts';
import { draftOfOrder } from '../../web/purchasing/order-draft.ts';
import { isChanged, isWrong, type PriceRow, shownPrice } from '../../web/purchasing/price-rows.ts';

const line = (line_id: number, count: string, value: string, weight: string): SharedLine => ({
  line_id,
  item_fk: line_id,
  received: count,
  value,
  weight,
  base: quantity(count) as Quantity,
});
const lines = [line(1, '10', '1000', '20'), line(2, '20', '3000', '')];
const nothing = { weights: {}, shares: {} };

describe('a later cost is shared', () => {
  it('by value and by quantity as the server does, to the last digit', () => {
    expect(shownShares(lines, 'value', '1000', nothing)).toEqual(['250', '750']);
    expect(shownShares(lines, 'quantity', '100', nothing)).toEqual(['33.3333', '66.6667']);
    expect(sharing(lines, 'quantity', '100', nothing)).toEqual({ share_by: 'quantity' });
  });

  it('by weight only when every line has one; weights that were typed are sent as shares by hand', () => {
    expect(shownShares(lines, 'weight', '100', nothing)).toEqual([undefined, undefined]);
    const typed = { weights: { 2: '60' }, shares: {} };
    expect(shownShares(lines, 'weight', '100', typed)).toEqual(['25', '75']);
    expect(sharing(lines, 'weight', '100', typed)).toEqual({
      share_by: 'hand',
      shares: [
        { line_id: 1, amount: '25' },
        { line_id: 2, amount: '75' },
      ],
    });
    const weighed = [line(1, '10', '1000', '20'), line(2, '20', '3000', '60')];
    expect(sharing(weighed, 'weight', '100', nothing)).toEqual({ share_by: 'weight' });
  });

  it('by hand, and shows the rest', () => {
    const typed = { weights: {}, shares: { 1: '40', 2: '' } };
    expect(leftToShare('100', shownShares(lines, 'hand', '100', typed))).toBe(money('60'));
    expect(sharing(lines, 'hand', '100', typed)).toEqual({
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
    expect(isWrong(shownPrice(row, { field: 'profit_rate', text: 'much' }, '', '250'))).toBe(true);
    expect(isWrong(shownPrice(row, { field: 'desired_profit', text: '-900' }, '', ''))).toBe(true);
    expect(isWrong(shownPrice({ ...row, cost: undefined }, undefined, '50', '250'))).toBe(true);
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
