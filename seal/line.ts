/**
 * The bytes of an event that are sealed: one line of JSON, its fields in this order and without spaces, `data` and
 * `meta` the very text that is stored. The exported log is these lines, so a reader of the file hashes what is there
 * and has nothing to interpret (docs/seal.md).
 */
import type { StoredEvent } from '../event-store/port.ts';

/** The store holds text that no line can hold: somebody other than Daftar wrote it. */
export class NotOneLine extends Error {
  constructor(position: bigint) {
    super(`the event at position ${position} holds a line break between its fields, which Daftar never writes`);
    this.name = 'NotOneLine';
  }
}

/** Throws NotOneLine. */
export function lineOf(event: StoredEvent): string {
  const { position, stream, revision, type, v, id, recordedAt, data, meta } = event;
  const line = `{"position":"${position}","stream":${JSON.stringify(stream)},"revision":${revision},"type":${JSON.stringify(type)},"v":${v},"id":"${id}","recorded_at":"${recordedAt}","data":${data},"meta":${meta}}`;
  if (line.includes('\n') || line.includes('\r')) throw new NotOneLine(position);
  return line;
}
