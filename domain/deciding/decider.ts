/**
 * A document is a decider: its state is folded from its events; a command on a state returns new events or is refused.
 * It is pure: clock, identifiers and data of other records are passed in `facts`.
 */
import type { DomainEvent } from './event.ts';

export interface Decider<State, Command, Event extends DomainEvent, Facts> {
  readonly initial: State;
  /** Total: an event that does not apply to this state returns the state unchanged. */
  evolve(state: State, event: Event): State;
  /** Throws `Refusal`. Repeating a command on the state it resulted in returns no events. */
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

/** Ends an exhaustive switch: a missing case does not compile. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
