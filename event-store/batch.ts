/** Checks that every adapter makes on a batch before sending it, and its serialised form. */

import type { NumberClaim } from '../domain/deciding/claim.ts';
import { membersOf } from '../domain/values/members.ts';
import type { Append, EventToAppend } from './port.ts';
import { BatchTooLarge, MAX_APPEND_BYTES } from './port.ts';

export interface EncodedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly event: EventToAppend;
  /** JSON text of the data, without `number` when the store writes one. */
  readonly data: string;
  /** Index of the number claim for this event, or undefined. */
  readonly number: number | undefined;
}

export interface EncodedBatch {
  readonly batch: Append;
  readonly events: readonly EncodedEvent[];
  /** JSON text of the meta, the same for all events. */
  readonly meta: string;
  readonly bytes: number;
}

/** Throws BatchTooLarge, and TypeError for an invalid batch: a write without events, or a stream named twice. */
export function encodeBatch(batch: Append): EncodedBatch {
  const meta = JSON.stringify(batch.meta);
  const numberClaims = batch.claims.filter((claim) => claim.kind === 'number');
  const events = batch.writes.flatMap((write, writeIndex) =>
    write.events.map((event, index): EncodedEvent => {
      const number = numberFor(numberClaims, writeIndex, index);
      const data = JSON.stringify(number === undefined ? event.data : withoutNumber(event.data));
      return { stream: write.stream, revision: write.expectedRevision + 1 + index, event, data, number };
    }),
  );
  const streams = new Set(batch.writes.map((write) => write.stream));
  if (batch.writes.length === 0 || batch.writes.some((write) => write.events.length === 0)) {
    throw new TypeError('a batch holds at least one write, and a write at least one event');
  }
  if (streams.size < batch.writes.length) throw new TypeError('a batch writes to a stream once');
  // Counted like KurrentDB: data, metadata, and the type in UTF-16.
  const bytes = events.reduce(
    (sum, { data, event }) => sum + Buffer.byteLength(data) + Buffer.byteLength(meta) + 2 * event.type.length,
    0,
  );
  if (bytes > MAX_APPEND_BYTES) throw new BatchTooLarge(bytes, MAX_APPEND_BYTES);
  return { batch, events, meta, bytes };
}

function numberFor(claims: readonly NumberClaim[], write: number, event: number): number | undefined {
  const index = claims.findIndex((claim) => claim.write === write && claim.event === event);
  return index < 0 ? undefined : index;
}

function withoutNumber(data: unknown): unknown {
  return Object.fromEntries(Object.entries(membersOf(data)).filter(([field]) => field !== 'number'));
}

/** Adds the number as the last field of the JSON text; `log.with_number` in SQL produces the same text. */
export function withNumber(data: string, number: string): string {
  return `${data.slice(0, -1)}${data === '{}' ? '' : ','}"number":${JSON.stringify(number)}}`;
}

/** The last revision of each write after it is stored. */
export function revisionsAfter(batch: Append): number[] {
  return batch.writes.map((write) => write.expectedRevision + write.events.length);
}
