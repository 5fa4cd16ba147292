/**
 * Exchange rates: "IQD for 1 USD", four decimals, stored once and never as a reciprocal. IQD → USD divides,
 * USD → IQD multiplies (docs/accounting.md, section 0).
 */
import { divideRounded, parseFixed, printFixed } from './fixed-point.ts';
import { type Money, toMoney } from './money.ts';

export const RATE_SCALE = 4;
const RATE_ONE = 10_000n;
export type Rate = bigint & { readonly __rate: true };

/** Brands an integer of the fourth decimal. No other code makes a Rate from a plain integer. */
export const toRate = (units: bigint): Rate => units as Rate;

export const IQD = 1;
export const USD = 2;
export type CurrencyId = number;

export function readRate(text: string): Rate | undefined {
  const units = parseFixed(text, RATE_SCALE);
  return units === undefined ? undefined : toRate(units);
}

export function rate(text: string): Rate {
  const value = readRate(text);
  if (value === undefined) throw new RangeError(`not an exchange rate: ${text}`);
  return value;
}

export function printRate(value: Rate): string {
  return printFixed(value, RATE_SCALE);
}

/**
 * Converts an amount of currency `from` to `to`, rounded to four decimals. Only dinar and dollar are convertible; the
 * same currency needs no rate. Throws for a rate of zero.
 */
export function convert(amount: Money, from: CurrencyId, to: CurrencyId, at: Rate | undefined): Money {
  if (from === to) return amount;
  if (at === undefined || at <= 0n) throw new RangeError('a conversion needs a rate above zero');
  if (from === USD && to === IQD) return toMoney(divideRounded(amount * at, RATE_ONE));
  if (from === IQD && to === USD) return toMoney(divideRounded(amount * RATE_ONE, at));
  throw new RangeError(`no rate between currencies ${from} and ${to}`);
}
