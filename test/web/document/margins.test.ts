/** The profit of a sale that is being entered, and of a posted one. */
import { describe, expect, it } from 'vitest';
import { saleTotals } from '../../../web/sales/sale-editor.tsx';
import type { HeaderFacts } from '../../../web/shared/document/model/declaration.ts';
import type { Draft, Fields } from '../../../web/shared/document/model/draft.ts';
import type { TradeFacts } from '../../../web/shared/document/model/goods/traded.ts';

const rice: TradeFacts = {
  item_fk: 3,
  item_type: 'goods',
  units: [
    { unit_fk: 1, unit_name: 'Bag', base_unit_qty: '1' },
    { unit_fk: 2, unit_name: 'Chest', base_unit_qty: '12' },
  ],
  stock: '65',
  available_stock: '40',
  unit_cost: '600',
  last_sale: null,
  last_purchase: null,
};
const service: TradeFacts = { ...rice, item_fk: 4, item_type: 'service', unit_cost: null };
const facts = (more: Partial<HeaderFacts> = {}): HeaderFacts => ({
  ...{ systemCurrency: 1, roundingStep: null, decimals: 0, seesCost: true },
  traded: new Map([rice, service].map((known) => [known.item_fk, known])),
  ...more,
});
const draft = (lines: readonly Fields[], header: Fields = {}): Draft => ({
  header: { currency_fk: 1, payment_type: 'on_account', ...header },
  lines: lines.map((fields, index) => ({ key: index + 1, fields })),
  costs: [],
});
const row = (totals: ReturnType<typeof saleTotals>, label: string) =>
  totals.rows.find((totalRow) => totalRow.label === `document:totals.${label}`);
const line = { item_fk: 3, unit_fk: 2, quantity: '2', bonus_quantity: '1', price: '11000' };

describe('the margin of a sale', () => {
  it('is the net amount of a line after all discounts, less the cost of its goods, including free ones', () => {
    const totals = saleTotals(draft([{ ...line, line_id: 1 }], { rounded_discount: '400' }), facts());
    expect(totals.margins?.get(1)).toEqual({ unitCost: '7200', percent: '0' });
    expect(row(totals, 'cost')?.value).toBe('21600');
    expect(row(totals, 'margin_percent')).toMatchObject({ value: '0', params: { percent: '0' } });
    expect(totals.columns?.['stock_quantity']?.get(1)).toBe('40');
  });

  it('of a posted sale uses the posted cost, and a service costs nothing', () => {
    const booked = facts({ costs: new Map([[1, '16500']]) });
    const own = { ...line, line_id: 1 };
    const totals = saleTotals(
      draft([own, { item_fk: 4, unit_fk: 1, quantity: '1', price: '8000', line_id: 2 }]),
      booked,
    );
    expect(totals.margins?.get(1)).toEqual({ unitCost: '5500', percent: '25' });
    expect(totals.margins?.get(2)).toEqual({ unitCost: '0', percent: '100' });
    expect(row(totals, 'margin_percent')).toMatchObject({ value: '13500', params: { percent: '45' } });
  });

  it('is in the currency of the sale', () => {
    const dollars = { currency_fk: 2, rate: '1500' };
    const totals = saleTotals(
      draft([{ ...line, quantity: '3', bonus_quantity: null, price: '9.6' }], dollars),
      facts({ decimals: 2 }),
    );
    expect(totals.margins?.get(1)).toEqual({ unitCost: '4.8', percent: '50' });
  });

  it('of the whole is not shown while the cost of a line is unknown, and never without the permission to see cost', () => {
    const unknown = saleTotals(draft([line, { item_fk: 9, unit_fk: 1, quantity: '1', price: '5' }]), facts());
    expect(row(unknown, 'cost')).toBeUndefined();
    const blind = saleTotals(draft([line]), facts({ seesCost: false }));
    expect([blind.margins, blind.columns?.['unit_cost'], row(blind, 'cost')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(blind.columns?.['stock_quantity']?.get(1)).toBe('40');
  });
});
