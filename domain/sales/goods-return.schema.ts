/** Fields that the bodies of sale returns and purchase returns share. */

import { Type } from 'typebox';
import { BATCHES_OF_LINE } from '../schemas/batch.schema.ts';
import { ExactAmount, Maybe, OneOf, QuantityField, RateField, Reference } from '../schemas/fields.schema.ts';
import { DiscountBody } from '../schemas/line-fields.schema.ts';
import { DATED, NOTED, PAID_THROUGH } from '../schemas/paid-fields.schema.ts';

/**
 * Fields of a line. Item, unit, price and discount are entered only without an original document; otherwise they are
 * copied from it.
 */
export const RETURNED_GOODS = {
  quantity: QuantityField(),
  /** Returned bonus goods of the line. */
  bonus_quantity: Maybe(QuantityField()),
  item_fk: Type.Optional(Reference('items')),
  unit_fk: Type.Optional(Reference('units')),
  price: Type.Optional(ExactAmount()),
  discount: Maybe(DiscountBody),
  ...BATCHES_OF_LINE,
};

/** Currency and rate are those of the returned document when there is one; the discount is for a return without one. */
export const RETURN_TERMS = {
  ...DATED,
  currency_fk: Type.Optional(Reference('currencies')),
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
  payment_type: OneOf(['cash', 'on_account']),
  ...PAID_THROUGH,
  discount: Maybe(DiscountBody),
  ...NOTED,
};
