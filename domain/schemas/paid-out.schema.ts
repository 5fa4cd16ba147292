/** Body of the transition that pays an approved document. */
import type { Static } from 'typebox';
import { Body, DateField, Maybe, Reference, TimeField } from './fields.schema.ts';

export const PayOutBody = Body({
  date: DateField(),
  time: Maybe(TimeField()),
  account_fk: Reference('cashes'),
});
export type PayOutInput = Static<typeof PayOutBody>;
