/**
 * The lifecycle of most documents: drafted, changed, completed, and returned to draft with its number and its history.
 * A document provides its facts and its rules; the events have the same shapes.
 */
import { type Decider, unreachable } from '../deciding/decider.ts';
import type { Facts } from '../deciding/facts.ts';
import { withoutTermsDay } from '../values/due-day.ts';
import { ofDraft, postedNow } from '../values/posting-time.ts';
import { wrongState } from '../values/refusal.ts';
import type { DraftCommand, DraftState, DraftStored } from './draft.ts';
import { decideDraft, evolveDraft, isDraftCommand, possibleOf } from './draft.ts';
import { type EventsOf, type Happened, lifecycleEvents, type Numbered, withoutNumber } from './lifecycle-events.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

interface DraftedStored<Data> extends DraftStored<Data> {
  readonly completed: Numbered<Data>;
  readonly returned_to_draft: { readonly reason: string | null };
}
export type DraftedEvent<Kind extends string, Data> = EventsOf<Kind, DraftedStored<Data>>;

export type DraftedState<Data> =
  | DraftState<Data>
  | { readonly status: 'complete'; readonly data: Data; readonly number: string | null };

export type DraftedCommand<Input> =
  | DraftCommand<Input>
  /** Drafts and completes in one step. */
  | { readonly type: 'enter'; readonly input: Input }
  | { readonly type: 'complete' }
  | { readonly type: 'return_to_draft'; readonly reason: string | null };

export interface DraftedRules<Input, Data> {
  /** Returns the data that the events store; throws Refusal with all issues. `before` is the draft that is changed. */
  facts(input: Input, facts: Facts, before?: Data): Data;
  /** Additional rules of completion, and data settled only then; the data is unchanged when omitted. */
  completed?(data: Data, facts: Facts): Data;
  /** The transitions of a state, where the document has more than these. */
  possible?(state: DraftedState<Data>): readonly string[];
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
    const possible = rules.possible?.(state) ?? possibleOfDrafted(state);
    if (isDraftCommand(command)) {
      const before = state.status === 'draft' ? state.data : undefined;
      const drafted = (input: Input) => ofDraft(rules.facts(input, facts, before), facts);
      return decideDraft(kind, command, state, { possible, facts: drafted });
    }
    switch (command.type) {
      case 'enter':
        return state.status === 'none' ? [completed(rules.facts(command.input, facts), null, facts)] : [];
      case 'complete':
        if (state.status === 'complete') return [];
        if (state.status !== 'draft') throw wrongState(state.status, possible);
        return [completed(postedNow(state.data, facts), state.number, facts)];
      case 'return_to_draft':
        if (state.status === 'draft') return [];
        if (state.status !== 'complete') throw wrongState(state.status, possible);
        return [event('returned_to_draft', { reason: command.reason })];
      default:
        return unreachable(command);
    }
  }

  return { initial: { status: 'none' }, evolve: (state, stored) => evolve(state, happened(stored)), decide };
}

function evolve<Data extends object>(
  state: DraftedState<Data>,
  event: Happened<DraftedStored<Data>>,
): DraftedState<Data> {
  switch (event.happened) {
    case 'completed':
      return { status: 'complete', ...withoutNumber(event.data) };
    case 'returned_to_draft':
      return state.status === 'complete' ? { ...state, status: 'draft', data: withoutTermsDay(state.data) } : state;
    default:
      return evolveDraft(state, event);
  }
}

export const possibleOfDrafted = (state: DraftedState<unknown>): readonly string[] =>
  possibleOf(state, 'complete', { complete: ['return_to_draft'] });
