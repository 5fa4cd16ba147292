import { describe, expect, it } from 'vitest';
import type { Facts } from '../../domain/deciding/facts.ts';
import { onlineOrder } from '../../domain/sales/orders/online-order.ts';
import { quotation } from '../../domain/sales/orders/quotation.ts';
import { saleOf } from '../../domain/sales/orders/quotation-rules.ts';
import { sale } from '../../domain/sales/sale.ts';
import { saleTransfer } from '../../domain/sales/transfers/sale-transfer.ts';
import { objectsOf } from '../../domain/values/members.ts';
import { say } from '../../languages/say.ts';
import { given } from './given.ts';
import { RECORDS, shop } from './shop.ts';

const limited = (more: object) => ({ 'item-11': { ...RECORDS['item-11'], item_name: 'Rice', ...more } });
/** A clerk who may enter a rate, and may not sell below the limits. */
const clerk = (more: object, known: object = {}): Facts =>
  shop({ records: limited(more), permissions: ['currency_rates/store'], ...known });

const line = { item_fk: 11, unit_fk: 1, quantity: '2', price: '10000' };
const input = {
  outlet_fk: 1,
  inventory_fk: 1,
  customer_fk: 7,
  date: '2026-03-10',
  currency_fk: 1,
  payment_type: 'on_account' as const,
  lines: [line],
};
const sold = (facts: Facts, ownLine: object = {}, more: object = {}) =>
  given(sale).when({ type: 'enter', input: { ...input, lines: [{ ...line, ...ownLine }], ...more } }, facts);
const percent = (value: string) => ({ discount: { type: 'percent', value } }) as const;

describe('the minimum price of an item', () => {
  const facts = clerk({ minimum_price: '9000' });
  const BELOW = 'lines.0.price: net_price_below_minimum';

  it('is compared with the net price of a unit, after the item discount and its share of the document discount', () => {
    sold(facts, percent('10')).gives('sale.completed');
    sold(facts, percent('11')).isRefused(BELOW);
    sold(facts, {}, percent('10')).gives('sale.completed');
    sold(facts, {}, percent('99')).isRefused(BELOW);
    sold(facts, percent('6'), percent('6')).isRefused(BELOW);
    sold(facts, { discount: { type: 'amount', value: '2001' } }).isRefused(BELOW);
    const shared = [line, { ...line, item_fk: 12, price: '50000' }];
    sold(facts, {}, { lines: shared, discount: { type: 'amount', value: '12000' } }).gives('sale.completed');
    sold(facts, {}, { lines: shared, discount: { type: 'amount', value: '12004' } }).isRefused(BELOW);
  });

  it('is that of a base unit, for any sold unit', () => {
    sold(facts, { unit_fk: 2, quantity: '1', price: '108000' }).gives('sale.completed');
    sold(facts, { unit_fk: 2, quantity: '1', price: '107999' }).isRefused(BELOW);
  });

  it('includes the free goods of the line', () => {
    sold(facts, { quantity: '9', bonus_quantity: '1' }).gives('sale.completed');
    sold(facts, { quantity: '8', bonus_quantity: '1' }).isRefused(BELOW);
  });

  it('is converted at the rate of the sale, and leaves a price alone that was converted from it', () => {
    const dollars = { currency_fk: 2, rate: '1480' };
    sold(facts, { price: '6.0811' }, dollars).gives('sale.completed');
    sold(facts, { price: '6.07' }, dollars).isRefused(BELOW);
    const rates = [{ id: 4, date: '2026-03-01', rate: '1490', in_rate: '1480' }];
    const inDollars = clerk({ minimum_price: '6', price_currency_fk: 2 }, { rates });
    sold(inDollars, { price: '8880' }).gives('sale.completed');
    sold(inDollars, { price: '8879' }).isRefused(BELOW);
  });

  it('is before tax', () => {
    sold(facts, { price: '8999', tax_percent: '10' }).isRefused(BELOW);
  });

  it('does not apply to people who may sell below it', () => {
    const owner = shop({
      records: limited({ minimum_price: '9000', maximum_discount: '1', sale_price_editable: false }),
    });
    sold(owner, percent('99')).gives('sale.completed');
    sold(owner, { price: '0' }).gives('sale.completed');
  });

  it('is reported with the line, the item, the net price and the lowest price, in the reader’s language', () => {
    const refusal = sold(clerk({ minimum_price: '9000', item_name_ckb: 'برنج' }), percent('50')).isRefused(BELOW);
    const [issue] = refusal.issues;
    expect(say('en', issue?.message ?? '', issue?.params)).toBe(
      'Line 1, Rice: a unit brings 5,000 after discounts; it must bring at least 9,000',
    );
    expect(say('ckb', issue?.message ?? '', issue?.params)).toContain('برنج');
    expect(say('ar', issue?.message ?? '', issue?.params)).toContain('Rice');
  });
});

