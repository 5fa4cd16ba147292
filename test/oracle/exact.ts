/** Integers for exact amounts: money and rates in units of the fourth decimal, quantities in units of the sixth. */

export const money = (text: string | null | undefined): bigint => digits(text ?? '0', 4);
export const count = (text: string | null | undefined): bigint => digits(text ?? '0', 6);

function digits(text: string, places: number): bigint {
  const negative = text.startsWith('-');
  const [whole = '0', fraction = ''] = text.replace(/^[+-]/, '').split('.');
  if (fraction.slice(places).replaceAll('0', '') !== '') throw new RangeError(`${text} has too many digits`);
  const value = BigInt(whole) * 10n ** BigInt(places) + BigInt(fraction.slice(0, places).padEnd(places, '0') || '0');
  return negative ? -value : value;
}

export const size = (value: bigint): bigint => (value < 0n ? -value : value);
export const total = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n);

/** `of` ÷ `by`, rounded half away from zero. */
export function ratio(of: bigint, by: bigint): bigint {
  const floor = size(of) / size(by);
  const rest = size(of) % size(by);
  const nearest = rest >= size(by) - rest ? floor + 1n : floor;
  return of < 0n === by < 0n ? nearest : -nearest;
}

/**
 * The smallest unit of a currency with so many decimals, in units of the fourth decimal; 1 if `decimals` is undefined.
 */
export const coinOf = (decimals: number | undefined): bigint => 10n ** BigInt(4 - (decimals ?? 4));

/** `of` ÷ `by`, rounded to a multiple of `coin`. */
export const inCoins = (of: bigint, by: bigint, coin: bigint): bigint => ratio(of, by * coin) * coin;

/**
 * Shares `sum` by largest remainder, in multiples of `coin`: each part is rounded down, then the parts with the largest
 * remainders get one coin each.
 */
export function deal(sum: bigint, weights: readonly bigint[], coin = 1n): bigint[] {
  if (coin !== 1n) return deal(sum / coin, weights).map((part) => part * coin);
  const whole = sum;
  const all = total(weights);
  if (all === 0n) return weights.map((_, index) => (index === 0 ? whole : 0n));
  const dealt = weights.map((weight) => (size(whole) * weight) / all);
  const over = weights.map((weight) => (size(whole) * weight) % all);
  for (let left = size(whole) - total(dealt); left > 0n; left--) {
    let most = 0;
    over.forEach((rest, index) => {
      if (rest > (over[most] as bigint)) most = index;
    });
    dealt[most] = (dealt[most] as bigint) + 1n;
    over[most] = -1n;
  }
  return dealt.map((part) => (whole < 0n ? -part : part));
}

export const priceOf = (price: bigint, quantity: bigint): bigint => ratio(price * quantity, 1_000_000n);
export const percent = (of: bigint, rate: bigint): bigint => ratio(of * rate, 1_000_000n);
export const baseUnits = (quantity: string | null | undefined, factor: string): bigint =>
  ratio(count(quantity) * count(factor), 1_000_000n);

export interface Currency {
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  readonly rate: string | null;
}

const DOLLAR = 2;

/**
 * Converts an amount to the system currency. The rate is the number of dinars for one dollar: dollars to dinars
 * multiplies, dinars to dollars divides.
 */
export function inBooks(amount: bigint, { currency_fk, system_currency_fk, rate }: Currency): bigint {
  if (currency_fk === system_currency_fk) return amount;
  const at = money(rate);
  return currency_fk === DOLLAR ? ratio(amount * at, 10_000n) : ratio(amount * 10_000n, at);
}
