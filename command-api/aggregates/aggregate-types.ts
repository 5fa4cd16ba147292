/**
 * Every kind of document and record by name, with its decider and the kinds of its `_fk` fields. Loading, deciding and
 * appending treat documents and records alike.
 */

import type { TSchema } from 'typebox';
import { DECIDED_REFERENCES } from '../../domain/deciding/decided-references.ts';
import type { Decider } from '../../domain/deciding/decider.ts';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import type { Facts } from '../../domain/deciding/facts.ts';
import type { DocumentDeclaration } from '../../domain/documents/document.ts';
import { fieldsOf } from '../../domain/documents/document-fields.ts';
import {
  type RecordData,
  type RecordDeclaration,
  type RecordState,
  recordStateOf,
} from '../../domain/records/record.ts';
import { recordDecider } from '../../domain/records/record-decider.ts';
import { nameIn } from '../../domain/records/record-name.ts';
import { fieldsMarked } from '../../domain/schemas/schema-parts.ts';
import type { Language } from '../../domain/values/language.ts';
import { membersOf } from '../../domain/values/members.ts';
import { referenceFields } from './references.ts';

export interface AggregateState {
  readonly status: string;
}
export type AnyDecider = Decider<AggregateState, unknown, DomainEvent, Facts>;

interface KindBase {
  readonly kind: string;
  readonly resource: string;
  readonly decider: AnyDecider;
  /** The kind that a field refers to; undefined when it is not a reference. */
  referenced(field: string): string | undefined;
  /** The fields of a document or record as its events store them; empty before it was entered. */
  dataOf(state: AggregateState): Readonly<Record<string, unknown>>;
}
export interface DocumentType extends KindBase {
  readonly is: 'document';
  readonly declaration: DocumentDeclaration;
  /** The fields that name documents which change with this one. */
  readonly changes: ReadonlySet<string>;
}
export interface RecordType extends KindBase {
  readonly is: 'record';
  readonly declaration: RecordDeclaration;
}
export type AggregateType = DocumentType | RecordType;

export interface AggregateRegistry {
  readonly all: readonly AggregateType[];
  get(kind: string): AggregateType | undefined;
}

/** The kind of record of a resource; throws when there is none. */
export function recordTypeOf({ all }: AggregateRegistry, resource: string): RecordType {
  const found = all.find((kind) => kind.resource === resource);
  if (found?.is !== 'record') throw new TypeError(`${resource} are no records`);
  return found;
}

export function registryOf(
  documents: readonly DocumentDeclaration[],
  records: readonly RecordDeclaration[],
): AggregateRegistry {
  const byResource = new Map([...documents, ...records].map((document) => [document.resource, document.kind]));
  const shared = new Map<string, string>();
  for (const schema of [...documents.flatMap(bodiesOf), ...records.map((record) => record.schema)]) {
    for (const [field, kind] of referenceFields(schema, byResource)) if (!shared.has(field)) shared.set(field, kind);
  }
  // A field of a body has the same name in the events, in addition to fields that only the server sets.
  const referenced = (own: ReadonlyMap<string, string>) => (field: string) =>
    own.get(field) ??
    shared.get(field) ??
    (Object.hasOwn(DECIDED_REFERENCES, field) ? DECIDED_REFERENCES[field] : undefined);
  const all: AggregateType[] = [
    ...documents.map(
      (declaration): DocumentType => ({
        is: 'document',
        kind: declaration.kind,
        resource: declaration.resource,
        declaration,
        changes: fieldsMarked([declaration.body], (field) => field['x-changed-with'] === true),
        decider: declaration.decider as AnyDecider,
        referenced: referenced(
          new Map([
            ...referenceFields(declaration.body, byResource),
            // The reverse reference of the replaced document.
            ...(declaration.replaces ? [['replaced_by_fk', declaration.kind] as const] : []),
          ]),
        ),
        dataOf: (state) => fieldsOf(declaration, state),
      }),
    ),
    ...records.map(
      (declaration): RecordType => ({
        is: 'record',
        kind: declaration.kind,
        resource: declaration.resource,
        declaration,
        decider: recordDecider(declaration) as unknown as AnyDecider,
        dataOf: (state) => fieldsOfRecord(recordStateOf(state)),
        referenced: referenced(
          new Map([
            ...referenceFields(declaration.schema, byResource),
            ...Object.entries(declaration.references).map(
              ([path, kind]) => [path.split('.').at(-1) ?? path, kind] as const,
            ),
          ]),
        ),
      }),
    ),
  ];
  // Resources that contain only some documents of a kind are left out.
  const byKind = new Map(all.filter((kind) => !isNarrowed(kind)).map((kind) => [kind.kind, kind]));
  return { all, get: (kind) => byKind.get(kind) };
}

/** Bodies of the document and of its transitions, the document's own first. */
export const bodiesOf = ({ body, transitions }: DocumentDeclaration): TSchema[] => [
  body,
  ...Object.values(transitions).flatMap((transition) => transition.body ?? []),
];

const isNarrowed = (kind: AggregateType): boolean =>
  kind.is === 'document' && kind.declaration.discriminator !== undefined;

export const streamOf = (kind: string, id: number): string => `${kind}-${id}`;

const STREAM = /^([a-z_]+)-(\d{1,10})$/;

export function readStream(stream: string): { readonly kind: string; readonly id: number } | undefined {
  const [, kind, id] = STREAM.exec(stream) ?? [];
  return kind === undefined ? undefined : { kind, id: Number(id) };
}

const fieldsOfRecord = (state: RecordState): RecordData => (state.status === 'none' ? {} : state.data);

/** The number of a document, or the name of a record in the language. */
export function titleOf(kind: AggregateType, state: AggregateState, language: Language): string | null {
  const data = kind.dataOf(state);
  if (kind.is === 'record') return nameIn(kind.declaration, data, language) || null;
  const number = membersOf(state).number ?? data['number'];
  return typeof number === 'string' ? number : null;
}
