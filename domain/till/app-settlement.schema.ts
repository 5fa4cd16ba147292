/** Body of a settlement of the payment app, as the API accepts it. */
import type { Static } from 'typebox';
import { Amount, Body, Maybe, Reference } from '../schemas/fields.schema.ts';
import { NOTED, PLACED } from '../schemas/paid-fields.schema.ts';

export const AppSettlementBody = Body({
  ...PLACED,
  /** The settled amount that the payment app owes, in the system currency. */
  amount: Amount(),
  /** The fee that the app keeps. */
  fee: Maybe(Amount()),
  expense_type_fk: Maybe(Reference('expense_types')),
  /** The bank account that receives the money. */
  account_fk: Reference('cashes'),
  ...NOTED,
});
export type AppSettlementInput = Static<typeof AppSettlementBody>;
