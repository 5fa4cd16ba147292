/** Body of a remittance, as the API takes it. */
import type { Static } from 'typebox';
import { Amount, Body, DateField, Maybe, RateField, Reference, Text, TimeField } from '../kernel/fields.schema.ts';
import { NOTED, PLACED } from '../kernel/paid-fields.schema.ts';

export const RemittanceBody = Body({
  ...PLACED,
  /** Where the money leaves. */
  account_fk: Reference('cashes'),
  /** An account of the type remittance, where it is on its way. */
  remittance_account_fk: Reference('cashes'),
  /** In the currency of the accounts, and so is the fee. */
  amount: Amount(),
  fee: Maybe(Amount()),
  expense_type_fk: Maybe(Reference('expense_types')),
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
  /** Who it is for. */
  receiver: Maybe(Text(140)),
  ...NOTED,
});
export type RemittanceInput = Static<typeof RemittanceBody>;

/** Where it is delivered: one of an account of ours, a supplier whom it pays, or a payable account of the chart. */
export const RemittancePayOutBody = Body({
  date: DateField(),
  time: Maybe(TimeField()),
  account_fk: Maybe(Reference('cashes')),
  supplier_fk: Maybe(Reference('suppliers')),
  ledger_account_fk: Maybe(Reference('ledger_accounts')),
});
export type RemittancePayOutInput = Static<typeof RemittancePayOutBody>;
