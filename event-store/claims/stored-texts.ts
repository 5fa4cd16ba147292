/** Texts of JSON that functions of the database answer with, or that the store keeps: read as what they must be. */
import { Type } from 'typebox';
import { checked } from '../../domain/kernel/checked.schema.ts';
import type { EventMeta } from '../../domain/kernel/event.ts';
import { isObject } from '../../domain/kernel/members.ts';
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

/** Names of streams, numbers of documents. */
export const storedTexts = checked('a stored list of texts', Type.Array(Type.String()));

export const wrongRevision = checked(
  'the refusal of a revision',
  Type.Object({ stream: Type.String(), expected: Type.Integer(), actual: Type.Integer() }),
);

/** `claim.moved` gives numbers of PostgreSQL where a read has texts. */
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

/** Of every event that is read, so it is asked without a schema. */
const isMeta = (value: unknown): value is EventMeta =>
  isObject(value) && typeof value['actor'] === 'string' && typeof value['commandId'] === 'string';

/** Who, where and why; undefined for metadata that Daftar did not write. */
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

/** A batch that was reserved, as this program or another of its version wrote it down. */
export function parseBatch(text: string): Append {
  const batch: unknown = JSON.parse(text);
  if (!isBatch(batch)) throw new TypeError('what is kept of a command that was reserved is no batch');
  return batch;
}
