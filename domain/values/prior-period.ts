/**
 * Prior-period adjustments (architecture.md, section 7): a document that arrives late for a closed year is posted on
 * the first open day and stores its true date. An actor with the permission requests it with the command. The kernel
 * changes the date of the posting events of any document; the true date is kept until the day of the document is
 * changed.
 */

import type { DomainEvent } from '../deciding/event.ts';
import { dayAfter, type EffectiveDate } from './effective-date.ts';
import { membersOf } from './members.ts';

export const PRIOR_PERIOD_PERMISSION = 'financial_years/prior_period';

/** A financial year: its days are open or closed. */
export interface Year {
  readonly from: EffectiveDate;
  readonly to: EffectiveDate;
  readonly status: 'open' | 'closed';
}

/** The first open day after a day of a closed year; undefined for other days, or when no later year is open. */
export function firstOpenDay(day: string, years: readonly Year[]): EffectiveDate | undefined {
  const closed = years.some((year) => year.status === 'closed' && year.from <= day && day <= year.to);
  const open = years.filter((year) => year.status === 'open' && year.from > day).map(({ from }) => from);
  return closed ? open.sort()[0] : undefined;
}

/** The first day after the closed years, for a day of one of them; undefined for other days. */
export function dayAfterClosed(day: string, years: readonly Year[]): EffectiveDate | undefined {
  const closed = years.filter(({ status }) => status === 'closed');
  if (!closed.some((year) => year.from <= day && day <= year.to)) return undefined;
  const last = closed
    .map(({ to }) => to)
    .sort()
    .at(-1);
  return last === undefined ? undefined : dayAfter(last);
}

type Fields = Readonly<Record<string, unknown>>;

/** The event, dated on the first open day when its own day is in a closed year. */
export function redated<Event extends DomainEvent>(event: Event, openDay: (day: string) => string | undefined): Event {
  const data = membersOf(event.data);
  const { date } = data;
  const day = typeof date === 'string' ? openDay(date) : undefined;
  return day === undefined ? event : { ...event, data: { ...data, date: day, true_date: date } };
}

/**
 * The event with the true date of the document, when it stores the document again on an unchanged day. `own` is the
 * document's data, and `after` returns the data that the event leaves. Later steps of the document, such as allocations
 * and refunds, leave it unchanged: they have days of their own.
 */
export function withTrueDate<Event extends DomainEvent>(event: Event, own: Fields, after: () => Fields): Event {
  const data = membersOf(event.data);
  const kept = trueDateOf(own);
  const isOfItsDay = 'outlet_fk' in data && data['date'] === own['date'] && data['true_date'] === undefined;
  if (kept === undefined || !isOfItsDay || trueDateOf(after()) !== undefined) return event;
  return { ...event, data: { ...data, true_date: kept } };
}

/** The true date in the data of an event of a prior-period adjustment. */
export function trueDateOf(data: unknown): string | undefined {
  const trueDate = membersOf(data)['true_date'];
  return typeof trueDate === 'string' ? trueDate : undefined;
}
