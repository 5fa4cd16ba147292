/** Body of the opening balances, as the API accepts it. */

import { type Static, Type } from 'typebox';
import { COSTS_OF_GOODS } from '../chart/chart.ts';
import { BATCH_OF_LINE, BATCHES_OF_LINE } from '../schemas/batch.schema.ts';
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
  RequiredNote,
  SignedAmount,
} from '../schemas/fields.schema.ts';
import type { Held } from '../schemas/held.schema.ts';
import { fields, list } from '../schemas/held-fields.schema.ts';
import { DUE } from '../schemas/paid-fields.schema.ts';
import { propertiesOf } from '../schemas/schema-parts.ts';

/** Accounts of the result of the year to date, where the books begin within a year. Those of a type name its record. */
export const RESULT_ACCOUNTS = [
  'sales',
  'sales-returns',
  'sales-discounts',
  'delivery-income',
  'income-type',
  'purchase-discounts',
  'fx-realised',
  'asset-sale-gain',
  ...COSTS_OF_GOODS,
  'expense-type',
  'delivery-expense',
  'cash-over-short',
  'rounding',
  'commission',
  'payroll',
  'depreciation',
  'asset-sale-loss',
] as const;

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
  ...RESULT_ACCOUNTS,
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
      /** Several batches, or the serial numbers of the pieces, instead of one batch. */
      ...BATCHES_OF_LINE,
      note: Maybe(Note()),
    }),
  ),
  /**
   * A system account or a custom account: debits are positive, credits negative. The accounts of types of income and
   * expense name the type, and capital may name its holder. Own accounts of assets and liabilities (loans, deposits) may
   * be in a foreign currency, the others are in the system currency.
   */
  accounts: Section(
    Body({
      account: Maybe(OneOf([...OPENING_ACCOUNTS])),
      ledger_account_fk: Maybe(Reference('ledger_accounts')),
      expense_type_fk: Maybe(Reference('expense_types')),
      income_type_fk: Maybe(Reference('income_types')),
      stockholder_fk: Maybe(Reference('stockholders')),
      currency_fk: Maybe(Reference('currencies')),
      rate: Maybe(RateField()),
      amount: SignedAmount(),
    }),
  ),
});
export type OpeningBalanceInput = Static<typeof OpeningBalanceBody>;

/**
 * Where the difference of debits and credits goes: to capital, or it stays on opening equity until other openings take it
 * away. Without a choice they must be equal.
 */
const DIFFERENCE = { difference_to: Maybe(OneOf(['capital', 'opening-equity'])) };
export const FinishOpeningBody = Body(DIFFERENCE);
export type FinishOpening = Static<typeof FinishOpeningBody>;

/** The opening balances as they should have been. */
export const CorrectOpeningBody = Body({
  ...propertiesOf(OpeningBalanceBody),
  ...DIFFERENCE,
  reason: RequiredNote(),
});
export type CorrectOpening = OpeningBalanceInput & FinishOpening & { readonly reason: string };

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
