/**
 * The lifecycle that most documents have: entered as a draft, changed, completed, and taken back to draft, with
 * its number and its history kept. A document says its facts and its rules; the events have the same shapes.
 */
import { type Decider, unreachable } from './decider.ts';
import type { Facts } from './facts.ts';
import { type EventsOf, type Happened, lifecycleEvents, type Numbered, withoutNumber } from './lifecycle-events.ts';
import { wrongState } from './refusal.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

interface DraftedStored<Data> {
  readonly drafted: Data;
  readonly draft_changed: Data;
  readonly discarded: Record<string, never>;
  readonly completed: Numbered<Data>;
  readonly returned_to_draft: { readonly reason: string | null };
}
export type DraftedEvent<Kind extends string, Data> = EventsOf<Kind, DraftedStored<Data>>;

export type DraftedState<Data> =
  | { readonly status: 'none' }
  | { readonly status: 'discarded'; readonly data: Data }
  | { readonly status: 'draft' | 'complete'; readonly data: Data; readonly number: string | null };

export type DraftedCommand<Input> =
  | { readonly type: 'draft'; readonly input: Input }
  /** Drafted and completed in one step. */
  | { readonly type: 'enter'; readonly input: Input }
  | { readonly type: 'change'; readonly input: Input }
  | { readonly type: 'discard' }
  | { readonly type: 'complete' }
  | { readonly type: 'return_to_draft'; readonly reason: string | null };

export interface DraftedRules<Input, Data> {
  /** The document as its events keep it; throws Refusal with everything that is wrong. */
  facts(input: Input, facts: Facts): Data;
  /** What must hold beyond that when it is completed, and what is settled only then; the data as it is when left out. */
  completed?(data: Data, facts: Facts): Data;
}

export type DraftedDecider<Kind extends string, Input, Data> = Decider<
  DraftedState<Data>,
  DraftedCommand<Input>,
  DraftedEvent<Kind, Data>,
  Facts
>;

export function draftedDecider<Kind extends string, Input, Data extends object>(
  kind: Kind,
  rules: DraftedRules<Input, Data>,
): DraftedDecider<Kind, Input, Data> {
  const { event, happened } = lifecycleEvents<Kind, DraftedStored<Data>>(kind);
  const completed = (data: Data, number: string | null, facts: Facts) =>
    event('completed', { ...(rules.completed?.(data, facts) ?? data), number });

  function decide(command: DraftedCommand<Input>, state: DraftedState<Data>, facts: Facts) {
    switch (command.type) {
      case 'draft':
        return state.status === 'none' ? [event('drafted', rules.facts(command.input, facts))] : [];
      case 'enter':
        return state.status === 'none' ? [completed(rules.facts(command.input, facts), null, facts)] : [];
      case 'change': {
        if (state.status !== 'draft') throw wrongState(state.status, possibleOfDrafted(state));
        const data = rules.facts(command.input, facts);
        return JSON.stringify(data) === JSON.stringify(state.data) ? [] : [event('draft_changed', data)];
      }
      case 'discard':
        if (state.status === 'discarded') return [];
        if (state.status !== 'draft' || state.number !== null) {
          throw wrongState(state.status, possibleOfDrafted(state));
        }
        return [event('discarded', {})];
      case 'complete':
        if (state.status === 'complete') return [];
        if (state.status !== 'draft') throw wrongState(state.status, possibleOfDrafted(state));
        return [completed(state.data, state.number, facts)];
      case 'return_to_draft':
        if (state.status === 'draft') return [];
        if (state.status !== 'complete') throw wrongState(state.status, possibleOfDrafted(state));
        return [event('returned_to_draft', { reason: command.reason })];
      default:
        return unreachable(command);
    }
  }

  return {
    initial: { status: 'none' },
    evolve: (state, stored) => evolve(state, happened(stored)),
    decide,
  };
}

function evolve<Data extends object>(
  state: DraftedState<Data>,
  event: Happened<DraftedStored<Data>>,
): DraftedState<Data> {
  switch (event.happened) {
    case 'drafted':
      return { status: 'draft', data: event.data, number: null };
    case 'draft_changed':
      return state.status === 'draft' ? { ...state, data: event.data } : state;
    case 'discarded':
      return state.status === 'draft' ? { status: 'discarded', data: state.data } : state;
    case 'completed':
      return { status: 'complete', ...withoutNumber(event.data) };
    case 'returned_to_draft':
      return state.status === 'complete' ? { ...state, status: 'draft' } : state;
    default:
      return unreachable(event);
  }
}

/** The transitions that are possible now; the screen shows these, the API refuses the others with them. */
export function possibleOfDrafted(state: DraftedState<unknown>): readonly string[] {
  switch (state.status) {
    case 'none':
      return ['draft'];
    case 'draft':
      // Its number is taken: discarding it would leave a gap.
      return state.number === null ? ['change', 'complete', 'discard'] : ['change', 'complete'];
    case 'complete':
      return ['return_to_draft'];
    case 'discarded':
      return [];
    default:
      return unreachable(state);
  }
}
