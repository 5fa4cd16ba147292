/** Body of the opening balances, as the API accepts it. */

import { type Static, Type } from 'typebox';
import {
  Body,
  ExactAmount,
  Maybe,
  Note,
  Nullable,
  OneOf,
  QuantityField,
  RateField,
  Reference,
  SignedAmount,
} from '../kernel/fields.schema.ts';
import type { Held } from '../kernel/held.schema.ts';
import { fields, list } from '../kernel/held-fields.schema.ts';
import { DUE } from '../kernel/paid-fields.schema.ts';
import { BATCH_OF_LINE } from '../stock/batch.schema.ts';

/**
 * Accounts that no other section opens; opening equity is the contra account of all sections. Goods in transit are not
 * opened: only the arrival of a transfer takes its own goods out of that account.
 */
export const OPENING_ACCOUNTS = [
  'app-clearing',
  'input-tax',
  'goods-received-not-billed',
  'output-tax',
  'commission-payable',
  'payroll-payable',
  'dividends-payable',
  'capital',
  'retained-earnings',
] as const;

const Section = <Of extends Parameters<typeof Type.Array>[0]>(of: Of) =>
  Type.Optional(Type.Array(of, { maxItems: 5000 }));

export const OpeningBalanceBody = Body({
  outlet_fk: Reference('outlets'),
  /** The first financial year: the balances are posted on the day before it. */
  financial_year_fk: Reference('financial_years'),
  note: Maybe(Note()),
  /** In the currency of the account; an overdraft is negative. */
  cashes: Section(Body({ account_fk: Reference('cashes'), amount: SignedAmount(), rate: Maybe(RateField()) })),
  /**
   * Exactly one of customer, supplier and user. Amounts due are positive, advances negative; what staff owe is in the
   * system currency.
   */
  parties: Section(
    Body({
      customer_fk: Maybe(Reference('customers')),
      supplier_fk: Maybe(Reference('suppliers')),
      user_fk: Maybe(Reference('users')),
      currency_fk: Reference('currencies'),
      rate: Maybe(RateField()),
      amount: SignedAmount(),
      /** Of an amount due, on any day; defaults to the terms of the party, from the day of the opening on. */
      ...DUE,
    }),
  ),
  /** `value` is the cost of the whole quantity, in the system currency. */
  stock: Section(
    Body({
      inventory_fk: Reference('inventories'),
      item_fk: Reference('items'),
      unit_fk: Reference('units'),
      quantity: QuantityField(),
      value: ExactAmount(),
      ...BATCH_OF_LINE,
      note: Maybe(Note()),
    }),
  ),
  /** A system account or a custom account, in the system currency: debits are positive, credits negative. */
  accounts: Section(
    Body({
      account: Maybe(OneOf([...OPENING_ACCOUNTS])),
      ledger_account_fk: Maybe(Reference('ledger_accounts')),
      amount: SignedAmount(),
    }),
  ),
});
export type OpeningBalanceInput = Static<typeof OpeningBalanceBody>;

/** The account that receives the difference of debits and credits; without it they must be equal. */
export const FinishOpeningBody = Body({ difference_to: Maybe(OneOf(['capital'])) });
export type FinishOpening = Static<typeof FinishOpeningBody>;

/** Fields that answers contain beyond the body. */
export const OPENING_BALANCE_HELD: Held = {
  data: fields('first_day date', {
    cashes: list('account_type currency_fk'),
    parties: list('payment_terms_days'),
    stock: list('line_id unit_factor'),
    // `account` is null for custom accounts.
    accounts: list('', { account: Nullable(Type.String()) }),
  }),
};
