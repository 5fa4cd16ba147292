/**
 * States of records at the ends of the days on which they changed, for documents of earlier days. What was stored does not
 * change, so a history is read and folded once, and later only what came since (docs/decisions/0228, 0237).
 */
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import { localAt } from '../../domain/values/zone.ts';
import { type EventStore, NO_STREAM } from '../../event-store/port.ts';

/** Of a few kilobytes each. */
const STATES_MAX = 20_000;

/** How events are folded into states. */
interface Folding<State> {
  initial(stream: string): State;
  fold(stream: string, from: State, events: readonly RecordedEvent[]): State;
}

interface DayEnd<State> {
  readonly day: string;
  readonly state: State;
}

interface KnownDays<State> {
  /** In which the days are. */
  readonly zone: string;
  /** Of the last event that is folded. */
  readonly revision: number;
  /** Ascending. */
  readonly ends: readonly DayEnd<State>[];
}

interface Wanted {
  readonly stream: string;
  /** The present state: later events do not matter. */
  readonly present: { readonly revision: number };
}

export class RecordDays<State> {
  readonly #store: Pick<EventStore, 'readStreams'>;
  readonly #states: Folding<State>;
  readonly #known = new Map<string, KnownDays<State>>();
  #size = 0;

  constructor(store: Pick<EventStore, 'readStreams'>, states: Folding<State>) {
    this.#store = store;
    this.#states = states;
  }

  /** The states at the end of the day; of a record that was entered later those of its first day. */
  async on(day: string, zone: string, wanted: readonly Wanted[]): Promise<ReadonlyMap<string, State>> {
    const found = new Map<string, KnownDays<State>>();
    for (const { stream } of wanted) {
      const known = this.#known.get(stream);
      found.set(stream, known?.zone === zone ? known : { zone, revision: NO_STREAM, ends: [] });
    }
    const missing = wanted.flatMap(({ stream, present }) => {
      const after = found.get(stream)?.revision ?? NO_STREAM;
      return after < present.revision ? [{ stream, after }] : [];
    });
    if (missing.length > 0) {
      const news = await this.#store.readStreams(missing);
      for (const { stream } of missing) {
        const known = found.get(stream);
        const next = known && this.#extended(stream, known, news.get(stream) ?? []);
        if (next) found.set(stream, next);
      }
    }
    for (const [stream, known] of found) this.#keep(stream, known);
    return new Map(
      [...found].flatMap(([stream, { ends }]) => {
        const end = ends.findLast((each) => each.day <= day) ?? ends[0];
        return end ? [[stream, end.state] as const] : [];
      }),
    );
  }

  #extended(stream: string, { zone, ...known }: KnownDays<State>, events: readonly RecordedEvent[]): KnownDays<State> {
    const ends = [...known.ends];
    let { revision } = known;
    for (const event of events) {
      if (event.revision <= revision) continue;
      const last = ends.at(-1);
      const state = this.#states.fold(stream, last?.state ?? this.#states.initial(stream), [event]);
      const { date } = localAt(zone, Date.parse(event.recordedAt));
      // A clock that was set back adds to the last day.
      if (last && date <= last.day) ends[ends.length - 1] = { day: last.day, state };
      else ends.push({ day: date, state });
      ({ revision } = event);
    }
    return { zone, revision, ends };
  }

  /** The longest unused are forgotten. */
  #keep(stream: string, known: KnownDays<State>): void {
    this.#forget(stream);
    this.#known.set(stream, known);
    this.#size += known.ends.length;
    for (const [oldest] of this.#known) {
      if (this.#size <= STATES_MAX || oldest === stream) return;
      this.#forget(oldest);
    }
  }

  #forget(stream: string): void {
    this.#size -= this.#known.get(stream)?.ends.length ?? 0;
    this.#known.delete(stream);
  }
}
