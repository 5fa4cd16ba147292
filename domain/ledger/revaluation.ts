/**
 * What an outlet has in foreign money and is owed and owes in it, valued anew at the end of a period. It posts the
 * difference to unrealised exchange and takes it back on the next day, so that settling measures from the first
 * rate and no gain is counted twice.
 */
import { type Decider, unreachable } from '../kernel/decider.ts';
import type { Facts } from '../kernel/facts.ts';
import { wrongState } from '../kernel/refusal.ts';
import type { RevaluationInput } from './revaluation.schema.ts';
import type { Revaluation, RevaluationEvent, RevaluedBooks } from './revaluation-events.ts';
import { revaluationFacts, revaluedBalances } from './revaluation-rules.ts';

export type {
  PostedRevaluation,
  Revaluation,
  RevaluationEvent,
  RevaluedBalance,
  RevaluedBooks,
} from './revaluation-events.ts';

/** Stream: `revaluation-<id>` */
export const REVALUATION = 'revaluation';

// State

export type RevaluationState =
  | { readonly status: 'none' }
  | { readonly status: 'draft' | 'discarded'; readonly revaluation: Revaluation }
  | {
      readonly status: 'posted' | 'reversed';
      readonly revaluation: Revaluation & RevaluedBooks;
      readonly number: string | null;
    };

function evolve(state: RevaluationState, event: RevaluationEvent): RevaluationState {
  switch (event.type) {
    case 'revaluation.drafted':
      return { status: 'draft', revaluation: event.data };
    case 'revaluation.draft_changed':
      return state.status === 'draft' ? { ...state, revaluation: event.data } : state;
    case 'revaluation.discarded':
      return state.status === 'draft' ? { status: 'discarded', revaluation: state.revaluation } : state;
    case 'revaluation.posted': {
      const { number, ...revaluation } = event.data;
      return { status: 'posted', revaluation, number };
    }
    case 'revaluation.reversed':
      return state.status === 'posted' ? { ...state, status: 'reversed' } : state;
    default:
      return unreachable(event);
  }
}

// Commands

export type RevaluationCommand =
  | { readonly type: 'draft'; readonly input: RevaluationInput }
  | { readonly type: 'change'; readonly input: RevaluationInput }
  | { readonly type: 'discard' }
  | { readonly type: 'post' }
  | { readonly type: 'reverse'; readonly reason: string | null };

function decide(command: RevaluationCommand, state: RevaluationState, facts: Facts): readonly RevaluationEvent[] {
  switch (command.type) {
    case 'draft':
      if (state.status !== 'none') return [];
      return [{ type: 'revaluation.drafted', v: 1, data: revaluationFacts(command.input, facts) }];
    case 'change': {
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      const data = revaluationFacts(command.input, facts);
      return JSON.stringify(data) === JSON.stringify(state.revaluation)
        ? []
        : [{ type: 'revaluation.draft_changed', v: 1, data }];
    }
    case 'discard':
      if (state.status === 'discarded') return [];
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      return [{ type: 'revaluation.discarded', v: 1, data: {} }];
    case 'post': {
      if (state.status === 'posted') return [];
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      const books = revaluedBalances(state.revaluation, facts);
      return [{ type: 'revaluation.posted', v: 1, data: { ...state.revaluation, ...books, number: null } }];
    }
    case 'reverse':
      if (state.status === 'reversed') return [];
      if (state.status !== 'posted') throw wrongState(state.status, possible(state));
      return [{ type: 'revaluation.reversed', v: 1, data: { reason: command.reason } }];
    default:
      return unreachable(command);
  }
}

/** The transitions that are possible now. */
export function possible(state: RevaluationState): readonly string[] {
  switch (state.status) {
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
      return unreachable(state);
  }
}

export const revaluation: Decider<RevaluationState, RevaluationCommand, RevaluationEvent, Facts> = {
  initial: { status: 'none' },
  evolve,
  decide,
};
