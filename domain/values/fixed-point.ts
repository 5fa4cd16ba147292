/**
 * Exact decimal numbers as scaled integers. Money, Quantity and Rate are fixed-point numbers that differ only
 * in their scale; everything that reads, prints or rounds them goes through this file, so there is one
 * rounding function in the whole of Daftar (half away from zero: docs/accounting.md, section 0).
 */

/** Sums over the books have more digits than a field accepts: as many as a column of the read models can hold. */
const DECIMAL = /^([+-]?)(\d{1,1000})(?:\.(\d{1,20}))?$/;

/**
 * `parseFixed("12.5", 4)` is `125000n`. Returns undefined for a text that is not a decimal or has more decimals than
 * the scale.
 */
export function parseFixed(text: string, scale: number): bigint | undefined {
  return parseShort(text, scale) ?? parseLong(text, scale);
}

/** Digits of a number that a double holds exactly. */
const SHORT_DIGITS = 15;
const [MINUS, DOT, DIGIT_0, DIGIT_9] = [45, 46, 48, 57];

/** The common case of few digits, several times faster; undefined for any other text. */
function parseShort(text: string, scale: number): bigint | undefined {
  const { length } = text;
  if (length + scale > SHORT_DIGITS) return undefined;
  const first = text.charCodeAt(0) === MINUS ? 1 : 0;
  let units = 0;
  // Number of decimals after the point; -1 before it.
  let decimals = -1;
  for (let at = first; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === DOT && decimals < 0 && at > first) {
      decimals = 0;
      continue;
    }
    if (code < DIGIT_0 || code > DIGIT_9) return undefined;
    units = units * 10 + code - DIGIT_0;
    if (decimals >= 0) decimals += 1;
  }
  if (length === first || decimals === 0 || decimals > scale) return undefined;
  for (let left = scale - Math.max(decimals, 0); left > 0; left -= 1) units *= 10;
  return BigInt(first === 0 ? units : -units);
}

function parseLong(text: string, scale: number): bigint | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', decimals = ''] = match;
  const fraction = decimals.replace(/0+$/, '');
  if (fraction.length > scale) return undefined;
  const magnitude = BigInt(whole + fraction.padEnd(scale, '0'));
  return sign === '-' ? -magnitude : magnitude;
}

/** The shortest decimal string that reads back as the same number: `125000n` at scale 4 prints "12.5". */
export function printFixed(value: bigint, scale: number): string {
  const negative = value < 0n;
  const digits = (negative ? -value : value).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = scale === 0 ? '' : digits.slice(digits.length - scale).replace(/0+$/, '');
  return (negative ? '-' : '') + whole + (fraction === '' ? '' : `.${fraction}`);
}

/** numerator ÷ denominator, rounded half away from zero. The denominator must not be zero. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 0n) throw new RangeError('division by zero');
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const rounded = (2n * n + d) / (2n * d);
  return negative ? -rounded : rounded;
}

/** The multiple of `step` nearest to `value`, half away from zero. A step of zero returns `value`. */
export function roundToStep(value: bigint, step: bigint): bigint {
  return step === 0n ? value : divideRounded(value, step) * step;
}

/**
 * Shares `total` over `weights` by largest remainder: the parts add up to the total exactly, a part differs
 * from its exact share by less than one unit of the last place, and equal remainders go to the earlier part.
 * Weights are not negative; when all are zero the whole total goes to the first part.
 */
export function allocate(total: bigint, weights: readonly bigint[]): bigint[] {
  if (weights.length === 0) {
    if (total !== 0n) throw new RangeError('nothing to allocate to');
    return [];
  }
  const sum = weights.reduce((a, b) => a + b, 0n);
  if (sum === 0n) return weights.map((_, index) => (index === 0 ? total : 0n));
  const sign = total < 0n ? -1n : 1n;
  const magnitude = total * sign;
  const parts = weights.map((weight) => (magnitude * weight) / sum);
  const remainders = weights.map((weight, index) => ({ index, remainder: (magnitude * weight) % sum }));
  let left = magnitude - parts.reduce((a, b) => a + b, 0n);
  remainders.sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of remainders) {
    if (left === 0n) break;
    parts[index] = (parts[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return parts.map((part) => part * sign);
}

/**
 * The same in multiples of `unit`. A rest of the total that is no multiple is added to the first part that has a
 * weight, so that the parts still add up; deciders refuse such a total.
 */
export function allocateUnits(total: bigint, weights: readonly bigint[], unit: bigint): bigint[] {
  const rest = total % unit;
  const parts = allocate((total - rest) / unit, weights).map((part) => part * unit);
  const first = Math.max(
    0,
    weights.findIndex((weight) => weight > 0n),
  );
  return parts.map((part, index) => (index === first ? part + rest : part));
}
