/** The lines of this person in a counting round: those that the server has, and those of this device that it has not. */
import type { Round } from './round.ts';
import type { WaitingEntry } from './waiting.ts';

const LAST_MAX = 10;

type Counted = 'entry_uuid' | 'item_fk' | 'item_name' | 'unit_name' | 'quantity' | 'batch_number' | 'expire_date';

export interface Line extends Pick<WaitingEntry, Counted | 'problem'> {
  /** The page has read it from the server. */
  readonly isRead: boolean;
}

type Entries = Pick<Round, 'entries'>;

/** The newest lines first: those of this device that are not read from the server yet, and those of the server. */
export function lastLines(round: Entries, entries: readonly WaitingEntry[], user: number): readonly Line[] {
  const stored = round.entries.filter(({ counted_by_fk }) => counted_by_fk === user);
  const removed = new Set(entries.filter(({ is_removed }) => is_removed).map(({ entry_uuid }) => entry_uuid));
  return [
    ...stored
      .filter(({ entry_uuid }) => !removed.has(entry_uuid))
      .map((entry) => ({
        entry_uuid: entry.entry_uuid,
        item_fk: entry.item_fk,
        quantity: entry.quantity,
        batch_number: entry.batch_number,
        expire_date: entry.expire_date,
        isRead: true,
        item_name: entry.item_name ?? '',
        unit_name: entry.unit_name ?? '',
      })),
    ...ofDevice(round, entries),
  ]
    .slice(-LAST_MAX)
    .toReversed();
}

/** The lines that the server refused; all of them, because nothing else has them. */
export const refusedLines = (round: Entries, entries: readonly WaitingEntry[]): readonly Line[] =>
  ofDevice(round, entries).filter(({ problem }) => problem !== undefined);

function ofDevice(round: Entries, entries: readonly WaitingEntry[]): readonly Line[] {
  const known = new Set(round.entries.map(({ entry_uuid }) => entry_uuid));
  return entries
    .filter(({ entry_uuid, is_removed }) => !is_removed && !known.has(entry_uuid))
    .map((entry) => ({ ...entry, isRead: false }));
}

/** The number of entries that will be sent; refused ones are not sent again. */
export const countUnsent = (entries: readonly WaitingEntry[]): number =>
  entries.filter(({ is_stored, problem }) => !is_stored && problem === undefined).length;
