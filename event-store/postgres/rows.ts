/** Converts rows of `log.event` with text columns to recorded events. */

import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { isoTime } from '../claims/iso-time.ts';
import { parseMeta } from '../claims/stored-texts.ts';
import type { StoredEvent } from '../port.ts';

export const EVENT_COLUMNS = 'e.position, e.id, e.stream, e.revision, e.type, e.v, e.data, e.meta, e.recorded_at';

export type EventRow = [
  position: string,
  id: string,
  stream: string,
  revision: string,
  type: string,
  v: string,
  data: string,
  meta: string,
  recordedAt: string,
];

export function readEvent([position, id, stream, revision, type, v, data, meta, recordedAt]: EventRow): RecordedEvent {
  return {
    id,
    type,
    v: Number(v),
    data: JSON.parse(data),
    stream,
    revision: Number(revision),
    position: BigInt(position),
    recordedAt: isoTime(recordedAt),
    meta: parseMeta(meta),
  };
}

/** The event of a row. `recordedAt` has microseconds when the row has them, so that a changed time is detected. */
export function storedEvent([position, id, stream, revision, type, v, data, meta, recordedAt]: EventRow): StoredEvent {
  return {
    id,
    type,
    v: Number(v),
    data,
    stream,
    revision: Number(revision),
    position: BigInt(position),
    recordedAt: isoTime(recordedAt, 6),
    meta,
  };
}
