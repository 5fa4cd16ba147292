/**
 * A document is a decider: its state is folded from its events, and a command on a state gives new events or
 * is refused. Pure: the clock, identifiers and everything known about other records come in with `facts`.
 */
import type { DomainEvent } from './event.ts';

export interface Decider<State, Command, Event extends DomainEvent, Facts> {
  readonly initial: State;
  /** Total: an event that does not change this state returns it unchanged. */
  evolve(state: State, event: Event): State;
  /** Throws `Refusal`. Running a command again on the state that it led to gives no event. */
  decide(command: Command, state: State, facts: Facts): readonly Event[];
}

/** The state of most documents before their first event. */
export const NOT_THERE = { status: 'none' } as const;

export function fold<State, Event extends DomainEvent>(
  decider: Pick<Decider<State, never, Event, never>, 'initial' | 'evolve'>,
  events: Iterable<Event>,
): State {
  let state = decider.initial;
  for (const event of events) state = decider.evolve(state, event);
  return state;
}

/** Ends an exhaustive switch: a case that was forgotten does not compile. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
