/** Records of one kind, folded incrementally: each call reads only new events. */
import type { RecordDeclaration, RecordState } from '../domain/records/record.ts';
import { recordDecider } from '../domain/records/record-decider.ts';
import { upcast } from '../domain/versions/upcast.ts';
import { type EventStore, NO_STREAM } from '../event-store/port.ts';

export class Records<Data> {
  readonly #store: Pick<EventStore, 'readStreams'>;
  readonly #declaration: RecordDeclaration;
  readonly #folded = new Map<number, { revision: number; state: RecordState }>();

  constructor(store: Pick<EventStore, 'readStreams'>, declaration: RecordDeclaration) {
    this.#store = store;
    this.#declaration = declaration;
  }

  async active(id: number): Promise<Data | undefined> {
    const found = await this.find(id);
    return found?.isActive ? found.data : undefined;
  }

  /** Includes retired ones. */
  async find(id: number): Promise<{ readonly isActive: boolean; readonly data: Data } | undefined> {
    const stream = `${this.#declaration.kind}-${id}`;
    const decider = recordDecider(this.#declaration);
    const from = this.#folded.get(id) ?? { revision: NO_STREAM, state: decider.initial };
    const events = (await this.#store.readStreams([{ stream, after: from.revision }])).get(stream) ?? [];
    const state = events.reduce<RecordState>(
      (recordState, event) => decider.evolve(recordState, upcast(event) as never),
      from.state,
    );
    const revision = events.at(-1)?.revision ?? from.revision;
    if (revision > from.revision) this.#folded.set(id, { revision, state });
    return state.status === 'none' ? undefined : { isActive: state.status === 'active', data: state.data as Data };
  }
}
