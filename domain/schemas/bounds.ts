/**
 * The bound of every amount, quantity and rate, and of their products, sums and base amounts: 10^12
 * (docs/accounting.md, section 0). Field schemas, records and documents refuse larger values. Stored events are folded
 * and posted whatever they contain, so code that folds or posts does not use this file.
 */

import type { TSchema } from 'typebox';
import { parseFixed, printFixed } from '../values/fixed-point.ts';
import { membersOf } from '../values/members.ts';
import type { Issue } from '../values/refusal.ts';
import { fieldsMarked } from './schema-parts.ts';

const LARGEST = 10n ** 12n;
/** The bound with grouped digits. */
export const LARGEST_SHOWN = grouped(LARGEST.toString());

/** Pattern of a decimal string within the bound, with at most `decimals` decimals. */
export function boundedPattern(decimals: number, signed: boolean): string {
  const zeros = LARGEST.toString().length - 1;
  return `^${signed ? '-?' : ''}(\\d{1,${zeros}}(\\.\\d{1,${decimals}})?|10{${zeros}}(\\.0{1,${decimals}})?)$`;
}

/** The largest number of decimals of any field. */
const SCALE_MAX = 6;
/** The bound at each scale. */
const LARGEST_AT = Array.from({ length: SCALE_MAX + 1 }, (_, scale) => LARGEST * 10n ** BigInt(scale));

/** True when a fixed-point number, positive or negative, is more than the bound. */
export function exceedsBound(value: bigint, scale: number): boolean {
  const magnitude = value < 0n ? -value : value;
  return magnitude > (LARGEST_AT[scale] ?? LARGEST * 10n ** BigInt(scale));
}

/** The same check for a decimal string; false when it is not a decimal. */
export function textExceedsBound(text: string): boolean {
  const value = parseFixed(text, SCALE_MAX);
  return value !== undefined && exceedsBound(value, SCALE_MAX);
}

/** A number with its digits in groups of three: `15,728,103.5`. */
export function shownNumber(value: bigint, scale: number): string {
  return grouped(printFixed(value, scale));
}

/** A decimal string with its digits in groups of three. */
export function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}

/** The issue for a single value of `field` that exceeds the bound; it contains the number of the line. */
export function numberTooLarge(field: string): Issue {
  const line = lineOf(field);
  const params = { value: LARGEST_SHOWN };
  return line === undefined
    ? { field, message: 'number_too_large', params }
    : { field, message: 'number_of_line_too_large', params: { ...params, line } };
}

/** `2` for `lines.1.quantity`: lines are counted from 1 for people. */
function lineOf(field: string): string | undefined {
  const index = /\.(\d+)(?:\.|$)/.exec(field)?.[1];
  return index === undefined ? undefined : String(Number(index) + 1);
}

/** Names of the fields of schemas that hold an amount, a quantity or a rate. */
export const numberFields = (...schemas: readonly (TSchema | undefined)[]): ReadonlySet<string> =>
  fieldsMarked(schemas, (node) => ['x-money', 'x-quantity', 'x-rate'].some((mark) => mark in node));

/** Names of the fields that hold an amount that is paid; unit prices and costs are not included. */
export const payableFields = (...schemas: readonly (TSchema | undefined)[]): ReadonlySet<string> =>
  fieldsMarked(schemas, (node) => 'x-money' in node && !('x-exact' in node));

export interface NumberField {
  /** `lines.3.quantity` */
  readonly path: string;
  readonly text: string;
  /** The object that holds it. */
  readonly holder: Readonly<Record<string, unknown>>;
  readonly name: string;
}

/** Every number in fields of these names, at any depth of the value. */
export function numbersIn(value: unknown, names: ReadonlySet<string>): NumberField[] {
  const found: NumberField[] = [];
  const visit = (holder: object, path: string, name: string): void => {
    const isList = Array.isArray(holder);
    for (const [key, inner] of Object.entries(holder)) {
      const field = isList ? name : key;
      if (typeof inner === 'object') {
        if (inner !== null) visit(inner, `${path}${key}.`, field);
      } else if (typeof inner === 'string' && names.has(field)) {
        found.push({ path: path + key, text: inner, holder: membersOf(holder), name: field });
      }
    }
  };
  if (typeof value === 'object' && value !== null) visit(value, '', '');
  return found;
}
