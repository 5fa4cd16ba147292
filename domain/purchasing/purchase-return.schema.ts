/** Bodies of the purchase return's commands, as the API takes them. */
import { type Static, Type } from 'typebox';
import {
  Body,
  ExactAmount,
  Maybe,
  Note,
  OneOf,
  Percent,
  QuantityField,
  RateField,
  Reference,
} from '../kernel/fields.schema.ts';
import { DATED, NOTED } from '../kernel/paid-fields.schema.ts';
import { DiscountBody, LineId } from '../sales/sale.schema.ts';

export const PurchaseReturnLineBody = Body({
  line_id: Type.Optional(LineId()),
  /** The line of the purchase that goes back; what it was, its price and its shares are the purchase's. */
  purchase_line_id: Maybe(LineId()),
  quantity: QuantityField(),
  /** Goods that the supplier gave free with the line, and that go back with it. */
  bonus_quantity: Maybe(QuantityField()),
  /** Without a purchase: what goes back, and at which price. */
  item_fk: Type.Optional(Reference('items')),
  unit_fk: Type.Optional(Reference('units')),
  price: Type.Optional(ExactAmount()),
  discount: Maybe(DiscountBody),
  tax_fk: Maybe(Reference('taxes')),
  tax_percent: Maybe(Percent()),
  note: Maybe(Note()),
});

export const PurchaseReturnBody = Body({
  outlet_fk: Reference('outlets'),
  /** Where the goods leave from. */
  inventory_fk: Reference('inventories'),
  /** Null is a return without its purchase: entered prices, present average cost. */
  purchase_fk: Maybe(Reference('purchases')),
  /** Required on account; that of the purchase when there is one. */
  supplier_fk: Maybe(Reference('suppliers')),
  ...DATED,
  /** Those of the purchase when there is one. */
  currency_fk: Type.Optional(Reference('currencies')),
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
  payment_type: OneOf(['cash', 'on_account']),
  account_fk: Maybe(Reference('cashes')),
  /** Without a purchase only. */
  discount: Maybe(DiscountBody),
  ...NOTED,
  lines: Type.Array(PurchaseReturnLineBody, { maxItems: 2000 }),
  /** `complete` enters and completes in one command. */
  status: Type.Optional(OneOf(['draft', 'complete'])),
});
export type PurchaseReturnInput = Static<typeof PurchaseReturnBody>;
