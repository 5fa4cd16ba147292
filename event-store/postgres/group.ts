/** Converts a group of batches to the arguments of `log.append`, and its rows to answers. */

import type { EncodedBatch } from '../batch.ts';
import { revisionsAfter } from '../batch.ts';
import { claimsText, readRefusals } from '../claims/claims-text.ts';
import { isoTime } from '../claims/iso-time.ts';
import { parseMovedRead, refusedClaims, storedAnswer, storedTexts, wrongRevision } from '../claims/stored-texts.ts';
import type { Appended } from '../port.ts';
import { ClaimsRefused, IdempotencyMismatch, ReadsMoved, WrongRevision } from '../port.ts';

/** The arguments in order; each is an array over batches, writes or events. */
export function groupArguments(group: readonly EncodedBatch[]): unknown[] {
  const writes = group.flatMap(({ batch }, index) => batch.writes.map((write) => ({ write, batch: index + 1 })));
  const events = group.flatMap((encoded, index) => encoded.events.map((event) => ({ ...event, batch: index + 1 })));
  return [
    group.map(({ batch }) => batch.commandId),
    group.map(({ batch }) => batch.digest ?? null),
    group.map(({ meta }) => meta),
    group.map(({ batch }) => claimsText(batch)),
    group.map(({ batch }) => JSON.stringify(batch.writes.map(({ stream }) => stream))),
    group.map(({ batch }) => JSON.stringify(revisionsAfter(batch))),
    group.map((encoded) => encoded.events.length),
    writes.map(({ batch }) => batch),
    writes.map(({ write }) => write.stream),
    writes.map(({ write }) => write.expectedRevision),
    events.map(({ batch }) => batch),
    events.map(({ stream }) => stream),
    events.map(({ revision }) => revision),
    events.map(({ event }) => event.id),
    events.map(({ event }) => event.type),
    events.map(({ event }) => event.v),
    events.map(({ data }) => data),
    events.map(({ number }) => number ?? null),
  ];
}

const BATCH = ['uuid[]', 'text[]', 'text[]', 'text[]', 'text[]', 'text[]', 'int[]'];
const WRITE = ['int[]', 'text[]', 'int[]'];
const EVENT = ['int[]', 'text[]', 'int[]', 'uuid[]', 'text[]', 'int[]', 'text[]', 'int[]'];
const PARAMETERS = [...BATCH, ...WRITE, ...EVENT].map((type, index) => `$${index + 1}::${type}`).join(', ');
export const APPEND_SQL = `select outcome, position, recorded_at, detail from log.append(${PARAMETERS})`;

export type AppendRow = readonly [outcome: string, position: string | null, recordedAt: string, detail: string | null];

/** The answer of one batch, or the corresponding error of the port. */
export function readAnswer(
  { batch }: EncodedBatch,
  [outcome, position, recordedAt, detail]: AppendRow,
): Appended | Error {
  switch (outcome) {
    case 'stored':
      return {
        position: BigInt(position ?? '0'),
        revisions: revisionsAfter(batch),
        numbers: detail ? storedTexts.parse(detail) : [],
        recordedAt: isoTime(recordedAt),
        repeated: false,
      };
    case 'repeated': {
      const stored = storedAnswer.parse(detail ?? '');
      const { revisions, numbers } = stored;
      return { position: BigInt(stored.position), revisions, numbers, recordedAt: stored.recorded_at, repeated: true };
    }
    case 'mismatch':
      return new IdempotencyMismatch(batch.commandId);
    case 'revision': {
      const { stream, expected, actual } = wrongRevision.parse(detail ?? '');
      return new WrongRevision(stream, expected, actual);
    }
    case 'moved':
      return new ReadsMoved(parseMovedRead(detail ?? ''));
    case 'refused':
      return new ClaimsRefused(readRefusals(refusedClaims.parse(detail ?? '')));
    default:
      return new Error(`log.append gave the outcome ${outcome}`);
  }
}
