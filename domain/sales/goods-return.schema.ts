/** Fields that the bodies of sale returns and purchase returns have in common. */

import { Type } from 'typebox';
import { ExactAmount, Maybe, OneOf, QuantityField, RateField, Reference } from '../kernel/fields.schema.ts';
import { DATED, NOTED } from '../kernel/paid-fields.schema.ts';
import { BATCHES_OF_LINE } from '../stock/batch.schema.ts';
import { DiscountBody } from './sale.schema.ts';

/** Of a line. Only a return without its document states item, unit, price and discount; otherwise they are that document's. */
export const RETURNED_GOODS = {
  quantity: QuantityField(),
  /** Goods given free with the line that are returned with it. */
  bonus_quantity: Maybe(QuantityField()),
  item_fk: Type.Optional(Reference('items')),
  unit_fk: Type.Optional(Reference('units')),
  price: Type.Optional(ExactAmount()),
  discount: Maybe(DiscountBody),
  ...BATCHES_OF_LINE,
};

/** Currency and rate are those of the returned document where there is one; the discount is for a return without it. */
export const RETURN_TERMS = {
  ...DATED,
  currency_fk: Type.Optional(Reference('currencies')),
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
  payment_type: OneOf(['cash', 'on_account']),
  account_fk: Maybe(Reference('cashes')),
  discount: Maybe(DiscountBody),
  ...NOTED,
};
