/** Where bodies and documents have a due day: in their headers, in their lines, or in a list of other parts. */
import { isObject, membersOf } from '../../domain/values/members.ts';

const FIELD = 'due_date';

/** Whether a body has the field anywhere. */
export const hasDue = (schema: unknown): boolean =>
  Array.isArray(schema)
    ? schema.some(hasDue)
    : isObject(schema) && (FIELD in membersOf(schema['properties']) || Object.values(schema).some(hasDue));

/** All due days of a value, each once. */
export function duesIn(value: unknown): readonly unknown[] {
  if (!isObject(value) && !Array.isArray(value)) return [];
  const own = isObject(value) && FIELD in value ? [value[FIELD]] : [];
  return [...new Set([...own, ...Object.values(value).flatMap(duesIn)])];
}
