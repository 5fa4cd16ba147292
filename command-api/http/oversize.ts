/**
 * What of a body is more than its schema could ever take: lists that are too long, and objects of hundreds of unknown
 * fields. It is found by counting, so that a document of a million lines is refused without looking at one of them.
 */
import type { TSchema } from 'typebox';
import type { Issue } from '../../domain/kernel/refusal.ts';

type Schema = Readonly<Record<string, unknown>>;

/** More unknown fields than somebody writes by mistake; so many are told of. */
export const UNKNOWN_FIELDS_MAX = 100;

/** One issue for each list that is too long, and for each of the first unknown fields of an object that has too many. */
export function oversizeIssues(schema: TSchema, body: unknown): Issue[] {
  const found: Issue[] = [];
  const visit = (given: Schema, value: unknown, path: string): void => {
    const of = meant(given);
    if (Array.isArray(value)) {
      const max = of['maxItems'];
      if (typeof max === 'number' && value.length > max) {
        found.push({ field: path, message: 'max_items', params: { value: String(max) } });
      } else if (holdsLists(of['items'])) {
        value.forEach((entry, index) => {
          visit(of['items'] as Schema, entry, join(path, String(index)));
        });
      }
    } else if (typeof value === 'object' && value !== null && of['properties']) {
      const properties = of['properties'] as Readonly<Record<string, Schema>>;
      found.push(...unknownIn(value, of, path));
      for (const [name, inner] of Object.entries(properties)) {
        if (Object.hasOwn(value, name))
          visit(inner, (value as Readonly<Record<string, unknown>>)[name], join(path, name));
      }
    }
  };
  visit(schema as unknown as Schema, body, '');
  return found;
}

/** Nothing where an object has few of them: the schema tells of these with all else that is wrong. */
function unknownIn(value: object, { properties, additionalProperties }: Schema, path: string): Issue[] {
  if (additionalProperties !== false) return [];
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties as object, name));
  if (unknown.length <= UNKNOWN_FIELDS_MAX) return [];
  return unknown.slice(0, UNKNOWN_FIELDS_MAX).map((name) => ({ field: join(path, name), message: 'unknown_field' }));
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Of a value that may be null, what it is when it is not. */
function meant(schema: Schema): Schema {
  const alternatives = schema['anyOf'] as readonly Schema[] | undefined;
  return alternatives?.find((alternative) => alternative['type'] !== 'null') ?? schema;
}

function holdsLists(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  const of = meant(schema as Schema);
  if (of['type'] === 'array') return true;
  return Object.values((of['properties'] ?? {}) as Readonly<Record<string, unknown>>).some(holdsLists);
}
