/** The resources that the fields of a body look up, read from its schema. */

import type { TSchema } from 'typebox';
import { membersOf } from '../values/members.ts';

/** Every field of a schema with `x-lookup`, at any depth, with the name of the resource. */
export function lookupsIn(schema: TSchema): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (node: unknown, field: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { 'x-lookup': lookup, properties, items, anyOf, allOf } = membersOf(node);
    if (typeof lookup === 'string' && !found.has(field)) found.set(field, lookup);
    for (const [name, inner] of Object.entries(membersOf(properties))) visit(inner, name);
    if (items) visit(items, field);
    for (const inner of [anyOf, allOf].flat()) visit(inner, field);
  };
  visit(schema, '');
  return found;
}
