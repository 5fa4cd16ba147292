/** Body of an item transfer, as the API accepts it. */
import { type Static, Type } from 'typebox';
import { Body, Maybe, Note } from '../../schemas/fields.schema.ts';
import { transitFields, transitLineFields } from './transit.schema.ts';

export const StockTransferBody = Body({
  ...transitFields,
  lines: Type.Array(Body({ ...transitLineFields, note: Maybe(Note()) }), { maxItems: 2000 }),
});
export type StockTransferInput = Static<typeof StockTransferBody>;
