/**
 * The records and documents that an entry of a till names, with their paths. They are read from the schemas of the
 * entries, so a new field is included without further code.
 */
import { isObject, type Members, membersOf, objectsOf } from '../values/members.ts';
import { ENTRY_CONTENTS, EntryEnvelope } from './device-entry.schema.ts';
import type { ChainedEntry } from './device-entry.ts';

export interface EntryReferenceAt {
  /** `content.payments.0.account_fk` */
  readonly path: string;
  readonly resource: string;
  /** A document that another entry of the till has made is named by the UUID of that entry. */
  readonly named: { readonly id: number } | { readonly uuid: string };
}

export const referencesOfEntry = (
  entry: Pick<ChainedEntry, 'content' | 'cashier_fk' | 'approved_by_fk'>,
): readonly EntryReferenceAt[] => [
  ...referencesIn(EntryEnvelope, entry, ''),
  ...referencesIn(ENTRY_CONTENTS[entry.content.kind], entry.content, 'content'),
];

function* referencesIn(schema: unknown, value: unknown, path: string): Generator<EntryReferenceAt> {
  const node = membersOf(schema);
  const { 'x-lookup': lookup, 'x-entry-of': entryOf } = node;
  if (typeof lookup === 'string' && typeof value === 'number') yield { path, resource: lookup, named: { id: value } };
  if (typeof entryOf === 'string' && typeof value === 'string')
    yield { path, resource: entryOf, named: { uuid: value } };
  yield* referencesWithin(node, value, path);
}

function* referencesWithin(node: Members, value: unknown, path: string): Generator<EntryReferenceAt> {
  if (isObject(value)) {
    for (const [name, schema] of Object.entries(membersOf(node['properties'])))
      yield* referencesIn(schema, membersOf(value)[name], path === '' ? name : `${path}.${name}`);
  }
  if (Array.isArray(value) && node['items']) {
    for (const [index, each] of value.entries()) yield* referencesIn(node['items'], each, `${path}.${index}`);
  }
  for (const schema of objectsOf(node['anyOf'])) yield* referencesIn(schema, value, path);
}
