/**
 * An item that is bought, kept and sold, or a service that is only sold. Stock is counted in its base unit;
 * every other unit says how many base units it holds and may have a price and barcodes of its own.
 */
import { type Static, Type } from 'typebox';
import {
  Amount,
  Body,
  Id,
  Maybe,
  Name,
  OneOf,
  Percent,
  QuantityField,
  Reference,
  Text,
} from '../kernel/fields.schema.ts';
import { money } from '../kernel/money.ts';
import { QUANTITY_ONE, quantity } from '../kernel/quantity.ts';
import { declareRecord, type RecordData } from '../kernel/record.ts';
import type { Issues } from '../kernel/refusal.ts';

export const ItemUnit = Body({
  unit_fk: Reference('units'),
  /** How many base units this unit holds; 1 for the base unit. */
  base_unit_qty: QuantityField(),
  is_base: Type.Boolean(),
  is_default: Type.Boolean(),
  sale_price: Amount(),
  barcodes: Type.Array(Text(48, { minLength: 1 }), { maxItems: 20 }),
});

export const ItemBody = Body({
  item_name: Name(),
  item_name_ar: Maybe(Text(140)),
  item_name_ckb: Maybe(Text(140)),
  item_code: Maybe(Text(40)),
  item_type: Type.Optional(OneOf(['goods', 'service'])),
  category_fk: Maybe(Reference('categories')),
  brand_fk: Maybe(Reference('brands')),
  tax_fk: Maybe(Reference('taxes')),
  price_currency_fk: Maybe(Id({ 'x-lookup': 'currencies' })),
  item_units: Type.Array(ItemUnit, { minItems: 1, maxItems: 12 }),
  sale_price_editable: Type.Optional(Type.Boolean()),
  minimum_price: Maybe(Amount()),
  maximum_discount: Maybe(Percent()),
  /** Of one base unit, in kilograms: what costs of a purchase may be shared by. */
  weight: Maybe(QuantityField()),
  shortage_alert: Maybe(QuantityField()),
  has_expire: Type.Optional(Type.Boolean()),
  expire_alert_days: Maybe(Type.Integer({ minimum: 0, maximum: 3650 })),
  description: Maybe(Text(2000)),
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
    brand_fk: null,
    tax_fk: null,
    price_currency_fk: null,
    sale_price_editable: true,
    minimum_price: null,
    maximum_discount: null,
    weight: null,
    shortage_alert: null,
    has_expire: false,
    expire_alert_days: null,
    description: null,
  },
  unique: ['item_code', 'item_units.barcodes'],
  references: {
    category_fk: 'category',
    brand_fk: 'brand',
    tax_fk: 'tax',
    price_currency_fk: 'currency',
    'item_units.unit_fk': 'unit',
  },
  list: {
    columns: ['item_name', 'item_code', 'item_type', 'category_fk', 'brand_fk'],
    search: ['item_name', 'item_name_ar', 'item_name_ckb', 'item_code', 'item_units.barcodes'],
  },
  check: checkItem,
});

function checkItem(next: RecordData, previous: RecordData | undefined, _facts: unknown, issues: Issues): void {
  const data = next as unknown as ItemData;
  const units = data.item_units;
  const bases = units.filter((unit) => unit.is_base);
  if (units.length === 0) issues.add('item_units', 'at_least_one_unit');
  if (bases.length !== 1) issues.add('item_units', 'exactly_one_base_unit');
  if (units.filter((unit) => unit.is_default).length !== 1) issues.add('item_units', 'exactly_one_default_unit');
  units.forEach((unit, index) => {
    const held = quantity(unit.base_unit_qty);
    if (held <= 0n) issues.add(`item_units.${index}.base_unit_qty`, 'greater_than', { value: '0' });
    if (unit.is_base && held !== QUANTITY_ONE) issues.add(`item_units.${index}.base_unit_qty`, 'base_unit_holds_one');
    if (money(unit.sale_price) < 0n) issues.add(`item_units.${index}.sale_price`, 'min', { value: '0' });
    if (units.findIndex((other) => other.unit_fk === unit.unit_fk) !== index) {
      issues.add(`item_units.${index}.unit_fk`, 'unique');
    }
  });
  if (previous && previous['item_type'] !== next['item_type']) issues.add('item_type', 'cannot_be_changed');
  // Stock is counted in base units: another base would change the meaning of every quantity ever recorded.
  const before = previous as unknown as ItemData | undefined;
  const oldBase = before?.item_units.find((unit) => unit.is_base);
  if (oldBase && bases[0] && bases[0].unit_fk !== oldBase.unit_fk) {
    issues.add('item_units', 'base_unit_cannot_be_deleted');
  }
}
