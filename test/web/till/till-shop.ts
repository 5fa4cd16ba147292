/** A till in the shop of the domain's tests, with the same records as the deciders' facts. */
import { defined } from '../../../domain/values/defined.ts';
import type { TillCustomer, TillItem, TillPromotion } from '../../../web/till/device/catalogue/catalogue-rows.ts';
import { EMPTY_CART } from '../../../web/till/selling/cart.ts';
import type { Terms } from '../../../web/till/selling/goods.ts';
import { type Known, RECORDS, shop } from '../../domain/shop.ts';

export const DAY = '2026-03-20';

const item = (name: string, fields: object = {}) => ({
  ...RECORDS['item-11'],
  item_name: name,
  item_prices: [],
  item_type: 'goods',
  tax_fk: null,
  is_active: true,
  ...fields,
});

export const TEA = item('Tea', { tax_fk: 1 });
export const SUGAR = item('Sugar', { maximum_discount: '10', minimum_price: '9000' });
export const IMPORTED = item('Imported', {
  price_currency_fk: 2,
  item_units: [
    { unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price: '3.5', barcodes: ['6291041500213'] },
  ],
});

const records = {
  'item-11': TEA,
  'item-12': SUGAR,
  'item-14': IMPORTED,
  'customer-8': { consumer_name: 'Eight', pricing_profile_fk: 3, is_active: true },
  'pricing_profile-3': {
    ...{ profile_name: 'Wholesale', status: 'active', start_date: null, end_date: null, apply_on: 'all_items' },
    ...{ discount_percentage: '5', discount_start_amount: null, discount_end_amount: null },
    ...{ categories: [], brands: [], items: [] },
  },
};

export const tillItem = (id: 11 | 12 | 14): TillItem =>
  ({
    ...{ 11: TEA, 12: SUGAR, 14: IMPORTED }[id],
    id,
    categories: [],
    image: null,
    stock: '10',
  }) as unknown as TillItem;

export const CUSTOMER = { ...records['customer-8'], id: 8, balance: '0', overdue: '0' } as unknown as TillCustomer;

export const promotion = (id: 1 | 2): TillPromotion =>
  ({ ...defined(RECORDS[`promotion-${id}`]), id }) as unknown as TillPromotion;

/** Without permissions the cashier may only sell. */
export function terms(change: Partial<Terms> = {}, known: Known = {}): Terms {
  return {
    ...{ outlet_fk: 1, inventory_fk: 1, currency_fk: 1, decimals: 0, cash_rounding_step: '250', quantity_decimals: 3 },
    ...{ day: DAY, promotions: [], discount_limit: null, quantity_limit: '100' },
    facts: tillFacts(known),
    ...change,
  };
}

const RATES = [{ id: 4, date: '2026-03-01', rate: '1490', in_rate: '1480' }];

export const tillFacts = (known: Known = {}) =>
  shop({ rates: RATES, permissions: [], ...known, records: { ...records, ...known.records } });

export const EMPTY = EMPTY_CART;
