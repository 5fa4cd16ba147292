/** Facts that only some decisions ask for: ids of the documents that they make, and sums of the books. */
import type { Measure } from '../../domain/kernel/document.ts';
import type { Facts } from '../../domain/kernel/facts.ts';
import type { EventStore } from '../../event-store/port.ts';
import { dataOf, type Kind, type Status } from './kinds.ts';
import type { CommandRequest } from './request.ts';

/** The answer to a measure, as its document reads it. */
export type MeasureReader = (asked: Measure) => Promise<unknown>;

export async function moreFacts(
  { store, measure }: { readonly store: Pick<EventStore, 'nextId'>; readonly measure?: MeasureReader },
  kind: Kind,
  state: Status,
  { commands, body }: Pick<CommandRequest, 'commands' | 'body'>,
): Promise<Pick<Facts, 'newIds' | 'measured'>> {
  if (kind.is !== 'document') return {};
  const { makes, measures } = kind.declaration;
  const made = new Set(commands.map((command) => makes?.(command)).filter((name) => name !== undefined));
  const ids = await Promise.all([...made].map(async (name) => [name, await store.nextId(name)] as const));
  const asked = measures?.({ ...dataOf(state), ...(body as object) });
  return {
    ...(ids.length === 0 ? {} : { newIds: Object.fromEntries(ids) }),
    ...(asked && measure ? { measured: await measure(asked) } : {}),
  };
}
