/**
 * The fields of documents and records that refer to a kind, from the schemas of their bodies and the declared names.
 */

import type { TSchema } from 'typebox';
import { membersOf } from '../../domain/values/members.ts';
import { type AggregateRegistry, type AggregateType, bodiesOf } from '../aggregates/aggregate-types.ts';

type Field = readonly [kind: string, field: string];

export interface NamingFields {
  readonly documents: readonly Field[];
  readonly records: readonly Field[];
}

export function fieldsNaming(kinds: AggregateRegistry, named: string): NamingFields {
  const of = (is: AggregateType['is']): Field[] =>
    kinds.all
      .filter((kind) => kind.is === is && kinds.get(kind.kind) === kind)
      .flatMap((kind) => fieldsOf(kind, named));
  return { documents: of('document'), records: of('record') };
}

function fieldsOf(kind: AggregateType, named: string): Field[] {
  const names = new Set([
    `${named}_fk`,
    ...(kind.is === 'record' ? [kind.declaration.schema] : bodiesOf(kind.declaration)).flatMap(namesIn),
  ]);
  return [...names].filter((name) => kind.referenced(name) === named).map((name) => [kind.kind, name]);
}

/** Names of all fields in a body, at any depth. */
function namesIn(schema: TSchema): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const inner of node) visit(inner);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { properties, items, anyOf, allOf } = membersOf(node);
    for (const [name, inner] of Object.entries(properties ?? {})) {
      found.push(name);
      visit(inner);
    }
    visit(items);
    visit(anyOf);
    visit(allOf);
  };
  visit(schema);
  return found;
}
