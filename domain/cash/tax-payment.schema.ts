/** Body of a payment of tax, as the API takes it. */
import type { Static } from 'typebox';
import { Amount, Body, DateField, Maybe, OneOf, Reference } from '../kernel/fields.schema.ts';
import { DATED, NOTED } from '../kernel/paid-fields.schema.ts';

export const TaxPaymentBody = Body({
  /** Whose tax is paid, and out of whose money. */
  outlet_fk: Reference('outlets'),
  /** The period that it is paid for; what was payable before it and is not paid yet is payable in it too. */
  from_date: DateField(),
  to_date: DateField(),
  ...DATED,
  /** In the system currency. */
  amount: Amount(),
  account_fk: Reference('cashes'),
  /** What becomes of what is paid beyond what is payable: refused where nothing is said. */
  above_payable: Maybe(OneOf(['refused', 'advance'])),
  ...NOTED,
});
export type TaxPaymentInput = Static<typeof TaxPaymentBody>;
