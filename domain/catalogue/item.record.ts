/**
 * An item that is bought, kept and sold, or a service that is only sold. Stock is counted in its base unit;
 * every other unit says how many base units it holds and may have a price and barcodes of its own.
 */
import { type Static, Type } from 'typebox';
import type { Facts } from '../kernel/facts.ts';
import {
  Amount,
  Attachments,
  Body,
  Id,
  Lines,
  Maybe,
  Name,
  OneOf,
  Percent,
  QuantityField,
  Reference,
  Text,
} from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';
import { internalBarcode } from './barcode.ts';
import { checkItem } from './item-rules.ts';

export const ItemUnit = Body({
  unit_fk: Reference('units'),
  /** How many base units this unit holds; 1 for the base unit. */
  base_unit_qty: QuantityField(),
  is_base: Type.Boolean(),
  is_default: Type.Boolean(),
  sale_price: Amount({ 'x-currency': 'price_currency_fk' }),
  barcodes: Type.Array(Text(48, { minLength: 1 }), { maxItems: 20, 'x-generate': 'items/barcodes' }),
});

/** The price of a unit for customers of a pricing list. */
const ItemPrice = Body({
  unit_fk: Reference('units'),
  pricing_profile_fk: Reference('pricing_profiles'),
  sale_price: Amount({ 'x-currency': 'price_currency_fk' }),
});

export const ItemBody = Body({
  item_name: Name(),
  item_name_ar: Maybe(Text(140)),
  item_name_ckb: Maybe(Text(140)),
  item_code: Maybe(Text(40)),
  item_type: Type.Optional(OneOf(['goods', 'service'])),
  category_fk: Maybe(Reference('categories')),
  /** Below the category. */
  sub_category_fk: Maybe(Reference('categories')),
  brand_fk: Maybe(Reference('brands')),
  made_in_fk: Maybe(Reference('countries')),
  scientific_name: Maybe(Text(140)),
  /** The revenue tax, whose percentage sales begin with. */
  tax_fk: Maybe(Reference('taxes')),
  price_currency_fk: Maybe(Id({ 'x-lookup': 'currencies' })),
  item_units: Type.Array(ItemUnit, { minItems: 1, maxItems: 12, 'x-empty': 'at_least_one_unit' }),
  /** Units without a barcode are given one of the business's own; asked for, and never kept. */
  generate_barcodes: Type.Optional(Type.Boolean()),
  item_prices: Type.Optional(Type.Array(ItemPrice, { maxItems: 60 })),
  sale_price_editable: Type.Optional(Type.Boolean()),
  minimum_price: Maybe(Amount({ 'x-currency': 'price_currency_fk' })),
  maximum_discount: Maybe(Percent()),
  /** Of one base unit, in kilograms: what costs of a purchase may be shared by. */
  weight: Maybe(QuantityField()),
  /** On hand in all inventories, in base units; 0 and null never alert. */
  shortage_alert: Maybe(QuantityField()),
  /** With so few base units left it counts as out of stock for those who order online. */
  out_of_stock_minimum: Maybe(QuantityField()),
  has_expire: Type.Optional(Type.Boolean()),
  has_batch_number: Type.Optional(Type.Boolean()),
  /** Days before a batch expires; 0, 1 and null never alert. */
  expire_alert_days: Maybe(Type.Integer({ minimum: 0, maximum: 3650 })),
  description: Maybe(Lines(2000)),
  direct_of_use: Maybe(Lines(2000)),
  side_effects: Maybe(Lines(2000)),
  images: Type.Optional(Attachments()),
  is_active: Type.Optional(Type.Boolean()),
});
export type ItemData = Static<typeof ItemBody>;

export const item = declareRecord({
  kind: 'item',
  resource: 'items',
  idField: 'item_id',
  nameField: 'item_name',
  schema: ItemBody,
  defaults: {
    item_name_ar: null,
    item_name_ckb: null,
    item_code: null,
    item_type: 'goods',
    category_fk: null,
    sub_category_fk: null,
    brand_fk: null,
    made_in_fk: null,
    scientific_name: null,
    tax_fk: null,
    price_currency_fk: null,
    item_prices: [],
    sale_price_editable: true,
    minimum_price: null,
    maximum_discount: null,
    weight: null,
    shortage_alert: null,
    out_of_stock_minimum: null,
    has_expire: false,
    has_batch_number: false,
    expire_alert_days: null,
    description: null,
    direct_of_use: null,
    side_effects: null,
    images: [],
    is_active: true,
  },
  unique: ['item_code', 'item_units.barcodes'],
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
  },
  // Whether a pricing list counts for an item is said of its categories.
  brings: ['category'],
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
      'is_active',
    ],
    search: ['item_name', 'item_name_ar', 'item_name_ckb', 'item_code', 'scientific_name', 'item_units.barcodes'],
  },
  numbers: {
    source: 'barcode',
    needed: (given, before) => withoutBarcode(given as Partial<ItemData>, before as ItemData | undefined).length,
    give: ({ generate_barcodes: _, ...data }, before, facts) => ({ ...data, ...barcodesFor(data, before, facts) }),
  },
  check: checkItem,
});

/** Only where it was asked for. */
function withoutBarcode(given: Partial<ItemData>, before: ItemData | undefined): readonly number[] {
  if (!given.generate_barcodes) return [];
  const units = given.item_units ?? before?.item_units ?? [];
  return units.flatMap((unit, index) => (unit.barcodes.length === 0 ? [index] : []));
}

function barcodesFor(data: object, before: object | undefined, facts: Facts): object {
  const numbers = [...(facts.numbers ?? [])];
  if (numbers.length === 0) return {};
  const units = (data as Partial<ItemData>).item_units ?? (before as ItemData | undefined)?.item_units ?? [];
  return {
    item_units: units.map((unit) => {
      const number = unit.barcodes.length === 0 ? numbers.shift() : undefined;
      return number === undefined ? unit : { ...unit, barcodes: [internalBarcode(number)] };
    }),
  };
}
