/** The kind of record that a field references, from the schema: `customer_fk` looks up `customers`. */

import { stepFields } from '../../domain/documents/document-steps.ts';
import { lookupsIn } from '../../domain/records/lookups.ts';
import { documentResources as documents } from '../../domain/registry/documents.ts';
import { records } from '../../domain/registry/records.ts';
import { EntryEnvelope } from '../../domain/till/device-entry.schema.ts';

const kindByResource = new Map([...records, ...documents].map(({ resource, kind }) => [resource, kind]));
const kinds = new Set(kindByResource.values());

const declared = new Map<string, string>();
/** Of steps: the supplier to whom a claim was sent. */
const STEP_BODIES = documents.flatMap(({ transitions }) =>
  Object.values(transitions).flatMap(({ body }) => body ?? []),
);
const BODIES = [...documents.map(({ body }) => body), ...records.map(({ schema }) => schema)];
// What a till sends names its cashier, and the supervisor who approved it.
for (const schema of [...BODIES, EntryEnvelope, ...STEP_BODIES]) {
  for (const [field, resource] of lookupsIn(schema)) {
    const kind = kindByResource.get(resource);
    if (kind && !declared.has(field)) declared.set(field, kind);
  }
}

/** Fields of users: who created, changed, or took a step of a document. */
const PERSONS: ReadonlySet<string> = new Set([
  'created_by_fk',
  'updated_by_fk',
  'counted_by_fk',
  ...documents.flatMap(({ steps }) => stepFields(steps).filter((field) => field.endsWith('_fk'))),
]);

/**
 * The kind that a field references in any record or document: declared in a schema, or derived from the field's name.
 */
export function kindNamedBy(field: string, own: Readonly<Record<string, string>> = {}): string | undefined {
  if (own[field]) return own[field];
  if (PERSONS.has(field)) return 'user';
  if (!field.endsWith('_fk')) return undefined;
  return declared.get(field) ?? kindInName(field);
}

/** The kind that the members of a list reference: `currencies`, `outlets`. */
export const kindListedIn = (field: string): string | undefined => declared.get(field);

/** `sale_fk` names a sale, `system_currency_fk` a currency. */
function kindInName(field: string): string | undefined {
  const words = field.slice(0, -3).split('_');
  for (let from = 0; from < words.length; from += 1) {
    const name = words.slice(from).join('_');
    if (kinds.has(name)) return name;
  }
  return undefined;
}

/** `customer_name` for `customer_fk`. */
export const nameFieldOf = (field: string): string => `${field.slice(0, -3)}_name`;
