/**
 * A read model: a fold of the log into rows. It sees every event once, in order, and gives the same rows whatever
 * the batches are, so that a rebuild and the live projector end with the same tables.
 */
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { LEFT_OUT } from '../../domain/kernel/set-aside.ts';
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
  /** Undefined in a rebuild: there the fold itself has seen everything from the first event. */
  readonly reader: Reader | undefined;
  /** Positions of events that are set aside for the model; none when left out. */
  readonly setAside?: ReadonlySet<bigint>;
}

export interface Fold {
  /** Adds the rows of a batch. After an error the fold is not used again. */
  take(events: readonly RecordedEvent[], rows: Rows): Promise<void>;
  /** About how much memory it keeps from batch to batch, when that grows with the log. */
  keptBytes?(): number;
}

export interface Model {
  readonly name: 'events' | 'records' | 'documents' | 'books';
  readonly tables: readonly Table[];
  /** Rows that are there before the first event. */
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

/** True for an event that is set aside: it has its place in its stream, and neither its type nor its data. */
export const isSetAside = (event: RecordedEvent): boolean => event.type === LEFT_OUT;

/**
 * Events in their newest shapes; those that are set aside without type and data, so that no rule of a model sees what
 * they hold. Throws RangeError for one that a newer version of Daftar stored.
 */
export function upcastAll(
  events: readonly RecordedEvent[],
  setAside: ReadonlySet<bigint> | undefined = undefined,
): RecordedEvent[] {
  return events.map((event) =>
    setAside?.has(event.position) ? { ...event, type: LEFT_OUT, v: 1, data: {} } : upcast(event),
  );
}
