/** Body of an expense, as the API accepts it. */
import type { Static } from 'typebox';
import { Body, Maybe, Reference } from '../schemas/fields.schema.ts';
import { CARRIED_AMOUNT, DATED, ENTERED, NOTED, PAID_THROUGH, PAYMENT } from '../schemas/paid-fields.schema.ts';

export const ExpenseBody = Body({
  outlet_fk: Reference('outlets'),
  expense_type_fk: Reference('expense_types'),
  ...DATED,
  ...CARRIED_AMOUNT,
  ...PAYMENT,
  /** Required on account. */
  supplier_fk: Maybe(Reference('suppliers')),
  ...PAID_THROUGH,
  ...NOTED,
  ...ENTERED,
});
export type ExpenseInput = Static<typeof ExpenseBody>;
