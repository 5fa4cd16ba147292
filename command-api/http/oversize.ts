/**
 * Finds parts of a body that exceed their schema by count: lists that are too long, and objects with hundreds of
 * unknown fields. It only counts, so that a document of a million lines is refused without validating them.
 */

import type { TSchema } from 'typebox';
import { withoutNull } from '../../domain/schemas/schema-parts.ts';
import { membersOf } from '../../domain/values/members.ts';
import type { Issue } from '../../domain/values/refusal.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The maximum number of reported unknown fields. */
export const UNKNOWN_FIELDS_MAX = 100;

/** One issue for each list that is too long, and for each of the first unknown fields of an object with too many. */
export function oversizeIssues(schema: TSchema, body: unknown): Issue[] {
  const found: Issue[] = [];
  const visit = (given: Schema, value: unknown, path: string): void => {
    const of = withoutNull(given);
    if (Array.isArray(value)) {
      const max = of['maxItems'];
      if (typeof max === 'number' && value.length > max) {
        found.push({ field: path, message: 'max_items', params: { value: String(max) } });
      } else if (holdsLists(of['items'])) {
        value.forEach((entry, index) => {
          visit(membersOf(of['items']), entry, join(path, String(index)));
        });
      }
    } else if (typeof value === 'object' && value !== null && of['properties']) {
      const properties = membersOf(of['properties']);
      found.push(...unknownIn(value, of, path));
      for (const [name, inner] of Object.entries(properties)) {
        if (Object.hasOwn(value, name)) visit(membersOf(inner), membersOf(value)[name], join(path, name));
      }
    }
  };
  visit(membersOf(schema), body, '');
  return found;
}

/** Empty for an object with few unknown fields: the schema validation reports these. */
function unknownIn(value: object, { properties, additionalProperties }: Schema, path: string): Issue[] {
  if (additionalProperties !== false) return [];
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(membersOf(properties), name));
  if (unknown.length <= UNKNOWN_FIELDS_MAX) return [];
  return unknown.slice(0, UNKNOWN_FIELDS_MAX).map((name) => ({ field: join(path, name), message: 'unknown_field' }));
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function holdsLists(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const of = withoutNull(membersOf(schema));
  if (of['type'] === 'array') return true;
  return Object.values(membersOf(of['properties'])).some(holdsLists);
}
