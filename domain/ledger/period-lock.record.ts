/**
 * Locked days: days of an open financial year on which nothing is posted any more, for the whole business or for an
 * outlet, for everything or for one area of the books (docs/decisions/0215). One record, number 1. A year that is closed
 * needs no lock.
 */
import { type Static, Type } from 'typebox';
import type { Facts } from '../deciding/facts.ts';
import { declareRecord } from '../records/record.ts';
import { Body, DateField, Maybe, Name, OneOf, Reference } from '../schemas/fields.schema.ts';
import { daysLater, type EffectiveDate, readDate } from '../values/effective-date.ts';
import type { Issues } from '../values/refusal.ts';

/**
 * `sales` and `purchases` are what documents of selling and buying post, `journals` what those of the ledger do; `stock`,
 * `cash` and `tax` are movements of goods, of money and of taxes in whatever document.
 */
export const LOCKED_AREAS = ['all', 'sales', 'purchases', 'stock', 'cash', 'journals', 'tax'] as const;
export type LockedArea = (typeof LOCKED_AREAS)[number];

/** Those who hold it post on days that are locked for others. */
export const PASS_PERMISSION = 'period_locks/pass';

const DAYS_MAX = 3660;
const LOCKS_MAX = 100;

const PeriodLock = Body({
  locked_area: OneOf([...LOCKED_AREAS]),
  /** The outlet whose books are locked; null for all outlets. */
  outlet_fk: Maybe(Reference('outlets')),
  /** The last locked day. */
  locked_until: Maybe(DateField()),
  /** A lock that moves with the calendar: today and so many days before it are open. */
  days_open: Maybe(Type.Integer({ minimum: 0, maximum: DAYS_MAX })),
  /** `others`: those without the permission `period_locks/pass`. */
  locked_for: OneOf(['everybody', 'others']),
});
export type PeriodLockRow = Static<typeof PeriodLock>;

export const PeriodLockBody = Body({
  /** Why the locks are as they are: the history shows it beside each change. */
  lock_reason: Name(),
  locks: Type.Optional(Type.Array(PeriodLock, { maxItems: LOCKS_MAX })),
});
export type PeriodLockData = Static<typeof PeriodLockBody>;

export const periodLock = declareRecord({
  names: { kind: 'period_lock', folder: 'ledger', id: 'period_lock_id', name: 'lock_reason' },
  schema: PeriodLockBody,
  singleton: true,
  defaults: { locks: [] },
  unique: [],
  list: { columns: ['lock_reason'], search: ['lock_reason'] },
  check: checkLocks,
  refuseRetireWhen: () => 'cannot_be_deleted',
});

/** The last day that a row locks; undefined when it locks none. */
export function lockedUntil({ locked_until, days_open }: PeriodLockRow, today: EffectiveDate): string | undefined {
  const moving = days_open === undefined || days_open === null ? undefined : daysLater(today, -days_open - 1);
  return [locked_until ?? undefined, moving]
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1);
}

function checkLocks(
  next: PeriodLockData,
  previous: PeriodLockData | undefined,
  { today, confirmed }: Facts,
  issues: Issues,
): void {
  const locks = next.locks ?? [];
  locks.forEach(({ locked_until, days_open }, index) => {
    const field = `locks.${index}.locked_until`;
    if (locked_until) {
      if (!readDate(locked_until)) issues.add(field, 'date');
      else if (locked_until > today) issues.add(field, 'lock_of_coming_days', { value: today });
    } else if (days_open === undefined || days_open === null) issues.add(field, 'lock_until_or_days');
  });
  const opened = openedAgain(previous?.locks ?? [], locks, today);
  if (opened === undefined) return;
  if (next.lock_reason === previous?.lock_reason) issues.add('lock_reason', 'lock_reason_of_opening');
  else if (!confirmed) issues.ask('locks', 'lock_opens_days', opened);
}

/** The first row whose days are not locked as strictly any more; undefined when no day is opened again. */
function openedAgain(before: readonly PeriodLockRow[], after: readonly PeriodLockRow[], today: EffectiveDate) {
  for (const row of before) {
    const until = lockedUntil(row, today);
    const stays = after.some((other) => covers(other, row) && (lockedUntil(other, today) ?? '') >= (until ?? ''));
    if (until !== undefined && !stays) return { day: until };
  }
  return undefined;
}

const covers = (one: PeriodLockRow, other: PeriodLockRow): boolean =>
  (one.locked_area === 'all' || one.locked_area === other.locked_area) &&
  ((one.outlet_fk ?? null) === null || one.outlet_fk === other.outlet_fk) &&
  (one.locked_for === 'everybody' || one.locked_for === other.locked_for);
