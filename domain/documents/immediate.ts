/**
 * The lifecycle of documents without a draft: complete at once, and reversed with a reason. A document provides its
 * facts and its rules; the events have the same shapes.
 */
import { type Decider, unreachable } from '../deciding/decider.ts';
import type { Facts } from '../deciding/facts.ts';
import { wrongState } from '../values/refusal.ts';
import { type EventsOf, lifecycleEvents, type Numbered, withoutNumber } from './lifecycle-events.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

interface AtOnceStored<Data> {
  readonly completed: Numbered<Data>;
  readonly reversed: { readonly reason: string | null };
}
export type AtOnceEvent<Kind extends string, Data> = EventsOf<Kind, AtOnceStored<Data>>;

export type AtOnceState<Data> =
  | { readonly status: 'none' }
  | { readonly status: 'complete' | 'reversed'; readonly data: Data; readonly number: string | null };

export type AtOnceCommand<Input> =
  | { readonly type: 'complete'; readonly input: Input }
  | { readonly type: 'reverse'; readonly reason: string | null };

export type AtOnceDecider<Kind extends string, Input, Data> = Decider<
  AtOnceState<Data>,
  AtOnceCommand<Input>,
  AtOnceEvent<Kind, Data>,
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
    evolve(state, event) {
      const stored = happened(event);
      if (stored.happened === 'completed') return { status: 'complete', ...withoutNumber(stored.data) };
      return state.status === 'complete' ? { ...state, status: 'reversed' } : state;
    },
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

/** The transitions that the state allows. */
export function possibleAtOnce(state: AtOnceState<unknown>): readonly string[] {
  if (state.status === 'none') return ['complete'];
  return state.status === 'complete' ? ['reverse'] : [];
}
