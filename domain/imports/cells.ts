/**
 * Parses the text of a cell into a value: digits of three scripts, grouped numbers, and yes and no in three languages.
 * The value has the form of command bodies; other rows and existing names are not checked here.
 */

import { cleanCode } from '../catalogue/code.ts';
import { LARGEST_SHOWN, textExceedsBound } from '../schemas/bounds.ts';
import { readDate } from '../values/effective-date.ts';
import { foldForSearch } from '../values/folding.ts';
import { readMonthOfExpiry } from '../values/month-of-expiry.ts';
import type { Issue } from '../values/refusal.ts';
import type { ImportColumn } from './import-format.ts';

/** `number` only for whole numbers and record numbers. */
export type CellValue = string | number | boolean;
/** By column name; empty cells are left out. */
export type Cells = Readonly<Record<string, CellValue>>;

type Wrong = Omit<Issue, 'field'>;
export type ReadCell = { readonly value: CellValue } | { readonly wrong: Wrong };

const WHOLE_MAX = 2_147_483_647;
const DECIMALS = { amount: 4, percent: 4, quantity: 6 } as const;
const MESSAGES = { amount: 'must_be_amount', percent: 'must_be_percent', quantity: 'must_be_quantity' } as const;
const TEXT_LENGTH_MAX = 140;

/** The words for a value in a cell, in all languages. */
export type WordsOf = (value: string) => readonly string[];

/** `text` is not empty. A reference is returned as its name; the caller looks the record up. */
export function readCell(
  column: ImportColumn,
  text: string,
  wordsOf: WordsOf,
  order: DayOrder = 'day_first',
): ReadCell {
  if (FAILED_FORMULA.test(text)) return wrong('formula_failed', { value: text });
  switch (column.kind) {
    case 'code':
      return AS_A_DAY.test(text) ? wrong('code_changed_by_sheet') : readText(column, cleanCode(text));
    case 'text':
    case 'reference':
      return readText(column, text);
    case 'amount':
    case 'quantity':
    case 'percent':
      return readDecimal(column.kind, text);
    case 'whole':
      return readWhole(text);
    case 'yes_no': {
      const value = optionOf(['yes', 'no'], text, wordsOf);
      return value === undefined ? wrong('must_be_boolean') : { value: value === 'yes' };
    }
    case 'option': {
      const values = column.values ?? [];
      const value = optionOf(values, text, wordsOf);
      return value === undefined ? wrong('one_of', { values: values.join(', ') }) : { value };
    }
    case 'date':
      return readDay(text, order, column.isExpiry === true);
  }
}

/** Whether the day or the month comes first in a column of days. */
export type DayOrder = 'day_first' | 'month_first';

/** The column decides: where one of its days can only be read with the month first, and none only with the day first. */
export function dayOrderOf(texts: Iterable<string>): DayOrder {
  let [isDayFirst, isMonthFirst] = [false, false];
  for (const text of texts) {
    const [, first = '0', second = '0'] = IN_NUMBERS.exec(foldForSearch(text)) ?? [];
    if (Number(first) > 12) isDayFirst = true;
    if (Number(second) > 12 && Number(first) <= 12) isMonthFirst = true;
  }
  return isMonthFirst && !isDayFirst ? 'month_first' : 'day_first';
}

/** What a formula without a result shows, in a workbook or in the text that was saved from one. */
const FAILED_FORMULA = /^#(?:N\/A|NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|GETTING_DATA)$/;

/** How a spreadsheet writes a number that is too long for it, and a number in a cell that is formatted as a day. */
const AS_A_POWER = /^[+-]?\d(?:[.,]\d+E\+?|E\+)\d{1,3}$/i;
const AS_A_DAY = /^\d{4}-\d{2}-\d{2}$/;

function readText({ length = TEXT_LENGTH_MAX }: ImportColumn, text: string): ReadCell {
  if (AS_A_POWER.test(text)) return wrong('code_changed_by_sheet');
  return text.length > length ? wrong('max_length', { value: String(length) }) : { value: text };
}

const wrong = (message: string, params?: Record<string, string>): ReadCell => ({
  wrong: params ? { message, params } : { message },
});

