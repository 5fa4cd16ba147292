/** Body of an income, as the API accepts it. */
import type { Static } from 'typebox';
import { Body, Maybe, Reference } from '../schemas/fields.schema.ts';
import { CARRIED_AMOUNT, DATED, ENTERED, NOTED, PAID_THROUGH, PAYMENT } from '../schemas/paid-fields.schema.ts';

export const IncomeBody = Body({
  outlet_fk: Reference('outlets'),
  income_type_fk: Reference('income_types'),
  ...DATED,
  ...CARRIED_AMOUNT,
  ...PAYMENT,
  /** Required on account. */
  customer_fk: Maybe(Reference('customers')),
  ...PAID_THROUGH,
  ...NOTED,
  ...ENTERED,
});
export type IncomeInput = Static<typeof IncomeBody>;
