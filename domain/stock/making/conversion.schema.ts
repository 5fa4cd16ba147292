/** Body of a conversion, as the API accepts it. */
import { type Static, Type } from 'typebox';
import { BATCHES_OF_LINE } from '../../schemas/batch.schema.ts';
import { Body, Maybe, OneOf, QuantityField, Reference } from '../../schemas/fields.schema.ts';
import { makingFields } from './making.schema.ts';

export const ConversionBody = Body({
  ...makingFields,
  conversion_type: OneOf(['item_to_collection', 'collection_to_item']),
  /** The collection, which determines the items and their quantities. */
  collection_fk: Reference('collections'),
  quantity: QuantityField(),
  /** The batches of its items: those that are used, or that come out. Left out, the next ones are. */
  parts: Maybe(Type.Array(Body({ item_fk: Reference('items'), ...BATCHES_OF_LINE }), { maxItems: 201 })),
});
export type ConversionInput = Static<typeof ConversionBody>;
