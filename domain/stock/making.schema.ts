/** Bodies that conversions and productions share. */
import { Type } from 'typebox';
import { Body, DateField, Maybe, Note, OneOf, Reference, ReferenceNumber, TimeField } from '../kernel/fields.schema.ts';
import { costFields } from '../sales/sale.schema.ts';

export const makingFields = {
  outlet_fk: Reference('outlets'),
  inventory_fk: Reference('inventories'),
  date: DateField(),
  time: Maybe(TimeField()),
  /** Labour, a fee: what is made is worth that much more. */
  costs: Type.Optional(Type.Array(Body(costFields), { maxItems: 20 })),
  reference_number: Maybe(ReferenceNumber()),
  note: Maybe(Note()),
  /** `complete` enters and completes in one command. */
  status: Type.Optional(OneOf(['draft', 'complete'])),
};
