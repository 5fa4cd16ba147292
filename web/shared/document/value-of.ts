/** Converts a field of the server's answer to a value of the editor: a text, a number, a flag, a discount, or null. */
import { isObject, objectsOf } from '../../../domain/values/members.ts';
import type { DiscountValue, Fields, TableName, Value } from './model/draft.ts';

const isDiscount = (value: unknown): value is DiscountValue =>
  isObject(value) && (value['type'] === 'amount' || value['type'] === 'percent') && typeof value['value'] === 'string';

export function fieldValue(value: unknown): Value {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return isDiscount(value) ? value : null;
}

/** Lines of the server's answer. */
export const valuesOf = (rows: unknown): readonly Fields[] =>
  objectsOf(rows).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, fieldValue(value)])),
  );

/** The table with this name; undefined for a field of the header. */
export const tableOf = (name: string | undefined): TableName | undefined =>
  name === 'lines' || name === 'costs' ? name : undefined;
