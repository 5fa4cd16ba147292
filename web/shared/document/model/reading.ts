/** Parses text typed into a field of a document, and formats its value: expressions, dates by words, `5%`. */

import { isCodeOfGoods } from '../../../../domain/catalogue/code.ts';
import { readMonthOfExpiry } from '../../../../domain/values/month-of-expiry.ts';
import { readAmount } from '../../typing/amount-expression.ts';
import { formatDate, formatTime, localToday, readDateWord } from '../../typing/date-words.ts';
import { shapeDigits, toLatinDigits } from '../../typing/digits.ts';
import { formatDecimal, type NumberFormat } from '../../typing/number-format.ts';
import type { FieldKind } from './declaration.ts';
import { isDiscount, isUnread, type Unread, type Value } from './draft.ts';

export interface ReadingContext {
  readonly today: string;
  /** A day of expiry may be typed as month and year. */
  readonly isExpiry?: boolean;
}

/** What a field is read with, by its name. */
export const readingOf = (field: string): ReadingContext => ({
  today: localToday(),
  isExpiry: /(^|_)expire_date$/.test(field),
});

const MONEY_DECIMALS = 4;
const QUANTITY_DECIMALS = 6;
const TEXT_MAX = 140;
const PERCENT_SIGN = /[%٪]\s*$|^\s*[%٪]/;

/** The parsed value; unreadable text is kept as Unread. */
export function readField(kind: FieldKind, typed: string, context: ReadingContext): Value {
  const text = typed.trim();
  if (text === '') return null;
  switch (kind) {
    case 'whole':
      return /^\d{1,9}$/.test(toLatinDigits(text)) ? Number(toLatinDigits(text)) : unread(text, 'not_whole');
    case 'quantity':
      return isCodeOfGoods(text) ? unread(text, 'a_code') : decimal(text, QUANTITY_DECIMALS);
    case 'amount':
    case 'rate':
      return decimal(text, MONEY_DECIMALS);
    case 'percent':
      return percent(text.replace(/[%٪]/g, ''));
    case 'discount':
      return discount(text);
    case 'date':
      return (
        (context.isExpiry ? readMonthOfExpiry(text) : undefined) ?? readDateWord(text, context) ?? unread(text, 'date')
      );
    case 'text':
      return [...text].length > TEXT_MAX ? unread(text, 'too_long') : text;
    default:
      return unread(text, 'not_found');
  }
}

/** The quantity that is typed for one of several batches: `0` for none, undefined when it cannot be read. */
export function readCount(typed: string): string | undefined {
  const value = readField('quantity', typed, { today: '' });
  return value === null ? '0' : typeof value === 'string' ? value : undefined;
}

export function unread(text: string, problem: string): Unread {
  return { unread: text, problem: `document:problems.${problem}` };
}

/** A text that is still searched. */
export const isLooking = (value: Value | undefined): value is Unread =>
  isUnread(value) && value.problem === 'document:problems.looking';

function decimal(text: string, decimals: number): Value {
  const reading = readAmount(text, decimals);
  if (!reading.ok) return unread(text, reading.problem);
  return reading.value.startsWith('-') ? unread(text, 'negative') : reading.value;
}

function percent(text: string): Value {
  const value = decimal(text, MONEY_DECIMALS);
  if (typeof value !== 'string') return value;
  return Number(value.split('.')[0]) > 100 || (value.startsWith('100.') && /[1-9]/.test(value.slice(4)))
    ? unread(text, 'above_100')
    : value;
}

function discount(text: string): Value {
  const isPercent = PERCENT_SIGN.test(text);
  const value = isPercent ? percent(text.replace(/[%٪]/g, '')) : decimal(text, MONEY_DECIMALS);
  if (typeof value !== 'string') return isUnread(value) ? { ...value, unread: text } : value;
  return { type: isPercent ? 'percent' : 'amount', value };
}

/** The text while editing: plain, and parsed back to the same value. */
export function typedText(kind: FieldKind, value: Value | undefined): string {
  if (value === undefined || value === null) return '';
  if (isUnread(value)) return value.unread;
  if (isDiscount(value)) return value.type === 'percent' ? `${value.value}%` : value.value;
  if (kind === 'date') return formatDate(String(value));
  return String(value);
}

/** The text while the field is not edited. */
export function shownText(kind: FieldKind, value: Value | undefined, look: NumberFormat): string {
  if (value === undefined || value === null) return '';
  if (isUnread(value)) return value.unread;
  if (isDiscount(value)) {
    const sign = value.type === 'percent' ? '%' : '';
    return formatDecimal(value.value, value.type === 'percent' ? percentLook(look) : look) + sign;
  }
  const digits = look.digits ?? 'latin';
  if (kind === 'date') return shapeDigits(formatDate(String(value)), digits);
  if (kind === 'time') return shapeDigits(formatTime(String(value)), digits);
  if (kind === 'quantity' || kind === 'whole') return formatDecimal(String(value), { digits });
  if (kind === 'percent') return `${formatDecimal(String(value), percentLook(look))}%`;
  if (kind === 'amount') return formatDecimal(String(value), look);
  // Rates have their own number of decimals.
  if (kind === 'rate') return formatDecimal(String(value), { digits, decimals: 4 });
  return String(value);
}

const percentLook = (look: NumberFormat): NumberFormat =>
  look.digits ? { digits: look.digits, decimals: 4 } : { decimals: 4 };

/** Kinds with numbers: left to right, aligned at the end. */
export function isNumeric(kind: FieldKind): boolean {
  return (
    kind === 'quantity' ||
    kind === 'whole' ||
    kind === 'amount' ||
    kind === 'rate' ||
    kind === 'percent' ||
    kind === 'discount'
  );
}

/** Kinds that are chosen from a list. */
export function isPicked(kind: FieldKind): boolean {
  return kind === 'lookup' || kind === 'unit' || kind === 'choice' || kind === 'account';
}

/** A prefix match independent of the keyboard's script, for choosing among few options. */
export function startsLike(option: string, typed: string): boolean {
  return toLatinDigits(option).toLowerCase().startsWith(toLatinDigits(typed).trim().toLowerCase());
}
