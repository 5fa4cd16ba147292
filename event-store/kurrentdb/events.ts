/**
 * The form of events in KurrentDB: JSON data, and a flat map of strings as metadata with `v` and `recorded_at`. The
 * server's own timestamps may be wrong or go back; `recorded_at` is assigned by the reservation
 * (migrations/functions/claim.next_time.sql), so that every reader sees the same time.
 */

import type { JSONEventData, ResolvedEvent } from '@eventstore/db-client';
import { jsonEvent } from '@eventstore/db-client';
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { membersOf } from '../../domain/values/members.ts';
import type { EncodedBatch } from '../batch.ts';
import { withNumber } from '../batch.ts';
import { metaOf } from '../claims/stored-texts.ts';

/** The result of reserving a batch. */
export interface Given {
  readonly numbers: readonly string[];
  /** ISO 8601 UTC, in milliseconds. */
  readonly recordedAt: string;
}

/** The events of one write, completed with the reservation's numbers and time. */
export function eventsToAppend(
  { batch, events }: EncodedBatch,
  stream: string,
  { numbers, recordedAt }: Given,
): JSONEventData[] {
  return events
    .filter((event) => event.stream === stream)
    .map(({ event, data, number }) =>
      jsonEvent({
        id: event.id,
        type: event.type,
        // The client serialises the data again, which yields the same text for text that was serialised before.
        data: JSON.parse(number === undefined ? data : withNumber(data, numbers[number] ?? '')) as Record<
          string,
          string
        >,
        metadata: { ...batch.meta, v: String(event.v), recorded_at: recordedAt },
      }),
    );
}

export interface Read {
  readonly recorded: RecordedEvent;
  /** False for an event from before `recorded_at` existed: its time is the server's. */
  readonly isStamped: boolean;
}

/** Undefined for events that are not Daftar's: system events, and events of other writers. */
export function readEvent({ event }: ResolvedEvent): Read | undefined {
  const { v, recorded_at: stamp, ...rest } = membersOf(event?.metadata);
  const meta = metaOf(rest);
  if (!event || event.streamId.startsWith('$') || v === undefined || !meta) return undefined;
  const recorded = {
    id: event.id,
    type: event.type,
    v: Number(v),
    data: event.data,
    stream: event.streamId,
    revision: Number(event.revision),
    position: positionOf(event),
    recordedAt: typeof stamp === 'string' ? stamp : event.created.toISOString(),
    meta,
  };
  return { recorded, isStamped: stamp !== undefined };
}

/** Commit and prepare position differ only for transactions of the old TCP protocol, which Daftar never used. */
const positionOf = (event: NonNullable<ResolvedEvent['event']>): bigint => {
  if (!('position' in event)) throw new TypeError('an event of the whole log has a position');
  return event.position.commit;
};
