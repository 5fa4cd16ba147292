/**
 * Events as lines of the log section. A line is the one that is sealed (docs/seal.md), so the section can be checked by
 * `seal/verify.py`. Stored text with line breaks, which such a line cannot contain, is written as two JSON strings instead.
 */
import { Type } from 'typebox';
import { checked } from '../../domain/schemas/checked.schema.ts';
import type { StoredEvent } from '../../event-store/port.ts';
import { lineOf, NotOneLine } from '../../seal/line.ts';

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

const eventFields = checked(
  'a line of the log',
  Type.Object({
    position: Type.String({ pattern: '^\\d+$' }),
    stream: Type.String(),
    revision: Type.Integer(),
    type: Type.String(),
    v: Type.Integer(),
    id: Type.String(),
    recorded_at: Type.String(),
    data_text: Type.Optional(Type.String()),
    meta_text: Type.Optional(Type.String()),
  }),
);

/** The event of a line, `data` and `meta` to the byte. Throws Error for a line that `eventLine` does not write. */
export function readEventLine(line: string): StoredEvent & { readonly isSealable: boolean } {
  const { position, stream, revision, type, v, id, recorded_at, data_text, meta_text } = eventFields.parse(line);
  const event = { position: BigInt(position), stream, revision, type, v, id, recordedAt: recorded_at };
  if (data_text !== undefined && meta_text !== undefined) {
    return { ...event, data: data_text, meta: meta_text, isSealable: false };
  }
  // `meta` is flat and has no field of this name, so the last occurrence is the field of the line.
  const dataAt = line.indexOf(',"data":', line.indexOf(`"recorded_at":${JSON.stringify(recorded_at)}`));
  const metaAt = line.lastIndexOf(',"meta":');
  const stored = { ...event, data: line.slice(dataAt + 8, metaAt), meta: line.slice(metaAt + 8, -1) };
  JSON.parse(stored.data);
  if (lineOf(stored) !== line) throw new Error(`the line of position ${position} is not as a backup writes it`);
  return { ...stored, isSealable: true };
}
