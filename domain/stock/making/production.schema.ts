/** Body of a production, as the API accepts it. */

import { type Static, Type } from 'typebox';
import { BATCHES_OF_LINE } from '../../schemas/batch.schema.ts';
import { Body, ExactAmount, Maybe, OneOf, QuantityField, Reference } from '../../schemas/fields.schema.ts';
import { LineId } from '../../schemas/line-fields.schema.ts';
import { makingFields } from './making.schema.ts';

export const ProductionBody = Body({
  ...makingFields,
  mixture_fk: Maybe(Reference('mixtures')),
  /** Quantity of the mixture, in its unit. */
  quantity: Maybe(QuantityField()),
  /** Inputs and outputs; default to those of the mixture. */
  lines: Type.Optional(
    Type.Array(
      Body({
        line_id: Type.Optional(LineId()),
        role: OneOf(['input', 'output']),
        item_fk: Reference('items'),
        unit_fk: Reference('units'),
        quantity: QuantityField(),
        /** The weight of an output when several share the value; defaults to its sale price. */
        share: Maybe(ExactAmount()),
        ...BATCHES_OF_LINE,
      }),
      { maxItems: 2000 },
    ),
  ),
});
export type ProductionInput = Static<typeof ProductionBody>;
