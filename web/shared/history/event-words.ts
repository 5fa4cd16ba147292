/** The words of an event: its type, and the values in it. */
import { hasText, say } from '../language/language.ts';
import { fieldLabel } from '../language/names.ts';
import { preferences } from '../language/preferences.ts';
import { formatDate, formatMoment } from '../typing/date-words.ts';
import { shapeDigits } from '../typing/digits.ts';
import { formatDecimal } from '../typing/number-format.ts';

/** `sale.completed` uses the word of `completed`, unless it has its own. */
export function eventWords(type: string): string {
  const own = `history:events.${type.replace('.', '_')}`;
  if (hasText(own)) return say(own);
  const last = type.split('.').at(-1) ?? type;
  return hasText(`history:events.${last}`) ? say(`history:events.${last}`) : type;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * `field` is a path (`lines.3.unit_fk`), whose last name determines the enumeration of the value. Empty for no value.
 */
export function valueWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return say(value ? 'table:yes' : 'table:no');
  if (Array.isArray(value)) return value.map((entry) => valueWords(field, entry)).join(' · ');
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([part, each]) => `${fieldLabel(part)}: ${valueWords(part, each)}`)
      .join(' · ');
  }
  const text = String(value);
  const name = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field;
  const account = `report:accounts.${text}`;
  if (name === 'account' && hasText(account)) return say(account);
  const word = `fields:options.${enumerationOf(name)}.${text}`;
  if (hasText(word)) return say(word);
  if (name === 'field') return fieldLabel(text);
  if (name === 'event') return eventWords(text);
  if (name === 'rule') return say('fields:options.rule.other');
  return figureWords(name, text);
}

/** Fields with a number that is grouped: not codes, telephone numbers or numbers of documents. */
const FIGURE =
  /quantity|qty|price|amount|cost|total|rate|percent|discount|value|debit|credit|salary|factor|weight|volume|step|days|months|minutes|seconds|hours|share|base|paid|fee|charge|minimum|maximum|net|gross/;
const NUMBER = /^-?\d+(\.\d+)?$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const CLOCK = /^\d\d:\d\d(:\d\d)?$/;

/** More than any stored figure has: a change of the last decimal is shown too. */
const EXACT_DECIMALS = 20;

/** Days, moments, times and figures in the person's digits; other texts unchanged. */
function figureWords(name: string, text: string): string {
  const { digits } = preferences();
  if (DAY.test(text)) return shapeDigits(formatDate(text), digits);
  if (INSTANT.test(text)) return shapeDigits(formatMoment(text), digits);
  if (CLOCK.test(text)) return shapeDigits(text, digits);
  const isFigure = NUMBER.test(text) && FIGURE.test(name) && !/_fk$|_id$|code|number/.test(name);
  return isFigure ? formatDecimal(text, { decimals: EXACT_DECIMALS, digits }) : text;
}

/** Types of accounts (`safe_account_type`) share the values of cash accounts. */
const enumerationOf = (name: string): string => (name.endsWith('account_type') ? 'cash_type' : name);
