import type { Facts } from '../deciding/facts.ts';
import { declareRecord } from '../records/record.ts';
import { countedNumber, internalBarcode } from './barcode.ts';
import { cleanCode, keyOfCode } from './code.ts';
import { ItemBody, type ItemData } from './item.schema.ts';
import { checkItem } from './item-rules.ts';

export const item = declareRecord({
  names: { kind: 'item', folder: 'catalogue', id: 'item_id', name: 'item_name' },
  schema: ItemBody,
  defaults: {
    item_type: 'goods',
    item_prices: [],
    inventory_levels: [],
    sale_price_editable: true,
    has_expire: false,
    has_batch_number: false,
    serial_numbers: 'none',
    images: [],
    is_active: true,
  },
  unique: ['item_code', 'item_units.barcodes'],
  normalise: { 'item_units.barcodes': cleanCode },
  keys: { 'item_units.barcodes': keyOfCode },
  uniqueNames: {
    setting: 'unique_item_names',
    fields: ['item_name', 'item_name_ar', 'item_name_ckb'],
    codeField: 'item_code',
  },
  references: {
    category_fk: 'category',
    sub_category_fk: 'category',
    brand_fk: 'brand',
    made_in_fk: 'country',
    tax_fk: 'tax',
    price_currency_fk: 'currency',
    'item_units.unit_fk': 'unit',
    'item_prices.unit_fk': 'unit',
    'item_prices.pricing_profile_fk': 'pricing_profile',
    'inventory_levels.inventory_fk': 'inventory',
  },
  ofDay: {
    fields: `category_fk sub_category_fk brand_fk tax_fk price_currency_fk item_prices sale_price_editable
      minimum_price maximum_discount weight volume warranty_months`.split(/\s+/),
    rows: { item_units: { by: 'unit_fk', fields: ['base_unit_qty', 'sale_price'] } },
  },
  // Pricing lists apply to items by category; orders of the application are taxed like sales.
  embeds: ['category', 'tax', 'unit'],
  // A format of the scales may claim a barcode.
  settings: ['till_setting'],
  list: {
    columns: [
      'item_name',
      'item_code',
      'item_type',
      'category_fk',
      'sub_category_fk',
      'brand_fk',
      'made_in_fk',
      'has_expire',
      'has_batch_number',
      'serial_numbers',
      'is_active',
    ],
    search: ['item_name', 'item_name_ar', 'item_name_ckb', 'item_code', 'scientific_name', 'item_units.barcodes'],
    codes: { 'item_units.barcodes': keyOfCode, item_code: keyOfCode },
    first: { barcode: 'item_units.barcodes' },
  },
  numbers: {
    source: 'barcode',
    field: 'item_units.barcodes',
    textOf: internalBarcode,
    numberIn: countedNumber,
    needed: (given: Partial<ItemData>, before) => withoutBarcode(given, before).length,
    give: ({ generate_barcodes: _, ...data }, before, facts) => ({ ...data, ...barcodesFor(data, before, facts) }),
  },
  check: checkItem,
});

/** The units without a barcode, when `generate_barcodes` is set. */
function withoutBarcode(given: Partial<ItemData>, before: ItemData | undefined): readonly number[] {
  if (!given.generate_barcodes) return [];
  const units = given.item_units ?? before?.item_units ?? [];
  return units.flatMap((unit, index) => (unit.barcodes.length === 0 ? [index] : []));
}

function barcodesFor(data: Partial<ItemData>, before: ItemData | undefined, facts: Facts): object {
  const numbers = [...(facts.numbers ?? [])];
  if (numbers.length === 0) return {};
  const units = data.item_units ?? before?.item_units ?? [];
  return {
    item_units: units.map((unit) => {
      const number = unit.barcodes.length === 0 ? numbers.shift() : undefined;
      return number === undefined ? unit : { ...unit, barcodes: [internalBarcode(number)] };
    }),
  };
}
