/** Formats of barcodes from the shop's scales: an EAN-13 that starts with 2 and contains a weight or a price. */

import { isObject, membersOf } from '../values/members.ts';
import { isGtin, keyOfCode, plainText } from './code.ts';
import { withoutSymbol, withPoint } from './gs1.ts';

export interface ScaleFormat {
  /** The first two digits. */
  readonly prefixes: readonly string[];
  readonly holds: 'weight' | 'price';
  /** Number of digits of the item's number after the prefix; the value follows, up to the check digit. */
  readonly item_digits: number;
  readonly decimals: number;
}

/** The default formats. */
export const USUAL_SCALES: readonly ScaleFormat[] = [
  { prefixes: ['20', '21', '22', '23'], holds: 'weight', item_digits: 5, decimals: 3 },
  { prefixes: ['24', '25', '26', '27', '28'], holds: 'price', item_digits: 5, decimals: 0 },
];

/** The formats in the settings of the tills; the default ones where the settings have none. */
export function scalesIn(settings: unknown): readonly ScaleFormat[] {
  const { scales } = membersOf(settings);
  return Array.isArray(scales) ? scales.filter(isScale) : USUAL_SCALES;
}

const isScale = (value: unknown): value is ScaleFormat =>
  isObject(value) &&
  Array.isArray(value['prefixes']) &&
  (value['holds'] === 'weight' || value['holds'] === 'price') &&
  typeof value['item_digits'] === 'number' &&
  typeof value['decimals'] === 'number';

export interface ScaleLabel {
  /** Number of the item at the scale. */
  readonly item: string;
  /** Decimal texts: the weight in the base unit, or the price of the package. */
  readonly weight?: string;
  readonly amount?: string;
}

/** The digits of a code that the label of some scale could have; as a GTIN-14 it has a zero before them. */
export function labelDigits(code: string): string | undefined {
  const digits = keyOfCode(withoutSymbol(plainText(code)));
  return /^2\d{12}$/.test(digits) && isGtin(digits) ? digits : undefined;
}

/** The label of a scale whose format claims this code. */
export function labelOf(code: string, formats: readonly ScaleFormat[]): ScaleLabel | undefined {
  const digits = labelDigits(code);
  if (digits === undefined) return undefined;
  const format = formats.find(({ prefixes }) => prefixes.includes(digits.slice(0, 2)));
  if (!format) return undefined;
  const { holds, item_digits, decimals } = format;
  const value = withPoint(digits.slice(2 + item_digits, 12), decimals);
  return { item: digits.slice(2, 2 + item_digits), ...(holds === 'weight' ? { weight: value } : { amount: value }) };
}
