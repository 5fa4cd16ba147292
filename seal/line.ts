/**
 * The sealed bytes of an event: one line of JSON with these fields in this order, without spaces; `data` and `meta`
 * are the stored texts. The exported log consists of these lines, so its reader can hash them without interpretation
 * (docs/seal.md).
 */
import type { StoredEvent } from '../event-store/port.ts';

/** The store contains text with a line break: another program than Daftar wrote it. */
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
