/**
 * A read model: a fold of the log into rows. It takes every event once, in order, and produces the same rows for any
 * batch size, so that a rebuild and the live projector produce the same tables.
 */
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { LEFT_OUT } from '../../domain/deciding/set-aside.ts';
import { upcast } from '../../domain/versions/upcast.ts';
import type { EventStore } from '../../event-store/port.ts';
import type { Rows, Table } from '../rows/table.ts';

/** Rows of the model's own tables, committed up to the batch before. */
export interface Reader {
  readonly schema: string;
  query<Row extends object>(text: string, values: readonly unknown[]): Promise<readonly Row[]>;
}

export interface Sources {
  /** Earlier events of single streams. */
  readonly store: Pick<EventStore, 'readStreams'>;
  /** Undefined in a rebuild: the fold has then taken every event since the first. */
  readonly reader: Reader | undefined;
  /** Positions of events that are set aside for the model; default none. */
  readonly setAside?: ReadonlySet<bigint>;
}

export interface Fold {
  /** Adds the rows of a batch. After an error the fold must not be used again. */
  take(events: readonly RecordedEvent[], rows: Rows): Promise<void>;
  /** Approximate bytes that it keeps from batch to batch, when they grow with the log. */
  keptBytes?(): number;
}

export interface Model {
  readonly name: 'events' | 'records' | 'documents' | 'books';
  readonly tables: readonly Table[];
  /** Rows that exist before the first event. */
  seed(rows: Rows): void;
  fold(sources: Sources): Fold;
}

/** Kind and id of a stream: `sale` and 12 of `sale-12`. */
export function entityOf(stream: string): { readonly kind: string; readonly id: number | null } {
  const dash = stream.lastIndexOf('-');
  const id = Number(stream.slice(dash + 1));
  return dash > 0 && Number.isSafeInteger(id) ? { kind: stream.slice(0, dash), id } : { kind: stream, id: null };
}

/** The day of recording, UTC. */
export const recordedDate = (event: RecordedEvent): string => event.recordedAt.slice(0, 10);

/** True for an event that is set aside: it keeps its place in the stream, but has neither type nor data. */
export const isSetAside = (event: RecordedEvent): boolean => event.type === LEFT_OUT;

/**
 * Upcasts events to their newest versions. Events that are set aside lose type and data, so that no rule of a model
 * reads them. Throws RangeError for an event that a newer version of Daftar stored.
 */
export function upcastAll(
  events: readonly RecordedEvent[],
  setAside: ReadonlySet<bigint> | undefined = undefined,
): RecordedEvent[] {
  return events.map((event) =>
    setAside?.has(event.position) ? { ...event, type: LEFT_OUT, v: 1, data: {} } : upcast(event),
  );
}
