import { describe, expect, it } from 'vitest';
import { recordDecider } from '../../domain/records/record-decider.ts';
import { promotion } from '../../domain/sales/promotion.record.ts';
import type { SaleInput } from '../../domain/sales/sale.schema.ts';
import { sale } from '../../domain/sales/sale.ts';
import { given } from './given.ts';
import { RECORDS, shop } from './shop.ts';

const decider = recordDecider(promotion);
const body = {
  title: 'Spring',
  start_date: '2026-03-01',
  end_date: '2026-03-31',
  reward_type: 'get_discount',
  minimum_amount: '20000',
  reward_percentage: '10',
} as const;
const drafted = given(decider).after([{ type: 'register', data: body }]);
const active = drafted.after([{ type: 'amend', changed: { status: 'active' } }]);

describe('a promotion', () => {
  it('is a draft, becomes active, inactive and active again, and never a draft again', () => {
    expect(drafted.state()).toMatchObject({ data: { status: 'draft', applies: 'once', items: [] } });
    drafted.when({ type: 'amend', changed: { status: 'inactive' } }).isRefused('status: cannot_be_changed');
    drafted.when({ type: 'amend', changed: { status: 'active' } }).gives('promotion.amended');
    active.when({ type: 'amend', changed: { status: 'draft' } }).isRefused('status: cannot_be_changed');
    active
      .after([{ type: 'amend', changed: { status: 'inactive' } }])
      .when({ type: 'amend', changed: { status: 'active' } })
      .gives('promotion.amended');
  });

  it('keeps its terms while it is active, but for its title and its end', () => {
    active.when({ type: 'amend', changed: { end_date: '2026-04-30', title: 'x' } }).gives('promotion.amended');
    active
      .when({ type: 'amend', changed: { reward_percentage: '20', minimum_amount: '1' } })
      .isRefused('reward_percentage: promotion_is_active', 'minimum_amount: promotion_is_active');
    drafted.when({ type: 'amend', changed: { reward_percentage: '20' } }).gives('promotion.amended');
  });

  it('requires a condition, has its own reward only, and ends after it begins', () => {
    given(decider)
      .when({
        type: 'register',
        data: { ...body, minimum_amount: null, reward_percentage: null, reward_amount: '5', end_date: '2026-02-28' },
      })
      .isRefused(
        'items: promotion_needs_a_condition',
        'reward_percentage: required',
        'reward_amount: reward_of_another_type',
        'end_date: end_date_after_start_date',
      );
    const twice = { item_fk: 11, unit_fk: 1, quantity: '0' };
    given(decider)
      .when({ type: 'register', data: { ...body, items: [twice, twice], minimum_amount: '0' } })
      .isRefused(
        'minimum_amount: greater_than',
        'items.0.quantity: greater_than',
        'items.1.quantity: greater_than',
        'items.1.item_fk: unique',
      );
  });
});

// Promotion 1: one of item 12 for each box of item 11. Promotion 2: 10 % discount. Promotion 3: a credit of 1,500 from
// 20,000 on.
const input: SaleInput = {
  outlet_fk: 1,
  inventory_fk: 1,
  customer_fk: 7,
  date: '2026-03-20',
  currency_fk: 1,
  payment_type: 'on_account',
  lines: [{ item_fk: 11, unit_fk: 1, quantity: '30', price: '1000' }],
};
const [bought] = input.lines as [SaleInput['lines'][number]];
const free = (bonus_quantity: string, more: object = {}) => ({
  ...{ item_fk: 12, unit_fk: 1, quantity: '0', price: '0' },
  bonus_quantity,
  promotion_fk: 1,
  ...more,
});
const entering = (more: Partial<SaleInput>) => given(sale).when({ type: 'enter', input: { ...input, ...more } });
const applied = (events: readonly { readonly data: unknown }[]) =>
  events.map(({ data }) => (data as { promotions: unknown }).promotions)[0];

