/** New prices of items whose prices are in another currency than the system. */
import { describe, expect, it } from 'vitest';
import { ruled, unitCost } from '../../web/catalogue/priced-items.ts';

const units = [
  { unit_fk: 1, base_unit_qty: '1', sale_price: '11' },
  { unit_fk: 2, base_unit_qty: '12', sale_price: '110' },
];
const radio = { price_currency_fk: 2, average_cost: '14800', item_units: units };
const rice = { price_currency_fk: null, average_cost: '1100', item_units: units };
const day = { system: 1, inRate: '1480' };
const header = { price_method: 'profit_rate', method_value: '20', round_to: '250' };
const priced = (item: typeof radio | typeof rice, more: object = {}) => {
  const fields = { present_price: '11', unit_cost: unitCost(item, 1, day) };
  return ruled({ ...header, ...more }, fields, item, day.system)['new_price'];
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

  it('is none by profit while the cost is unknown', () => {
    expect(ruled(header, { present_price: '11', unit_cost: null }, radio, 1)).toEqual({});
  });
});
