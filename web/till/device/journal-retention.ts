/** The rules for removing entries of the journal from the device. */
import type { IDBPObjectStore, StoreNames } from 'idb';
import type { KeptEntry, TillSchema } from './database-schema.ts';

/** Days for which a paper can be printed again. */
export const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

export const isClosedBy = ({ kind }: KeptEntry): boolean => kind === 'close_drawer';

type Entries = IDBPObjectStore<TillSchema, StoreNames<TillSchema>[], 'entries', 'readwrite'>;

/**
 * A drawer that was opened at the server is closed when the server no longer lists it as open. A closing is removed
 * with the last entries of its drawer only, because an opening without a closing counts as an open drawer.
 */
export async function whenRemovable(
  entries: Entries,
  now: Date,
  openAtServer: ReadonlySet<string>,
): Promise<readonly KeptEntry[]> {
  const beforeMs = now.getTime() - KEPT_DAYS * DAY_MS;
  const before = new Date(beforeMs).toISOString();
  const old = await entries.index('made_at').getAll(IDBKeyRange.upperBound(before, true));
  const closings = await entries.index('kind').getAll('close_drawer');
  const closed = new Set(closings.filter(isAnswered).map(({ drawer }) => drawer));
  const isOver = ({ drawer }: KeptEntry) => closed.has(drawer) || (/^\d+$/.test(drawer) && !openAtServer.has(drawer));
  const removable = old.filter((kept) => isAnswered(kept) && isOver(kept) && writtenMs(kept) < beforeMs);
  const remaining = new Set<string>();
  for (const [drawer, found] of Map.groupBy(removable, (kept) => kept.drawer)) {
    if ((await entries.index('drawer').count(drawer)) > found.length) remaining.add(drawer);
  }
  return removable.filter((kept) => !isClosedBy(kept) || !remaining.has(kept.drawer));
}

/** `made_at` is the device's own time: after a power cut, that of an empty clock battery. */
const writtenMs = ({ entry, written_at }: KeptEntry): number =>
  written_at === undefined ? Date.parse(entry.made_at) + entry.clock_offset : Date.parse(written_at);

const isAnswered = ({ state }: KeptEntry): boolean => state === 'stored';