describe('the maximum discount of an item', () => {
  const facts = clerk({ maximum_discount: '10' });
  const ABOVE = 'lines.0.price: discount_above_maximum';

  it('is of the customer’s price: item and document discount together, and a typed lower price', () => {
    sold(facts, percent('10')).gives('sale.completed');
    sold(facts, percent('10.01')).isRefused(ABOVE);
    sold(facts, percent('6'), percent('6')).isRefused(ABOVE);
    sold(facts, { price: '9000' }).gives('sale.completed');
    sold(facts, { price: '8999' }).isRefused(ABOVE);
    sold(facts, { price: '20000', ...percent('50') }).gives('sale.completed');
  });

  it('begins from the customer’s pricing list', () => {
    const records = {
      ...limited({ maximum_discount: '10' }),
      'customer-7': { ...RECORDS['customer-7'], pricing_profile_fk: 5 },
      'pricing_profile-5': {
        ...{
          status: 'active',
          apply_on: 'all_items',
          discount_percentage: '50',
          categories: [],
          brands: [],
          items: [],
        },
        ...{ start_date: null, end_date: null, discount_start_amount: null, discount_end_amount: null },
      },
    };
    const listed = shop({ records, permissions: [] });
    sold(listed, { price: '5000', ...percent('10') }).gives('sale.completed');
    sold(listed, { price: '5000', ...percent('11') }).isRefused(ABOVE);
  });
});

describe('a price that is not to be changed', () => {
  it('is not changed by a discount either, but by the one that the item allows', () => {
    const fixed = clerk({ sale_price_editable: false });
    sold(fixed).gives('sale.completed');
    sold(fixed, percent('1')).isRefused('lines.0.price: price_not_editable');
    sold(fixed, {}, percent('1')).isRefused('lines.0.price: price_not_editable');
    sold(fixed, { bonus_quantity: '1' }).isRefused('lines.0.price: price_not_editable');
    const discounted = clerk({ sale_price_editable: false, maximum_discount: '5' });
    sold(discounted, percent('5')).gives('sale.completed');
    sold(discounted, percent('6')).isRefused('lines.0.price: price_not_editable');
    sold(discounted, { price: '9500' }).isRefused('lines.0.price: price_not_editable');
  });
});

describe('a price of zero', () => {
  it('needs the permission to sell at any price, unless it is the listed price', () => {
    sold(clerk({}), { price: '0' }).isRefused('lines.0.price: price_of_zero');
    sold(clerk({}), percent('100')).isRefused('lines.0.price: price_of_zero');
    sold(clerk({}), { quantity: '0', bonus_quantity: '3' }).isRefused('lines.0.price: price_of_zero');
    const unit = { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '0', barcodes: [] };
    sold(clerk({ item_units: [unit] }), { price: '0' }).gives('sale.completed');
  });
});

describe('the reward of a promotion', () => {
  it('is permitted by the promotion; further discounts are not', () => {
    const facts = clerk({ minimum_price: '9500' });
    const promotions = [{ promotion_fk: 2 }];
    sold(facts, {}, { promotions, ...percent('10') }).gives('sale.completed');
    sold(facts, {}, percent('10')).isRefused('lines.0.price: net_price_below_minimum');
    sold(facts, percent('10'), {
      lines: [{ ...line, quantity: '3', ...percent('10') }],
      promotions,
      ...percent('10'),
    }).isRefused('lines.0.price: net_price_below_minimum');
  });

  it('leaves the rounded discount of the clerk within the limits, also beside a discount of the invoice', () => {
    const facts = clerk({ minimum_price: '9500' });
    const promoted = { promotions: [{ promotion_fk: 2 }], ...percent('10') };
    sold(facts, {}, { ...promoted, rounded_discount: '1000' }).gives('sale.completed');
    sold(facts, {}, { ...promoted, rounded_discount: '1002' }).isRefused('lines.0.price: net_price_below_minimum');
    sold(facts, {}, { ...promoted, rounded_discount: '17999' }).isRefused('lines.0.price: net_price_below_minimum');
    const shared = [line, { ...line, item_fk: 12, price: '20000' }];
    sold(facts, {}, { ...promoted, lines: shared, rounded_discount: '3000' }).gives('sale.completed');
    sold(facts, {}, { ...promoted, lines: shared, rounded_discount: '3006' }).isRefused(
      'lines.0.price: net_price_below_minimum',
    );
  });
});