/** A number whose digits are all grouped by thousands, with the same separator, after folding. */
const GROUPED = /^[+-]?[1-9]\d{0,2}([,\u066c\u2019' ])\d{3}(?:\1\d{3})*(?:\.\d*)?$/;

/**
 * Converts digits of any script with correct grouping to a plain decimal; the decimal point may be the Arabic one. The
 * separators of every other text remain, because a comma may be meant as a decimal point: `0,500`, `1.250,000`.
 */
export function plainNumber(text: string): string {
  const folded = foldForSearch(text).replaceAll('\u066b', '.');
  const [, separator] = GROUPED.exec(folded) ?? [];
  return separator === undefined ? folded : folded.replaceAll(separator, '');
}

/** `2.500` is two and a half, or two thousand and five hundred where a dot groups thousands. A number in a cell has no last zero. */
const DOT_OF_THOUSANDS = /^\+?[1-9]\d{0,2}\.\d\d0$/;

function readDecimal(kind: keyof typeof DECIMALS, text: string): ReadCell {
  if (kind === 'amount' && DOT_OF_THOUSANDS.test(foldForSearch(text)))
    return wrong('dot_of_thousands', { value: text });
  const plain = plainNumber(kind === 'percent' ? foldForSearch(text).replace(/ ?[%\u066a]$/, '') : text);
  if (/^-\d/.test(plain)) return wrong('min', { value: '0' });
  const match = /^\+?0*(\d+)(?:\.(\d*?)0*)?$/.exec(plain);
  const [, whole = '', fraction = ''] = match ?? [];
  if (!match || fraction.length > DECIMALS[kind]) return wrong(MESSAGES[kind]);
  const value = fraction === '' ? whole : `${whole}.${fraction}`;
  if (kind !== 'percent' && textExceedsBound(value)) return wrong('number_too_large', { value: LARGEST_SHOWN });
  const isOverHundred =
    kind === 'percent' && (whole.length > 3 || BigInt(whole) > 100n || (whole === '100' && fraction !== ''));
  return isOverHundred ? wrong(MESSAGES[kind]) : { value };
}

function readWhole(text: string): ReadCell {
  const plain = plainNumber(text).replace(/\.0+$/, '');
  if (/^-\d/.test(plain)) return wrong('min', { value: '0' });
  if (!/^\+?\d{1,10}$/.test(plain) || Number(plain) > WHOLE_MAX) return wrong('must_be_integer');
  return { value: Number(plain) };
}

/** With a time, which is left out: `31/12/2027 00:00:00`. */
const IN_NUMBERS = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[t ,].*)?$/;
const IN_WORDS = /^(\d{1,2})[-/. ]([a-z]{3,9})[-/., ]+(\d{4}|\d{2})$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Years of two digits are of this century up to here. */
const LAST_SHORT_YEAR = 69;

const wholeYear = (year: string): string => {
  if (year.length !== 2) return year;
  return `${Number(year) <= LAST_SHORT_YEAR ? '20' : '19'}${year}`;
};

/**
 * Reads `2026-03-11`, `31-Dec-2027`, and day and month in the order of the column as in `11/3/2026` and `11/3/26`;
 * a day of expiry also as month and year.
 */
function readDay(text: string, order: DayOrder, isExpiry: boolean): ReadCell {
  const expires = isExpiry ? readMonthOfExpiry(text) : undefined;
  if (expires !== undefined) return { value: expires };
  const [year, month, day] = partsOfDay(foldForSearch(text), order);
  const value = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  return readDate(value) ? { value } : wrong('date');
}

function partsOfDay(plain: string, order: DayOrder): readonly (string | undefined)[] {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ].*)?$/.exec(plain);
  if (iso) return iso.slice(1);
  const [, first, second, year] = IN_NUMBERS.exec(plain) ?? [];
  if (first && second && year) {
    return order === 'day_first' ? [wholeYear(year), second, first] : [wholeYear(year), first, second];
  }
  const [, day, word = '', wordYear] = IN_WORDS.exec(plain) ?? [];
  const month = MONTHS.indexOf(word.slice(0, 3)) + 1;
  return day && wordYear && month > 0 ? [wholeYear(wordYear), String(month), day] : [];
}

/** The option whose value or word in any language is `text`. */
function optionOf(values: readonly string[], text: string, wordsOf: WordsOf): string | undefined {
  const folded = foldForSearch(text);
  return values.find((value) => value === folded || wordsOf(value).some((word) => foldForSearch(word) === folded));
}
