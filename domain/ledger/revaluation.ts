/**
 * What an outlet has in foreign money and is owed and owes in it, valued anew at the end of a period. It posts the
 * difference to unrealised exchange and takes it back on the next day, so that settling measures from the first
 * rate and no gain is counted twice.
 */
import { type Decider, unreachable } from '../kernel/decider.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { Facts } from '../kernel/facts.ts';
import { wrongState } from '../kernel/refusal.ts';
import type { RevaluationInput } from './revaluation.schema.ts';
import { revaluationFacts, revaluedBalances } from './revaluation-rules.ts';

/** Stream: `revaluation-<id>` */
export const REVALUATION = 'revaluation';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold the balances as they were known when it was decided and the rates used, never a posting.

export interface Revaluation {
  readonly outlet_fk: number;
  readonly date: string;
  /** On which it is taken back. */
  readonly next_day: string;
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  readonly rate_fk: number;
  readonly in_rate: string;
  readonly out_rate: string;
  readonly reference_number: string | null;
  readonly note: string | null;
}

/** One balance: debit above zero, and the rate that it is worth. */
export interface RevaluedBalance {
  /** Number of the account in the chart. */
  readonly account: number;
  /** `customer-7`, on accounts of parties. */
  readonly party: string | null;
  readonly currency_fk: number;
  readonly foreign_amount: string;
  readonly base: string;
  readonly rate: string;
}

export interface RevaluedBooks {
  /** Of the log: what the balances were known at. */
  readonly position: string;
  readonly balances: readonly RevaluedBalance[];
  /** The gain, or below zero the loss. */
  readonly amount: string;
}

export type PostedRevaluation = Revaluation & RevaluedBooks & { readonly number: string | null };

export type RevaluationEvent =
  | DomainEvent<'revaluation.drafted', Revaluation>
  | DomainEvent<'revaluation.draft_changed', Revaluation>
  | DomainEvent<'revaluation.discarded', Record<string, never>>
  | DomainEvent<'revaluation.posted', PostedRevaluation>
  | DomainEvent<'revaluation.reversed', { readonly reason: string | null }>;

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
