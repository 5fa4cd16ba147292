/**
 * Records (brand, customer, item, outlet …) are declared, not programmed. One decider serves all of them: registered,
 * amended with the changed fields, retired. A record keeps its full history; a retired record is hidden in lists and
 * look-ups and remains in documents.
 */

import type { TSchema } from 'typebox';
import type { BusinessFolder } from '../deciding/business-folders.ts';
import type { Claim } from '../deciding/claim.ts';
import type { DomainEvent, Json } from '../deciding/event.ts';
import type { Facts } from '../deciding/facts.ts';
import type { ReadModelQuery } from '../deciding/read-model-query.ts';
import type { UniqueNames } from '../deciding/same-name.ts';
import { isObject } from '../values/members.ts';
import type { Issues } from '../values/refusal.ts';
import type { OfDay } from './fields-of-a-day.ts';
import type { ListedFields } from './listed-fields.ts';
import type { NormalForm } from './normal-fields.ts';
import type { NumberSource } from './number-source.ts';
import { defaultsOf } from './record-defaults.ts';

export type RecordData = { readonly [field: string]: Json };

/** The record before a command, and the record after it. */
export interface DecidedRecord {
  readonly data: RecordData;
  readonly at: 'before' | 'after';
  /** The fields of an amendment; absent when the command concerns the whole record. */
  readonly changed?: readonly string[];
}

/** Records that are registered together with a new one, in the same append. */
export interface CreatedRecords {
  /**
   * Fields of the registration body that are not stored with the record. A field that is absent or null creates
   * nothing.
   */
  readonly schema: TSchema;
  /** The kind of record that each field creates. */
  readonly kinds: Readonly<Record<string, string>>;
  /** Returns the data of the created record; `owner` is the id of the new record. */
  readonly data: (field: string, name: string, owner: number, facts: Facts) => RecordData;
}

export interface RecordDeclaration {
  /** Stream prefix and event prefix: `brand` gives `brand-12` and `brand.registered`. */
  readonly kind: string;
  /** Path in the API and resource of the permissions: `brands`. */
  readonly resource: string;
  /** The folder of the declaration, which is the tag of its operations in the API document. */
  readonly folder: BusinessFolder;
  /** Name of the identifier in answers: `brand_id`; `nameField` is the shown name: `brand_name`. */
  readonly idField: string;
  readonly nameField: string;
  /** JSON schema of the body; every field is optional or has a default in `defaults`. */
  readonly schema: TSchema;
  readonly defaults: RecordData;
  /**
   * Form fields that are not stored in the log: secrets, and personal data that must be erasable. A separate route
   * stores them.
   */
  readonly secretFields?: TSchema;
  readonly creates?: CreatedRecords;
  /** Fields whose folded value must be unique among active records. */
  readonly unique: readonly string[];
  /** Fields, dotted for lists, that are stored in a normal form, in which unique ones are claimed too. */
  readonly normalise?: Readonly<Record<string, NormalForm>>;
  /** Unique fields that are claimed, and found, by a key that several spellings have in common. */
  readonly keys?: Readonly<Record<string, NormalForm>>;
  readonly uniqueNames?: UniqueNames;
  /** `_fk` fields (dotted for lists: `item_units.unit_fk`) and the kind of record that each refers to. */
  readonly references: Readonly<Record<string, string>>;
  readonly list: ListedFields;
  /** Rows are visible only to users of this outlet or inventory (`outlet_fk`, `inventory_id`). */
  readonly scope?: { readonly by: 'outlet' | 'inventory'; readonly field: string };
  /** What a document of an earlier day reads as it was on that day. */
  readonly ofDay?: OfDay;
  /** Kinds of records that a decision reads with this record: a mixture's raw materials and their items. */
  readonly embeds?: readonly string[];
  /** Kinds of the single records that its rules read: `till_setting`. */
  readonly settings?: readonly string[];
  /** A single record with the id 1, registered when the business is created and amended afterwards. */
  readonly singleton?: true;
  /**
   * The read model query that a decision needs, answered in `facts.queryResult`; `id` is undefined for a new record.
   */
  readonly measures?: (given: RecordData, id: number | undefined) => ReadModelQuery | undefined;
  /** Numbers that the server assigns (barcodes): their count, and the fields that receive them. */
  readonly numbers?: NumberSource & {
    readonly needed: (given: RecordData, before: RecordData | undefined) => number;
    readonly give: (given: RecordData, before: RecordData | undefined, facts: Facts) => RecordData;
  };
  /** Adds fields of a new record that follow from its other fields. */
  readonly completed?: (given: RecordData, facts: Facts) => RecordData;
  /** An additional rule: adds issues that the schema cannot express. */
  readonly check?: (next: RecordData, previous: RecordData | undefined, facts: Facts, issues: Issues) => void;
  /** Refuses an actor without the right to change the record from its present or to its new data. Throws Refusal. */
  readonly authorise?: (decided: DecidedRecord, facts: Facts) => void;
  /** Requests `facts.naming`: all records that refer to this one in a field, including retired ones. */
  readonly namedBy?: { readonly kind: string; readonly field: string };
  /** Requests `facts.years`: all financial years. */
  readonly asksYears?: true;
  /** Claims in addition to those of unique names and references. */
  readonly claims?: (next: RecordData, previous: RecordData | undefined, stream: string) => readonly Claim[];
  /** Additional claims of retiring or restoring the record. */
  readonly presenceClaims?: (data: RecordData, action: 'retire' | 'restore') => readonly Claim[];
  /** Returns a message key that refuses retiring, or undefined: `default_unit_cannot_be_deleted`. */
  readonly refuseRetireWhen?: (data: RecordData, facts: Facts) => string | undefined;
}

