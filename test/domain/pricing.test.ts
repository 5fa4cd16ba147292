import { describe, expect, it } from 'vitest';
import { item as itemRecord } from '../../domain/catalogue/item.record.ts';
import { itemPricingDocument } from '../../domain/catalogue/item-pricing.document.ts';
import { itemPricing } from '../../domain/catalogue/item-pricing.ts';
import { listedPrice, type PricingList } from '../../domain/catalogue/listed-price.ts';
import { newPrice } from '../../domain/catalogue/new-price.ts';
import { pricingProfile } from '../../domain/catalogue/pricing-profile.record.ts';
import { recordDecider } from '../../domain/records/record-decider.ts';
import { sale } from '../../domain/sales/sale.ts';
import { money } from '../../domain/values/money.ts';
import { given } from './given.ts';
import { RECORDS, shop } from './shop.ts';

const list = (more: Partial<PricingList> = {}): PricingList => ({
  id: 5,
  profile_name_ar: null,
  profile_name_ckb: null,
  status: 'active',
  apply_on: 'all_items',
  categories: [],
  brands: [],
  items: [],
  discount_percentage: '10',
  discount_start_amount: null,
  discount_end_amount: null,
  start_date: null,
  end_date: null,
  ...more,
});
const unit = (unit_fk: number, sale_price: string) => ({
  unit_fk,
  base_unit_qty: '1',
  is_base: unit_fk === 1,
  is_default: unit_fk === 1,
  sale_price,
  barcodes: [],
});
const item = {
  id: 11,
  brand_fk: 3,
  categories: [8, 2],
  item_units: [unit(1, '1000'), unit(2, '9000')],
  item_prices: [{ unit_fk: 2, pricing_profile_fk: 5, sale_price: '8000' }],
};
const priceOf = (unit: number, of: PricingList | undefined, on = '2026-03-10') => listedPrice(item, unit, of, on);

describe('a price that is listed', () => {
  it('is the unit’s own without a pricing list, and none of a unit that there is not', () => {
    expect(priceOf(1, undefined)).toBe('1000');
    expect(priceOf(9, list())).toBeUndefined();
  });

  it('is the listed price of the unit, before any discount', () => {
    expect(priceOf(2, list())).toBe('8000');
    expect(priceOf(1, list())).toBe('900');
  });

  it('is discounted only for items of the list, including those of parent categories', () => {
    expect(priceOf(1, list({ apply_on: 'categories', categories: [2] }))).toBe('900');
    expect(priceOf(1, list({ apply_on: 'categories', categories: [7] }))).toBe('1000');
    expect(priceOf(1, list({ apply_on: 'brands', brands: [3] }))).toBe('900');
    expect(priceOf(1, list({ apply_on: 'brands', brands: [4] }))).toBe('1000');
    expect(priceOf(1, list({ apply_on: 'items', items: [11] }))).toBe('900');
    expect(priceOf(1, list({ apply_on: 'items', items: [12] }))).toBe('1000');
  });

  it('is discounted only between the two amounts, both of them included', () => {
    expect(priceOf(1, list({ discount_start_amount: '1000', discount_end_amount: '2000' }))).toBe('900');
    expect(priceOf(1, list({ discount_start_amount: '500', discount_end_amount: '1000' }))).toBe('900');
    expect(priceOf(1, list({ discount_start_amount: '1000.0001' }))).toBe('1000');
    expect(priceOf(1, list({ discount_end_amount: '999.9999' }))).toBe('1000');
  });

  it('is the list’s only while the list is active, on its days', () => {
    expect(priceOf(2, list({ status: 'draft' }))).toBe('9000');
    expect(priceOf(2, list({ status: 'inactive' }))).toBe('9000');
    const march = list({ start_date: '2026-03-10', end_date: '2026-03-11' });
    expect(['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12'].map((on) => priceOf(2, march, on))).toEqual([
      '9000',
      '8000',
      '8000',
      '9000',
    ]);
  });
});

