/** Body of a depreciation, as the API accepts it; its amounts are calculated. */
import { type Static, Type } from 'typebox';
import { Body, DateField, Reference } from '../schemas/fields.schema.ts';
import { NOTED } from '../schemas/paid-fields.schema.ts';

export const DepreciationBody = Body({
  outlet_fk: Reference('outlets'),
  /** The posting date: all months until its month are taken that are due and were not entered. */
  date: DateField(),
  ...NOTED,
  lines: Type.Array(Body({ asset_purchase_fk: Reference('asset_purchases') }), { maxItems: 500 }),
});
export type DepreciationInput = Static<typeof DepreciationBody>;
