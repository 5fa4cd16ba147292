/** Body of an income, as the API takes it. */
import { type Static, Type } from 'typebox';
import { Body, Maybe, OneOf, Reference } from '../kernel/fields.schema.ts';
import { CARRIED_AMOUNT, NOTED, PAID, PLACED } from '../kernel/paid-fields.schema.ts';

export const IncomeBody = Body({
  ...PLACED,
  income_type_fk: Reference('income_types'),
  ...CARRIED_AMOUNT,
  ...PAID,
  /** Required on account. */
  customer_fk: Maybe(Reference('customers')),
  ...NOTED,
  /** `complete` enters and completes in one command. */
  status: Type.Optional(OneOf(['draft', 'complete'])),
});
export type IncomeInput = Static<typeof IncomeBody>;
