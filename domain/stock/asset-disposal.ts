/**
 * Goods that are gone: stolen, destroyed, expired, damaged. Who found it says when it is done, somebody approves or
 * disapproves it, and it stands in the books while it is approved.
 */
import { type Decider, unreachable } from '../kernel/decider.ts';
import type { Facts } from '../kernel/facts.ts';
import { wrongState } from '../kernel/refusal.ts';
import type { AssetDisposalInput } from './asset-disposal.schema.ts';
import type { AssetDisposal, AssetDisposalEvent } from './asset-disposal-events.ts';
import { checkDone, disposalFacts } from './asset-disposal-rules.ts';

export type { AssetDisposal, AssetDisposalEvent, AssetDisposalLine } from './asset-disposal-events.ts';

/** Stream: `asset_disposal-<id>` */
export const ASSET_DISPOSAL = 'asset_disposal';

// State

export type AssetDisposalState =
  | { readonly status: 'none' }
  | { readonly status: 'discarded'; readonly data: AssetDisposal }
  | {
      /** `done` waits for a decision. */
      readonly status: 'draft' | 'done' | 'approved' | 'disapproved';
      readonly data: AssetDisposal;
      readonly number: string | null;
    };

function evolve(state: AssetDisposalState, event: AssetDisposalEvent): AssetDisposalState {
  switch (event.type) {
    case 'asset_disposal.drafted':
      return { status: 'draft', data: event.data, number: null };
    case 'asset_disposal.draft_changed':
      return state.status === 'draft' ? { ...state, data: event.data } : state;
    case 'asset_disposal.discarded':
      return state.status === 'draft' ? { status: 'discarded', data: state.data } : state;
    case 'asset_disposal.done': {
      const { number, ...data } = event.data;
      return { status: 'done', data, number };
    }
    case 'asset_disposal.approved':
      return isDone(state) ? { ...state, status: 'approved', data: event.data } : state;
    case 'asset_disposal.disapproved':
      return isDone(state) ? { ...state, status: 'disapproved' } : state;
    case 'asset_disposal.returned_to_draft':
      return isDone(state) ? { ...state, status: 'draft' } : state;
    default:
      return unreachable(event);
  }
}

type Done = Extract<AssetDisposalState, { number: unknown }>;

/** Said to be done, whatever was decided since. */
function isDone(state: AssetDisposalState): state is Done {
  return state.status === 'done' || state.status === 'approved' || state.status === 'disapproved';
}

// Commands

export type AssetDisposalCommand =
  | { readonly type: 'draft'; readonly input: AssetDisposalInput }
  /** Drafted and done in one step. */
  | { readonly type: 'enter'; readonly input: AssetDisposalInput }
  | { readonly type: 'change'; readonly input: AssetDisposalInput }
  | { readonly type: 'discard' }
  | { readonly type: 'finish' }
  | { readonly type: 'approve' }
  | { readonly type: 'disapprove'; readonly reason: string | null }
  | { readonly type: 'return_to_draft'; readonly reason: string | null };

function decide(command: AssetDisposalCommand, state: AssetDisposalState, facts: Facts): readonly AssetDisposalEvent[] {
  const refused = () => wrongState(state.status, possible(state));
  switch (command.type) {
    case 'draft':
      if (state.status !== 'none') return [];
      return [{ type: 'asset_disposal.drafted', v: 1, data: disposalFacts(command.input, facts) }];
    case 'enter':
      return state.status === 'none' ? [done(disposalFacts(command.input, facts), null)] : [];
    case 'change': {
      if (state.status !== 'draft') throw refused();
      const data = disposalFacts(command.input, facts);
      const isSame = JSON.stringify(data) === JSON.stringify(state.data);
      return isSame ? [] : [{ type: 'asset_disposal.draft_changed', v: 1, data }];
    }
    case 'discard':
      if (state.status === 'discarded') return [];
      if (state.status !== 'draft' || state.number !== null) throw refused();
      return [{ type: 'asset_disposal.discarded', v: 1, data: {} }];
    case 'finish':
      if (state.status === 'done') return [];
      if (state.status !== 'draft') throw refused();
      return [done(state.data, state.number)];
    case 'approve':
      if (state.status === 'approved') return [];
      if (!isDone(state)) throw refused();
      return [{ type: 'asset_disposal.approved', v: 1, data: state.data }];
    case 'disapprove':
      if (state.status === 'disapproved') return [];
      if (!isDone(state)) throw refused();
      return [{ type: 'asset_disposal.disapproved', v: 1, data: { reason: command.reason } }];
    case 'return_to_draft':
      if (state.status === 'draft') return [];
      if (!isDone(state)) throw refused();
      return [{ type: 'asset_disposal.returned_to_draft', v: 1, data: { reason: command.reason } }];
    default:
      return unreachable(command);
  }
}

function done(data: AssetDisposal, number: string | null): AssetDisposalEvent {
  checkDone(data);
  return { type: 'asset_disposal.done', v: 1, data: { ...data, number } };
}

/** The transitions that are possible now; the screen shows these, the API refuses the others with them. */
export function possible(state: AssetDisposalState): readonly string[] {
  switch (state.status) {
    case 'none':
      return ['draft'];
    case 'draft':
      // Its number is taken: discarding it would leave a gap.
      return state.number === null ? ['change', 'done', 'discard'] : ['change', 'done'];
    case 'done':
      return ['approve', 'disapprove', 'return_to_draft'];
    case 'approved':
      return ['disapprove', 'return_to_draft'];
    case 'disapproved':
      return ['approve', 'return_to_draft'];
    case 'discarded':
      return [];
    default:
      return unreachable(state);
  }
}

export const assetDisposal: Decider<AssetDisposalState, AssetDisposalCommand, AssetDisposalEvent, Facts> = {
  initial: { status: 'none' },
  evolve,
  decide,
};
