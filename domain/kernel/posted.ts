/**
 * The lifecycle of what is written into the books line by line or as a whole: drafted, posted with a number, and
 * reversed with a reason. What was posted is never changed. A document says its facts and what posting adds to them.
 */
import { type Decider, unreachable } from './decider.ts';
import type { Facts } from './facts.ts';
import { type EventsOf, type Happened, lifecycleEvents, type Numbered, withoutNumber } from './lifecycle-events.ts';
import { wrongState } from './refusal.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

interface PostedStored<Data, Posted> {
  readonly drafted: Data;
  readonly draft_changed: Data;
  readonly discarded: Record<string, never>;
  readonly posted: Numbered<Posted>;
  readonly reversed: { readonly reason: string | null };
}
export type PostedEvent<Kind extends string, Data, Posted = Data> = EventsOf<Kind, PostedStored<Data, Posted>>;

export type PostedState<Data, Posted = Data> =
  | { readonly status: 'none' }
  | { readonly status: 'draft' | 'discarded'; readonly data: Data }
  | { readonly status: 'posted' | 'reversed'; readonly data: Posted; readonly number: string | null };

export type PostedCommand<Input> =
  | { readonly type: 'draft'; readonly input: Input }
  | { readonly type: 'change'; readonly input: Input }
  | { readonly type: 'discard' }
  | { readonly type: 'post' }
  | { readonly type: 'reverse'; readonly reason: string | null };

export interface PostedRules<Input, Data, Posted> {
  /** The document as its events keep it; throws Refusal with everything that is wrong. */
  facts(input: Input, facts: Facts): Data;
  /** What the event keeps when it is posted; throws Refusal when it cannot be. */
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
    const refused = () => wrongState(state.status, possibleOfPosted(state));
    switch (command.type) {
      case 'draft':
        return state.status === 'none' ? [event('drafted', rules.facts(command.input, facts))] : [];
      case 'change': {
        if (state.status !== 'draft') throw refused();
        const data = rules.facts(command.input, facts);
        return JSON.stringify(data) === JSON.stringify(state.data) ? [] : [event('draft_changed', data)];
      }
      case 'discard':
        if (state.status === 'discarded') return [];
        if (state.status !== 'draft') throw refused();
        return [event('discarded', {})];
      case 'post':
        if (state.status === 'posted') return [];
        if (state.status !== 'draft') throw refused();
        return [event('posted', { ...rules.posted(state.data, facts), number: null })];
      case 'reverse':
        if (state.status === 'reversed') return [];
        if (state.status !== 'posted') throw refused();
        return [event('reversed', { reason: command.reason })];
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

function evolve<Data extends object, Posted extends object>(
  state: PostedState<Data, Posted>,
  event: Happened<PostedStored<Data, Posted>>,
): PostedState<Data, Posted> {
  switch (event.happened) {
    case 'drafted':
      return { status: 'draft', data: event.data };
    case 'draft_changed':
      return state.status === 'draft' ? { ...state, data: event.data } : state;
    case 'discarded':
      return state.status === 'draft' ? { status: 'discarded', data: state.data } : state;
    case 'posted':
      return { status: 'posted', ...withoutNumber(event.data) };
    case 'reversed':
      return state.status === 'posted' ? { ...state, status: 'reversed' } : state;
    default:
      return unreachable(event);
  }
}

/** The transitions that are possible now. */
export function possibleOfPosted({ status }: PostedState<unknown, unknown>): readonly string[] {
  switch (status) {
    case 'none':
      return ['draft'];
    case 'draft':
      return ['change', 'post', 'discard'];
    case 'posted':
      return ['reverse'];
    case 'discarded':
    case 'reversed':
      return [];
    default:
      return unreachable(status);
  }
}