describe('other ways to enter a price', () => {
  const facts = clerk({ minimum_price: '9000' });
  const cheap = { ...line, discount: { type: 'percent', value: '50' } } as const;

  it('a quotation has no price that a sale would refuse; a quoted price remains valid', () => {
    const { payment_type: _, ...quoted } = input;
    const enter = (by: Facts, lines: readonly object[]) =>
      given(quotation).when({ type: 'enter', input: { ...quoted, lines: lines as never } }, by);
    enter(facts, [cheap]).isRefused('lines.0.price: net_price_below_minimum');
    const promised = given(quotation).after([{ type: 'enter', input: { ...quoted, lines: [line] } }], facts);
    const terms = { payment_type: 'on_account' } as const;
    const converted = promised.after([{ type: 'convert_to_sale', input: terms }], { ...facts, newIds: { sale: 9 } });
    const state = converted.state();
    if (state.status !== 'converted') throw new Error('not converted');
    const dearer = clerk({ minimum_price: '10500' }, { documents: { 'quotation-3': state } });
    const body = saleOf(state.data, { sale_fk: 9, date: '2026-03-12', account_fk: null, ...terms });
    const draft = given(sale).after([{ type: 'draft', input: body, quotation_fk: 3 }], dearer);
    draft.when({ type: 'complete' }, dearer).gives('sale.completed');
    const changed = draft.after([{ type: 'change', input: { ...body, lines: [{ ...line, quantity: '3' }] } }], dearer);
    changed.when({ type: 'complete' }, dearer).isRefused('lines.0.price: net_price_below_minimum');
  });

  it('an order is checked against them when it is confirmed, and not again when it is delivered', () => {
    const order = { ...input, status: undefined };
    given(onlineOrder)
      .after([{ type: 'order', input: { ...order, lines: [cheap] } }], facts)
      .when({ type: 'confirm', input: {} }, facts)
      .isRefused('lines.0.price: net_price_below_minimum');
    const confirmed = given(onlineOrder).after(
      [
        { type: 'order', input: order },
        { type: 'confirm', input: {} },
      ],
      facts,
    );
    confirmed.when({ type: 'deliver', input: {} }, clerk({ minimum_price: '11000' })).gives('online_order.delivered');
  });

  it('an order that its customer placed keeps the prices of that moment, and a typed one is checked', () => {
    const settings = { ...RECORDS['app_setting-1'], outlet_fk: 1, inventory_fk: 1, account_fk: 3 };
    /** A rate with which 10 dollars are 15,000 dinars, and one with which they are 15,100. */
    const at = (in_rate: string): Facts => {
      const item = { sale_price_editable: false, price_currency_fk: 2, category_fk: 1 };
      const [own] = objectsOf(RECORDS['item-11']?.['item_units']);
      const records = limited({ ...item, item_units: [{ ...own, sale_price: '10' }] });
      const rates = [{ id: 4, date: '2026-03-01', rate: in_rate, in_rate }];
      const known = { records: { ...records, 'app_setting-1': settings, 'category-1': {} } };
      return shop({ ...known, rates, permissions: [], levels: { 'stock:11:1': '5' } });
    };
    const lines = [{ item_fk: 11, unit_fk: 1, quantity: '2' }];
    const place = { type: 'place', customer: 1, input: { received_type: 'collected', lines } } as const;
    const confirm = { type: 'confirm', input: {} } as const;
    const placed = given(onlineOrder).after([place], at('1500'));
    const [event] = placed.when(confirm, at('1510')).gives('online_order.confirmed');
    expect(event?.data).toMatchObject({ order: { lines: [{ price: '15000' }] } });
    const typed = { ...input, date: '2026-03-20', payment_type: 'cash' as const, account_fk: 3 };
    const ordered = (price: string, note: string) => {
      const order = { ...typed, online_customer_fk: 1, received_type: 'collected' as const, note };
      return { ...order, lines: [{ ...line, price }] };
    };
    const change = (price: string, note = '') => ({ type: 'change', input: ordered(price, note) }) as const;
    placed
      .after([change('15000', 'ring twice')], at('1510'))
      .when(confirm, at('1510'))
      .gives('online_order.confirmed');
    for (const order of [
      placed.after([change('14900')], at('1510')),
      given(onlineOrder).after([{ type: 'order', input: ordered('15000', '') }], at('1500')),
    ]) {
      order.when(confirm, at('1510')).isRefused('lines.0.price: price_not_editable');
    }
  });

  it('goods that another outlet buys are not sold below the minimum', () => {
    const transfer = { ...{ outlet_fk: 1, inventory_fk: 1, to_outlet_fk: 2, to_inventory_fk: 2 }, date: '2026-03-10' };
    const send = (price: string) =>
      given(saleTransfer).when(
        { type: 'enter_sent', input: { ...transfer, currency_fk: 1, lines: [{ ...line, price }] } },
        facts,
      );
    send('8999').isRefused('lines.0.price: net_price_below_minimum');
    send('9000').gives('sale_transfer.sent');
  });
});

describe('cash that is rounded to zero', () => {
  it('is not taken for goods', () => {
    const cash = { payment_type: 'cash' as const, account_fk: 3 };
    sold(shop(), { quantity: '1', price: '100' }, cash).isRefused('payment_type: rounds_to_nothing');
    sold(shop(), { quantity: '1', price: '125' }, cash).gives('sale.completed');
    sold(shop(), { quantity: '1', price: '100' }).gives('sale.completed');
  });
});
