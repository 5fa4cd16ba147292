/**
 * The lifecycle of documents without a draft: complete at once, and reversed with a reason. A document provides its
 * facts and its rules; the events have the same shapes.
 */
import { type Decider, unreachable } from '../deciding/decider.ts';
import type { Facts } from '../deciding/facts.ts';
import { readDate } from '../values/effective-date.ts';
import { Issues, wrongState } from '../values/refusal.ts';
import { type EventsOf, type Happened, lifecycleEvents, type Numbered, withoutNumber } from './lifecycle-events.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

interface AtOnceStored<Data> {
  readonly completed: Numbered<Data>;
  readonly reversed: { readonly reason: string | null };
}
export type AtOnceEvent<Kind extends string, Data> = EventsOf<Kind, AtOnceStored<Data>>;

/** Of money, whose reversal may have a later day (docs/decisions/0226). */
interface MoneyStored<Data> extends AtOnceStored<Data> {
  readonly reversed_on: ReversedOn<Data>;
}
export type MoneyEvent<Kind extends string, Data> = EventsOf<Kind, MoneyStored<Data>>;

/** A reversal on a later day: the document stays in the books until then. It has all data for its posting. */
export interface ReversedOn<Data> {
  readonly reason: string | null;
  readonly date: string;
  readonly document: Data;
}

export type AtOnceState<Data> =
  | { readonly status: 'none' }
  | {
      readonly status: 'complete' | 'reversed';
      readonly data: Data;
      readonly number: string | null;
      /** The day of a reversal that has one of its own. */
      readonly reversed_date?: string;
    };

export type AtOnceCommand<Input> =
  | { readonly type: 'complete'; readonly input: Input }
  /** On the document's own day, or on a later one. */
  | { readonly type: 'reverse'; readonly reason: string | null; readonly date?: string | null };

export type AtOnceDecider<Kind extends string, Input, Data> = Decider<
  AtOnceState<Data>,
  AtOnceCommand<Input>,
  AtOnceEvent<Kind, Data>,
  Facts
>;
export type MoneyDecider<Kind extends string, Input, Data> = Decider<
  AtOnceState<Data>,
  AtOnceCommand<Input>,
  MoneyEvent<Kind, Data>,
  Facts
>;

/** `settled` returns the data that the event stores, or throws Refusal with all issues. */
export function atOnceDecider<Kind extends string, Input, Data extends object>(
  kind: Kind,
  settled: (input: Input, facts: Facts) => Data,
): AtOnceDecider<Kind, Input, Data> {
  const { event, happened } = lifecycleEvents<Kind, AtOnceStored<Data>>(kind);
  return {
    initial: { status: 'none' },
    evolve: (state, stored) => evolve(state, happened(stored)),
    decide(command, state, facts) {
      switch (command.type) {
        case 'complete':
          if (state.status !== 'none') return [];
          return [event('completed', { ...settled(command.input, facts), number: null })];
        case 'reverse':
          if (state.status === 'reversed') return [];
          if (state.status !== 'complete') throw wrongState(state.status, possibleAtOnce(state));
          return [event('reversed', { reason: command.reason })];
        default:
          return unreachable(command);
      }
    },
  };
}

/** The same for money, which is taken back on its own day or on a later one. */
export function moneyDecider<Kind extends string, Input, Data extends { readonly date: string }>(
  kind: Kind,
  settled: (input: Input, facts: Facts) => Data,
): MoneyDecider<Kind, Input, Data> {
  const { event, happened } = lifecycleEvents<Kind, MoneyStored<Data>>(kind);
  const onOwnDay: MoneyDecider<Kind, Input, Data>['decide'] = atOnceDecider<Kind, Input, Data>(kind, settled).decide;
  return {
    initial: { status: 'none' },
    evolve: (state, stored) => evolve(state, happened(stored)),
    decide(command, state, facts) {
      const { date, reason } = { date: null, reason: null, ...command };
      const isLater = command.type === 'reverse' && state.status === 'complete' && date && date !== state.data.date;
      if (!isLater) return onOwnDay(command, state, facts);
      checkDayOfReversal(date, state.data.date);
      return [event('reversed_on', { reason, date, document: state.data })];
    },
  };
}

function evolve<Data extends object>(state: AtOnceState<Data>, stored: Happened<MoneyStored<Data>>): AtOnceState<Data> {
  if (stored.happened === 'completed') return { status: 'complete', ...withoutNumber(stored.data) };
  if (state.status !== 'complete') return state;
  const day = stored.happened === 'reversed_on' ? { reversed_date: stored.data.date } : {};
  return { ...state, status: 'reversed', ...day };
}

/** Throws Refusal when the day is before that of the document. */
function checkDayOfReversal(date: string, own: string): void {
  const issues = new Issues();
  if (!readDate(date)) issues.add('date', 'date');
  else if (date < own) issues.add('date', 'before_the_document', { value: own });
  issues.throwIfAny();
}

/** The transitions that the state allows. */
export function possibleAtOnce(state: AtOnceState<unknown>): readonly string[] {
  if (state.status === 'none') return ['complete'];
  return state.status === 'complete' ? ['reverse'] : [];
}
