/**
 * Records that are registered together with a new one: the fields of its body that create them (`creates` of its
 * declaration).
 */
import type { TSchema } from 'typebox';
import { propertiesOf } from '../schemas/schema-parts.ts';
import { membersOf } from '../values/members.ts';
import type { RecordData, RecordDeclaration } from './record.ts';

/** Schema of the body that registers a record: its own fields, and the fields that create other records. */
export function creatingSchema({ schema, creates }: Pick<RecordDeclaration, 'schema' | 'creates'>): TSchema {
  if (!creates) return schema;
  return { ...membersOf(schema), properties: { ...propertiesOf(schema), ...propertiesOf(creates.schema) } };
}

export interface RecordToCreate {
  /** The field of the body. */
  readonly field: string;
  readonly kind: string;
  readonly name: string;
}

/** The records that a body creates; a blank name creates none. */
export function recordsToCreate({ creates }: RecordDeclaration, body: unknown): readonly RecordToCreate[] {
  const given = membersOf(body);
  return Object.entries(creates?.kinds ?? {}).flatMap(([field, kind]) => {
    const name = given[field];
    return typeof name === 'string' && name.trim() !== '' ? [{ field, kind, name: name.trim() }] : [];
  });
}

/** The body without the fields that create other records. */
export function ownFields({ creates }: RecordDeclaration, body: RecordData): RecordData {
  if (!creates) return body;
  return Object.fromEntries(Object.entries(body).filter(([field]) => !Object.hasOwn(creates.kinds, field)));
}
