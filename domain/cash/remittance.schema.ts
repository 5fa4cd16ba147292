/** Body of a remittance, as the API accepts it. */
import type { Static } from 'typebox';
import { Allocations, settle_rate } from '../parties/transaction.schema.ts';
import { Amount, Body, DateField, Maybe, RateField, Reference, Text, TimeField } from '../schemas/fields.schema.ts';
import { NOTED, PLACED } from '../schemas/paid-fields.schema.ts';

export const RemittanceBody = Body({
  ...PLACED,
  /** The account that pays. */
  account_fk: Reference('cashes'),
  /** An account of the type remittance, which holds the money in transit. */
  remittance_account_fk: Reference('cashes'),
  /** Amount and fee are in the currency of the accounts. */
  amount: Amount(),
  fee: Maybe(Amount()),
  expense_type_fk: Maybe(Reference('expense_types')),
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
  /** Name of the receiver. */
  receiver: Maybe(Text(140)),
  ...NOTED,
});
export type RemittanceInput = Static<typeof RemittanceBody>;

/**
 * At most one destination: an account of the business, a supplier, or a payable account of the chart. Without one all
 * of it is missing: the remittance was lost.
 */
export const RemittancePayOutBody = Body({
  date: DateField(),
  time: Maybe(TimeField()),
  account_fk: Maybe(Reference('cashes')),
  supplier_fk: Maybe(Reference('suppliers')),
  /** The documents of the supplier that it settles; the oldest first when absent. */
  allocations: Allocations(),
  settle_rate,
  ledger_account_fk: Maybe(Reference('ledger_accounts')),
  /** What arrived in the receiving account, when that is in another currency than the remittance. */
  received_amount: Maybe(Amount()),
  /** What did not arrive, in the currency of the remittance: a fee that was taken on the way, or a loss. */
  missing_amount: Maybe(Amount()),
  /** The expense that the missing amount is. */
  expense_type_fk: Maybe(Reference('expense_types')),
});
export type RemittancePayOutInput = Static<typeof RemittancePayOutBody>;
