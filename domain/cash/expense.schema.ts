/** Body of an expense, as the API takes it. */
import { type Static, Type } from 'typebox';
import { Body, Maybe, OneOf, Reference } from '../kernel/fields.schema.ts';
import { CARRIED_AMOUNT, NOTED, PAID, PLACED } from '../kernel/paid-fields.schema.ts';

export const ExpenseBody = Body({
  ...PLACED,
  expense_type_fk: Reference('expense_types'),
  ...CARRIED_AMOUNT,
  ...PAID,
  /** Required on account. */
  supplier_fk: Maybe(Reference('suppliers')),
  ...NOTED,
  /** `complete` enters and completes in one command. */
  status: Type.Optional(OneOf(['draft', 'complete'])),
});
export type ExpenseInput = Static<typeof ExpenseBody>;
