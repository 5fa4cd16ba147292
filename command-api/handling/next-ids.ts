/** Ids for what a command makes. A dry run uses none up: it gets those that would come next. */
import type { ClaimStore } from '../../event-store/port.ts';
import { isKnownId } from './known-ids.ts';
import type { CommandRequest } from './request.ts';

export type NextId = (kind: string) => Promise<number>;

export function idsOf(
  store: Pick<ClaimStore, 'nextId' | 'peekId'>,
  { dryRun }: Pick<CommandRequest, 'dryRun'>,
): NextId {
  // An append that meets the stream of a known id is refused, and decided again with the next one.
  if (!dryRun) return (kind) => store.nextId(kind);
  const ahead = new Map<string, number>();
  return async (kind) => {
    for (;;) {
      const count = ahead.get(kind) ?? 0;
      ahead.set(kind, count + 1);
      const id = await store.peekId(kind, count);
      if (!isKnownId(kind, id)) return id;
    }
  };
}
