/** Events as KurrentDB keeps them: JSON data, and a flat map of strings as metadata with `v` in it. */
import type { AllStreamRecordedEvent, JSONEventData, ResolvedEvent } from '@eventstore/db-client';
import { jsonEvent } from '@eventstore/db-client';
import type { EventMeta, RecordedEvent } from '../../domain/kernel/event.ts';
import type { EncodedBatch } from '../batch.ts';
import { withNumber } from '../batch.ts';

/** The events of one write, with the numbers that the reservation gave. */
export function eventsToAppend(
  { batch, events }: EncodedBatch,
  stream: string,
  numbers: readonly string[],
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
        metadata: { ...batch.meta, v: String(event.v) },
      }),
    );
}

/** Undefined for what is not Daftar's: system events, and what others write to the same database. */
export function readEvent({ event }: ResolvedEvent): RecordedEvent | undefined {
  const metadata = event?.metadata as (EventMeta & { readonly v?: string }) | undefined;
  if (!event || event.streamId.startsWith('$') || metadata?.v === undefined) return undefined;
  const { v, ...meta } = metadata;
  return {
    id: event.id,
    type: event.type,
    v: Number(v),
    data: event.data,
    stream: event.streamId,
    revision: Number(event.revision),
    position: positionOf(event as AllStreamRecordedEvent),
    recordedAt: event.created.toISOString(),
    meta,
  };
}

/** Commit and prepare differ only for transactions of the old TCP protocol, which Daftar never used. */
const positionOf = ({ position }: AllStreamRecordedEvent): bigint => position.commit;
