/** Body of a depreciation, as the API takes it: nobody types its amounts. */
import { type Static, Type } from 'typebox';
import { Body, DateField, Maybe, Note, Reference, ReferenceNumber } from '../kernel/fields.schema.ts';

export const DepreciationBody = Body({
  outlet_fk: Reference('outlets'),
  /** A day of the month that is depreciated; it counts on that day. */
  date: DateField(),
  reference_number: Maybe(ReferenceNumber()),
  note: Maybe(Note()),
  lines: Type.Array(Body({ asset_purchase_fk: Reference('asset_purchases') }), { maxItems: 500 }),
});
export type DepreciationInput = Static<typeof DepreciationBody>;
