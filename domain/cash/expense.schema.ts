/** Body of an expense, as the API takes it. */
import { type Static, Type } from 'typebox';
import { Body, Maybe, OneOf, Reference } from '../kernel/fields.schema.ts';
import { CARRIED_AMOUNT, DATED, NOTED } from '../kernel/paid-fields.schema.ts';

export const ExpenseBody = Body({
  outlet_fk: Reference('outlets'),
  expense_type_fk: Reference('expense_types'),
  ...DATED,
  ...CARRIED_AMOUNT,
  payment_type: OneOf(['cash', 'on_account']),
  /** Required on account. */
  supplier_fk: Maybe(Reference('suppliers')),
  account_fk: Maybe(Reference('cashes')),
  ...NOTED,
  /** `complete` enters and completes in one command. */
  status: Type.Optional(OneOf(['draft', 'complete'])),
});
export type ExpenseInput = Static<typeof ExpenseBody>;