describe('a sale with a promotion', () => {
  it('holds how often it was earned: thirty are two boxes of twelve', () => {
    const events = entering({ lines: [bought, free('2')] }).gives('sale.completed');
    expect(applied(events)).toEqual([{ promotion_fk: 1, reward_type: 'get_free', times: 2, amount: null }]);
    entering({ lines: [bought, free('1')] }).gives('sale.completed');
  });

  it('grants at most the earned free goods, on all lines together, and only the promised ones', () => {
    entering({ lines: [bought, free('1'), free('1'), free('1')] }).isRefused(
      'lines.3.bonus_quantity: more_than_promised',
    );
    entering({ lines: [bought, free('2', { item_fk: 13 })] }).isRefused('lines.1.promotion_fk: not_of_the_promotion');
    entering({ lines: [{ ...bought, quantity: '11' }, free('1')] }).isRefused(
      'promotions.0.promotion_fk: promotion_not_earned',
      'lines.1.bonus_quantity: more_than_promised',
    );
  });

  it('has the discount that was promised, off the invoice or off the lines of the items', () => {
    const promotions = [{ promotion_fk: 2 }];
    entering({ promotions, discount: { type: 'percent', value: '10.0' } }).gives('sale.completed');
    entering({ promotions, discount: { type: 'percent', value: '11' } }).isRefused('discount: not_of_the_promotion');
    entering({ promotions }).isRefused('discount: not_of_the_promotion');
    const ofItems = {
      'promotion-2': { ...RECORDS['promotion-2'], items: [{ item_fk: 11, unit_fk: 1, quantity: '5' }] },
    };
    const facts = shop({ records: ofItems });
    const line = (more: object) => ({ ...input, lines: [{ ...bought, promotion_fk: 2, ...more }] });
    const ten = { type: 'percent', value: '10' } as const;
    given(sale)
      .when({ type: 'enter', input: line({ discount: ten }) }, facts)
      .gives('sale.completed');
    given(sale)
      .when({ type: 'enter', input: line({}) }, facts)
      .isRefused('lines.0.discount: not_of_the_promotion');
    given(sale)
      .when({ type: 'enter', input: line({ discount: ten, item_fk: 12 }) }, facts)
      .isRefused('lines.0.promotion_fk: not_of_the_promotion', 'promotions.0.promotion_fk: promotion_not_earned');
  });

  it('credits a customer with an amount, and no more than the sale brings', () => {
    const promotions = [{ promotion_fk: 3 }];
    expect(applied(entering({ promotions }).gives('sale.completed'))).toEqual([
      { promotion_fk: 3, reward_type: 'get_amount', times: 1, amount: '1500' },
    ]);
    const cash = { payment_type: 'cash', account_fk: 3, customer_fk: null } as const;
    entering({ promotions, ...cash }).isRefused('customer_fk: required');
    const generous = { 'promotion-3': { ...RECORDS['promotion-3'], reward_amount: '30001' } };
    given(sale)
      .when({ type: 'enter', input: { ...input, promotions } }, shop({ records: generous }))
      .isRefused('promotions.0.promotion_fk: discount_above_amount');
  });

  it('is credited by all its promotions together with no more than it brings', () => {
    const promotions = [{ promotion_fk: 3 }, { promotion_fk: 4 }, { promotion_fk: 5 }];
    const credit = (reward_amount: string) => ({ ...RECORDS['promotion-3'], reward_amount });
    const entered = (second: string) =>
      given(sale).when(
        { type: 'enter', input: { ...input, promotions } },
        shop({
          records: { 'promotion-3': credit('16000'), 'promotion-4': credit(second), 'promotion-5': credit('4000') },
        }),
      );
    entered('10000').gives('sale.completed');
    entered('14001').isRefused('promotions.1.promotion_fk: discount_above_amount');
    entered('10001').isRefused('promotions.2.promotion_fk: discount_above_amount');
  });

  it('is refused when the promotion does not apply: its state, day, outlet, currency, or goods', () => {
    const promotions = [{ promotion_fk: 3 }];
    const refused = (fields: object, message: string, more: Partial<SaleInput> = {}) =>
      given(sale)
        .when(
          { type: 'enter', input: { ...input, promotions, ...more } },
          shop({ records: { 'promotion-3': { ...RECORDS['promotion-3'], ...fields } } }),
        )
        .isRefused(`promotions.0.promotion_fk: ${message}`);
    refused({ status: 'inactive' }, 'promotion_not_active');
    refused({ end_date: '2026-03-19' }, 'promotion_not_on_this_day');
    refused({ start_date: '2026-03-21' }, 'promotion_not_on_this_day');
    refused({ outlet_fk: 2 }, 'not_of_the_outlet');
    refused({ currency_fk: 2 }, 'promotion_of_another_currency');
    refused({ minimum_amount: '30001' }, 'promotion_not_earned');
    entering({ promotions: [{ promotion_fk: 99 }] }).isRefused('promotions.0.promotion_fk: unknown_record');
  });

  it('is checked when the sale is completed: a draft may name a promotion that it has not earned yet', () => {
    const draft = { ...input, promotions: [{ promotion_fk: 3 }], lines: [{ ...bought, quantity: '1' }] };
    const early = given(sale).after([{ type: 'draft', input: draft }]);
    expect(applied(early.events)).toMatchObject([{ times: 0, amount: '0' }]);
    early.when({ type: 'complete' }).isRefused('promotions.0.promotion_fk: promotion_not_earned');
    const changed = early.after([{ type: 'change', input: { ...draft, lines: [bought] } }]);
    changed.when({ type: 'complete' }).gives('sale.completed');
  });
});
