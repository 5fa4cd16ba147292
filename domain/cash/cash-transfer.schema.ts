/** Body of a cash transfer, as the API takes it. */
import type { Static } from 'typebox';
import { Amount, Body, Maybe, RateField, Reference } from '../kernel/fields.schema.ts';
import { DATED, NOTED } from '../kernel/paid-fields.schema.ts';

export const CashTransferBody = Body({
  /** The outlet that sends. */
  outlet_fk: Reference('outlets'),
  /** The receiving outlet; the sending one when left out. */
  to_outlet_fk: Maybe(Reference('outlets')),
  ...DATED,
  from_account_fk: Reference('cashes'),
  to_account_fk: Reference('cashes'),
  /** In the currency of the account that it leaves. */
  amount: Amount(),
  /** In the currency of the account that it reaches; between two currencies the rate follows from the amounts. */
  to_amount: Maybe(Amount()),
  /** Only between two accounts in the same foreign currency. */
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
  ...NOTED,
});
export type CashTransferInput = Static<typeof CashTransferBody>;
