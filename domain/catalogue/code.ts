/**
 * A barcode as it is stored (`cleanCode`), and the key by which it is found and unique (`keyOfCode`). GTIN-8, 12, 13 and 14
 * are one space of numbers (docs/decisions/0104): `036000291452` and `0036000291452` have the same key.
 */
import { foldName } from '../values/fold-name.ts';

/** A spreadsheet marks a number as text with an apostrophe, of any keyboard. */
const APOSTROPHES = /^['\u2018\u2019`]+ *(?=.)/;
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;
const IS_DIGIT = /\p{Nd}/u;
const LATIN = /^[\0-\x7f]*$/;
const DIGITS = /^\d+$/;
const GTIN = /^(?:\d{8}|\d{12,14})$/;

/** The digits of a script follow each other from its zero, and those of another alphabet may follow them. */
function latinDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (IS_DIGIT.test(String.fromCodePoint(point - before - 1))) before += 1;
  return String(before % 10);
}

/** Digits of every script become Latin ones, as a scanner types them. */
const withLatinDigits = (text: string): string => (LATIN.test(text) ? text : text.replace(OTHER_DIGIT, latinDigit));

/** Marks of the direction of writing, which come along where a code is copied from a page. */
const UNSEEN = /\p{Cf}/gu;
/** The text of a code of any kind: Latin digits, no marks that nobody sees, no blanks around it. */
export const plainText = (text: string): string => withLatinDigits(text.replace(UNSEEN, '')).trim();

/** The form of GS1: the weighted sum of all digits, with the last one counted once, is a multiple of ten. */
export function isGtin(text: string): boolean {
  if (!GTIN.test(text)) return false;
  const sum = [...text].reduce(
    (total, digit, index) => total + Number(digit) * ((text.length - index) % 2 === 0 ? 3 : 1),
    0,
  );
  return sum % 10 === 0;
}

/**
 * A typed barcode as a scanner sends it: Latin digits, no apostrophe of a spreadsheet, no blanks between digits, and no hyphens
 * in a valid GTIN. Returns the same for its own result.
 */
export function cleanCode(typed: string): string {
  const text = withLatinDigits(typed).trim().replace(APOSTROPHES, '').trim();
  const grouped = text.replace(/[ \u00a0\u202f]+/g, '');
  const plain = DIGITS.test(grouped) ? grouped : text;
  const digits = plain.replace(/[ -]/g, '');
  return isGtin(digits) ? digits : plain;
}

/**
 * Digits that a scanner has typed where a quantity is wanted: no goods are counted in hundreds of billions, and no quantity
 * of eight digits begins with a zero.
 */
export const isCodeOfGoods = (typed: string): boolean => /^(?:\d{12,}|0\d{7,})$/.test(cleanCode(typed));

/** Equal for every spelling of one code; empty for an empty text. A GTIN has no leading zeros. */
export function keyOfCode(code: string): string {
  const clean = cleanCode(DIGITS.test(code) ? code : foldName(withLatinDigits(code)));
  return isGtin(clean) ? withoutZeros(clean) : clean;
}

export const withoutZeros = (digits: string): string => digits.replace(/^0+(?=.)/, '');