type RowFields = Readonly<Record<'id' | 'name', string>>;
type Names<Kind, Resource> = RowFields & { kind: Kind; resource?: Resource; folder: BusinessFolder };
type Named = 'kind' | 'resource' | 'folder' | 'idField' | 'nameField' | 'schema';
type Filled = 'defaults' | 'unique' | 'references';
type Typed = 'check' | 'claims' | 'presenceClaims' | 'numbers';

/** A declaration as written by hand: its rules take data of the type given by schema and defaults. */
interface DeclaredRecord<Data, Kind, Resource, Schema>
  extends Omit<RecordDeclaration, Named | Filled | Typed>,
    Partial<Pick<RecordDeclaration, Filled>> {
  /** `id` and `name` are the idField and nameField; `resource` defaults to the kind with an s. */
  readonly names: Names<Kind, Resource>;
  readonly schema: Schema;
  readonly check?: (next: Data, previous: Data | undefined, facts: Facts, issues: Issues) => void;
  readonly claims?: (next: Data, previous: Data | undefined, stream: string) => readonly Claim[];
  readonly presenceClaims?: (data: Data, action: 'retire' | 'restore') => readonly Claim[];
  readonly numbers?: NumberSource & {
    readonly needed: (given: Partial<Data>, before: Data | undefined) => number;
    readonly give: (given: Partial<Data>, before: Data | undefined, facts: Facts) => object;
  };
}

type Known<Resource, Schema> = RecordDeclaration & Readonly<{ resource: Resource; schema: Schema }>;

/**
 * Fills the defaults of a declaration: nullable fields are null by default. The rules may take typed data because
 * every command is validated by the schema before it is decided.
 */
export function declareRecord<
  const Kind extends string,
  Schema extends TSchema,
  Data extends object = RecordData,
  const Resource extends string = `${Kind}s`,
>({ names: { id, name, ...names }, ...own }: DeclaredRecord<Data, Kind, Resource, Schema>): Known<Resource, Schema> {
  const defaults = defaultsOf(own.schema, own.defaults);
  const of = { resource: `${names.kind}s`, idField: id, nameField: name, unique: [name], references: {} };
  return { ...of, ...names, ...own, defaults } as unknown as Known<Resource, Schema>;
}

/** A rule for `check`: these fields cannot change after the registration. */
export function fixed(...fields: readonly string[]): NonNullable<RecordDeclaration['check']> {
  return (next, previous, _facts, issues) => {
    for (const field of fields) {
      if (previous && previous[field] !== next[field]) issues.add(field, 'cannot_be_changed');
    }
  };
}

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

export type RecordEvent =
  | DomainEvent<`${string}.registered`, RecordData>
  | DomainEvent<`${string}.amended`, { readonly changed: RecordData }>
  | DomainEvent<`${string}.retired`, Record<string, never>>
  | DomainEvent<`${string}.restored`, Record<string, never>>;

// State.

export type RecordState =
  | { readonly status: 'none' }
  | { readonly status: 'active' | 'retired'; readonly data: RecordData };

const isKnown = (state: unknown): state is Exclude<RecordState, { readonly status: 'none' }> =>
  isObject(state) && (state['status'] === 'active' || state['status'] === 'retired') && isObject(state['data']);

/** The state of a record, where states of records and documents are stored together. */
export const recordStateOf = (state: unknown): RecordState => (isKnown(state) ? state : { status: 'none' });

// Commands.

export type RecordCommand =
  | { readonly type: 'register'; readonly data: RecordData }
  | { readonly type: 'amend'; readonly changed: RecordData }
  | { readonly type: 'retire' }
  | { readonly type: 'restore' };
