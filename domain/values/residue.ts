/**
 * What the base amounts of an open item differ from its foreign amount times its rate. Parts of a debt are posted at
 * the difference of two rounded amounts; when they are reversed in another order than they were entered, the rounded
 * differences do not add up to zero. The residues of all changes of an item do add up, in any order, so the settlement
 * that closes the item takes exactly what is left in the books (docs/decisions/0127).
 */
import { divideRounded, parseFixed } from './fixed-point.ts';
import { type Money, subtract, toMoney } from './money.ts';
import { type CurrencyId, convert, IQD, type Rate, rate, USD } from './rate.ts';

/** Always in dinars, so that it is exact: an amount divided by a rate has no end. Money and rates have four decimals. */
export const RESIDUE_SCALE = 8;
const ONE = 10_000n;

/** The foreign amount at its rate, in dinars; a base amount in dollars has been multiplied by the rate. */
const inDinars = (amount: Money, from: CurrencyId, at: Rate): bigint => amount * (from === USD ? at : ONE);

/** Zero in the system currency, which has no rate. `amount` and `base` have the same sign. */
export function residueOf(amount: Money, base: Money, from: CurrencyId, at: Rate | undefined): bigint {
  return at === undefined ? 0n : base * (from === USD ? ONE : at) - inDinars(amount, from, at);
}

interface Carried {
  readonly amount: string | Money;
  readonly rate: string | null;
  /** The sum of the residues of the item's changes; absent when it is zero. */
  readonly residue?: string | undefined;
}

/**
 * The base amount by which an item differs from its open amount at its rate, which the settlement of the whole item
 * takes with it; zero for most.
 */
export function leftOver({ amount, rate: at, residue }: Carried, from: CurrencyId): Money {
  const sum = parseFixed(residue ?? '0', RESIDUE_SCALE) ?? 0n;
  if (at === null || sum === 0n) return toMoney(0n);
  const open = typeof amount === 'string' ? toMoney(parseFixed(amount, 4) ?? 0n) : amount;
  const [value, isDollar] = [rate(at), from === USD];
  const carried = toMoney(divideRounded(inDinars(open, from, value) + sum, isDollar ? ONE : value));
  return subtract(carried, convert(open, from, isDollar ? IQD : USD, value));
}
