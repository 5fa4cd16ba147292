/** Rebuilds the answer of a stored command from the log. */
import { defined } from '../../domain/values/defined.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { type CommandStore, NO_STREAM } from '../../event-store/port.ts';
import type { AggregateRepository } from '../aggregates/aggregate-repository.ts';
import { type AggregateRegistry, readStream } from '../aggregates/aggregate-types.ts';
import { madeDocuments } from './made-documents.ts';
import type { CommandAnswer } from './request.ts';

interface Sources {
  readonly store: CommandStore;
  readonly kinds: AggregateRegistry;
  readonly states: AggregateRepository;
}

export async function replayStoredAnswer(
  { store, kinds, states }: Sources,
  commandId: string,
  digest: string | undefined,
): Promise<CommandAnswer | undefined> {
  const stored = await store.findCommand(commandId);
  const [stream] = stored?.streams ?? [];
  const named = readStream(stream ?? '');
  if (!stored || stream === undefined || !named) return undefined;
  if (digest !== undefined && stored.digest !== null && stored.digest !== digest) throw usedForAnother();
  const written = await store.readStreams(stored.streams.map((each) => ({ stream: each, after: NO_STREAM })));
  const after = stored.streams.map((each, index) => {
    const revision = stored.revisions[index] ?? NO_STREAM;
    const events = (written.get(each) ?? []).filter((event) => event.revision <= revision);
    const isMade = index > 0 && events[0]?.meta.commandId === commandId;
    return { stream: each, revision, isMade, state: states.fold(each, states.initial(each), events).state };
  });
  const made = madeDocuments(
    kinds,
    after.filter(({ isMade }) => isMade),
  );
  const { revision, state } = defined(after[0]);
  return { ...named, stream, revision, position: stored.position, state, repeated: true, ...made };
}

export function usedForAnother(): Refusal {
  return new Refusal('idempotency', [{ field: '', message: 'idempotency_key_used_before' }]);
}
