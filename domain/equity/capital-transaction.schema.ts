/** Body of a capital transaction, as the API accepts it. */
import type { Static } from 'typebox';
import { Body, OneOf, Reference } from '../schemas/fields.schema.ts';
import { CARRIED_AMOUNT, DATED, NOTED, OTHER_MONEY } from '../schemas/paid-fields.schema.ts';

export const CapitalTransactionBody = Body({
  outlet_fk: Reference('outlets'),
  stockholder_fk: Reference('stockholders'),
  transaction_type: OneOf(['contribution', 'withdrawal']),
  ...DATED,
  ...CARRIED_AMOUNT,
  account_fk: Reference('cashes'),
  ...OTHER_MONEY,
  ...NOTED,
});
export type CapitalTransactionInput = Static<typeof CapitalTransactionBody>;
