/** Body of a sale transfer, as the API accepts it. */
import { type Static, Type } from 'typebox';
import { Body, ExactAmount, Maybe, Note } from '../../schemas/fields.schema.ts';
import { IN_CURRENCY } from '../../schemas/paid-fields.schema.ts';
import { transitFields, transitLineFields } from '../../stock/transit/transit.schema.ts';

export const SaleTransferBody = Body({
  ...transitFields,
  ...IN_CURRENCY,
  lines: Type.Array(Body({ ...transitLineFields, price: ExactAmount(), note: Maybe(Note()) }), { maxItems: 2000 }),
});
export type SaleTransferInput = Static<typeof SaleTransferBody>;
