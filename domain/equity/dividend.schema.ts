/** Body of a dividend, as the API accepts it. */
import { type Static, Type } from 'typebox';
import { Amount, Body, DateField, Maybe, Reference } from '../schemas/fields.schema.ts';
import { NOTED } from '../schemas/paid-fields.schema.ts';

export const DividendBody = Body({
  outlet_fk: Reference('outlets'),
  date: DateField(),
  /** The day whose shares decide; without it the date. */
  record_date: Maybe(DateField()),
  /** Total of the dividend; it is shared by the stockholders' percentages where no amounts are entered. */
  amount: Amount(),
  lines: Type.Array(Body({ stockholder_fk: Reference('stockholders'), amount: Maybe(Amount()) }), { maxItems: 500 }),
  ...NOTED,
});
export type DividendInput = Static<typeof DividendBody>;
