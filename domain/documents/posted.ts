/**
 * The lifecycle of ledger entries (general journal, revaluation): drafted, posted with a number, and reversed with a
 * reason. A posted document is never changed. A document provides its facts and the data that posting adds.
 */
import { type Decider, unreachable } from '../deciding/decider.ts';
import type { Facts } from '../deciding/facts.ts';
import { ofDraft, postedNow } from '../values/posting-time.ts';
import { wrongState } from '../values/refusal.ts';
import type { DraftCommand, DraftState, DraftStored } from './draft.ts';
import { decideDraft, evolveDraft, isDraftCommand, possibleOf } from './draft.ts';
import { type EventsOf, type Happened, lifecycleEvents, type Numbered, withoutNumber } from './lifecycle-events.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

interface PostedStored<Data, Posted> extends DraftStored<Data> {
  readonly posted: Numbered<Posted>;
  readonly reversed: { readonly reason: string | null };
}
export type PostedEvent<Kind extends string, Data, Posted = Data> = EventsOf<Kind, PostedStored<Data, Posted>>;

export type PostedState<Data, Posted = Data> =
  | DraftState<Data>
  | { readonly status: 'posted' | 'reversed'; readonly data: Posted; readonly number: string | null };

export type PostedCommand<Input> =
  | DraftCommand<Input>
  | { readonly type: 'post' }
  | { readonly type: 'reverse'; readonly reason: string | null };

export interface PostedRules<Input, Data, Posted> {
  /** Returns the data that the events store; throws Refusal with all issues. */
  facts(input: Input, facts: Facts): Data;
  /** Returns the data of the posting event; throws Refusal when the document cannot be posted. */
  posted(data: Data, facts: Facts): Posted;
}

export type PostedDecider<Kind extends string, Input, Data, Posted = Data> = Decider<
  PostedState<Data, Posted>,
  PostedCommand<Input>,
  PostedEvent<Kind, Data, Posted>,
  Facts
>;

export function postedDecider<Kind extends string, Input, Data extends object, Posted extends object = Data>(
  kind: Kind,
  rules: PostedRules<Input, Data, Posted>,
): PostedDecider<Kind, Input, Data, Posted> {
  const { event, happened } = lifecycleEvents<Kind, PostedStored<Data, Posted>>(kind);

  function decide(command: PostedCommand<Input>, state: PostedState<Data, Posted>, facts: Facts) {
    const possible = possibleOfPosted(state);
    if (isDraftCommand(command)) {
      return decideDraft(kind, command, state, {
        possible,
        facts: (input: Input) => ofDraft(rules.facts(input, facts), facts),
      });
    }
    switch (command.type) {
      case 'post':
        if (state.status === 'posted') return [];
        if (state.status !== 'draft') throw wrongState(state.status, possible);
        return [event('posted', { ...rules.posted(postedNow(state.data, facts), facts), number: null })];
      case 'reverse':
        if (state.status === 'reversed') return [];
        if (state.status !== 'posted') throw wrongState(state.status, possible);
        return [event('reversed', { reason: command.reason })];
      default:
        return unreachable(command);
    }
  }

  return { initial: { status: 'none' }, evolve: (state, stored) => evolve(state, happened(stored)), decide };
}

function evolve<Data extends object, Posted extends object>(
  state: PostedState<Data, Posted>,
  event: Happened<PostedStored<Data, Posted>>,
): PostedState<Data, Posted> {
  switch (event.happened) {
    case 'posted':
      return { status: 'posted', ...withoutNumber(event.data) };
    case 'reversed':
      return state.status === 'posted' ? { ...state, status: 'reversed' } : state;
    default:
      return evolveDraft(state, event);
  }
}

export const possibleOfPosted = (state: PostedState<unknown, unknown>): readonly string[] =>
  possibleOf(state, 'post', { posted: ['reverse'] });
