/** Typed access to parts of a JSON Schema. */
import type { TSchema } from 'typebox';
import { isObject, type Members, membersOf, objectsOf } from '../values/members.ts';

const areObjects = (value: unknown): value is Readonly<Record<string, Members>> =>
  isObject(value) && Object.values(value).every(isObject);

/** The schemas of an object's fields by name; empty when the schema is not an object. */
export function propertiesOf(schema: TSchema | undefined): Readonly<Record<string, Members>> {
  const { properties } = membersOf(schema);
  return areObjects(properties) ? properties : {};
}

/** The schema without the fields that only routes of their own change (`x-own-route`): the status of a till. */
export function enteredSchema(schema: TSchema): TSchema {
  const entered = Object.entries(propertiesOf(schema)).filter(([, field]) => !field['x-own-route']);
  return { ...membersOf(schema), properties: Object.fromEntries(entered) };
}

/** The schema of a list's elements; undefined when the schema is not a list. */
export function itemsOf(schema: TSchema | undefined): Members | undefined {
  const { items } = membersOf(schema);
  return isObject(items) ? items : undefined;
}

/** The alternatives (`anyOf`) of a schema; undefined when it has none. */
export function alternativesOf(schema: TSchema | undefined): readonly Members[] | undefined {
  const { anyOf } = membersOf(schema);
  return Array.isArray(anyOf) ? objectsOf(anyOf) : undefined;
}

/** The schema of a nullable value without null. */
export const withoutNull = (schema: Members): Members =>
  objectsOf(schema['anyOf']).find(({ type }) => type !== 'null') ?? schema;

/** Names of the fields, at any depth, whose schema has the given mark. */
export function fieldsMarked(
  schemas: readonly (TSchema | undefined)[],
  isMarked: (node: Members) => boolean,
): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: Members, name: string): void => {
    if (isMarked(node)) names.add(name);
    for (const [inner, schema] of Object.entries(membersOf(node['properties']))) {
      visit(membersOf(schema), inner);
    }
    for (const schema of objectsOf(node['anyOf'])) visit(schema, name);
    if (node['items']) visit(membersOf(node['items']), name);
  };
  for (const schema of schemas) if (schema) visit(membersOf(schema), '');
  return names;
}
