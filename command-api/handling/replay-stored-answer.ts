/** The answer to a command that was stored before, made again from what was stored. */
import { Refusal } from '../../domain/kernel/refusal.ts';
import { type CommandStore, NO_STREAM } from '../../event-store/port.ts';
import type { States } from './aggregate-repository.ts';
import { readStream } from './aggregate-types.ts';
import type { CommandAnswer } from './request.ts';

export async function answerAgain(
  store: CommandStore,
  states: States,
  commandId: string,
  digest: string | undefined,
): Promise<CommandAnswer | undefined> {
  const stored = await store.findCommand(commandId);
  const [stream] = stored?.streams ?? [];
  const named = readStream(stream ?? '');
  if (!stored || stream === undefined || !named) return undefined;
  if (digest !== undefined && stored.digest !== null && stored.digest !== digest) throw usedForAnother();
  const revision = stored.revisions[0] ?? NO_STREAM;
  const events = (await store.readStreams([{ stream, after: NO_STREAM }])).get(stream) ?? [];
  const upTo = events.filter((event) => event.revision <= revision);
  const { state } = states.fold(stream, states.initial(stream), upTo);
  return { ...named, stream, revision, position: stored.position, state, repeated: true };
}

export function usedForAnother(): Refusal {
  return new Refusal('idempotency', [{ field: '', message: 'idempotency_key_used_before' }]);
}
