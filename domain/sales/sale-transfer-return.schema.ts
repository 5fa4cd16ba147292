/** Body of a sale transfer return, as the API accepts it. */

import { type Static, Type } from 'typebox';
import { Body, ExactAmount, Maybe, Note, QuantityField, RateField, Reference } from '../kernel/fields.schema.ts';
import { BATCHES_OF_LINE } from '../stock/batch.schema.ts';
import { transitFields } from '../stock/transit.schema.ts';
import { LineId } from './sale.schema.ts';

export const SaleTransferReturnBody = Body({
  ...transitFields,
  /** The returning outlet is the one that received the goods. */
  sale_transfer_fk: Maybe(Reference('sale_transfers')),
  /** Those of the transfer when there is one. */
  currency_fk: Type.Optional(Reference('currencies')),
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
  lines: Type.Array(
    Body({
      line_id: Type.Optional(LineId()),
      /** The line of the transfer that goes back; what it is and its price are the transfer's. */
      sale_transfer_line_id: Maybe(LineId()),
      quantity: QuantityField(),
      /** Item, unit and price of a return without its transfer. */
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
