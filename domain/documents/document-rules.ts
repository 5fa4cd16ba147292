/**
 * Rules shared by all documents: date, outlet and inventory, currency and rate, and payment. Each adds issues to the
 * command's list, so that all of them are reported at once.
 */

import { isElsewhere } from '../deciding/elsewhere.ts';
import { type Facts, isHeld, type KnownRecord } from '../deciding/facts.ts';
import { type Direction, dateOf, type EffectiveTime, effectiveTime, readDate } from '../values/effective-date.ts';
import { type Money, readMoney, smallestUnit } from '../values/money.ts';
import { IQD, readRate, USD } from '../values/rate.ts';
import type { Issues } from '../values/refusal.ts';
import { type MoneyInput, type OtherMoney, otherCurrencyIn, settledMoney } from './other-money.ts';

/** Returns the record, or adds an issue when it is unknown or retired. */
export function known<Data = Readonly<Record<string, unknown>>>(
  facts: Facts,
  issues: Issues,
  field: string,
  kind: string,
  id: number | null | undefined,
): KnownRecord<Data> | undefined {
  if (id === null || id === undefined) return undefined;
  const record = facts.record<Data>(kind, id);
  if (!record) issues.add(field, 'unknown_record');
  else if (!record.active) issues.add(field, 'retired_record');
  if (record && isElsewhere(kind, record, facts.actor)) issues.add(field, 'not_of_the_outlet');
  return record;
}

export interface Placed {
  readonly outlet_fk: number;
  readonly inventory_fk?: number | null;
  readonly date: string;
}

/**
 * Checks that outlet and inventory exist, belong together and are permitted for the actor, and that the date is a
 * calendar day.
 */
export function checkPlace(input: Placed, facts: Facts, issues: Issues): void {
  if (!readDate(input.date)) issues.add('date', 'date');
  known(facts, issues, 'outlet_fk', 'outlet', input.outlet_fk);
  if (!facts.actor.hasOutlet(input.outlet_fk)) issues.add('outlet_fk', 'not_your_outlet');
  if (input.inventory_fk === null || input.inventory_fk === undefined) return;
  const inventory = known(facts, issues, 'inventory_fk', 'inventory', input.inventory_fk);
  if (inventory && inventory.data['outlet_fk'] !== input.outlet_fk) issues.add('inventory_fk', 'not_of_the_outlet');
  if (inventory && !facts.actor.hasInventory(inventory.id)) issues.add('inventory_fk', 'not_your_inventory');
}

export interface InCurrency {
  readonly currency_fk: number;
  readonly rate_fk?: number | null;
  readonly rate?: string | null;
}

export interface SettledCurrency {
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  readonly rate_fk: number | null;
  readonly rate: string | null;
  /** Decimals of the currency when the document was entered; absent in documents from before this field. */
  readonly decimals?: number;
}

/** Decimals of the amounts in a currency; empty when the currency is unknown. */
export function decimalsOf(currency: number, facts: Pick<Facts, 'record'>): { readonly decimals?: number } {
  const decimals = facts.record('currency', currency)?.data['decimals'];
  return typeof decimals === 'number' ? { decimals } : {};
}

/** The smallest unit of a currency: every amount is a multiple of it. */
export const unitOf = (currency: number, facts: Pick<Facts, 'record'>): Money =>
  smallestUnit(decimalsOf(currency, facts).decimals);

/** Currency and rate of a document, for another document that reverses a part of it. */
export function currencyLike({
  currency_fk,
  system_currency_fk,
  rate_fk,
  rate,
  decimals,
}: SettledCurrency): SettledCurrency {
  return { currency_fk, system_currency_fk, rate_fk, rate, ...(decimals === undefined ? {} : { decimals }) };
}

/** The system currency, which has no rate. */
export function inSystemCurrency(facts: Facts): SettledCurrency {
  const system = systemCurrency(facts);
  return { currency_fk: system, system_currency_fk: system, rate_fk: null, rate: null, ...decimalsOf(system, facts) };
}

/**
 * Selects the rate of a document: none in the system currency; otherwise the rate of the named record (`in` or `out`,
 * by the kind of document), or a rate typed by an actor with the permission.
 */
export function settleCurrency(
  input: InCurrency,
  direction: 'in' | 'out',
  facts: Facts,
  issues: Issues,
  prefix = '',
): SettledCurrency {
  known(facts, issues, `${prefix}currency_fk`, 'currency', input.currency_fk);
  return settleRate(input, direction, facts, issues, prefix);
}

/** The same for a currency that is determined by a cash account instead of the command. */
export function settleRate(
  input: InCurrency,
  direction: 'in' | 'out',
  facts: Facts,
  issues: Issues,
  prefix = '',
): SettledCurrency {
  const system = systemCurrency(facts);
  if (input.currency_fk === system) return inSystemCurrency(facts);
  checkHasRates(input.currency_fk, `${prefix}currency_fk`, facts, issues);
  const named = known(facts, issues, `${prefix}rate_fk`, 'currency_rate', input.rate_fk);
  const recorded = named ? String(named.data[direction === 'in' ? 'in_rate' : 'rate']) : undefined;
  const value = input.rate ?? recorded ?? null;
  if (value === null) issues.add(`${prefix}rate`, 'required');
  else if ((readRate(value) ?? 0n) <= 0n) issues.add(`${prefix}rate`, 'greater_than', { value: '0' });
  else if (!isSameRate(value, recorded) && !isHeld(facts.actor, 'currency_rates/store')) {
    issues.add(`${prefix}rate`, 'rate_needs_permission');
  }
  const settled = { currency_fk: input.currency_fk, system_currency_fk: system, rate_fk: input.rate_fk ?? null };
  return { ...settled, rate: value, ...decimalsOf(input.currency_fk, facts) };
}

