/** Body of a dividend, as the API takes it. */
import { type Static, Type } from 'typebox';
import { Amount, Body, DateField, Maybe, Note, Reference, ReferenceNumber } from '../kernel/fields.schema.ts';

export const DividendBody = Body({
  outlet_fk: Reference('outlets'),
  date: DateField(),
  /** What is distributed in all; shared by the stockholders' percentages where no amount is entered. */
  amount: Amount(),
  lines: Type.Array(Body({ stockholder_fk: Reference('stockholders'), amount: Maybe(Amount()) }), { maxItems: 500 }),
  reference_number: Maybe(ReferenceNumber()),
  note: Maybe(Note()),
});
export type DividendInput = Static<typeof DividendBody>;
