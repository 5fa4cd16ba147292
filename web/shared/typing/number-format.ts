/**
 * The only number formatter. It works on decimal strings without converting them to JavaScript numbers, and does not
 * use Intl, which has no Kurdish in browsers and varies between them.
 */
import { divideRounded, parseFixed } from '../../../domain/values/fixed-point.ts';
import { type DigitShape, shapeDigits } from './digits.ts';

export interface NumberFormat {
  /** Largest number of decimals, rounded half away from zero. The specification shows 3. */
  readonly decimals?: number;
  /** Smallest number of decimals, padded with zeros: equal in all cells of an amount column. */
  readonly decimalsMin?: number;
  readonly grouping?: boolean;
  readonly digits?: DigitShape;
  /** Text for zero: empty in debit and credit columns. */
  readonly zero?: string;
}

const SCALE = 20;
export const DISPLAY_DECIMALS = 3;

/** Formats a decimal string; other texts are returned unchanged, so that nothing is hidden. */
export function formatDecimal(text: string | null | undefined, look: NumberFormat = {}): string {
  if (text === null || text === undefined || text === '') return '';
  const exact = parseFixed(text, SCALE);
  if (exact === undefined) return text;
  const decimalsMin = look.decimalsMin ?? 0;
  const decimals = Math.max(look.decimals ?? DISPLAY_DECIMALS, decimalsMin);
  const rounded = divideRounded(exact, 10n ** BigInt(SCALE - decimals));
  if (rounded === 0n && look.zero !== undefined) return look.zero;
  const digits = (rounded < 0n ? -rounded : rounded).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = trimZeros(digits.slice(digits.length - decimals), decimalsMin);
  const arabic = look.digits === 'arabic';
  const grouped = look.grouping === false ? whole : group(whole, arabic ? '\u066c' : ',');
  const sign = rounded < 0n ? '-' : '';
  return shapeDigits(
    sign + grouped + (fraction === '' ? '' : (arabic ? '\u066b' : '.') + fraction),
    look.digits ?? 'latin',
  );
}

function group(whole: string, separator: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, separator);
}

function trimZeros(fraction: string, keep: number): string {
  let end = fraction.length;
  while (end > keep && fraction[end - 1] === '0') end -= 1;
  return fraction.slice(0, end);
}

/** -1, 0 or 1; undefined when the text is not a decimal. */
export function signOf(text: string | null | undefined): -1 | 0 | 1 | undefined {
  const exact = parseFixed(text ?? '', SCALE);
  if (exact === undefined) return undefined;
  return exact === 0n ? 0 : exact < 0n ? -1 : 1;
}
