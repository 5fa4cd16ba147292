/** One record: its schema, its data with the revision, and the writes. */

import { useQuery } from '@tanstack/react-query';
import { defined } from '../../../domain/values/defined.ts';
import { amend, command } from './command.ts';
import { type Reads, read } from './read.ts';
import { resourceOf } from './resources.ts';

export type RecordData = Readonly<Record<string, unknown>>;

/** Answer of `GET {resource}/{id}`: the fields, names of references, and the revision to send back. */
export type StoredRecord = Reads[':resource/:id'];

/** The JSON schema of the create body, as far as forms read it. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly 'x-lookup'?: string;
  readonly 'x-money'?: boolean;
  readonly 'x-quantity'?: boolean;
  readonly 'x-percent'?: boolean;
  readonly 'x-rate'?: boolean;
  readonly 'x-date'?: boolean;
  readonly 'x-secret'?: boolean;
  readonly 'x-time-zone'?: boolean;
  readonly 'x-text'?: 'line' | 'lines';
  readonly 'x-ordered'?: boolean;
  readonly 'x-permissions'?: boolean;
  /** `paper`: PDF files and workbooks too. */
  readonly 'x-attachment'?: boolean | 'paper';
  /** For a list of texts: the endpoint that generates a new one. */
  readonly 'x-generate'?: 'items/barcodes';
  /** For an amount: the form field with its currency. */
  readonly 'x-currency'?: string;
  /** For the body: defaults of the server for missing fields. */
  readonly 'x-defaults'?: RecordData;
}

export function useSchema(resource: string) {
  return useQuery({
    queryKey: ['schemas', resource],
    queryFn: ({ signal }): Promise<JsonSchema> =>
      read('schemas/:resource', { params: { resource }, signal, shape: { properties: 'object' } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export const fetchRecord = (resource: string, id: number): Promise<StoredRecord> =>
  read(':resource/:id', { params: { resource, id }, shape: { revision: 'number' } });

/** The record to edit; it is not reloaded while a person edits it. */
export function useRecord(resource: string, id: number | undefined) {
  return useQuery({
    queryKey: [resource, 'record', id],
    queryFn: () => fetchRecord(resource, defined(id)),
    enabled: id !== undefined,
    meta: { quiet: true },
  });
}

export interface Saved {
  readonly id: number;
  readonly message: string | undefined;
}

export async function createRecord(resource: string, body: RecordData, idempotencyKey: string): Promise<Saved> {
  const { data, message } = await command(':resource', { params: { resource }, body, idempotencyKey });
  return { id: Number(data[resourceOf(resource).id] ?? data.id), message };
}

/** Sends only changed fields, with the revision that the change was based on. */
export async function updateRecord(
  resource: string,
  id: number,
  changed: RecordData,
  revision: number,
  idempotencyKey: string,
): Promise<Saved> {
  const params = { resource, id };
  const { message } = await amend(':resource/:id', { params, body: { ...changed, revision }, idempotencyKey });
  return { id, message };
}
