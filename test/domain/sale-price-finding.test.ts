import { describe, expect, it } from 'vitest';
import { priceFrom, profitOf, unitCost } from '../../domain/pricing/sale-price-finding.ts';
import { itemCosts } from '../../domain/purchasing/costs/item-costs.ts';
import { isComplete, purchase } from '../../domain/purchasing/purchase.ts';
import { money, printMoney } from '../../domain/values/money.ts';
import { quantity } from '../../domain/values/quantity.ts';
import { given } from './given.ts';

/** Two lines of one item, one with bonus goods; freight at the receipt, and customs as a later cost. */
const bought = given(purchase)
  .after([
    {
      type: 'enter',
      receive: true,
      input: {
        outlet_fk: 1,
        inventory_fk: 1,
        supplier_fk: 8,
        date: '2026-03-05',
        currency_fk: 2,
        rate_fk: 4,
        payment_type: 'on_account',
        costs: [{ cost_type: 'freight', amount: '6000', currency_fk: 1, payment_type: 'on_account', supplier_fk: 9 }],
        lines: [
          { item_fk: 11, unit_fk: 2, quantity: '1', bonus_quantity: '1', price: '60' },
          { item_fk: 11, unit_fk: 1, quantity: '6', price: '5', tax_fk: 2 },
          { item_fk: 12, unit_fk: 1, quantity: '1', price: '10', tax_fk: 1 },
        ],
      },
    },
    {
      type: 'apply_cost',
      input: {
        cost_id: 2,
        cost_type: 'customs',
        amount: '10',
        currency_fk: 2,
        rate_fk: 4,
        payment_type: 'cash',
        account_fk: 5,
      },
    },
  ])
  .state();
const costs = isComplete(bought) ? itemCosts(bought.purchase, bought) : new Map();

describe('the cost that a sale price is found from', () => {
  it('is that of all received goods, with non-recoverable tax, freight and later costs', () => {
    // 91.5 dollars of goods and tax, 5,400 of freight, 9 dollars of customs: 155,145 for 30.
    const cost = costs.get(11);
    expect(cost && [printMoney(cost.value), cost.count]).toEqual(['155145', 30_000_000n]);
    expect(cost && printMoney(unitCost(cost, quantity('1')) ?? money('0'))).toBe('5171.5');
    expect(cost && printMoney(unitCost(cost, quantity('12')) ?? money('0'))).toBe('62058');
    expect(costs.get(12)?.value).toBe(money('16990'));
  });

  it('is that of what came where the rest is closed, with all of its freight', () => {
    const account = { payment_type: 'on_account' as const, supplier_fk: 9 };
    const input = {
      ...{ outlet_fk: 1, inventory_fk: 1, date: '2026-03-05', currency_fk: 1, ...account },
      costs: [{ cost_type: 'freight' as const, amount: '100000', currency_fk: 1, ...account }],
      lines: [{ item_fk: 11, unit_fk: 1, quantity: '1000', price: '1000' }],
    };
    const insurance = { cost_id: 2, cost_type: 'insurance' as const, amount: '5000', currency_fk: 1, ...account };
    const open = given(purchase).after([
      { type: 'enter', receive: false, input },
      { type: 'receive', input: { date: '2026-03-06', lines: [{ line_id: 1, quantity: '100' }] } },
      { type: 'apply_cost', input: insurance },
    ]);
    const piece = (history: typeof open) => {
      const state = history.state();
      const cost = isComplete(state) ? itemCosts(state.purchase, state).get(11) : undefined;
      return cost && printMoney(unitCost(cost, quantity('1')) ?? money('0'));
    };
    expect([piece(open), piece(open.after([{ type: 'close' }]))]).toEqual(['1105', '2050']);
  });

  it('results in a price with the desired profit, or the rate of it, rounded to a step', () => {
    const cost = money('5171.5');
    expect(priceFrom(cost, { profit: money('1000') }, money('250'))).toBe(money('6250'));
    expect(priceFrom(cost, { rate: money('20') }, money('250'))).toBe(money('6250'));
    expect(priceFrom(cost, { rate: money('20') }, money('0'))).toBe(money('6205.8'));
  });

  it('results in the profit of a price, and no rate at a cost of zero', () => {
    expect(profitOf(money('400'), money('500'))).toEqual({ profit: money('100'), rate: money('25') });
    expect(profitOf(money('0'), money('500'))).toEqual({ profit: money('500'), rate: undefined });
  });
});
