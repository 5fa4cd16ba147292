/**
 * The events of the store in memory. An event is read back from its texts once, and frozen with all that it contains, so that
 * readers cannot change stored values.
 */
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { parseMeta } from '../claims/stored-texts.ts';
import type { Position, StoredEvent, StreamRequest } from '../port.ts';
import { NO_STREAM } from '../port.ts';

interface Kept {
  readonly stored: StoredEvent;
  /** Undefined until it is read. */
  event?: RecordedEvent;
}

export class MemoryLog {
  readonly #events: Kept[] = [];
  /** The same events by stream: the index is the revision. */
  readonly #streams = new Map<string, Kept[]>();

  get length(): number {
    return this.#events.length;
  }

  /** The position of an event is its place in the log, from 1. */
  add(stored: StoredEvent): void {
    const kept = { stored: Object.freeze({ ...stored }) };
    this.#events.push(kept);
    const own = this.#streams.get(stored.stream);
    if (own) own.push(kept);
    else this.#streams.set(stored.stream, [kept]);
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
    return this.#events.slice(Number(after), Number(after) + limit).map(({ stored }) => stored);
  }
}

function readBack(kept: Kept): RecordedEvent {
  const { stored } = kept;
  kept.event ??= frozen({ ...stored, data: JSON.parse(stored.data), meta: parseMeta(stored.meta) });
  return kept.event;
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const own of Object.values(value)) frozen(own);
  return Object.freeze(value);
}
