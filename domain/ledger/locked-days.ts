/**
 * Which locks of days bind a person, and what of a posting each of them holds (period-lock.record.ts,
 * docs/decisions/0215). A lock is read off the postings of a document, so that every kind of document obeys it without
 * naming it.
 */
import { isCashAccount } from '../chart/chart.ts';
import type { Facts } from '../deciding/facts.ts';
import type { Posting } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { dayAfter, type EffectiveDate, validDate } from '../values/effective-date.ts';
import { type LockedArea, lockedUntil, PASS_PERMISSION, type PeriodLockData } from './period-lock.record.ts';

export interface DayLock {
  readonly area: LockedArea;
  /** Undefined for all outlets. */
  readonly outlet: number | undefined;
  /** The last locked day. */
  readonly until: EffectiveDate;
}

/** The record of the locks as a decision reads it: `facts.record('period_lock', 1)`. */
export const LOCKS = { kind: 'period_lock', id: 1 } as const;

/** The locks that bind the actor today. */
export function locksIn({ record, actor, today }: Pick<Facts, 'record' | 'actor' | 'today'>): readonly DayLock[] {
  const { locks = [] } = record<PeriodLockData>(LOCKS.kind, LOCKS.id)?.data ?? {};
  if (locks.length === 0) return [];
  const passes = actor.can(PASS_PERMISSION);
  return locks.flatMap((row): DayLock[] => {
    const until = lockedUntil(row, today);
    if (until === undefined || (passes && row.locked_for === 'others')) return [];
    return [{ area: row.locked_area, outlet: row.outlet_fk ?? undefined, until: validDate(until) }];
  });
}

/** The folders of the documents of an area; the other areas are parts of any posting. */
const FOLDERS: Partial<Record<LockedArea, readonly string[]>> = {
  sales: ['sales', 'till'],
  purchases: ['purchasing'],
  journals: ['ledger'],
};

/** True when documents of the folder may post something that the lock holds. */
export const bindsFolder = ({ area }: DayLock, folder: string): boolean => FOLDERS[area]?.includes(folder) ?? true;

/** What the lock holds of the postings of a document. */
export function heldBy(lock: DayLock, folder: string, postings: readonly Posting[]): readonly Posting[] {
  if (!bindsFolder(lock, folder)) return [];
  const isOfOutlet = ({ outlet }: { readonly outlet: number }) => lock.outlet === undefined || outlet === lock.outlet;
  const isWhole = lock.area === 'all' || FOLDERS[lock.area] !== undefined;
  return postings
    .map((posting): Posting => {
      const lines = posting.lines.filter((line) => isOfOutlet(line) && (isWhole || isOfArea(line, lock.area)));
      const movements = posting.movements.filter(
        (movement) => isOfOutlet(movement) && (isWhole || movement.pool.kind === lock.area),
      );
      const openItems = isWhole ? posting.openItems.filter(isOfOutlet) : [];
      return { ...posting, lines, movements, openItems };
    })
    .filter(({ lines, movements, openItems }) => lines.length + movements.length + openItems.length > 0);
}

function isOfArea({ account, tax }: EntryLine, area: LockedArea): boolean {
  if (area === 'cash') return isCashAccount(account);
  if (area === 'stock') return account.key === 'inventory';
  return tax !== undefined || account.key === 'input-tax' || account.key === 'output-tax';
}

/**
 * The day on which a document of a closed or locked day is posted instead; undefined for other days. `openFrom` is the
 * same for closed years alone. Documents of one outlet wait for the locks of that outlet only.
 */
export function firstFreeDay(
  day: string,
  locks: readonly DayLock[],
  of: { readonly folder: string; readonly outlet: unknown },
  openFrom: (day: string) => EffectiveDate | undefined,
): EffectiveDate | undefined {
  const last = locks
    .filter((lock) => bindsFolder(lock, of.folder) && (lock.outlet === undefined || lock.outlet === of.outlet))
    .map(({ until }) => until)
    .toSorted()
    .at(-1);
  if (last === undefined || day > last) return openFrom(day);
  const next = dayAfter(last);
  return openFrom(next) ?? next;
}
