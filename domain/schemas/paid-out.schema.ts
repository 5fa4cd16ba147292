/** Body of the transition that pays an approved document. */
import type { Static } from 'typebox';
import { Body, DateField, Maybe, Reference, TimeField } from './fields.schema.ts';
import { OTHER_MONEY } from './paid-fields.schema.ts';

export const PayOutBody = Body({
  date: DateField(),
  time: Maybe(TimeField()),
  account_fk: Reference('cashes'),
  ...OTHER_MONEY,
});
export type PayOutInput = Static<typeof PayOutBody>;
