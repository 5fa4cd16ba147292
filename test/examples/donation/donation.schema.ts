/** The body of a donation in the API. */
import { type Static, Type } from 'typebox';
import {
  Amount,
  Body,
  DateField,
  Maybe,
  Note,
  RateField,
  Reference,
  TimeField,
} from '../../../domain/schemas/fields.schema.ts';

export const DonationBody = Body({
  outlet_fk: Reference('outlets'),
  expense_type_fk: Reference('expense_types'),
  date: DateField(),
  time: Maybe(TimeField()),
  amount: Amount(),
  currency_fk: Reference('currencies'),
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
  account_fk: Type.Optional(Reference('cashes')),
  note: Maybe(Note()),
});
export type DonationInput = Static<typeof DonationBody>;
