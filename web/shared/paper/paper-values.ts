/**
 * Formats values of a paper: amounts with digit groups, days as DD/MM/YYYY, options as words, in the template's digits.
 */

import type { PaperCurrency, PaperDocument } from '../../../domain/paper/paper.schema.ts';
import type { PaperKind } from '../../../domain/paper/paper.ts';
import type { PaperDigits } from '../../../domain/paper/template.ts';
import { areSinglePieces, batchesOf } from '../../../domain/values/batch.ts';
import type { Language } from '../../../domain/values/language.ts';
import { listOf, membersOf } from '../../../domain/values/members.ts';
import { listThatFits } from '../api/wire.ts';
import { batchText } from '../typing/batch-text.ts';
import { formatDate, formatTime } from '../typing/date-words.ts';
import { shapeDigits } from '../typing/digits.ts';
import { formatDecimal } from '../typing/number-format.ts';
import { type UnitPart, unitText } from '../typing/unit-text.ts';
import { type Markup, markup, named } from './markup.ts';
import type { PaperWords } from './paper-words.ts';

export interface Reading {
  readonly language: Language;
  readonly digits: PaperDigits;
  readonly words: PaperWords;
  /** Currency of the document, which sets the decimals of its amounts. */
  readonly currency?: PaperCurrency | undefined;
}

const PRICE_DECIMALS = 4;
const QUANTITY_DECIMALS = 6;
const NUMBERS: ReadonlySet<PaperKind> = new Set(['quantity', 'amount', 'percent', 'discount', 'whole']);

/** The column that is empty on paper: the person writes the counted quantity into it. */
export const BLANK = 'counted';

/** Numbers are aligned at the end of the column, in both directions. */
export const isNumber = (kind: PaperKind): boolean => NUMBERS.has(kind);

/** With the currency's decimals, and more only if the value has them: a price. */
export function amountText(value: string, { digits, currency }: Pick<Reading, 'digits' | 'currency'>): string {
  return formatDecimal(value, { decimals: PRICE_DECIMALS, decimalsMin: currency?.decimals ?? 0, digits });
}

export const percentText = (value: string, { digits }: Pick<Reading, 'digits'>): string =>
  `${formatDecimal(value, { decimals: PRICE_DECIMALS, digits })}%`;

export function valueText(field: string, kind: PaperKind, value: string, reading: Reading): string {
  const { digits, language, words } = reading;
  switch (kind) {
    case 'amount':
      return amountText(value, reading);
    case 'quantity':
      return formatDecimal(value, { decimals: QUANTITY_DECIMALS, digits });
    case 'percent':
      return percentText(value, reading);
    case 'discount':
      return value.endsWith('%') ? `${formatDecimal(value.slice(0, -1), { digits })}%` : amountText(value, reading);
    case 'date':
      return shapeDigits(formatDate(value), digits);
    case 'time':
      return shapeDigits(formatTime(value), digits);
    case 'whole':
      return shapeDigits(value, digits);
    case 'batches':
      return printedBatches(value, digits)
        .map(({ batch, counts }) => [batch, ...(counts.length > 0 ? [counts.join(' ')] : [])].join(' × '))
        .join(' + ');
    case 'option':
      return words(language, `option:${field}.${value}`);
    default:
      return value;
  }
}

/** A fact; an amount in another currency than the document's has the decimals and the name of its own. */
export function factText({ field, kind, value, currency }: PaperDocument['facts'][number], reading: Reading): string {
  if (!currency) return valueText(field, kind, value, reading);
  const text = valueText(field, kind, value, { ...reading, currency });
  return currency.currency_fk === reading.currency?.currency_fk ? text : `${text} ${currency.currency_name}`;
}

/** The value in a cell of a table; empty without one. */
export function valueCell(field: string, kind: PaperKind, value: string | null | undefined, reading: Reading): Markup {
  if (value === null || value === undefined || value === '') return markup``;
  // A number is not separated from its day, nor a count from its unit, whose name may run in the other direction.
  if (kind === 'batches')
    return markup`${printedBatches(value, reading.digits).map(
      ({ batch, counts }, index) =>
        markup`${index === 0 ? '' : ' + '}<bdi class="paper-batch">${batch}</bdi>${counts.map(
          (count, place) => markup`${place === 0 ? ' × ' : ' '}<bdi class="paper-unbroken">${count}</bdi>`,
        )}`,
    )}`;
  const shown = valueText(field, kind, value, reading);
  return markup`<bdi>${kind === 'text' ? named(shown) : shown}</bdi>`;
}

/** `B7 · 31/12/2027` with `1 Box` and `2 Strip`, which are said only of several batches. */
function printedBatches(
  value: string,
  digits: PaperDigits,
): readonly { readonly batch: string; readonly counts: readonly string[] }[] {
  const told = listOf(JSON.parse(value));
  const batches = batchesOf({ batches: told });
  const isCounted = batches.length > 1 && !areSinglePieces(batches);
  return batches.map((batch, index) => {
    const parts = listThatFits<UnitPart>(membersOf(told[index])['in_units'], { quantity: 'string' });
    const inUnits = parts.map((part) => unitText([part], { digits }));
    const counts = parts.length > 0 ? inUnits : [formatDecimal(batch.quantity, { digits })];
    return { batch: batchText(batch, digits), counts: isCounted ? counts : [] };
  });
}
