/** Tests of deciders: given events, when a command is decided, then these events or this refusal result. */
import { expect } from 'vitest';
import { type Decider, fold } from '../../domain/deciding/decider.ts';
import type { DomainEvent } from '../../domain/deciding/event.ts';
import type { Facts } from '../../domain/deciding/facts.ts';
import { Refusal } from '../../domain/values/refusal.ts';
import { say } from '../../languages/say.ts';
import { foreignAmong } from '../support/foreign-text.ts';
import { RECORDS, shop } from './shop.ts';

/** A command that was taken, with its decision again for any other command at the same moment. */
export interface Decided {
  readonly command: unknown;
  readonly events: readonly DomainEvent[];
  decide(other: unknown): readonly DomainEvent[];
}

/** The commands of `after` by each of their events. */
export const DECIDED = new WeakMap<DomainEvent, Decided>();

export function given<State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event, Facts>,
  events: readonly Event[] = [],
) {
  const state = () => fold(decider as Decider<State, never, Event, never>, events);
  return {
    state,
    when: (command: Command, facts: Facts = shop()) => outcome(decider, state(), command, facts),
    /** The history after all these commands, each decided on the events before it. */
    after: (commands: readonly Command[], facts: Facts = shop()) => {
      const all = [...events];
      for (const command of commands) {
        const before = fold(decider as Decider<State, never, Event, never>, all);
        const decided = decider.decide(command, before, facts);
        const decide = (other: unknown) => decider.decide(other as Command, before, facts);
        for (const event of decided) DECIDED.set(event, { decide, command, events: decided });
        all.push(...decided);
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
    /** Asserts the types of the events, and that the same command on the resulting state returns no events. */
    gives: (...types: string[]): readonly Event[] => {
      const events = run();
      expect(events.map((event) => event.type)).toEqual(types);
      const after = events.reduce((state, event) => decider.evolve(state, event), before);
      expect(decider.decide(command, after, facts)).toEqual([]);
      return events;
    },
    givesNothing: () => expect(run()).toEqual([]),
    /** Asserts all issues, as `field: message`, in any order. */
    isRefused: (...issues: string[]) => {
      const refusal = readable(refusalOf(run), [command, before, facts.openItems]);
      expect(refusal.issues.map((issue) => `${issue.field}: ${issue.message}`).sort()).toEqual([...issues].sort());
      return refusal;
    },
    isWrongState: (...possible: string[]) => {
      const refusal = readable(refusalOf(run), [command, before]);
      expect(refusal.code).toBe('wrong_state');
      expect(refusal.issues[0]?.params?.['possible']).toBe(possible.join(', '));
      expect(refusal.issues[0]?.message).toBe(possible.join('') === '' ? 'wrong_state_final' : 'wrong_state');
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

/** Texts that a person typed: codes of the program have neither blanks nor capital letters. */
function typedIn(value: unknown): string[] {
  if (typeof value === 'string') return /[A-Z \d]/.test(value) && /[A-Za-z]/.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(typedIn) : [];
}

/** Asserts that the refusal has no foreign words in Arabic and Kurdish. */
function readable(refusal: Refusal, of: readonly unknown[]): Refusal {
  const typed = typedIn([RECORDS, of, 'Rice']).sort((a, b) => b.length - a.length);
  for (const language of ['ar', 'ckb'] as const) {
    const said = refusal.issues.map(({ field, message, params }) => say(language, message, params, field));
    expect(foreignAmong(said, typed)).toEqual([]);
  }
  return refusal;
}
