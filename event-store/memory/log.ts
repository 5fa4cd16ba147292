/** The events of the store in memory, kept as texts, so that readers cannot change stored values. */
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { parseMeta } from '../claims/stored-texts.ts';
import type { Position, StoredEvent, StreamRequest } from '../port.ts';
import { NO_STREAM } from '../port.ts';

export class MemoryLog {
  readonly #events: string[] = [];
  /** The same events by stream: the index is the revision. */
  readonly #streams = new Map<string, string[]>();

  get length(): number {
    return this.#events.length;
  }

  /** The position of an event is its place in the log, from 1. */
  add({ data, meta, position, ...head }: StoredEvent): void {
    const text = JSON.stringify([{ ...head, position: String(position) }, data, meta]);
    this.#events.push(text);
    const own = this.#streams.get(head.stream);
    if (own) own.push(text);
    else this.#streams.set(head.stream, [text]);
  }

  revisionOf(stream: string): number {
    return (this.#streams.get(stream)?.length ?? 0) + NO_STREAM;
  }

  readStreams(requests: readonly StreamRequest[]): ReadonlyMap<string, readonly RecordedEvent[]> {
    return new Map(
      requests.map(({ stream, after }) => {
        return [stream, (this.#streams.get(stream) ?? []).slice(after + 1).map(readBack)];
      }),
    );
  }

  readAll(after: Position, limit: number): readonly RecordedEvent[] {
    return this.#events.slice(Number(after), Number(after) + limit).map(readBack);
  }

  readStored(after: Position, limit: number): readonly StoredEvent[] {
    return this.#events.slice(Number(after), Number(after) + limit).map(storedIn);
  }
}

function storedIn(text: string): StoredEvent {
  const [head, data, meta] = JSON.parse(text) as [Omit<StoredEvent, 'position'> & { position: string }, string, string];
  return { ...head, position: BigInt(head.position), data, meta };
}

function readBack(text: string): RecordedEvent {
  const stored = storedIn(text);
  return { ...stored, data: JSON.parse(stored.data), meta: parseMeta(stored.meta) };
}
