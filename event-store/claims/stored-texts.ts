/** Parses and validates JSON texts that database functions return or that the store has written. */
import { Type } from 'typebox';
import type { EventMeta } from '../../domain/deciding/event.ts';
import { checked } from '../../domain/schemas/checked.schema.ts';
import { isObject } from '../../domain/values/members.ts';
import type { DecisionRead } from '../decision-read.ts';
import type { Append } from '../port.ts';

export const storedAnswer = checked(
  'the stored answer of a command',
  Type.Object({
    position: Type.String(),
    revisions: Type.Array(Type.Integer()),
    numbers: Type.Array(Type.String()),
    recorded_at: Type.String(),
  }),
);
export type StoredAnswer = ReturnType<typeof storedAnswer.read>;

/** Names of streams, or numbers of documents. */
export const storedTexts = checked('a stored list of texts', Type.Array(Type.String()));

export const wrongRevision = checked(
  'the refusal of a revision',
  Type.Object({ stream: Type.String(), expected: Type.Integer(), actual: Type.Integer() }),
);

/** `claim.moved` returns PostgreSQL numbers where a read has texts. */
const Numeric = Type.Union([Type.String(), Type.Number()]);
const moved = checked(
  'the refusal of a read',
  Type.Union([
    Type.Object({ of: Type.Literal('level'), key: Type.String(), total: Numeric }),
    Type.Object({ of: Type.Literal('levels'), prefix: Type.String(), digest: Type.String() }),
    Type.Object({ of: Type.Literal('stream'), stream: Type.String(), revision: Type.Integer() }),
    Type.Object({ of: Type.Literal('records'), prefix: Type.String(), count: Type.Integer() }),
    Type.Object({ of: Type.Literal('kind'), prefix: Type.String(), position: Numeric }),
    Type.Object({ of: Type.Literal('books'), position: Numeric, to: Type.String() }),
  ]),
);

export function parseMovedRead(text: string): DecisionRead {
  const read = moved.parse(text);
  switch (read.of) {
    case 'level':
      return { ...read, total: String(read.total) };
    case 'kind':
    case 'books':
      return { ...read, position: String(read.position) };
    default:
      return read;
  }
}

export const refusedClaims = checked(
  'the refusal of claims',
  Type.Array(
    Type.Object({
      i: Type.Integer(),
      field: Type.String(),
      message: Type.String(),
      params: Type.Record(Type.String(), Type.String()),
    }),
  ),
);

/** Called for every event that is read, so it is a plain check instead of a schema. */
const isMeta = (value: unknown): value is EventMeta =>
  isObject(value) && typeof value['actor'] === 'string' && typeof value['commandId'] === 'string';

/** The metadata of an event; undefined when Daftar did not write it. */
export const metaOf = (value: unknown): EventMeta | undefined => (isMeta(value) ? value : undefined);

export function parseMeta(text: string): EventMeta {
  const meta = metaOf(JSON.parse(text));
  if (!meta) throw new TypeError('the metadata of an event name neither who nor which command');
  return meta;
}

const isBatch = (value: unknown): value is Append =>
  isObject(value) &&
  typeof value['commandId'] === 'string' &&
  Array.isArray(value['writes']) &&
  Array.isArray(value['claims']) &&
  isMeta(value['meta']);

/** A reserved batch, as this program or another of its version stored it. */
export function parseBatch(text: string): Append {
  const batch: unknown = JSON.parse(text);
  if (!isBatch(batch)) throw new TypeError('what is kept of a command that was reserved is no batch');
  return batch;
}
