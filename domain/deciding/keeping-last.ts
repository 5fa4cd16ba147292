/**
 * Keeps the last results of a pure function. The checks and the claims of one decision evolve the same event and post
 * the same state; only a few results are kept, so that no long-lived object holds them.
 */
import type { Decider } from './decider.ts';
import type { DomainEvent } from './event.ts';

/** A decision with related documents of the same kind has a few states. */
const KEPT = 4;

/** Returns the function with its last results. Two calls are equal when both arguments are identical. */
export function keepingLast<First, Second, Result>(
  work: (first: First, second: Second) => Result,
): (first: First, second: Second) => Result {
  const kept: { readonly first: First; readonly second: Second; readonly result: Result }[] = [];
  let next = 0;
  return (first, second) => {
    for (const known of kept) if (known.first === first && known.second === second) return known.result;
    const result = work(first, second);
    kept[next] = { first, second, result };
    next = (next + 1) % KEPT;
    return result;
  };
}

export function evolvingOnce<State, Command, Event extends DomainEvent, Facts>(
  decider: Decider<State, Command, Event, Facts>,
): Decider<State, Command, Event, Facts> {
  return {
    initial: decider.initial,
    evolve: keepingLast((state: State, event: Event) => decider.evolve(state, event)),
    decide: (command, state, facts) => decider.decide(command, state, facts),
  };
}
