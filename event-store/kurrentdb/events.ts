/**
 * Events as KurrentDB keeps them: JSON data, and a flat map of strings as metadata, with `v` and `recorded_at` in it. The
 * server stamps events too, with a clock of its own that may be wrong or go back; `recorded_at` is given with the
 * reservation (migrations/functions/claim.next_time.sql), so that every reader has the same time.
 */

import type { JSONEventData, ResolvedEvent } from '@eventstore/db-client';
import { jsonEvent } from '@eventstore/db-client';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { membersOf } from '../../domain/kernel/members.ts';
import type { EncodedBatch } from '../batch.ts';
import { withNumber } from '../batch.ts';
import { metaOf } from '../claims/stored-texts.ts';

/** What the reservation of a batch gave. */
export interface Given {
  readonly numbers: readonly string[];
  /** ISO 8601 UTC, to the millisecond. */
  readonly recordedAt: string;
}

/** The events of one write, with what the reservation gave. */
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
        // The client prints it again; JSON that was printed once is printed the same way.
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
  /** False for an event of before `recorded_at` was written: its time is the server's. */
  readonly isStamped: boolean;
}

/** Undefined for what is not Daftar's: system events, and what others write to the same database. */
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

/** Commit and prepare differ only for transactions of the old TCP protocol, which Daftar never used. */
const positionOf = (event: NonNullable<ResolvedEvent['event']>): bigint => {
  if (!('position' in event)) throw new TypeError('an event of the whole log has a position');
  return event.position.commit;
};
