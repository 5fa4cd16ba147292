/**
 * The values that a record had before an import changed it, read from the log: the import stores nothing of them. A record
 * that somebody has changed since is at another revision, and stays as it is.
 */
import type { Actor } from '../../../domain/deciding/facts.ts';
import { type RecordData, recordStateOf } from '../../../domain/records/record.ts';
import { membersOf } from '../../../domain/values/members.ts';
import { NO_STREAM } from '../../../event-store/port.ts';
import { type RecordType, streamOf } from '../../aggregates/aggregate-types.ts';
import type { Commands } from '../../commands/open-commands.ts';
import { ownData } from './check-updates.ts';

interface Change {
  readonly id: number;
  /** Of the event that changed it. */
  readonly revision: number;
}

/** The fields that the event has changed, as they were before it; without rows of places that the person was not given. */
export async function valuesBefore(
  { store, handler }: Pick<Commands, 'store' | 'handler'>,
  kind: RecordType,
  { id, revision }: Change,
  actor: Actor,
): Promise<RecordData> {
  const stream = streamOf(kind.kind, id);
  const events = (await store.readStreams([{ stream, after: NO_STREAM }])).get(stream) ?? [];
  const earlier = events.filter((event) => event.revision < revision);
  const before = recordStateOf(handler.states.fold(stream, handler.states.initial(stream), earlier).state);
  const change = events.find((event) => event.revision === revision);
  if (before.status === 'none' || !change) return {};
  const data = ownData(kind, before.data, actor);
  const fields = Object.keys(membersOf(membersOf(change.data)['changed']));
  return Object.fromEntries(fields.map((field) => [field, data[field] ?? null]));
}
