/** New prices of items whose prices are in another currency than the system. */
import { describe, expect, it } from 'vitest';
import { printMoney } from '../../domain/values/money.ts';
import { itemPricingDeclaration } from '../../web/catalogue/item-pricings.tsx';
import { priceBefore, ruled, unitCost } from '../../web/catalogue/priced-items.ts';
import type { NewContext } from '../../web/shared/document/model/declaration.ts';
import type { Fields } from '../../web/shared/document/model/draft.ts';
import { stepIn } from '../../web/shared/session/currency-step.ts';

const units = [
  { unit_fk: 1, base_unit_qty: '1', sale_price: '11' },
  { unit_fk: 2, base_unit_qty: '12', sale_price: '110' },
];
const radio = { price_currency_fk: 2, average_cost: '14800', item_units: units };
const rice = { price_currency_fk: null, average_cost: '1100', item_units: units };
const currencies = [
  { currency_id: 1, currency_name: 'Iraqi dinar', symbol: 'IQD', decimals: 0 },
  { currency_id: 2, currency_name: 'US dollar', symbol: 'USD', decimals: 2 },
];
const me = { system_settings: { cash_rounding_step: '250' }, currencies };
const stepOf = (currency: number) => printMoney(stepIn(currency, me));
const day = { system: 1, inRate: '1480', stepOf };
const header = { price_method: 'profit_rate', method_value: '20', round_to: '250' };
const priced = (item: typeof radio | typeof rice, more: object = {}) => {
  const fields = { unit_fk: 1, present_price: '11', unit_cost: unitCost(item, 1, day) };
  return ruled({ ...header, ...more }, fields, item, day)['new_price'];
};

describe('the cost of a unit', () => {
  it('is in the currency of the prices, at the rate of the day', () => {
    expect([1, 2].map((unit) => unitCost(radio, unit, day))).toEqual(['10', '120']);
    expect([1, 2].map((unit) => unitCost(rice, unit, day))).toEqual(['1100', '13200']);
  });

  it('is unknown without a rate, and in a currency that has none', () => {
    expect(unitCost(radio, 1, { system: 1, inRate: undefined })).toBeNull();
    expect(unitCost(rice, 1, { system: 1, inRate: undefined })).toBe('1100');
    expect(unitCost({ ...radio, price_currency_fk: 3 }, 1, day)).toBeNull();
  });
});

describe('a new price by the rule', () => {
  it('is rounded to the step in the system currency, and to cents in another', () => {
    expect(priced(radio)).toBe('12');
    expect(priced(rice)).toBe('1250');
    expect(priced(radio, { price_method: 'percent', method_value: '7.5' })).toBe('11.83');
  });

  it('is rounded to cents where the books are in dollars, and to the step of dinars for an item in dinars', () => {
    const system_currency = { currency_id: 2 };
    const context = { me: { ...me, system_currency }, today: '2026-03-20' } as unknown as NewContext;
    const begun: Fields = { ...itemPricingDeclaration.newHeader(context), price_method: 'percent', method_value: '5' };
    const books = { system: 2, stepOf };
    const of = (currency: number, sale_price: string) => {
      const units = [{ unit_fk: 1, base_unit_qty: '1', sale_price }];
      return ruled(begun, { unit_fk: 1 }, { price_currency_fk: currency, item_units: units }, books)['new_price'];
    };
    expect([begun['round_to'], of(2, '10'), of(1, '14000')]).toEqual(['0.01', '10.5', '14750']);
  });

  it('is none by profit while the cost is unknown', () => {
    expect(ruled(header, { unit_fk: 1, unit_cost: null }, radio, day)).toEqual({});
  });

  it('begins with the price of the item where the pricing list has none, however often the rule is applied', () => {
    const listed = [{ unit_fk: 2, pricing_profile_fk: 7, sale_price: '100' }];
    const own = { ...rice, item_prices: listed };
    const tenth = { price_method: 'percent', method_value: '-10', round_to: '', pricing_profile_fk: 7 };
    const applied = (unit_fk: number) => {
      const fields = { unit_fk, present_price: null, unit_cost: null };
      return ruled(tenth, { ...fields, ...ruled(tenth, fields, own, day) }, own, day)['new_price'];
    };
    expect([applied(1), applied(2)]).toEqual(['9.9', '90']);
    expect([1, 2].map((unit) => priceBefore(own, unit, 7))).toEqual(['11', '100']);
  });
});
