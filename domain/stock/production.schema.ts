/** Body of a production, as the API accepts it. */

import { type Static, Type } from 'typebox';
import { Body, ExactAmount, Maybe, OneOf, QuantityField, Reference } from '../kernel/fields.schema.ts';
import { LineId } from '../sales/sale.schema.ts';
import { BATCHES_OF_LINE } from './batch.schema.ts';
import { makingFields } from './making.schema.ts';

export const ProductionBody = Body({
  ...makingFields,
  mixture_fk: Maybe(Reference('mixtures')),
  /** Of the mixture, in its unit. */
  quantity: Maybe(QuantityField()),
  /** What went in and what came out; as the mixture says where they are left out. */
  lines: Type.Optional(
    Type.Array(
      Body({
        line_id: Type.Optional(LineId()),
        role: OneOf(['input', 'output']),
        item_fk: Reference('items'),
        unit_fk: Reference('units'),
        quantity: QuantityField(),
        /** The weight of an output where several share the value; what it sells for where it is not said. */
        share: Maybe(ExactAmount()),
        ...BATCHES_OF_LINE,
      }),
      { maxItems: 2000 },
    ),
  ),
});
export type ProductionInput = Static<typeof ProductionBody>;
