/** Bodies that conversions and productions share. */
import { Type } from 'typebox';
import { Body } from '../../schemas/fields.schema.ts';
import { costFields } from '../../schemas/line-fields.schema.ts';
import { AT_INVENTORY, DATED, ENTERED, NOTED } from '../../schemas/paid-fields.schema.ts';

export const makingFields = {
  ...AT_INVENTORY,
  ...DATED,
  /** Labour and fees, which are added to the value of the outputs. */
  costs: Type.Optional(Type.Array(Body(costFields), { maxItems: 20 })),
  ...NOTED,
  ...ENTERED,
};
