/** Fields by which the lines of documents name batches. */
import { Type } from 'typebox';
import { Body, DateField, Maybe, QuantityField, Text } from '../kernel/fields.schema.ts';

export const BatchNumber = () => Maybe(Text(40));

/** Of a line that brings goods in: the number on the package and the day on which it expires. */
export const BATCH_OF_LINE = { batch_number: BatchNumber(), expire_date: Maybe(DateField()) };

/**
 * Of a line that takes goods out, counts them, or returns them: how many base units of which batch. They add up to the
 * line. Left out, what expires first leaves first.
 */
export const BATCHES_OF_LINE = {
  batches: Maybe(
    Type.Array(Body({ batch_number: BatchNumber(), expire_date: Maybe(DateField()), quantity: QuantityField() }), {
      maxItems: 60,
    }),
  ),
};
