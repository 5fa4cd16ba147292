/** Amounts of money in any currency: scaled integers with four decimals (docs/accounting.md, section 0). */
import { divideRounded, parseFixed, printFixed, roundToStep } from './fixed-point.ts';
import { QUANTITY_ONE, type Quantity } from './quantity.ts';

export const MONEY_SCALE = 4;
export type Money = bigint & { readonly __money: true };

/**
 * Brands an integer of the fourth decimal: 12.5 is `toMoney(125_000n)`. No other code makes Money from a plain
 * integer.
 */
export const toMoney = (units: bigint): Money => units as Money;

export const ZERO = toMoney(0n);
/** The unit of costs. */
const SMALLEST = toMoney(1n);
/** 100 percent, as a Money-scaled percentage: percentages are decimals with four places too. */
export const HUNDRED_PERCENT = toMoney(1_000_000n);

/** Reads a decimal string with at most four decimals; undefined when it is not one. */
export function readMoney(text: string): Money | undefined {
  const units = parseFixed(text, MONEY_SCALE);
  return units === undefined ? undefined : toMoney(units);
}

/** Reads a decimal string that has already been validated; throws when it is not one. */
export function money(text: string): Money {
  const value = readMoney(text);
  if (value === undefined) throw new RangeError(`not an amount of money: ${text}`);
  return value;
}

export function printMoney(value: Money): string {
  return printFixed(value, MONEY_SCALE);
}

export function sum(values: Iterable<Money>): Money {
  let total = 0n;
  for (const value of values) total += value;
  return toMoney(total);
}

export const add = (a: Money, b: Money): Money => toMoney(a + b);
export const subtract = (a: Money, b: Money): Money => toMoney(a - b);
/** The smaller of two amounts. */
export function lesser(a: Money, b: Money): Money {
  if (a < b) return a;
  return b;
}
export const negate = (a: Money): Money => toMoney(-a);
export const magnitude = (a: Money): Money => (a < 0n ? negate(a) : a);

/** price × quantity, rounded once: to four decimals, or to multiples of `unit`. */
export function extend(price: Money, quantity: Quantity, unit = SMALLEST): Money {
  return toMoney(divideRounded(price * quantity, QUANTITY_ONE * unit) * unit);
}

/** `percent` (12.5 is 12.5 %) of an amount, rounded once: to four decimals, or to multiples of `unit`. */
export function percentOf(amount: Money, percent: Money, unit = SMALLEST): Money {
  return toMoney(divideRounded(amount * percent, HUNDRED_PERCENT * unit) * unit);
}

/**
 * The unit of every amount that is paid: 1 dinar without decimals, 0.01 dollar with two. `undefined` is for costs, and
 * for documents from before `decimals` was stored: four decimals are kept.
 */
export function smallestUnit(decimals: number | undefined): Money {
  return toMoney(10n ** BigInt(MONEY_SCALE - Math.min(decimals ?? MONEY_SCALE, MONEY_SCALE)));
}

/** The nearest multiple of `step` (cash in dinar is rounded to 250). */
export function roundTo(amount: Money, step: Money): Money {
  return toMoney(roundToStep(amount, step));
}