describe('a pricing profile', () => {
  const decider = recordDecider(pricingProfile);
  const draft = { profile_name: 'Wholesale', discount_percentage: '5' };
  const amended = (...statuses: string[]) =>
    given(decider).after([
      { type: 'register', data: draft },
      ...statuses.map((status) => ({ type: 'amend', changed: { status } }) as const),
    ]);

  it('changes from draft to active, and between active and inactive', () => {
    amended()
      .when({ type: 'amend', changed: { status: 'inactive' } })
      .isRefused('status: cannot_be_changed');
    amended()
      .when({ type: 'amend', changed: { status: 'active' } })
      .gives('pricing_profile.amended');
    amended('active')
      .when({ type: 'amend', changed: { status: 'draft' } })
      .isRefused('status: cannot_be_changed');
    amended('active', 'inactive')
      .when({ type: 'amend', changed: { status: 'active' } })
      .gives('pricing_profile.amended');
  });

  it('names its items, and ends after it begins', () => {
    const wrong = {
      ...draft,
      apply_on: 'brands',
      start_date: '2026-03-10',
      end_date: '2026-03-09',
      discount_start_amount: '10',
      discount_end_amount: '10',
    };
    given(decider)
      .when({ type: 'register', data: wrong })
      .isRefused(
        'brands: required',
        'end_date: end_date_after_start_date',
        'discount_end_amount: end_price_after_start_price',
      );
  });
});

describe('a new price', () => {
  const found = (method: Parameters<typeof newPrice>[0]['method'], value: string, round_to = '') =>
    newPrice({ method, value, round_to }, '1000', money('600'));

  it('is found by percent, by amount, from the desired profit and from its rate, and rounded', () => {
    expect(found('percent', '7.5')).toBe('1075');
    expect(found('percent', '-7.5', '250')).toBe('1000');
    expect(found('amount', '-125')).toBe('875');
    expect(found('desired_profit', '333', '250')).toBe('1000');
    expect(found('profit_rate', '25')).toBe('750');
  });

  it('is never below zero, and none where nothing follows from the rule', () => {
    expect(found('amount', '-5000')).toBe('0');
    expect(found('by_hand', '5')).toBeUndefined();
    expect(newPrice({ method: 'profit_rate', value: '25', round_to: '' }, '1000', undefined)).toBeUndefined();
  });
});

