/**
 * Documents that are entered late for a closed year: their dates, and the confirmation that is requested when a person did
 * not request a prior-period adjustment.
 */
import type { Claim } from '../../domain/deciding/claim.ts';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import type { Facts } from '../../domain/deciding/facts.ts';
import { isOfADay } from '../../domain/deciding/read-model-query.ts';
import { postingRuleOf } from '../../domain/registry/posting-table.ts';
import type { EffectiveDate } from '../../domain/values/effective-date.ts';
import { membersOf } from '../../domain/values/members.ts';
import { firstOpenDay, PRIOR_PERIOD_PERMISSION, redated, withTrueDate } from '../../domain/values/prior-period.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import type { ClaimStore } from '../../event-store/port.ts';
import type { AggregateState, AggregateType } from '../aggregates/aggregate-types.ts';

/** False for a document that requires no open day, and for one with figures that were queried for its own day. */
export function mayBeRedated(kind: AggregateType, state: AggregateState, body: unknown): boolean {
  if (kind.is !== 'document' || kind.declaration.period !== undefined) return false;
  return !isOfADay(kind.declaration.measures?.({ ...kind.dataOf(state), ...membersOf(body) }, []));
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

/** A command that was refused because of a closed year. */
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
  const closed = refusal.issues.find(({ message }) => message === 'closed_period');
  const date = closed?.params?.['day'];
  if (date === undefined || !mayBeRedated(kind, state, body)) return refusal;
  const years = await store.periods();
  const openDay = (day: string) => firstOpenDay(day, years);
  const open_day = openDay(date);
  const stillClosed = closedUnder(command, openDay);
  if (open_day === undefined || stillClosed === undefined) return refusal;
  if (stillClosed) return worded(refusal, 'closed_period_stays', { day: date });
  if (facts.openDay || !facts.actor.can(PRIOR_PERIOD_PERMISSION)) return refusal;
  const prior_period: PriorPeriodOffer = { date, open_day };
  return worded(refusal, 'closed_period_may_be_adjusted', { day: date, open_day }, { prior_period });
}

function worded(refusal: Refusal, message: string, more: Readonly<Record<string, string>>, details?: object): Refusal {
  const issues = refusal.issues.map((issue) =>
    issue.message === 'closed_period' ? { ...issue, message, params: { ...more, ...issue.params } } : issue,
  );
  return new Refusal(refusal.code, issues, details);
}

/**
 * Whether the command dated in an open year still touches a closed one: a reversal has no posting event to date
 * otherwise. Undefined when it is refused for another reason.
 */
function closedUnder({ facts, claimsUnder }: RefusedCommand, openDay: NonNullable<Facts['openDay']>) {
  try {
    const claims = claimsUnder({ ...facts, openDay });
    return claims.some((claim) => claim.kind === 'period' && openDay(claim.day) !== undefined);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
