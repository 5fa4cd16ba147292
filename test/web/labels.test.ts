/** The rows of the labels page. */
import { describe, expect, it } from 'vitest';
import { codeOf, goodsOfUnits } from '../../web/catalogue/labels/label-goods.ts';

const unit = (unit_fk: number, unit_name: string, barcodes: readonly string[], is_default = false) => ({
  ...{ unit_fk, unit_name, base_unit_qty: '1', is_base: is_default, is_default, sale_price: '1000', barcodes },
});
const item = (...item_units: readonly object[]) => ({ item_id: 5, item_name: 'Tea', item_code: 'TEA', item_units });
const rows = (of: ReturnType<typeof item>) =>
  goodsOfUnits(of).map((goods) => [goods.unit?.unit_name, codeOf(goods), goods.count]);

describe('the labels of a chosen item', () => {
  it('are one of its default unit, and as many as a person types of its other units with barcodes', () => {
    const tea = item(unit(1, 'Bag', ['11']), unit(2, 'Box', ['22', '23'], true), unit(3, 'Chest', []));
    expect(rows(tea)).toEqual([
      ['Box', '22', 1],
      ['Bag', '11', 0],
    ]);
    expect(new Set(goodsOfUnits(tea).map(({ key }) => key)).size).toBe(2);
  });

  it('have the code of the item where its default unit has no barcode', () => {
    expect(rows(item(unit(1, 'Bag', [], true), unit(2, 'Box', ['22'])))).toEqual([
      ['Bag', 'TEA', 1],
      ['Box', '22', 0],
    ]);
  });
});
