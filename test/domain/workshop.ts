/** The shop with records for goods that are made from others: two raw materials, a mixture and a collection. */
import type { Facts } from '../../domain/deciding/facts.ts';
import { type Known, RECORDS, shop } from './shop.ts';

const goods = (sale_price: string) => ({
  ...RECORDS['item-11'],
  item_units: [{ unit_fk: 1, base_unit_qty: '1', is_base: true, is_default: true, sale_price, barcodes: [] }],
});

/** Five of item 21 are produced from two of item 11 and six of item 12; item 22 is the collection. */
export const MAKING_RECORDS = {
  'item-21': goods('3000'),
  'item-22': goods('9000'),
  'raw_material-1': { raw_material_name: 'Flour', item_fk: 11, unit_fk: 1, note: null },
  'raw_material-2': { raw_material_name: 'Eggs', item_fk: 12, unit_fk: 2, note: null },
  'mixture-1': {
    mixture_name: 'Dough',
    item_fk: 21,
    unit_fk: 1,
    quantity: '5',
    lines: [
      { raw_material_fk: 1, quantity: '2' },
      { raw_material_fk: 2, quantity: '0.5' },
    ],
    note: null,
  },
  'collection-1': {
    collection_name: 'Breakfast',
    item_fk: 22,
    unit_fk: 1,
    lines: [
      { item_fk: 11, unit_fk: 1, quantity: '2' },
      { item_fk: 12, unit_fk: 1, quantity: '1' },
    ],
    note: null,
  },
};

export function workshop(known: Known = {}): Facts {
  return shop({ ...known, records: { ...MAKING_RECORDS, ...known.records } });
}
