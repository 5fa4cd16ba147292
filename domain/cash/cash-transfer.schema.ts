/** Body of a cash transfer, as the API accepts it. */
import type { Static } from 'typebox';
import { Amount, Body, Maybe, RateField, Reference } from '../schemas/fields.schema.ts';
import { DATED, NOTED } from '../schemas/paid-fields.schema.ts';

export const CashTransferBody = Body({
  /** The sending outlet. */
  outlet_fk: Reference('outlets'),
  /** The receiving outlet; defaults to the sending one. */
  to_outlet_fk: Maybe(Reference('outlets')),
  ...DATED,
  from_account_fk: Reference('cashes'),
  to_account_fk: Reference('cashes'),
  /** In the currency of the sending account. */
  amount: Amount(),
  /** In the currency of the receiving account; between two currencies the rate is calculated from the amounts. */
  to_amount: Maybe(Amount()),
  /** Accepted only between two accounts in the same foreign currency. */
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
  /** What the bank of the sending account takes beside the amount, in the same currency, and the expense that it is. */
  bank_fee: Maybe(Amount()),
  expense_type_fk: Maybe(Reference('expense_types')),
  ...NOTED,
});
export type CashTransferInput = Static<typeof CashTransferBody>;
