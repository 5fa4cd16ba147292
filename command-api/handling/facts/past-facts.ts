/**
 * The facts of a moment, from the histories of records: what an entry of a till that arrives later is compared with. A
 * record that was entered after the moment is as it is now, and documents are.
 */
import type { Facts } from '../../../domain/deciding/facts.ts';
import { type EventStore, NO_STREAM } from '../../../event-store/port.ts';
import type { AggregateRepository, LoadedAggregate } from '../../aggregates/aggregate-repository.ts';
import { type AggregateRegistry, type AggregateType, readStream } from '../../aggregates/aggregate-types.ts';
import { type CommandContext, load } from '../../aggregates/command-context.ts';
import type { CommandRequest } from '../command-request.ts';
import { type FactSources, factsOf } from '../decision.ts';

interface Sources {
  readonly store: Pick<EventStore, 'readStreams'>;
  readonly states: Pick<AggregateRepository, 'read' | 'fold' | 'initial'>;
  readonly kinds: AggregateRegistry;
}

interface Present extends Pick<FactSources, 'moment'> {
  readonly request: Pick<CommandRequest, 'actor' | 'happenedMs' | 'body'>;
  readonly loaded: CommandContext;
  /** Undefined for a new document. */
  readonly stream: string | undefined;
  readonly own: NonNullable<FactSources['more']>;
  /** The rates of then, where others were entered since. */
  readonly rates: Pick<Facts, 'rateOn'> | undefined;
}

/** Empty when nothing that the command refers to was changed since. What happened before is no condition of the append. */
export async function pastFacts(
  sources: Sources,
  kind: AggregateType,
  { request, loaded, stream, moment, own, rates }: Present,
): Promise<Pick<Facts, 'past'>> {
  const { actor, happenedMs: ms, body } = request;
  if (ms === undefined) return {};
  const isChanged = loaded.hasChangedSince(ms);
  if (!isChanged && !rates) return {};
  const then = isChanged ? await load(sources.kinds, new StatesThen(sources, ms), kind, stream, body) : loaded;
  return { past: factsOf(then, { actor, moment, more: { ...own, ...rates } }) };
}

class StatesThen {
  readonly #sources: Sources;
  readonly #ms: number;

  constructor(sources: Sources, ms: number) {
    this.#sources = sources;
    this.#ms = ms;
  }

  kept(): undefined {
    return undefined;
  }

  async read(streams: Iterable<string>): Promise<Map<string, LoadedAggregate>> {
    const { store, states, kinds } = this.#sources;
    const known = await states.read(streams);
    const isRecord = (stream: string) => kinds.get(readStream(stream)?.kind ?? '')?.is === 'record';
    const changed = [...known].flatMap(([stream, { recordedAt }]) =>
      isRecord(stream) && this.#isLater(recordedAt) ? [{ stream, after: NO_STREAM }] : [],
    );
    if (changed.length === 0) return known;
    for (const [stream, events] of await store.readStreams(changed)) {
      const before = events.filter(({ recordedAt }) => !this.#isLater(recordedAt));
      if (before.length > 0) known.set(stream, states.fold(stream, states.initial(stream), before));
    }
    return known;
  }

  #isLater(recordedAt: string | undefined): boolean {
    return recordedAt !== undefined && Date.parse(recordedAt) > this.#ms;
  }
}
