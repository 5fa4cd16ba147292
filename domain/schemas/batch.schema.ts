/** Fields of document lines that name batches. */
import { Type } from 'typebox';
import { Body, DateField, Maybe, QuantityField, Text } from './fields.schema.ts';

export const BatchNumber = () => Maybe(Text(40));

/** For a line that receives goods: the batch number on the package, and the expiry date. */
export const BATCH_OF_LINE = { batch_number: BatchNumber(), expire_date: Maybe(DateField()) };

/**
 * For a line that issues, counts or returns goods: the quantity of each batch in base units, which add up to the line.
 * Defaults to first expired, first out.
 */
export const BATCHES_OF_LINE = {
  batches: Maybe(
    Type.Array(Body({ batch_number: BatchNumber(), expire_date: Maybe(DateField()), quantity: QuantityField() }), {
      maxItems: 60,
    }),
  ),
};