/** Rates exist between dinar and dollar only: amounts in a third currency cannot be converted. */
export function checkHasRates(currency: number, field: string, facts: Facts, issues: Issues): void {
  const hasRates = currency === IQD || currency === USD;
  if (!hasRates && facts.record('currency', currency)) issues.add(field, 'currency_without_rates');
}

/** Compares as numbers: `1500` equals `1500.00`. */
export const isSameRate = (a: string, b: string | undefined): boolean => b !== undefined && readRate(a) === readRate(b);

export function systemCurrency(facts: Pick<Facts, 'record'>): number {
  return Number(facts.record('system_setting', 1)?.data['currency_fk'] ?? 1);
}

export interface Paid {
  readonly payment_type: 'cash' | 'on_account';
  readonly account_fk?: number | null;
  readonly currency_fk: number;
  readonly outlet_fk: number;
}

/** The type (1 cash, 2 bank, 3 remittance) of the cash account that pays, which must be of the document's currency; null on account. */
export function settlePayment(
  input: Paid,
  party: number | null | undefined,
  partyField: string,
  facts: Facts,
  issues: Issues,
  prefix = '',
): { readonly account_fk: number | null; readonly account_type: number | null } {
  if (input.payment_type === 'on_account') {
    if (!party) issues.add(`${prefix}${partyField}`, 'required');
    return { account_fk: null, account_type: null };
  }
  if (!input.account_fk) {
    issues.add(`${prefix}account_fk`, 'required');
    return { account_fk: null, account_type: null };
  }
  const account = known(facts, issues, `${prefix}account_fk`, 'cash', input.account_fk);
  if (account && account.data['currency_fk'] !== input.currency_fk) {
    issues.add(`${prefix}account_fk`, 'account_of_another_currency');
  }
  const outlet = account?.data['outlet_fk'];
  if (outlet && outlet !== input.outlet_fk) issues.add(`${prefix}account_fk`, 'not_of_the_outlet');
  return { account_fk: input.account_fk, account_type: account ? Number(account.data['cash_type']) : null };
}

/** The payment terms of a document: the party that owes or is owed on account, and the direction of the money. */
interface Terms {
  readonly direction: 'in' | 'out';
  readonly party: number | null | undefined;
  readonly partyField: string;
}

/** Currency, rate and payment of a document as its event stores them. */
export interface SettledTerms extends SettledCurrency {
  readonly payment_type: 'cash' | 'on_account';
  /** Null on account. */
  readonly account_fk: number | null;
  /** Type of the cash account (1 cash, 2 bank, 3 remittance); null on account. */
  readonly account_type: number | null;
}

/** Settles the currency, the payment and the money of one amount, and adds the issues of all of them. */
export function settleTerms(
  input: Paid & InCurrency & MoneyInput & { readonly amount: string },
  { direction, party, partyField }: Terms,
  facts: Facts,
  issues: Issues,
): SettledTerms & OtherMoney {
  const currency = settleCurrency(input, direction, facts, issues);
  const payment = settlePayment(inMoney(input, facts), party, partyField, facts, issues);
  const money = settledMoney({ ...input, rate: currency.rate }, direction, facts, issues);
  return { ...currency, payment_type: input.payment_type, ...payment, ...money };
}

/** A document that is paid at once may be paid with money of the other currency: the account is in that one. */
export const inMoney = <Input extends Paid>(input: Input, facts: Pick<Facts, 'record'>): Input => ({
  ...input,
  currency_fk: otherCurrencyIn(input, facts) ?? input.currency_fk,
});

/** Adds an issue for an entered amount that is not a number above zero. */
export function checkAboveZero(amount: string, field: string, issues: Issues): void {
  if ((readMoney(amount) ?? 0n) <= 0n) issues.add(field, 'greater_than', { value: '0' });
}

/** A document for today gets the present time; a document for another day keeps its entered time, or none. */
export function timeOf(
  input: { readonly date: string; readonly time?: string | null | undefined },
  facts: Facts,
): string | null {
  if (input.time) return input.time.length === 5 ? `${input.time}:00` : input.time;
  return input.date === facts.today ? facts.now : null;
}

/** The time of a step that is not before `least`: on the same day the default is right after it. Undefined before it. */
export function timeFrom(
  least: EffectiveTime,
  input: Parameters<typeof timeOf>[0],
  direction: Direction,
  facts: Facts,
): string | null | undefined {
  const time = timeOf(input, facts);
  if (effectiveTime(input.date, time, direction) >= least) return time;
  return input.date < dateOf(least) || input.time ? undefined : least.slice(11);
}
