/** Fields that the bodies of many documents have in common, by what they say. */
import { Amount, DateField, Maybe, Note, RateField, Reference, ReferenceNumber, TimeField } from './fields.schema.ts';

export const DATED = { date: DateField(), time: Maybe(TimeField()) };
export const PLACED = { outlet_fk: Reference('outlets'), ...DATED };

/** In which currency, and at which rate. */
export const IN_CURRENCY = {
  currency_fk: Reference('currencies'),
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
};
export const CARRIED_AMOUNT = { amount: Amount(), ...IN_CURRENCY };

/** The number of somebody else's paper, and what is said beside it. */
export const NOTED = { reference_number: Maybe(ReferenceNumber()), note: Maybe(Note()) };
