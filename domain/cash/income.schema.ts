/** Body of an income, as the API takes it. */
import { type Static, Type } from 'typebox';
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

export const IncomeBody = Body({
  outlet_fk: Reference('outlets'),
  income_type_fk: Reference('income_types'),
  date: DateField(),
  time: Maybe(TimeField()),
  amount: Amount(),
  currency_fk: Reference('currencies'),
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
  payment_type: OneOf(['cash', 'on_account']),
  /** Required on account. */
  customer_fk: Maybe(Reference('customers')),
  account_fk: Maybe(Reference('cashes')),
  reference_number: Maybe(ReferenceNumber()),
  note: Maybe(Note()),
  /** `complete` enters and completes in one command. */
  status: Type.Optional(OneOf(['draft', 'complete'])),
});
export type IncomeInput = Static<typeof IncomeBody>;
