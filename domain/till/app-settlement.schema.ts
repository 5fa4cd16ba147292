/** Body of a settlement of the payment app, as the API accepts it. */
import type { Static } from 'typebox';
import { Amount, Body, Maybe, Reference } from '../kernel/fields.schema.ts';
import { NOTED, PLACED } from '../kernel/paid-fields.schema.ts';

export const AppSettlementBody = Body({
  ...PLACED,
  /** What the app owes us for, in the system currency. */
  amount: Amount(),
  /** What it keeps. */
  fee: Maybe(Amount()),
  expense_type_fk: Maybe(Reference('expense_types')),
  /** The bank account that it pays into. */
  account_fk: Reference('cashes'),
  ...NOTED,
});
export type AppSettlementInput = Static<typeof AppSettlementBody>;
