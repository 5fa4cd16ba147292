/**
 * A disposal of stolen, destroyed, expired or damaged goods. The person who enters it marks it as done, another person
 * approves or disapproves it; it is posted while it is approved.
 */
import { type Decider, NOT_THERE, unreachable } from '../deciding/decider.ts';
import type { Facts } from '../deciding/facts.ts';
import type { DraftCommand, DraftState } from '../documents/draft.ts';
import { decideDraft, evolveDraft, isDraftCommand, possibleOf } from '../documents/draft.ts';
import { lifecycleEvents, withoutNumber } from '../documents/lifecycle-events.ts';
import { ofDraft, postedNow } from '../values/posting-time.ts';
import { wrongState } from '../values/refusal.ts';
import type { AssetDisposalInput } from './asset-disposal.schema.ts';
import type { AssetDisposal, AssetDisposalEvent, AssetDisposalStored } from './asset-disposal-events.ts';
import { checkDone, disposalFacts } from './asset-disposal-rules.ts';

/** Stream: `asset_disposal-<id>` */
export const ASSET_DISPOSAL = 'asset_disposal';

const { event, happened } = lifecycleEvents<typeof ASSET_DISPOSAL, AssetDisposalStored>(ASSET_DISPOSAL);

// State.

export type AssetDisposalState =
  | DraftState<AssetDisposal>
  | {
      /** `done` is pending approval. */
      readonly status: 'done' | 'approved' | 'disapproved';
      readonly data: AssetDisposal;
      readonly number: string | null;
    };

function evolve(state: AssetDisposalState, stored: AssetDisposalEvent): AssetDisposalState {
  const change = happened(stored);
  switch (change.happened) {
    case 'done':
      return { status: 'done', ...withoutNumber(change.data) };
    case 'approved':
      return isDone(state) ? { ...state, status: 'approved', data: change.data } : state;
    case 'disapproved':
      return isDone(state) ? { ...state, status: 'disapproved' } : state;
    case 'returned_to_draft':
      return isDone(state) ? { ...state, status: 'draft' } : state;
    default:
      return evolveDraft(state, change);
  }
}

type Done = Exclude<AssetDisposalState, DraftState<AssetDisposal>>;

/** True after it was marked as done, with or without a decision. */
function isDone(state: AssetDisposalState): state is Done {
  return state.status === 'done' || state.status === 'approved' || state.status === 'disapproved';
}

// Commands.

export type AssetDisposalCommand =
  | DraftCommand<AssetDisposalInput>
  /** Drafts and marks as done in one step. */
  | { readonly type: 'enter'; readonly input: AssetDisposalInput }
  | { readonly type: 'done' }
  | { readonly type: 'approve' }
  | { readonly type: 'disapprove'; readonly reason: string | null }
  | { readonly type: 'return_to_draft'; readonly reason: string | null };

function decide(command: AssetDisposalCommand, state: AssetDisposalState, facts: Facts): readonly AssetDisposalEvent[] {
  const transitions = possible(state);
  const before = state.status === 'draft' ? state.data : undefined;
  const entered = (input: AssetDisposalInput) => ofDraft(disposalFacts(input, facts, before), facts);
  if (isDraftCommand(command)) {
    return decideDraft(ASSET_DISPOSAL, command, state, { possible: transitions, facts: entered });
  }
  const refused = () => wrongState(state.status, transitions);
  switch (command.type) {
    case 'enter':
      return state.status === 'none' ? [done(entered(command.input), null)] : [];
    case 'done':
      if (state.status === 'done') return [];
      if (state.status !== 'draft') throw refused();
      return [done(state.data, state.number)];
    case 'approve':
      if (state.status === 'approved') return [];
      if (!isDone(state)) throw refused();
      return [event('approved', postedNow(state.data, facts))];
    case 'disapprove':
      if (state.status === 'disapproved') return [];
      if (!isDone(state)) throw refused();
      return [event('disapproved', { reason: command.reason })];
    case 'return_to_draft':
      if (state.status === 'draft') return [];
      if (!isDone(state)) throw refused();
      return [event('returned_to_draft', { reason: command.reason })];
    default:
      return unreachable(command);
  }
}

function done(data: AssetDisposal, number: string | null): AssetDisposalEvent {
  checkDone(data);
  return event('done', { ...data, number });
}

export const possible = (state: AssetDisposalState): readonly string[] =>
  possibleOf(state, 'done', {
    done: ['approve', 'disapprove', 'return_to_draft'],
    approved: ['disapprove', 'return_to_draft'],
    disapproved: ['approve', 'return_to_draft'],
  });

export const assetDisposal: Decider<AssetDisposalState, AssetDisposalCommand, AssetDisposalEvent, Facts> = {
  initial: NOT_THERE,
  evolve,
  decide,
};
