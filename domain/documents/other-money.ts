/**
 * Documents that are paid at once with money of the other currency (docs/decisions/0227): their amounts stay in their own
 * currency, and the money that is given is stored beside them. Dinar and dollar only, between which there are rates.
 */

import { type Facts, isHeld } from '../deciding/facts.ts';
import { divideRounded } from '../values/fixed-point.ts';
import {
  type Money,
  magnitude,
  money,
  printMoney,
  readMoney,
  roundTo,
  smallestUnit,
  subtract,
  ZERO,
} from '../values/money.ts';
import { convert, IQD, printRate, RATE_SCALE, type Rate, rate, readRate, toRate, USD } from '../values/rate.ts';
import type { Issues } from '../values/refusal.ts';
import { CASH_BOX } from './cash-type.ts';
import { rateQuestion } from './rate-change.ts';

/** As the event stores it; absent where the account is in the currency of the document. */
export interface OtherMoney {
  /** The money that is given or taken, and its currency. */
  readonly paid_amount?: string;
  readonly paid_currency_fk?: number;
  readonly paid_rate?: string;
  /** The money that a person typed; without it, `paid_amount` is what the rate gives. */
  readonly money_amount?: string;
}

/** The fields of a body, and the currency and rate of its document as settled. */
export interface MoneyInput {
  readonly payment_type: 'cash' | 'on_account';
  readonly account_fk?: number | null | undefined;
  readonly currency_fk: number;
  readonly rate?: string | null | undefined;
  readonly date: string;
  readonly paid_rate?: string | null | undefined;
  readonly money_amount?: string | null | undefined;
}

export type Direction = 'in' | 'out';

/** The currency of the paying account, when it is the other one of dinar and dollar. */
export function otherCurrencyOf(
  account_fk: number | null | undefined,
  currency_fk: number,
  facts: Pick<Facts, 'record'>,
): number | undefined {
  const account = facts.record('cash', account_fk ?? 0)?.data['currency_fk'];
  const other = currency_fk === IQD ? USD : currency_fk === USD ? IQD : undefined;
  return typeof account === 'number' && account === other ? account : undefined;
}

/** The same for a document that is paid at once. */
export const otherCurrencyIn = (
  { payment_type, account_fk, currency_fk }: Pick<MoneyInput, 'payment_type' | 'account_fk' | 'currency_fk'>,
  facts: Pick<Facts, 'record'>,
): number | undefined => (payment_type === 'on_account' ? undefined : otherCurrencyOf(account_fk, currency_fk, facts));

/** The typed rate of the money, or else that of the document, or of its day. Adds the issues. */
export function rateOfMoney(
  { paid_rate, rate: own, date }: Pick<MoneyInput, 'paid_rate' | 'rate' | 'date'>,
  direction: Direction,
  facts: Facts,
  issues: Issues,
  prefix = '',
): Rate | undefined {
  const day = facts.rateOn?.(date);
  const known = own ?? (direction === 'in' ? day?.in_rate : day?.rate);
  const at = readRate((paid_rate || known) ?? '');
  // A wrong rate of the document has an issue of its own.
  if (own && !paid_rate && (at ?? 0n) <= 0n) return undefined;
  if (at === undefined) issues.add(`${prefix}paid_rate`, 'required');
  else if (at <= 0n) issues.add(`${prefix}paid_rate`, 'greater_than', { value: '0' });
  else if (at !== readRate(known ?? '') && !isHeld(facts.actor, 'currency_rates/store')) {
    issues.add(`${prefix}paid_rate`, 'rate_needs_permission');
  }
  return at !== undefined && at > 0n ? at : undefined;
}

const unitOf = (currency: number, facts: Pick<Facts, 'record'>): Money => {
  const decimals = facts.record('currency', currency)?.data['decimals'];
  return smallestUnit(typeof decimals === 'number' ? decimals : undefined);
};

/** The money of an account in the other currency for an amount, in whole units of that currency. */
export function otherMoney(
  of: { readonly amount: string; readonly currency_fk: number },
  currency: number,
  at: Rate,
  facts: Pick<Facts, 'record'>,
): Required<Pick<OtherMoney, 'paid_amount' | 'paid_currency_fk'>> {
  const worth = convert(readMoney(of.amount) ?? ZERO, of.currency_fk, currency, at);
  return { paid_amount: printMoney(roundTo(worth, unitOf(currency, facts))), paid_currency_fk: currency };
}

/** Currency and rate of the money of a document, whose total may not be known yet. Adds the issues. */
export function moneyTerms(
  input: MoneyInput,
  direction: Direction,
  facts: Facts,
  issues: Issues,
  prefix = '',
): OtherMoney {
  const { money_amount } = input;
  const currency = otherCurrencyIn(input, facts);
  if (currency === undefined) {
    if (money_amount) issues.add(`${prefix}money_amount`, 'only_other_account');
    return {};
  }
  const at = rateOfMoney(input, direction, facts, issues, prefix);
  return {
    paid_currency_fk: currency,
    ...(at === undefined ? {} : { paid_rate: printRate(at) }),
    ...(money_amount ? { money_amount } : {}),
  };
}