describe('an items pricing', () => {
  const input = {
    date: '2026-03-10',
    lines: [
      { item_fk: 11, unit_fk: 2, new_price: '120000' },
      { item_fk: 12, unit_fk: 1, new_price: '10000' },
    ],
  };
  const draft = given(itemPricing).after([{ type: 'draft', input }]);
  const brought = (events: readonly object[], before: object, after: object, facts = shop()) =>
    itemPricingDocument.sideEffects?.(events as never, after as never, 'item_pricing-1', { before, facts } as never);

  it('when a draft: is changed, activated with the prices that differ, or discarded', () => {
    draft.when({ type: 'change', input: { ...input, note: 'x' } }).gives('item_pricing.draft_changed');
    draft.when({ type: 'discard' }).gives('item_pricing.discarded');
    const [event] = draft.when({ type: 'activate' }).gives('item_pricing.activated');
    expect(event?.data).toMatchObject({
      prices: [{ item_fk: 11, unit_fk: 2, former_price: '110000', new_price: '120000' }],
    });
  });

  it('of a later day is scheduled, changes no prices, and is activated on its day and not before', () => {
    const later = { ...input, date: '2026-04-01' };
    given(itemPricing).when({ type: 'enter', input: later }).gives('item_pricing.scheduled');
    const scheduled = given(itemPricing).after([{ type: 'draft', input: later }, { type: 'activate' }]);
    expect(scheduled.state()).toMatchObject({ status: 'scheduled' });
    expect(brought(scheduled.events.slice(-1), { status: 'draft' }, scheduled.state())).toEqual([]);
    scheduled.when({ type: 'activate' }).givesNothing();
    scheduled.when({ type: 'change', input: later }).isRefused(': wrong_state');
    scheduled.when({ type: 'discard' }).isRefused(': wrong_state');
    const [event] = scheduled.when({ type: 'activate' }, shop({ today: '2026-04-01' })).gives('item_pricing.activated');
    expect(event?.data).toMatchObject({ prices: [{ item_fk: 11, former_price: '110000', new_price: '120000' }] });
    const off = scheduled.after([{ type: 'deactivate' }]);
    expect(brought(off.events.slice(-1), scheduled.state(), off.state())).toEqual([]);
    off.when({ type: 'activate' }).gives('item_pricing.scheduled');
  });

  it('that is approved for a later day is checked at once, and again on that day', () => {
    const cheap = { ...input, date: '2026-04-01', lines: [{ item_fk: 11, unit_fk: 2, new_price: '5' }] };
    const minimum = { 'item-11': { ...RECORDS['item-11'], minimum_price: '100' } };
    given(itemPricing)
      .when({ type: 'enter', input: cheap }, shop({ records: minimum, permissions: [] }))
      .isRefused('lines.0.new_price: price_below_minimum');
    given(itemPricing)
      .after([{ type: 'enter', input: cheap }])
      .when({ type: 'activate' }, shop({ today: '2026-04-01', records: minimum, permissions: [] }))
      .isRefused('lines.0.new_price: price_below_minimum');
  });

  it('amends the items, and restores prices that were not changed since', () => {
    const active = draft.after([{ type: 'activate' }]);
    const events = active.events.slice(-1);
    const [amended] = brought(events, draft.state(), active.state()) ?? [];
    expect(amended).toMatchObject({ kind: 'item', id: 11, existing: true });
    expect(JSON.stringify(amended)).toContain('"sale_price":"120000"');
    const units = (price: string) => ({
      'item-11': { ...RECORDS['item-11'], item_units: [unit(1, '1'), unit(2, price)] },
    });
    const inactive = active.after([{ type: 'deactivate' }]);
    const back = (price: string) =>
      brought(inactive.events.slice(-1), active.state(), inactive.state(), shop({ records: units(price) }));
    expect(JSON.stringify(back('120000'))).toContain('"sale_price":"110000"');
    expect(back('125000')).toEqual([]);
  });

  it('changes the prices of items whose sub-category was moved', () => {
    const moved = {
      'item-11': { ...RECORDS['item-11'], item_name: 'Rice', category_fk: 1, sub_category_fk: 2 },
      'category-1': { category_name: 'food', parent_fk: null },
      'category-2': { category_name: 'grain', parent_fk: null },
    };
    const facts = shop({ records: moved });
    const active = given(itemPricing).after([{ type: 'enter', input }], facts);
    const [amended] = brought(active.events, { status: 'none' }, active.state(), facts) ?? [];
    const stored = { type: 'item.registered', v: 1, data: moved['item-11'] } as never;
    given(recordDecider(itemRecord), [stored])
      .when(amended?.commands[0] as never, facts)
      .gives('item.amended');
  });

  it('says over which active one it was activated, and is the active one of its units until it is deactivated', () => {
    const facts = shop({ levels: { 'priced:0:11:2': '7', 'priced:5:12:1': '6' } });
    const [event] = draft.when({ type: 'activate' }, facts).events();
    expect(event?.data).toMatchObject({ covers: [{ item_fk: 11, unit_fk: 2, pricing_id: 7 }] });
    const active = draft.after([{ type: 'activate' }], facts);
    const steps = (before: object, after: object) =>
      (itemPricingDocument.claims?.(before as never, after as never, 'item_pricing-9') ?? []).map((claim) =>
        claim.kind === 'level' ? [claim.key, claim.delta] : [],
      );
    expect(steps(draft.state(), active.state())).toEqual([
      ['priced:0:11:2', '2'],
      ['priced:0:12:1', '9'],
    ]);
    const inactive = active.after([{ type: 'deactivate' }], { ...shop(), ownId: 9 });
    expect(steps(active.state(), inactive.state())).toEqual([
      ['priced:0:11:2', '-2'],
      ['priced:0:12:1', '-9'],
    ]);
    // A pricing from before this was stored is in no level.
    const { covers: _, ...old } = Object(active.state());
    expect(steps(draft.state(), old)).toEqual([]);
  });

  it('is not deactivated while a later one of the same unit is active', () => {
    const active = draft.after([{ type: 'activate' }]);
    const off = (...levels: readonly string[]) => {
      const [one = '0', two = '0'] = levels;
      const facts = shop({
        records: { 'item-11': { ...RECORDS['item-11'], item_name: 'Rice' } },
        levels: { 'priced:0:11:2': one, 'priced:0:12:1': two },
      });
      return active.when({ type: 'deactivate' }, { ...facts, ownId: 9 });
    };
    const refusal = off('12', '12').isRefused('lines.0.new_price: priced_since');
    expect(refusal.issues[0]?.params).toMatchObject({ line: '1', item: 'Rice', document: 'item_pricing-12' });
    off('9', '12').isRefused('lines.1.new_price: priced_since');
    off('9', '9').gives('item_pricing.deactivated');
    off().gives('item_pricing.deactivated');
  });

  it('reads the active pricings of its items, and of many those of its whole list', () => {
    const { levels } = itemPricingDocument;
    const own = { pricing_profile_fk: null, lines: input.lines };
    expect(levels?.(own, own, 'item_pricing-1')).toEqual(['priced:0:11:', 'priced:0:12:']);
    expect(levels?.({ pricing_profile_fk: 5, lines: input.lines.slice(1) }, {}, 'item_pricing-1')).toEqual([
      'priced:5:12:',
    ]);
    const many = Array.from({ length: 21 }, (_, n) => ({ item_fk: n + 1, unit_fk: 1, new_price: '1' }));
    expect(levels?.({ pricing_profile_fk: 5, lines: many }, {}, 'item_pricing-1')).toEqual(['priced:5:']);
  });

  it('of a pricing list sets the prices of items in it', () => {
    const profile = { 'pricing_profile-5': { profile_name: 'Wholesale', status: 'active' } };
    const facts = shop({ records: profile });
    const listed = given(itemPricing).after([{ type: 'enter', input: { ...input, pricing_profile_fk: 5 } }], facts);
    const [first] = brought(listed.events, { status: 'none' }, listed.state(), facts) ?? [];
    expect(first?.commands).toEqual([
      {
        type: 'amend',
        changed: { item_prices: [{ unit_fk: 2, pricing_profile_fk: 5, sale_price: '120000' }] },
      },
    ]);
  });

  it('refuses prices of unknown units, one unit twice, and prices below the minimum without permission', () => {
    const line = { item_fk: 11, unit_fk: 2, new_price: '5' };
    given(itemPricing)
      .when({ type: 'draft', input: { ...input, lines: [line, line, { ...line, unit_fk: 9 }] } })
      .isRefused('lines.1.unit_fk: unique', 'lines.2.unit_fk: not_a_unit_of_the_item');
    const cheap = { 'item-11': { ...RECORDS['item-11'], minimum_price: '100' } };
    given(itemPricing)
      .when({ type: 'enter', input: { ...input, lines: [line] } }, shop({ records: cheap, permissions: [] }))
      .isRefused('lines.0.new_price: price_below_minimum');
  });

  it('posts nothing', () => {
    expect(
      itemPricingDocument.postingsOf(draft.after([{ type: 'activate' }]).state() as never, 'item_pricing-1'),
    ).toEqual([]);
  });
});

