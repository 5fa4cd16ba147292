/** Parts of a JSON Schema, which is a plain object to the compiler. */
import type { TSchema } from 'typebox';
import { isObject, type Members, membersOf, objectsOf } from './members.ts';

const areObjects = (value: unknown): value is Readonly<Record<string, Members>> =>
  isObject(value) && Object.values(value).every(isObject);

/** The schemas of an object's fields, by their names; none for what is no object. */
export function propertiesOf(schema: TSchema | undefined): Readonly<Record<string, Members>> {
  const { properties } = membersOf(schema);
  return areObjects(properties) ? properties : {};
}

/** The schema of a list's elements; undefined for what is no list. */
export function itemsOf(schema: TSchema | undefined): Members | undefined {
  const { items } = membersOf(schema);
  return isObject(items) ? items : undefined;
}

/** The schemas of which one must hold; undefined where there is no choice. */
export function alternativesOf(schema: TSchema | undefined): readonly Members[] | undefined {
  const { anyOf } = membersOf(schema);
  return Array.isArray(anyOf) ? objectsOf(anyOf) : undefined;
}

/** Names of the fields of schemas whose node is marked, at any depth. */
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
