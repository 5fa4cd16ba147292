/**
 * Checks of every decision on a document of any kind: its days (day-bounds.ts) and its rates (rate-change.ts). They
 * apply to decisions only; stored events are folded and posted without them.
 */

import type { TSchema } from 'typebox';
import type { Decider } from '../deciding/decider.ts';
import type { DomainEvent } from '../deciding/event.ts';
import type { Facts } from '../deciding/facts.ts';
import type { Posting } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import {
  AHEAD_PERMISSION,
  type DayField,
  dayFields,
  dayIssue,
  daysIn,
  FIRST_DAY,
  lastDay,
  lastDayDone,
} from '../schemas/day-bounds.ts';
import { membersOf } from '../values/members.ts';
import { type Issue, Refusal } from '../values/refusal.ts';
import { laterRates, rateQuestion, ratesIn } from './rate-change.ts';
import { numberQuestions } from './supplier-numbers.ts';

/** The part of a declaration that the checks read. */
interface Checked<State> {
  readonly kind: string;
  readonly holds?: string;
  readonly body: TSchema;
  readonly transitions: Readonly<Record<string, { readonly body?: TSchema }>>;
  postingsOf(state: State, stream: string): readonly Posting[];
  readonly period?: 'before_first_year' | 'closing';
  readonly numbered?: { readonly event: string };
  readonly wasPaid?: true;
  readonly ratesAreGiven?: (data: Data) => boolean;
  place(state: State): { readonly receiving?: unknown } | undefined;
}

type Data = Readonly<Record<string, unknown>>;

export function withChecks<State extends { readonly status: string }, Command, Event extends DomainEvent>(
  declaration: Checked<State>,
  decider: Decider<State, Command, Event, Facts>,
): Decider<State, Command, Event, Facts> {
  const { kind, body, transitions, numbered, wasPaid } = declaration;
  const names = dayFields(body, ...Object.values(transitions).map((transition) => transition.body));
  const daysOf = (value: unknown) => daysIn(value, names).filter(isOwn);

  function outOfReach(days: readonly DayField[], facts: Facts, data: unknown): Issue[] {
    const first = isOpened(declaration, data) ? FIRST_DAY : (facts.firstDay ?? FIRST_DAY);
    return days.flatMap(({ field, day }) => {
      return dayIssue(field, day, field === 'date' ? first : FIRST_DAY, lastDay(facts.today)) ?? [];
    });
  }

  /** True when the event assigns the number or adds postings; false for drafts and reversals. */
  function isDone(event: Event, before: State, stream: string): boolean {
    if (event.type === numbered?.event) return true;
    return (
      declaration.postingsOf(decider.evolve(before, event), stream).length >
      declaration.postingsOf(before, stream).length
    );
  }

  function decide(command: Command, state: State, facts: Facts): readonly Event[] {
    const events = decided(
      () => decider.decide(command, state, facts),
      command,
      (input) => outOfReach(daysOf(input), facts, input),
    );
    const stream = `${kind}-${facts.ownId ?? 0}`;
    const posted = declaration.postingsOf(state, stream);
    // Days of a posted document are not checked again.
    const postedDays = new Set(posted.length > 0 ? daysOf(state).map(({ day }) => day) : []);
    const issues: Issue[] = [];
    const questions: Issue[] = [];
    let before = state;
    for (const event of events) {
      const days = daysOf(event.data).filter(({ day }) => !postedDays.has(day));
      const far = outOfReach(days, facts, event.data);
      issues.push(...far);
      const isOfDevice = membersOf(event.data)['device'] !== undefined;
      const asksDay = !(wasPaid && isOfDevice) && isAhead(days, facts);
      // Rates from a device are recorded with its other deviations instead of being refused
      // (domain/till/rate-notes.ts).
      const asksRates = posted.length === 0 && !isOfDevice && facts.rateOn !== undefined;
      if (far.length === 0 && (asksDay || asksRates) && isDone(event, before, stream)) {
        const { refused, asked } = asksRates ? aboutRates(declaration, membersOf(event.data), facts) : NOTHING;
        issues.push(...(asksDay ? aheadIssues(days, facts) : []), ...refused);
        questions.push(...asked);
      }
      before = decider.evolve(before, event);
    }
    issues.push(...ofAnotherOutlet(declaration, posted, { state: before, stream }, facts));
    throwIfAny(issues, [...questions, ...numberQuestions(declaration, state, before, facts)]);
    return events;
  }

  return { initial: decider.initial, evolve: (state, event) => decider.evolve(state, event), decide };
}