interface Whole extends Pick<MoneyInput, 'account_fk' | 'currency_fk' | 'date'> {
  readonly total: Money;
}

/** What money is a multiple of: of the smallest note where dinars go through a cash box, else of its smallest unit. */
function noteOf(currency: number, { account_fk }: Pick<MoneyInput, 'account_fk'>, facts: Pick<Facts, 'record'>): Money {
  const isBox = (facts.record('cash', account_fk ?? 0)?.data['cash_type'] ?? CASH_BOX) === CASH_BOX;
  const step = facts.record('system_setting', 1)?.data['cash_rounding_step'];
  const inNotes = currency === IQD && isBox && typeof step === 'string' && step !== '0';
  return inNotes ? money(step) : unitOf(currency, facts);
}

/** An amount in money of the other currency; less than half a note is in its smallest unit. */
export function inNotes(worth: Money, note: Money, unit: Money): Money {
  const rounded = roundTo(worth, note);
  return rounded === 0n ? roundTo(worth, unit) : rounded;
}

/**
 * The terms with the money for the whole: what was typed, or what the rate gives. Whoever types more than a note beside it
 * needs the permission to enter rates, and is asked where the two amounts are at an unusual rate.
 */
export function moneyOf(
  terms: OtherMoney,
  { total, currency_fk, account_fk, date }: Whole,
  facts: Facts,
  issues: Issues,
  prefix = '',
): OtherMoney {
  const { paid_currency_fk: currency, paid_rate, money_amount } = terms;
  if (currency === undefined || paid_rate === undefined) return terms;
  const at = rate(paid_rate);
  const whole = magnitude(total);
  const [note, unit] = [noteOf(currency, { account_fk }, facts), unitOf(currency, facts)];
  const proposed = inNotes(convert(whole, currency_fk, currency, at), note, unit);
  const paid = money_amount ? (readMoney(money_amount) ?? ZERO) : proposed;
  const field = `${prefix}money_amount`;
  if (paid <= 0n && whole > 0n) issues.add(field, 'greater_than', { value: '0' });
  if (money_amount && whole > 0n) {
    const smallest = convert(unitOf(currency_fk, facts), currency_fk, currency, at);
    const isNear = magnitude(subtract(paid, proposed)) <= (note > smallest ? note : smallest);
    if (!isNear && !isHeld(facts.actor, 'currency_rates/store')) issues.add(field, 'rate_needs_permission');
    const asked = isNear
      ? undefined
      : rateQuestion(field, rateBetween(whole, paid, currency), facts.rateOn?.(date), facts);
    if (asked) issues.ask(asked.field, asked.message, asked.params);
  }
  return { ...terms, paid_amount: printMoney(paid) };
}

/** How many dinars were given for a dollar; pure, for the screens too. */
export function rateBetween(total: Money, paid: Money, currency: number): string {
  const [dinars, dollars] = currency === IQD ? [paid, total] : [total, paid];
  return printRate(toRate(dollars === 0n ? 0n : divideRounded(dinars * 10n ** BigInt(RATE_SCALE), dollars)));
}

interface PaidAtOnce extends OtherMoney {
  readonly account_fk: number | null;
  readonly payment_type: 'cash' | 'on_account';
  readonly currency_fk: number;
  readonly date: string;
}

/** Whether it is paid at once with money of the other currency. */
export const isOtherMoney = ({
  payment_type,
  paid_currency_fk,
}: Pick<PaidAtOnce, 'payment_type' | 'paid_currency_fk'>): boolean =>
  payment_type === 'cash' && paid_currency_fk !== undefined;

/** A document with the money for its total, which is known when it is completed. */
export function withMoney<Data extends PaidAtOnce>(data: Data, total: Money, facts: Facts, issues: Issues): Data {
  if (!isOtherMoney(data)) return data;
  return { ...data, ...moneyOf(data, { ...data, total }, facts, issues) };
}

/** What was paid with money of the other currency is paid back at the rate of the two amounts. */
export function atRateOf<Input extends MoneyInput>(
  input: Input,
  origin: Omit<PaidAtOnce, 'date'> | undefined,
  total: () => Money,
): Input {
  const { payment_type, paid_amount, paid_currency_fk } = { ...origin };
  if (payment_type !== 'cash' || paid_amount === undefined || paid_currency_fk === undefined) return input;
  return { ...input, rate: rateBetween(total(), money(paid_amount), paid_currency_fk) };
}

/** A document that is paid later knows the currency of its account only; what is given is of the day of the payment. */
export function withoutMoney<Data extends OtherMoney>(
  data: Data,
): Omit<Data, Exclude<keyof OtherMoney, 'paid_currency_fk'>> {
  const { paid_amount: _amount, paid_rate: _rate, money_amount: _typed, ...planned } = data;
  return planned;
}

/** Both at once, for a document of one amount. */
export function settledMoney(
  input: MoneyInput & { readonly amount: string },
  direction: Direction,
  facts: Facts,
  issues: Issues,
  prefix = '',
): OtherMoney {
  const terms = moneyTerms(input, direction, facts, issues, prefix);
  return moneyOf(terms, { ...input, total: readMoney(input.amount) ?? ZERO }, facts, issues, prefix);
}
