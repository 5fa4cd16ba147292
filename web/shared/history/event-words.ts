/** The words of an event: its type, and the values in it. */
import { hasText, say } from '../language/language.ts';
import { fieldLabel } from '../language/names.ts';
import { formatDate } from '../typing/date-words.ts';

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
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  const name = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field;
  const account = `report:accounts.${text}`;
  if (name === 'account' && hasText(account)) return say(account);
  const word = `fields:options.${enumerationOf(name)}.${text}`;
  if (hasText(word)) return say(word);
  if (name === 'field') return fieldLabel(text);
  if (name === 'event') return eventWords(text);
  if (name === 'rule') return say('fields:options.rule.other');
  return DAY.test(text) ? formatDate(text) : text;
}

/** Types of accounts (`safe_account_type`) share the values of cash accounts. */
const enumerationOf = (name: string): string => (name.endsWith('account_type') ? 'cash_type' : name);
