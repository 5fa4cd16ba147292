/** Ids for the documents and records that a command creates. A dry run gets the next ids without reserving them. */
import type { ClaimStore } from '../../event-store/port.ts';
import type { CommandRequest } from './command-request.ts';

export type NextId = (kind: string) => Promise<number>;

/** `tries`: so often an id was taken already, or something else moved; a dry run then tries the next one, as a commit does. */
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
