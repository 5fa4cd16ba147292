/** Body of a sale transfer return, as the API accepts it. */

import { type Static, Type } from 'typebox';
import { BATCHES_OF_LINE } from '../../schemas/batch.schema.ts';
import { Body, ExactAmount, Maybe, Note, QuantityField, RateField, Reference } from '../../schemas/fields.schema.ts';
import { LineId } from '../../schemas/line-fields.schema.ts';
import { transitFields } from '../../stock/transit/transit.schema.ts';

export const SaleTransferReturnBody = Body({
  ...transitFields,
  /** The transfer; the returning outlet is its receiver. */
  sale_transfer_fk: Maybe(Reference('sale_transfers')),
  /** Defaults to those of the transfer. */
  currency_fk: Type.Optional(Reference('currencies')),
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
  lines: Type.Array(
    Body({
      line_id: Type.Optional(LineId()),
      /** The returned line of the transfer, which determines the item and its price. */
      sale_transfer_line_id: Maybe(LineId()),
      quantity: QuantityField(),
      /**
       * Item, unit and price of a return without a transfer. Of a transfer, goods may come back in another unit of their
       * item; both are entered then.
       */
      item_fk: Type.Optional(Reference('items')),
      unit_fk: Type.Optional(Reference('units')),
      price: Type.Optional(ExactAmount()),
      ...BATCHES_OF_LINE,
      note: Maybe(Note()),
    }),
    { maxItems: 2000 },
  ),
});
export type SaleTransferReturnInput = Static<typeof SaleTransferReturnBody>;
