/**
 * Events as lines of the log section. A line is the one that is sealed (docs/seal.md), so the section can be checked by
 * `seal/verify.py`. Stored text that no such line can hold (it has line breaks) is kept as two JSON strings instead.
 */
import type { StoredEvent } from '../event-store/port.ts';
import { lineOf, NotOneLine } from '../seal/line.ts';

export interface EventLine {
  readonly line: string;
  readonly isSealable: boolean;
}

const TEXT = 'data_text';

export function eventLine(event: StoredEvent): EventLine {
  try {
    return { line: lineOf(event), isSealable: true };
  } catch (error) {
    if (!(error instanceof NotOneLine)) throw error;
    const { position, stream, revision, type, v, id, recordedAt: recorded_at, data, meta } = event;
    const fields = {
      [TEXT]: data,
      meta_text: meta,
      position: String(position),
      stream,
      revision,
      type,
      v,
      id,
      recorded_at,
    };
    return { line: JSON.stringify(fields), isSealable: false };
  }
}

interface LineFields {
  readonly position: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly v: number;
  readonly id: string;
  readonly recorded_at: string;
  readonly data_text?: string;
  readonly meta_text?: string;
}

/** The event of a line, `data` and `meta` to the byte. Throws Error for a line that `eventLine` does not write. */
export function readEventLine(line: string): StoredEvent & { readonly isSealable: boolean } {
  const { position, stream, revision, type, v, id, recorded_at, data_text, meta_text } = JSON.parse(line) as LineFields;
  const event = { position: BigInt(position), stream, revision, type, v, id, recordedAt: recorded_at };
  if (data_text !== undefined && meta_text !== undefined) {
    return { ...event, data: data_text, meta: meta_text, isSealable: false };
  }
  // `meta` is flat and has no field of this name, so the last occurrence is where the line names it.
  const dataAt = line.indexOf(',"data":', line.indexOf(`"recorded_at":${JSON.stringify(recorded_at)}`));
  const metaAt = line.lastIndexOf(',"meta":');
  const stored = { ...event, data: line.slice(dataAt + 8, metaAt), meta: line.slice(metaAt + 8, -1) };
  JSON.parse(stored.data);
  if (lineOf(stored) !== line) throw new Error(`the line of position ${position} is not as a backup writes it`);
  return { ...stored, isSealable: true };
}
