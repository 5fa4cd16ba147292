/** Body of a capital transaction, as the API takes it. */
import type { Static } from 'typebox';
import {
  Amount,
  Body,
  DateField,
  Maybe,
  Note,
  OneOf,
  RateField,
  Reference,
  ReferenceNumber,
  TimeField,
} from '../kernel/fields.schema.ts';

export const CapitalTransactionBody = Body({
  outlet_fk: Reference('outlets'),
  stockholder_fk: Reference('stockholders'),
  transaction_type: OneOf(['contribution', 'withdrawal']),
  date: DateField(),
  time: Maybe(TimeField()),
  amount: Amount(),
  currency_fk: Reference('currencies'),
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
  account_fk: Reference('cashes'),
  reference_number: Maybe(ReferenceNumber()),
  note: Maybe(Note()),
});
export type CapitalTransactionInput = Static<typeof CapitalTransactionBody>;
