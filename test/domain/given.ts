/** Given what happened, when a command is given, then this follows: the way in which deciders are tested. */
import { expect } from 'vitest';
import { type Decider, fold } from '../../domain/kernel/decider.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';
import type { Facts } from '../../domain/kernel/facts.ts';
import { Refusal } from '../../domain/kernel/refusal.ts';
import { shop } from './shop.ts';

export function given<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event, Facts>,
  events: readonly Event[] = [],
) {
  const state = () => fold(decider as Decider<State, never, Event, never>, events);
  return {
    state,
    when: (command: Command, facts: Facts = shop()) => outcome(decider, state(), command, facts),
    /** Everything that the commands led to, one after the other. */
    after: (commands: readonly Command[], facts: Facts = shop()) => {
      const all = [...events];
      for (const command of commands) {
        all.push(...decider.decide(command, fold(decider as Decider<State, never, Event, never>, all), facts));
      }
      return given(decider, all);
    },
    events,
  };
}

function outcome<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event, Facts>,
  before: State,
  command: Command,
  facts: Facts,
) {
  const run = () => decider.decide(command, before, facts);
  return {
    events: run,
    /** Types of the events; the same command on the state that they lead to gives none. */
    gives: (...types: string[]): readonly Event[] => {
      const events = run();
      expect(events.map((event) => event.type)).toEqual(types);
      const after = events.reduce((state, event) => decider.evolve(state, event), before);
      expect(decider.decide(command, after, facts)).toEqual([]);
      return events;
    },
    givesNothing: () => expect(run()).toEqual([]),
    /** Every issue, as `field: message`, in any order. */
    isRefused: (...issues: string[]) => {
      const refusal = refusalOf(run);
      expect(refusal.issues.map((issue) => `${issue.field}: ${issue.message}`).sort()).toEqual([...issues].sort());
      return refusal;
    },
    isWrongState: (...possible: string[]) => {
      const refusal = refusalOf(run);
      expect(refusal.code).toBe('wrong_state');
      const listed = possible.join(', ');
      expect(refusal.issues[0]?.params?.['possible']).toBe(listed);
      expect(refusal.issues[0]?.message).toBe(listed === '' ? 'wrong_state_final' : 'wrong_state');
    },
  };
}

function refusalOf(run: () => unknown): Refusal {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('it was not refused');
}
