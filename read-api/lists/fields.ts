/** Columns over fields of a record's or document's `data`, typed by their schema. */

import { type RawBuilder, sql } from 'kysely';
import type { TSchema } from 'typebox';
import { isObject, membersOf, objectsOf } from '../../domain/values/members.ts';
import { shownName } from '../database/names-by-language.ts';
import type { Column, ColumnKind } from './list-source.ts';

type SchemaNode = Readonly<Record<string, unknown>>;
const EXACT = ['x-money', 'x-quantity', 'x-rate', 'x-percent'];

/** The schema of a field without "or null". */
export function fieldSchema(body: TSchema, field: string): SchemaNode | undefined {
  const own = membersOf(membersOf(body)['properties'])[field];
  const schema = isObject(own) ? own : undefined;
  return objectsOf(schema?.['anyOf']).find((alternative) => alternative['type'] !== 'null') ?? schema;
}

/** Undefined for lists and objects, which no column shows. */
export function columnKind(schema: SchemaNode | undefined): ColumnKind | undefined {
  if (!schema) return undefined;
  if ('x-lookup' in schema) return 'id';
  if (EXACT.some((mark) => mark in schema)) return 'amount';
  if ('x-date' in schema) return 'date';
  if ('enum' in schema) return 'word';
  switch (schema['type']) {
    case 'integer':
      return 'amount';
    case 'boolean':
      return 'flag';
    case 'string':
      return 'text';
    default:
      return undefined;
  }
}

const CASTS: Readonly<Partial<Record<ColumnKind, string>>> = {
  id: 'int',
  amount: 'numeric',
  date: 'date',
  flag: 'boolean',
};

/** The values of a field with a fixed set. */
export function wordsOf(schema: SchemaNode | undefined): Pick<Column, 'values'> {
  const values = schema?.['enum'];
  return Array.isArray(values) ? { values: values.map(String) } : {};
}

/** A column over `alias.data`; a reference is sorted by the name of its record. */
export function dataColumn(alias: string, field: string, kind: ColumnKind, named: string | undefined): Column {
  const text = sql`${sql.ref(`${alias}.data`)} ->> ${sql.lit(field)}`;
  const cast = CASTS[kind];
  const value = cast ? sql`(${text})::${sql.raw(cast)}` : sql`(${text})`;
  if (kind === 'id' && named) return { kind, value, ...byName(named, sql`named.id = ${value}`) };
  return kind === 'text' ? { kind, value, sort: inOrder(value) } : { kind, value };
}

/** Alphabetical order; the database's own collation is C. */
export const inOrder = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`${text} collate "und-x-icu"`;

/** A reference is sorted by the name of its record; one join instead of a look-up for each row. */
export const byName = (kind: string, isNamed: RawBuilder<unknown>): Pick<Column, 'sort' | 'sortJoin'> => ({
  sort: inOrder(shownName('named')),
  sortJoin: sql`left join read.record named on named.kind = ${sql.lit(kind)} and ${isNamed}`,
});
