/** Names of months, days and fields, from our own tables. */
import { shapeDigits } from '../typing/digits.ts';
import { hasText, say } from './language.ts';
import { preferences } from './preferences.ts';

/** 1 is January. */
export function monthName(month: number): string {
  return say(`calendar:months.${month}`);
}

/** `2026-05` as `May 2026`, in the person's digits; other texts are unchanged. */
export function monthWords(month: string): string {
  const [, year = '', number = ''] = /^(\d{4})-(\d{2})$/.exec(month) ?? [];
  return year === '' ? month : `${monthName(Number(number))} ${shapeDigits(year, preferences().digits)}`;
}

/** 0 is Sunday. */
export function dayName(day: number): string {
  return say(`calendar:days.${day}`);
}

/** Two or three letters for the heading of a calendar. */
export function dayShort(day: number): string {
  return say(`calendar:days_short.${day}`);
}

/**
 * The label of a field of the API (`brand_fk`, `item_units.0.unit_fk`), by the last part of its path. An unknown field
 * is shown by the words of its name, so that a new server field is usable before it is translated.
 */
export function fieldLabel(field: string): string {
  const name = field.split('.').findLast((part) => !/^\d+$/.test(part)) ?? field;
  const key = [`fields:${name}`, `labels:${name}`].find(hasText);
  return key !== undefined ? say(key) : name.replace(/_fk$|_id$/, '').replaceAll('_', ' ');
}

/** The word for one value of an enumeration: `optionLabel("item_type", "goods")`. */
export function optionLabel(field: string, value: string): string {
  const key = `fields:options.${field}.${value}`;
  if (hasText(key)) return say(key);
  const account = `report:accounts.${value}`;
  if (field === 'system_key' && hasText(account)) return say(account);
  const kind = [`report:documents.${value}`, `documents:${value}.one`].find(hasText);
  return field === 'document' && kind !== undefined ? say(kind) : value.replaceAll('_', ' ');
}
