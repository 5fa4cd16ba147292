/**
 * The kind of record that a field of an event refers to is declared: in the schema of a body, or among the fields that
 * deciders set.
 */
import { expect, it } from 'vitest';
import { registryOf } from '../../command-api/aggregates/aggregate-types.ts';
import { DECIDED_REFERENCES } from '../../domain/deciding/decided-references.ts';
import { documentResources } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { HISTORIES } from './histories.ts';

/** The account of the drawer, whose use is claimed when the drawer is opened. */
const NOT_NAMED = ['change_account_fk'];

const kinds = registryOf(documentResources, records);

/** Names of fields that end in `_fk` and hold a number. */
function foreignFields(value: unknown, field = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => foreignFields(one, field));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) => foreignFields(inner, name));
  }
  return typeof value === 'number' && field.endsWith('_fk') ? [field] : [];
}

const found = Object.entries(HISTORIES).flatMap(([kind, history]) =>
  [...new Set(foreignFields(history))].map((field) => ({ kind, field, names: kinds.get(kind)?.referenced(field) })),
);

it('every reference field of an event declares the kind that it refers to', () => {
  expect(found.length).toBeGreaterThan(150);
  const unnamed = found.filter(({ field, names }) => names === undefined && !NOT_NAMED.includes(field));
  expect(unnamed).toEqual([]);
});

it('every field that is declared for deciders is in an event, and names a kind', () => {
  const fields = new Set(found.map(({ field }) => field));
  for (const [field, kind] of Object.entries(DECIDED_REFERENCES)) {
    expect(fields.has(field), field).toBe(true);
    expect(kinds.get(kind), kind).toBeDefined();
  }
});
