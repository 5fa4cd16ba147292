/** Ids for the documents and records that a command creates. A dry run peeks at the next ids without reserving them. */
import type { ClaimStore } from '../../event-store/port.ts';
import type { CommandRequest } from './command-request.ts';

export type NextId = (kind: string) => Promise<number>;

/** `tries` is the number of failed attempts; a dry run then uses the next id, as a commit does. */
export function idsOf(
  store: Pick<ClaimStore, 'nextId' | 'peekId'>,
  { dryRun }: Pick<CommandRequest, 'dryRun'>,
  tries: number,
): NextId {
  if (!dryRun) return (kind) => store.nextId(kind);
  const ahead = new Map<string, number>();
  return (kind) => {
    const count = ahead.get(kind) ?? tries;
    ahead.set(kind, count + 1);
    return store.peekId(kind, count);
  };
}
