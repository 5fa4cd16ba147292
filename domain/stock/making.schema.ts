/** Bodies that conversions and productions share. */
import { Type } from 'typebox';
import { Body, Reference } from '../kernel/fields.schema.ts';
import { DATED, ENTERED, NOTED } from '../kernel/paid-fields.schema.ts';
import { costFields } from '../sales/sale.schema.ts';

export const makingFields = {
  outlet_fk: Reference('outlets'),
  inventory_fk: Reference('inventories'),
  ...DATED,
  /** Labour, a fee: what is made is worth that much more. */
  costs: Type.Optional(Type.Array(Body(costFields), { maxItems: 20 })),
  ...NOTED,
  ...ENTERED,
};
