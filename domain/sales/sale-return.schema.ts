/** Bodies of the sale return's commands, as the API takes them. */
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
import { DiscountBody, LineId } from './sale.schema.ts';

export const SaleReturnLineBody = Body({
  line_id: Type.Optional(LineId()),
  /** The line of the sale that comes back; what it was, its price and its shares are the sale's. */
  sale_line_id: Maybe(LineId()),
  quantity: QuantityField(),
  /** Goods given free with the line that come back with it. */
  bonus_quantity: Maybe(QuantityField()),
  /** Without a sale: what comes back, and at which price. */
  item_fk: Type.Optional(Reference('items')),
  unit_fk: Type.Optional(Reference('units')),
  price: Type.Optional(ExactAmount()),
  discount: Maybe(DiscountBody),
  tax_percent: Maybe(Percent()),
  note: Maybe(Note()),
});

export const SaleReturnBody = Body({
  outlet_fk: Reference('outlets'),
  /** Where the goods come back to. */
  inventory_fk: Reference('inventories'),
  /** Null is a return without its sale: entered prices, present average cost. */
  sale_fk: Maybe(Reference('sales')),
  /** Required on account; that of the sale when there is one. */
  customer_fk: Maybe(Reference('customers')),
  ...DATED,
  /** Those of the sale when there is one. */
  currency_fk: Type.Optional(Reference('currencies')),
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
  payment_type: OneOf(['cash', 'on_account']),
  account_fk: Maybe(Reference('cashes')),
  /** Without a sale only. */
  discount: Maybe(DiscountBody),
  ...NOTED,
  lines: Type.Array(SaleReturnLineBody, { maxItems: 2000 }),
  /** `complete` enters and completes in one command. */
  status: Type.Optional(OneOf(['draft', 'complete'])),
});
export type SaleReturnInput = Static<typeof SaleReturnBody>;