describe('a sale to a customer with a pricing list', () => {
  const known = {
    'customer-7': { ...RECORDS['customer-7'], pricing_profile_fk: 5 },
    'pricing_profile-5': { ...list(), profile_name: 'Wholesale' },
    'item-12': { ...RECORDS['item-12'], sale_price_editable: false },
  };
  const input = {
    outlet_fk: 1,
    inventory_fk: 1,
    date: '2026-03-10',
    currency_fk: 1,
    payment_type: 'cash' as const,
    account_fk: 3,
    lines: [{ item_fk: 11, unit_fk: 1, quantity: '1' }],
  };
  const priceIn = (more: object) => {
    const [event] = given(sale)
      .when({ type: 'draft', input: { ...input, ...more } }, shop({ records: known }))
      .events();
    return event?.type === 'sale.drafted' ? event.data.lines[0]?.price : undefined;
  };

  it('has the list price of the customer, unless another price is entered', () => {
    expect(priceIn({})).toBe('10000');
    expect(priceIn({ customer_fk: 7 })).toBe('9000');
    expect(priceIn({ customer_fk: 7, lines: [{ ...input.lines[0], price: '9500' }] })).toBe('9500');
  });

  it('in another currency is converted at the rate of the sale', () => {
    expect(priceIn({ customer_fk: 7, currency_fk: 2, rate: '1500', account_fk: 5 })).toBe('6');
  });

  it('takes no other price of an item whose price is not to be changed', () => {
    const facts = shop({ records: known, permissions: ['currency_rates/store'] });
    const sold = (price: string) =>
      given(sale).when(
        {
          type: 'enter',
          input: { ...input, customer_fk: 7, lines: [{ item_fk: 12, unit_fk: 1, quantity: '1', price }] },
        },
        facts,
      );
    sold('9000').gives('sale.completed');
    sold('10000').isRefused('lines.0.price: price_not_editable');
  });
});
