/**
 * Documents that are entered late for a closed year: their dates, and the confirmation that is requested when a person did
 * not request a prior-period adjustment.
 */
import type { EffectiveDate } from '../../domain/kernel/effective-date.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';
import type { Actor, Facts } from '../../domain/kernel/facts.ts';
import { firstOpenDay, PRIOR_PERIOD_PERMISSION, redated, withTrueDate } from '../../domain/kernel/prior-period.ts';
import { Refusal } from '../../domain/kernel/refusal.ts';
import { postingRuleOf } from '../../domain/posting/table.ts';
import type { ClaimStore } from '../../event-store/port.ts';
import type { AggregateState, AggregateType } from './aggregate-types.ts';

/** False for a document that requires no open day, and for one with figures that were queried for its own day. */
export const mayBeRedated = (kind: AggregateType): boolean =>
  kind.is === 'document' && kind.declaration.period === undefined && kind.declaration.measures === undefined;

/** Dates a posting event on the first open day when requested; adds the document's true date to other events. */
export function datedInOpenYear(
  kind: AggregateType,
  event: DomainEvent,
  state: AggregateState,
  { openDay }: Facts,
): DomainEvent {
  const kept = withTrueDate(event, kind.dataOf(state));
  return openDay && postingRuleOf(event.type)?.does === 'post' ? redated(kept, openDay) : kept;
}

/** Details of the refusal for the confirmation dialog. */
export interface PriorPeriodOffer {
  readonly date: string;
  readonly open_day: EffectiveDate;
}

/** The same refusal with the offer of a prior-period adjustment. */
export async function withOffer(
  refusal: Refusal,
  kind: AggregateType,
  actor: Actor,
  store: Pick<ClaimStore, 'periods'>,
) {
  const closed = refusal.issues.find(({ message }) => message === 'closed_period');
  const date = closed?.params?.['day'];
  if (date === undefined || !mayBeRedated(kind) || !actor.can(PRIOR_PERIOD_PERMISSION)) return refusal;
  const open_day = firstOpenDay(date, await store.periods());
  if (open_day === undefined) return refusal;
  const issues = refusal.issues.map((issue) =>
    issue.message === 'closed_period'
      ? { ...issue, message: 'closed_period_may_be_adjusted', params: { ...issue.params, open_day } }
      : issue,
  );
  const prior_period: PriorPeriodOffer = { date, open_day };
  return new Refusal(refusal.code, issues, { prior_period });
}
