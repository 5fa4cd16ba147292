import { describe, expect, it } from 'vitest';
import { postSale } from '../../domain/posting/sale.ts';
import type { Sale } from '../../domain/sales/sale-events.ts';
import { balances } from './reading.ts';

/** The worked example of docs/accounting.md, section 2. */
const worked: Sale = {
  outlet_fk: 1,
  inventory_fk: 1,
  customer_fk: 7,
  date: '2026-03-05',
  time: null,
  currency_fk: 1,
  system_currency_fk: 1,
  rate_fk: null,
  rate: null,
  payment_type: 'cash',
  account_fk: 3,
  account_type: 1,
  discount: { type: 'amount', value: '3500' },
  delivery_charge: '1600',
  rounding_step: '250',
  costs: [
    {
      cost_type: 'transport',
      amount: '1000',
      currency_fk: 1,
      rate_fk: null,
      rate: null,
      payment_type: 'cash',
      supplier_fk: null,
      account_fk: 3,
      account_type: 1,
      note: null,
    },
  ],
  reference_number: null,
  note: null,
  lines: [line(1, 11, '3', '10000', { type: 'percent', value: '5' }), line(2, 12, '2', '7500', null)],
};

function line(id: number, item: number, count: string, price: string, discount: Sale['discount']) {
  return {
    line_id: id,
    item_fk: item,
    item_type: 'goods' as const,
    unit_fk: 1,
    unit_factor: '1',
    quantity: count,
    bonus_quantity: null,
    price,
    discount,
    tax_percent: '5',
    note: null,
  };
}

describe('a completed sale posts', () => {
  it('the worked example, in cash, rounded to 250, with the driver paid', () => {
    const posting = postSale(worked, 'sale-1');
    expect(balances(posting)).toEqual({
      'cash:3': '42500',
      rounding: '100',
      'sales-discounts': '5000',
      sales: '-45000',
      'output-tax': '-2000',
      'delivery-income': '-1600',
      'delivery-expense': '1000',
    });
    expect(posting.movements.map((movement) => [movement.pool, movement.quantity, movement.contra.key])).toEqual([
      [{ kind: 'stock', item: 11, inventory: 1 }, -3_000_000n, 'cost-of-goods-sold'],
      [{ kind: 'stock', item: 12, inventory: 1 }, -2_000_000n, 'cost-of-goods-sold'],
    ]);
  });

  it('the whole unpaid amount to receivable when it is on account, without rounding', () => {
    const posting = postSale(
      { ...worked, payment_type: 'on_account', account_fk: null, account_type: null, rounding_step: null, costs: [] },
      'sale-1',
    );
    expect(balances(posting)).toMatchObject({ 'receivable customer-7': '43600' });
    expect(balances(posting)).not.toHaveProperty('rounding');
    expect(posting.openItems).toEqual([
      { party: 'customer-7', currency: 1, date: '2026-03-05', document: 'sale-1', outlet: 1, amount: 436_000_000n },
    ]);
  });

  it('a foreign sale converted once, with debits equal to credits to the last digit', () => {
    const posting = postSale(
      {
        ...worked,
        currency_fk: 2,
        rate: '1480',
        rate_fk: 1,
        rounding_step: null,
        costs: [],
        payment_type: 'on_account',
      },
      'sale-1',
    );
    expect(balances(posting)['receivable customer-7']).toBe('64528000');
  });
});
