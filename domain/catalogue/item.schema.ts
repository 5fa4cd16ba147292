/** The fields of an item. */
import { type Static, Type } from 'typebox';
import {
  Amount,
  Attachments,
  Body,
  Id,
  Lines,
  Maybe,
  OneOf,
  Percent,
  QuantityField,
  Reference,
  Text,
  translatedName,
} from '../schemas/fields.schema.ts';

export const ItemUnit = Body({
  unit_fk: Reference('units'),
  /** Number of base units in this unit; 1 for the base unit. */
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

/** What an inventory keeps of the item, in base units. Where it has no row, the item is looked at in all inventories. */
const InventoryLevel = Body({
  inventory_fk: Reference('inventories'),
  /** The item is short where less than this may be sold. */
  minimum: QuantityField(),
  /** Proposals fill up to it, and other inventories get what is above it; null fills up to the minimum. */
  maximum: Maybe(QuantityField()),
});

export const ItemBody = Body({
  ...translatedName('item_name'),
  item_code: Maybe(Text(40)),
  item_type: Type.Optional(OneOf(['goods', 'service'])),
  category_fk: Maybe(Reference('categories')),
  /** A category below `category_fk`. */
  sub_category_fk: Maybe(Reference('categories')),
  brand_fk: Maybe(Reference('brands')),
  made_in_fk: Maybe(Reference('countries')),
  scientific_name: Maybe(Text(140)),
  /** The revenue tax; new sale lines start with its percentage. */
  tax_fk: Maybe(Reference('taxes')),
  price_currency_fk: Maybe(Id({ 'x-lookup': 'currencies' })),
  item_units: Type.Array(ItemUnit, { minItems: 1, maxItems: 12, 'x-empty': 'at_least_one_unit' }),
  /** Requests internal barcodes for units without one; not stored. */
  generate_barcodes: Type.Optional(Type.Boolean()),
  item_prices: Type.Optional(Type.Array(ItemPrice, { maxItems: 60 })),
  sale_price_editable: Type.Optional(Type.Boolean()),
  /** The lowest price of a base unit, after all discounts and before tax. */
  minimum_price: Maybe(Amount({ 'x-currency': 'price_currency_fk' })),
  /**
   * The largest discount in percent of the listed price: line discount, invoice discount and a lower typed price
   * together.
   */
  maximum_discount: Maybe(Percent()),
  /** The weight of one base unit in kilograms; landed costs can be allocated by weight. */
  weight: Maybe(QuantityField()),
  /** The volume of one base unit in cubic metres; landed costs can be allocated by volume. */
  volume: Maybe(QuantityField()),
  /** The shelf on which it is kept; goods are counted shelf by shelf. */
  shelf: Maybe(Text(40)),
  /** Alert level of the stock in all inventories, in base units; 0 and null never alert. */
  shortage_alert: Maybe(QuantityField()),
  /** Customers who order online see the item as out of stock at this number of base units or less. */
  out_of_stock_minimum: Maybe(QuantityField()),
  /** Minimum and maximum of single inventories; a person sees and changes those of the own inventories. */
  inventory_levels: Type.Optional(Type.Array(InventoryLevel, { maxItems: 200 })),
  has_expire: Type.Optional(Type.Boolean()),
  has_batch_number: Type.Optional(Type.Boolean()),
  /**
   * Whether each piece has a serial number, and when its number must be known at the latest: when it is received, or when
   * it is sold. Instead of batch numbers and days of expiry.
   */
  serial_numbers: Type.Optional(OneOf(['none', 'at_receipt', 'at_sale'])),
  /** Months from the sale for which the business answers for the goods; 0 and null are no warranty. */
  warranty_months: Maybe(Type.Integer({ minimum: 0, maximum: 240 })),
  /** Number of days before a batch expires; 0, 1 and null never alert. */
  expire_alert_days: Maybe(Type.Integer({ minimum: 0, maximum: 3650 })),
  description: Maybe(Lines(2000)),
  direct_of_use: Maybe(Lines(2000)),
  side_effects: Maybe(Lines(2000)),
  images: Type.Optional(Attachments()),
  is_active: Type.Optional(Type.Boolean()),
});
export type ItemData = Static<typeof ItemBody>;
