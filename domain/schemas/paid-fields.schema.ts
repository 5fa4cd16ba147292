/** Groups of fields that many document bodies share. */
import { type Static, Type } from 'typebox';
import {
  Amount,
  Body,
  DateField,
  Maybe,
  Note,
  OneOf,
  RateField,
  Reference,
  ReferenceNumber,
  TimeField,
} from './fields.schema.ts';

export const DATED = { date: DateField(), time: Maybe(TimeField()) };
/** When a document on account is due; defaults to the terms of its party, from its own day on. */
export const DUE = { due_date: Maybe(DateField()) };
/** Paid at once, or owed until a day. */
export const PAYMENT = { payment_type: OneOf(['cash', 'on_account']), ...DUE };
/** For documents that move goods. */
export const AT_INVENTORY = { outlet_fk: Reference('outlets'), inventory_fk: Reference('inventories') };
export const PLACED = { outlet_fk: Reference('outlets'), ...DATED };

/** The currency, and its rate. */
export const IN_CURRENCY = {
  currency_fk: Reference('currencies'),
  rate_fk: Maybe(Reference('currency_rates')),
  rate: Maybe(RateField()),
};
export const CARRIED_AMOUNT = { amount: Amount(), ...IN_CURRENCY };

/** The number of the other party's document (`reference_number`), and a note. */
export const NOTED = { reference_number: Maybe(ReferenceNumber()), note: Maybe(Note()) };

/**
 * The part of a document on account that is paid immediately, in the document's currency; it is stored as a separate
 * payment.
 */
export const PAID_NOW = {
  paid_now: Maybe(Amount()),
  paid_account_fk: Maybe(Reference('cashes')),
  /** Defaults to the rate of the document. */
  paid_rate: Maybe(RateField()),
  /** What the bank of the account takes beside it, in the account's currency, and the expense that it is. */
  paid_bank_fee: Maybe(Amount()),
  paid_expense_type_fk: Maybe(Reference('expense_types')),
};
/**
 * For a document that is paid at once from or into an account of the other one of dinar and dollar: the rate of the money,
 * by default that of the document or its day, and the money itself, by default what the rate gives.
 */
export const OTHER_MONEY = { paid_rate: Maybe(RateField()), money_amount: Maybe(Amount()) };
/** The account of a document that is paid at once. */
export const PAID_THROUGH = { account_fk: Maybe(Reference('cashes')), ...OTHER_MONEY };
/** Day, currency and payment of a sale or a purchase. */
export const TRADED = {
  ...DATED,
  ...IN_CURRENCY,
  ...PAYMENT,
  ...PAID_THROUGH,
  ...PAID_NOW,
};
const PaidNowBody = Body(PAID_NOW);
export type PaidNowInput = Static<typeof PaidNowBody>;

/** `complete` enters and completes a document in one command. */
export const ENTERED = { status: Type.Optional(OneOf(['draft', 'complete'])) };
