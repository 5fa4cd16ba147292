/** Body of a conversion, as the API accepts it. */
import type { Static } from 'typebox';
import { Body, OneOf, QuantityField, Reference } from '../kernel/fields.schema.ts';
import { makingFields } from './making.schema.ts';

export const ConversionBody = Body({
  ...makingFields,
  conversion_type: OneOf(['item_to_collection', 'collection_to_item']),
  /** The collection, which determines the items and their quantities. */
  collection_fk: Reference('collections'),
  quantity: QuantityField(),
});
export type ConversionInput = Static<typeof ConversionBody>;
