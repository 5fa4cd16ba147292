/** The rules for removing entries of the journal from the device. */
import type { IDBPObjectStore, StoreNames } from 'idb';
import type { KeptEntry, TillSchema } from './database-schema.ts';

/** Days for which a paper can be printed again. */
export const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

export const isClosedBy = ({ kind }: KeptEntry): boolean => kind === 'close_drawer';

type Entries = IDBPObjectStore<TillSchema, StoreNames<TillSchema>[], 'entries', 'readwrite'>;

/** A drawer that was opened at the server is closed when the server no longer lists it as open. */
export async function whenRemovable(
  entries: Entries,
  now: Date,
  openAtServer: ReadonlySet<string>,
): Promise<readonly KeptEntry[]> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString();
  const old = await entries.index('made_at').getAll(IDBKeyRange.upperBound(before, true));
  const closings = await entries.index('kind').getAll('close_drawer');
  const closed = new Set(closings.filter(isAnswered).map(({ drawer }) => drawer));
  const isOver = ({ drawer }: KeptEntry) => closed.has(drawer) || (/^\d+$/.test(drawer) && !openAtServer.has(drawer));
  return old.filter((kept) => isAnswered(kept) && isOver(kept));
}

const isAnswered = ({ state }: KeptEntry): boolean => state === 'stored';
