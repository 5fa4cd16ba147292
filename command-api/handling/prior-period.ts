/**
 * Documents that are entered late for a closed year or for locked days: their dates, and the confirmation that is
 * requested when a person did not request a prior-period adjustment.
 */
import type { Claim } from '../../domain/deciding/claim.ts';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import type { Facts } from '../../domain/deciding/facts.ts';
import { isOfADay } from '../../domain/deciding/read-model-query.ts';
import { type DayLock, firstFreeDay, locksIn } from '../../domain/ledger/locked-days.ts';
import { postingRuleOf } from '../../domain/registry/posting-table.ts';
import type { EffectiveDate } from '../../domain/values/effective-date.ts';
import { membersOf } from '../../domain/values/members.ts';
import {
  dayAfterClosed,
  firstOpenDay,
  PRIOR_PERIOD_PERMISSION,
  redated,
  withTrueDate,
  type Year,
} from '../../domain/values/prior-period.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import type { ClaimStore } from '../../event-store/port.ts';
import type { AggregateState, AggregateType } from '../aggregates/aggregate-types.ts';
import { LOCKED_DAYS } from '../claims/locked-days.ts';

/** False for a document that requires no open day, and for one with figures that were queried for its own day. */
export function mayBeRedated(kind: AggregateType, state: AggregateState, body: unknown): boolean {
  if (kind.is !== 'document' || kind.declaration.period !== undefined) return false;
  return !isOfADay(kind.declaration.measures?.({ ...kind.dataOf(state), ...membersOf(body) }, []));
}

/**
 * The first open day for a document of a closed or locked day; undefined for other days. What was paid at a till is
 * posted after the closed years when none is open.
 */
export type FreeDay = (day: string) => EffectiveDate | undefined;

export function freeDays(
  { kind, state, body }: { readonly kind: AggregateType; readonly state: AggregateState; readonly body: unknown },
  years: readonly Year[],
  { locks, isPaid }: { readonly locks: readonly DayLock[]; readonly isPaid?: boolean },
): FreeDay {
  const outlet = membersOf(body)['outlet_fk'] ?? kind.dataOf(state)['outlet_fk'];
  const openFrom = (day: string) => firstOpenDay(day, years) ?? (isPaid ? dayAfterClosed(day, years) : undefined);
  return (day) => firstFreeDay(day, locks, { folder: kind.declaration.folder, outlet }, openFrom);
}

/** Dates a posting event on the first open day when requested; keeps the document's true date when it is stored again. */
export function datedInOpenYear(
  kind: AggregateType,
  event: DomainEvent,
  state: AggregateState,
  { openDay }: Facts,
): DomainEvent {
  const kept = withTrueDate(event, kind.dataOf(state), () => kind.dataOf(kind.decider.evolve(state, event)));
  return openDay && postingRuleOf(event.type)?.does === 'post' ? redated(kept, openDay) : kept;
}

/** Details of the refusal for the confirmation dialog. */
export interface PriorPeriodOffer {
  readonly date: string;
  readonly open_day: EffectiveDate;
}

/** True for a refusal that an adjustment may help. */
export const isOfLockedDays = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.issues.some(({ message }) => message === LOCKED_DAYS);

/** A command that was refused because of a closed year or of locked days. */
export interface RefusedCommand {
  readonly kind: AggregateType;
  readonly state: AggregateState;
  readonly body: unknown;
  readonly facts: Facts;
  readonly store: Pick<ClaimStore, 'periods'>;
  /** The claims of the same command under other facts. Throws Refusal. */
  readonly claimsUnder: (facts: Facts) => readonly Claim[];
}

/**
 * The same refusal with the offer of a prior-period adjustment. When no adjustment can help, as for a reversal in a closed
 * year, it says what can.
 */
export async function withOffer(refusal: Refusal, command: RefusedCommand) {
  const { kind, state, body, facts, store } = command;
  const closed = refusal.issues.find(({ message }) => message in OFFERED);
  const date = closed?.params?.['day'];
  if (date === undefined || !mayBeRedated(kind, state, body)) return refusal;
  const openDay = freeDays(command, await store.periods(), { locks: locksIn(facts) });
  const open_day = openDay(date);
  const stillClosed = closedUnder(command, openDay);
  if (open_day === undefined || stillClosed === undefined) return refusal;
  if (stillClosed) return worded(refusal, 'stays', { day: date });
  if (facts.openDay || !facts.actor.can(PRIOR_PERIOD_PERMISSION)) return refusal;
  const prior_period: PriorPeriodOffer = { date, open_day };
  return worded(refusal, 'may_be_adjusted', { day: date, open_day }, { prior_period });
}

/** The messages of days that are not open, and what they become when it is known what can help. */
const OFFERED: Readonly<Record<string, { readonly stays: string; readonly may_be_adjusted: string }>> = {
  closed_period: { stays: 'closed_period_stays', may_be_adjusted: 'closed_period_may_be_adjusted' },
  [LOCKED_DAYS]: { stays: 'locked_days_stay', may_be_adjusted: 'locked_days_may_be_adjusted' },
};

function worded(
  refusal: Refusal,
  what: 'stays' | 'may_be_adjusted',
  more: Readonly<Record<string, string>>,
  details?: object,
): Refusal {
  const issues = refusal.issues.map((issue) => {
    const message = OFFERED[issue.message]?.[what];
    return message === undefined ? issue : { ...issue, message, params: { ...more, ...issue.params } };
  });
  return new Refusal(refusal.code, issues, details);
}

/**
 * Whether the command dated on an open day still touches closed or locked ones: a reversal has no posting event to
 * date otherwise. Undefined when it is refused for another reason.
 */
function closedUnder({ facts, claimsUnder }: RefusedCommand, openDay: NonNullable<Facts['openDay']>) {
  try {
    const claims = claimsUnder({ ...facts, openDay });
    return claims.some((claim) => claim.kind === 'period' && openDay(claim.day) !== undefined);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return isOfLockedDays(error) ? true : undefined;
  }
}
