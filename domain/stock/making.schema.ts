/** Bodies that conversions and productions share. */
import { Type } from 'typebox';
import { Body, OneOf, Reference } from '../kernel/fields.schema.ts';
import { DATED, NOTED } from '../kernel/paid-fields.schema.ts';
import { costFields } from '../sales/sale.schema.ts';

export const makingFields = {
  outlet_fk: Reference('outlets'),
  inventory_fk: Reference('inventories'),
  ...DATED,
  /** Labour, a fee: what is made is worth that much more. */
  costs: Type.Optional(Type.Array(Body(costFields), { maxItems: 20 })),
  ...NOTED,
  /** `complete` enters and completes in one command. */
  status: Type.Optional(OneOf(['draft', 'complete'])),
};
