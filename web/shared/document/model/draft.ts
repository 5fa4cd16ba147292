/**
 * A document while it is edited. Fields are named as in the API's bodies; a line has a key that stays while lines are
 * added, removed and moved, for errors, focus and undo.
 */

/** `5 %` or an amount, in the API's form. */
export interface DiscountValue {
  readonly type: 'amount' | 'percent';
  readonly value: string;
}

/** Typed text that could not be parsed: it stays in its cell, is saved on this device, and is never sent. */
export interface Unread {
  readonly unread: string;
  /** Key of the message. */
  readonly problem: string;
}

export type Value = string | number | boolean | null | DiscountValue | Unread;
export type Fields = Readonly<Record<string, Value>>;

export interface Line {
  readonly key: number;
  readonly fields: Fields;
}

export type TableName = 'lines' | 'costs';

export interface Draft {
  readonly header: Fields;
  readonly lines: readonly Line[];
  readonly costs: readonly Line[];
}

export interface LinePlace {
  readonly table: TableName;
  readonly key: number;
  readonly field: string;
}

/** The place of a value: a field of the header, or of a line. */
export type Place = { readonly table?: undefined; readonly field: string } | LinePlace;

export function isUnread(value: Value | undefined): value is Unread {
  return typeof value === 'object' && value !== null && 'unread' in value;
}

export function isDiscount(value: Value | undefined): value is DiscountValue {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** The text of a field; undefined when it is empty, of another type or unreadable. */
export function textOf(fields: Fields, field: string): string | undefined {
  const value = fields[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The id in a `_fk` field. */
export function idOf(fields: Fields, field: string): number | undefined {
  const value = fields[field];
  return typeof value === 'number' ? value : undefined;
}

export function valueAt(draft: Draft, place: Place): Value | undefined {
  if (place.table === undefined) return draft.header[place.field];
  return draft[place.table].find((line) => line.key === place.key)?.fields[place.field];
}

/** `lines:3:quantity` or `date`: a place as a key of maps and a name in the page. */
export function placeName(place: Place): string {
  return place.table === undefined ? place.field : `${place.table}:${place.key}:${place.field}`;
}

export function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (isEmpty(a) && isEmpty(b)) return true;
  return JSON.stringify(a) === JSON.stringify(b);
}

export function isEmpty(value: Value | undefined): boolean {
  return value === undefined || value === null || value === '';
}

/** The draft with changed fields in one line; the same draft without a change. */
export function withLine(draft: Draft, table: TableName, key: number, change: (fields: Fields) => Fields): Draft {
  const index = draft[table].findIndex((line) => line.key === key);
  const line = draft[table][index];
  if (!line) return draft;
  const fields = change(line.fields);
  return fields === line.fields ? draft : { ...draft, [table]: draft[table].with(index, { key, fields }) };
}
