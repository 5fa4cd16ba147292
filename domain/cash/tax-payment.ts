/**
 * A payment of tax to the authority for a period, or a credit that the authority pays back. The payment and the input tax
 * together clear the output tax of the period; what comes back clears the input tax, and then what was paid in advance. The
 * event stores the tax that was payable at that time.
 */

import type { Facts } from '../deciding/facts.ts';
import {
  checkPlace,
  inMoney,
  inSystemCurrency,
  type SettledCurrency,
  settlePayment,
  timeOf,
} from '../documents/document-rules.ts';
import { type MoneyEvent, moneyDecider } from '../documents/immediate.ts';
import { type OtherMoney, settledMoney } from '../documents/other-money.ts';
import { readDate } from '../values/effective-date.ts';
import { isObject, membersOf, objectsOf } from '../values/members.ts';
import { lesser, type Money, money, negate, printMoney, readMoney, subtract, ZERO } from '../values/money.ts';
import { Issues } from '../values/refusal.ts';
import type { TaxPaymentInput } from './tax-payment.schema.ts';

/** Stream: `tax_payment-<id>` */
export const TAX_PAYMENT = 'tax_payment';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

export interface TaxPayment extends SettledCurrency, OtherMoney {
  readonly outlet_fk: number;
  readonly from_date: string;
  readonly to_date: string;
  readonly date: string;
  readonly time: string | null;
  /** Present when a credit is paid back by the authority. */
  readonly tax_direction?: 'received';
  /** The amount that leaves the account, or comes into it. */
  readonly amount: string;
  /** Input tax that is set off against output tax with this payment, or that is paid back. */
  readonly input_amount: string;
  /** Tax payable until the end of the period, before this payment. */
  readonly payable_amount: string;
  readonly above_payable: 'refused' | 'advance';
  readonly account_fk: number;
  readonly account_type: number;
  readonly reference_number: string | null;
  readonly note: string | null;
}

export type TaxPaymentEvent = MoneyEvent<typeof TAX_PAYMENT, TaxPayment>;

/** The tax until the end of a period less every payment of tax, in the system currency. */
export interface TaxBalances {
  readonly output: string;
  readonly input: string;
}

/** A payment of tax that stands, and its period. */
export interface PaidTax {
  readonly id: number;
  readonly number: string | null;
  readonly from_date: string;
  readonly to_date: string;
}

/** Result of the tax query: the balances, and the payments of periods that begin by the end of the asked one. */
export interface TaxQueryResult extends TaxBalances {
  readonly payments: readonly PaidTax[];
}

export const taxPayment = moneyDecider(TAX_PAYMENT, taxPaymentFacts);

function taxPaymentFacts(input: TaxPaymentInput, facts: Facts): TaxPayment {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  for (const field of ['from_date', 'to_date'] as const) if (!readDate(input[field])) issues.add(field, 'date');
  if (input.to_date < input.from_date) issues.add('to_date', 'end_date_after_start_date');
  const amount = readMoney(input.amount) ?? ZERO;
  if (amount <= 0n) issues.add('amount', 'greater_than', { value: '0' });
  const currency = inSystemCurrency(facts);
  const cash = { ...input, ...currency, payment_type: 'cash' } as const;
  const { account_type } = settlePayment(inMoney(cash, facts), null, '', facts, issues);
  const money_given = settledMoney(cash, input.tax_direction === 'received' ? 'in' : 'out', facts, issues);
  const tax = measuredTax(facts);
  const payable = subtract(tax.output, tax.input);
  const above_payable = input.above_payable ?? 'refused';
  const isReceived = input.tax_direction === 'received';
  if (isReceived && amount > negate(payable))
    issues.add('amount', 'more_than_tax_credit', { value: printMoney(payable < 0n ? negate(payable) : ZERO) });
  if (!isReceived && amount > payable && above_payable === 'refused') {
    issues.add('amount', 'more_than_tax_payable', { value: printMoney(payable) });
  }
  issues.throwIfAny();
  if (!isReceived) askAboutPayment({ ...input, advance: subtract(amount, payable > 0n ? payable : ZERO) }, facts);
  return {
    outlet_fk: input.outlet_fk,
    from_date: input.from_date,
    to_date: input.to_date,
    date: input.date,
    time: timeOf(input, facts),
    ...(isReceived ? { tax_direction: 'received' } : {}),
    amount: input.amount,
    input_amount: printMoney(isReceived ? lesser(amount, tax.input > 0n ? tax.input : ZERO) : setOff(tax)),
    payable_amount: printMoney(payable),
    above_payable,
    ...currency,
    account_fk: input.account_fk,
    account_type: account_type ?? 1,
    ...money_given,
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
  };
}

interface Asked extends Pick<TaxPaymentInput, 'from_date' | 'to_date'> {
  /** What is paid above the payable tax. */
  readonly advance: Money;
}

/** Asks about a second payment for days of one period, and about an amount that is paid before it is owed. */
function askAboutPayment({ from_date, to_date, advance }: Asked, { confirmed, queryResult }: Facts): void {
  if (confirmed) return;
  const issues = new Issues();
  if (advance > 0n) issues.ask('amount', 'tax_paid_in_advance', { value: printMoney(advance) });
  const paid = objectsOf(membersOf(queryResult)['payments']).findLast(
    (payment) => String(payment['from_date']) <= to_date && String(payment['to_date']) >= from_date,
  );
  if (paid) {
    const document = typeof paid['number'] === 'string' ? paid['number'] : `${TAX_PAYMENT}-${paid['id']}`;
    const [from, to] = [String(paid['from_date']), String(paid['to_date'])];
    issues.ask('from_date', 'tax_paid_for_these_days', { document, from, to });
  }
  issues.throwIfAny();
}

interface Tax {
  readonly output: Money;
  readonly input: Money;
}

/** Parses the query result; zero before the read models were first built. */
function measuredTax({ queryResult }: Facts): Tax {
  const { output, input } = isObject(queryResult) ? queryResult : {};
  return {
    output: typeof output === 'string' ? money(output) : ZERO,
    input: typeof input === 'string' ? money(input) : ZERO,
  };
}

/** Input tax is set off up to the output tax. */
function setOff({ output, input }: Tax): Money {
  return output <= 0n || input <= 0n ? ZERO : lesser(output, input);
}
