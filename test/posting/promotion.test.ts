/** The postings of promotions (docs/accounting.md, section 4, free and bonus). */
import { describe, expect, it } from 'vitest';
import { saleDocument } from '../../domain/sales/sale.document.ts';
import type { SaleInput } from '../../domain/sales/sale.schema.ts';
import { sale } from '../../domain/sales/sale.ts';
import { saleReturnDocument } from '../../domain/sales/sale-return.document.ts';
import { saleReturn } from '../../domain/sales/sale-return.ts';
import { given } from '../domain/given.ts';
import { RECORDS, shop } from '../domain/shop.ts';
import { balances } from './reading.ts';

const input: SaleInput = {
  outlet_fk: 1,
  inventory_fk: 1,
  customer_fk: 7,
  date: '2026-03-20',
  currency_fk: 1,
  payment_type: 'cash',
  account_fk: 3,
  lines: [{ item_fk: 11, unit_fk: 2, quantity: '1', price: '30000' }],
};
const posted = (more: Partial<SaleInput>, facts = shop()) => {
  const [posting] = saleDocument.postingsOf(
    given(sale)
      .after([{ type: 'enter', input: { ...input, ...more } }], facts)
      .state(),
    'sale-1',
  );
  if (!posting) throw new Error('it is not in the books');
  return posting;
};
const twoLines = [...input.lines, { item_fk: 12, unit_fk: 1, quantity: '1', price: '10000' }];
const owed = { payment_type: 'on_account', account_fk: null } as const;

const own = { party: 'customer-7', currency: 1, date: '2026-03-20', document: 'sale-1', outlet: 1 };

describe('a promotion posts', () => {
  it('free goods to promotion cost, at a price of zero', () => {
    const free = { item_fk: 12, unit_fk: 1, quantity: '0', bonus_quantity: '1', price: '0', promotion_fk: 1 };
    const posting = posted({ lines: [...input.lines, free] });
    expect(balances(posting)).toEqual({ 'cash:3': '30000', sales: '-30000' });
    expect(posting.movements.map(({ contra, quantity }) => [contra.key, quantity])).toEqual([
      ['cost-of-goods-sold', -12_000_000n],
      ['promotion-cost', -1_000_000n],
    ]);
  });

  it('its discount gross, among the discounts of sales', () => {
    const posting = posted({ promotions: [{ promotion_fk: 2 }], discount: { type: 'percent', value: '10' } });
    expect(balances(posting)).toEqual({ 'cash:3': '27000', sales: '-30000', 'sales-discounts': '3000' });
  });

  it('its amount as the customer’s advance, a credit under the name of the sale', () => {
    const posting = posted({ promotions: [{ promotion_fk: 3 }] });
    expect(balances(posting)).toEqual({
      'cash:3': '30000',
      sales: '-30000',
      'sales-discounts': '1500',
      'customer-advances customer-7': '-1500',
    });
    expect(posting.openItems).toEqual([{ ...own, amount: -15_000_000n, credit: true }]);
  });

  it('its amount on account against the debt of the same sale', () => {
    const posting = posted({ promotions: [{ promotion_fk: 3 }], ...owed });
    expect(balances(posting)).toEqual({
      'receivable customer-7': '28500',
      sales: '-30000',
      'sales-discounts': '1500',
    });
    expect(posting.lines.filter(({ account }) => account.key === 'customer-advances')).toHaveLength(2);
    expect(posting.openItems).toEqual([{ ...own, amount: 285_000_000n, due: '2026-03-20' }]);
  });

  it('its amount in dollar at the rate of the sale', () => {
    const records = { 'promotion-3': { ...RECORDS['promotion-3'], currency_fk: 2, minimum_amount: '20' } };
    const dollar = { currency_fk: 2, rate_fk: 4, promotions: [{ promotion_fk: 3 }], ...owed };
    expect(balances(posted(dollar, shop({ records })))).toEqual({
      'receivable customer-7': '42180000',
      sales: '-44400000',
      'sales-discounts': '2220000',
    });
  });

  it('less when goods are returned: their share of the credit is reversed', () => {
    const sold = given(sale).after([
      { type: 'enter', input: { ...input, lines: twoLines, promotions: [{ promotion_fk: 3 }] } },
    ]);
    const back = given(saleReturn).after(
      [
        {
          type: 'draft',
          input: {
            ...{ outlet_fk: 1, inventory_fk: 1, sale_fk: 1, customer_fk: 7, date: '2026-03-21' },
            ...{ payment_type: 'cash', account_fk: 3 },
            lines: [{ sale_line_id: 1, quantity: '1' }],
          },
        },
        { type: 'complete' },
      ],
      shop({ documents: { 'sale-1': sold.state() } }),
    );
    const [posting] = saleReturnDocument.postingsOf(back.state(), 'sale_return-1');
    // The returned line has 30,000 of 40,000, so three quarters of the credit of 1,500; cash is rounded to 250.
    expect(posting && balances(posting)).toEqual({
      'sales-returns': '30000',
      'sales-discounts': '-1125',
      'cash:3': '-29000',
      rounding: '125',
    });
  });
});