/** True for what was there before the first day. */
const isOpened = ({ period }: Pick<Checked<never>, 'period'>, data: unknown): boolean =>
  period === 'before_first_year' || membersOf(data)['payment_type'] === 'opening';

function throwIfAny(issues: readonly Issue[], questions: readonly Issue[]): void {
  if (issues.length > 0) throw new Refusal('validation', issues);
  if (questions.length > 0) throw new Refusal('confirmation', questions);
}

/** An issue when what is posted changes in an outlet that was not given to the actor; goods are sent to any outlet. */
function ofAnotherOutlet<State>(
  { place, postingsOf }: Pick<Checked<State>, 'place' | 'postingsOf'>,
  from: readonly Posting[],
  to: { readonly state: State; readonly stream: string },
  { actor }: Facts,
): readonly Issue[] {
  if (actor.hasAllOutlets || place(to.state)?.receiving !== undefined) return [];
  const elsewhere = (postings: readonly Posting[]): string =>
    printed(postings.flatMap(({ lines }) => lines.filter(({ outlet }) => !actor.hasOutlet(outlet))));
  const isSame = elsewhere(from) === elsewhere(postingsOf(to.state, to.stream));
  return isSame ? [] : [{ field: '', message: 'books_of_another_outlet' }];
}

const printed = (lines: readonly EntryLine[]): string =>
  JSON.stringify(lines, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** False for a day in a list that refers to other documents. */
const isOwn = ({ field }: DayField): boolean => !field.endsWith('.date');

const isAhead = (days: readonly DayField[], { today }: Facts): boolean =>
  days.some(({ field, day }) => field === 'date' && day > lastDayDone(today));

/** A day in the future requires the permission to date ahead. */
function aheadIssues(days: readonly DayField[], facts: Facts): Issue[] {
  if (!isAhead(days, facts) || facts.actor.can(AHEAD_PERMISSION)) return [];
  return [{ field: 'date', message: 'date_ahead', params: { value: lastDayDone(facts.today) } }];
}

const NOTHING = { refused: [], asked: [] } as const;

/** Rates that were copied from another document (a return of a sale) were checked there and are skipped. */
function aboutRates(
  { ratesAreGiven }: Pick<Checked<never>, 'ratesAreGiven'>,
  data: Data,
  facts: Facts,
): { readonly refused: readonly Issue[]; readonly asked: readonly Issue[] } {
  if (ratesAreGiven?.(data)) return NOTHING;
  const day = typeof data['date'] === 'string' ? data['date'] : facts.today;
  const rates = ratesIn(data);
  const asked = rates.flatMap(({ field, rate }) => rateQuestion(field, rate, facts.rateOn?.(day), facts) ?? []);
  return { refused: laterRates(rates, day, facts), asked };
}

/** Adds the issues of wrong days to the issues of the document's own rules, so that a person reads all of them at once. */
function decided<Events>(
  decide: () => Events,
  command: unknown,
  issuesOf: (input: unknown) => readonly Issue[],
): Events {
  try {
    return decide();
  } catch (error) {
    const { input } = membersOf(command);
    if (!(error instanceof Refusal) || error.code !== 'validation' || typeof input !== 'object') throw error;
    const known = new Set(error.issues.map(({ field }) => field));
    const more = issuesOf(input).filter(({ field }) => !known.has(field));
    throw more.length === 0 ? error : new Refusal(error.code, [...error.issues, ...more], error.details);
  }
}
