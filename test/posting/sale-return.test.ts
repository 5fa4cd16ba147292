import { describe, expect, it } from 'vitest';
import { postSaleReturn } from '../../domain/posting/sale-return.ts';
import type { SaleReturn } from '../../domain/sales/sale-return-events.ts';
import { balances } from './reading.ts';

const back: SaleReturn = {
  outlet_fk: 1,
  inventory_fk: 1,
  sale_fk: 15,
  sale_date: '2026-03-21',
  customer_fk: 2,
  date: '2026-03-22',
  time: null,
  currency_fk: 2,
  system_currency_fk: 1,
  rate_fk: 2,
  rate: '1491.3333',
  payment_type: 'on_account',
  account_fk: null,
  account_type: null,
  discount: null,
  rounding_step: null,
  settled_amount: '1085.2366',
  reference_number: null,
  note: null,
  lines: [
    {
      line_id: 1,
      sale_line_id: 1,
      item_fk: 3,
      item_type: 'service',
      unit_fk: 1,
      unit_factor: '1',
      quantity: '2',
      bonus_quantity: null,
      price: '516.78',
      discount: null,
      tax_percent: '5',
      gross_amount: '1033.56',
      discount_amount: '0',
      tax_amount: '51.678',
      returned_before: '0',
      bonus_returned_before: '0',
      note: null,
    },
  ],
};

describe('a sale return on account', () => {
  it('settles the open amount and leaves the rest as an advance, each at its exact base amount, so that both can end at zero', () => {
    const amounts = balances(postSaleReturn(back, 'sale_return-1'));
    // 1085.2366 × 1491.3333 and 0.0014 × 1491.3333. Their sum is 0.0001 more than 1085.238 × 1491.3333.
    expect(amounts).toMatchObject({
      'receivable customer-2': '-1618449.48',
      'customer-advances customer-2': '-2.0879',
    });
    expect(
      Object.values(amounts)
        .map(Number)
        .reduce((sum, value) => sum + value, 0),
    ).toBeCloseTo(0, 4);
  });

  it('of a part takes the difference of the debt’s base amounts, so that the debt ends at zero when the rest is paid', () => {
    // 0.0014 × 1491.3333 is 2.0879. As a part of 1085.238, whose remainder has a base amount of 1618449.48, it gets
    // 0.0001 less.
    const part = { ...back.lines[0], quantity: '1', price: '0.0014', gross_amount: '0.0014', tax_amount: '0' };
    const lines = [part] as SaleReturn['lines'];
    const amounts = balances(
      postSaleReturn({ ...back, lines, settled_amount: '0.0014', open_amount: '1085.238' }, 'sale_return-2'),
    );
    expect(amounts).toEqual({ 'sales-returns': '2.0878', 'receivable customer-2': '-2.0878' });
  });
});
