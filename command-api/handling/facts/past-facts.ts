/**
 * The facts of a moment, from the histories of records: what an entry of a till that arrives later is compared with. A
 * record that was entered after the moment is as it is now, and documents are.
 */
import type { Facts } from '../../../domain/deciding/facts.ts';
import { NO_STREAM } from '../../../event-store/port.ts';
import type { AggregateType } from '../../aggregates/aggregate-types.ts';
import { type CommandContext, load } from '../../aggregates/command-context.ts';
import type { CommandRequest } from '../command-request.ts';
import { type FactSources, factsOf } from '../decision.ts';
import { type ChangedRecord, type HistorySources, StatesThen } from './states-then.ts';

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
  sources: HistorySources,
  kind: AggregateType,
  { request, loaded, stream, moment, own, rates }: Present,
): Promise<Pick<Facts, 'past'>> {
  const { actor, happenedMs: ms, body } = request;
  if (ms === undefined) return {};
  const isLater = (recordedAt: string) => Date.parse(recordedAt) > ms;
  const isChanged = loaded.hasChanged(isLater);
  if (!isChanged && !rates) return {};
  const { store, states: folding } = sources;
  const before = async (changed: readonly ChangedRecord[]) => {
    const histories = await store.readStreams(changed.map(({ stream }) => ({ stream, after: NO_STREAM })));
    return new Map(
      [...histories].flatMap(([stream, events]) => {
        const earlier = events.filter(({ recordedAt }) => !isLater(recordedAt));
        return earlier.length === 0 ? [] : [[stream, folding.fold(stream, folding.initial(stream), earlier)] as const];
      }),
    );
  };
  const states = new StatesThen(sources, { loaded, concerns: () => true, isLater, before });
  const then = isChanged ? await load(sources.kinds, states, kind, stream, body) : loaded;
  return { past: factsOf(then, { actor, moment, more: { ...own, ...rates } }) };
}
