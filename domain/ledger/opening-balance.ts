/**
 * What an outlet had before its first open day: money, what parties owe and are owed, goods, other accounts.
 * It posts when it is finished, which it can be when everything balances, and can be reopened.
 */
import { type Decider, unreachable } from '../kernel/decider.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { Facts } from '../kernel/facts.ts';
import { wrongState } from '../kernel/refusal.ts';
import type { OwnAccountKey } from './chart.ts';
import type { OPENING_ACCOUNTS, OpeningBalanceInput } from './opening-balance.schema.ts';
import { checkOpening, openingFacts } from './opening-balance-rules.ts';

/** Stream: `opening_balance-<id>` */
export const OPENING_BALANCE = 'opening_balance';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a posting.

export interface OpeningCash {
  readonly account_fk: number;
  readonly account_type: number;
  readonly currency_fk: number;
  readonly rate: string | null;
  readonly amount: string;
}

export interface OpeningParty {
  readonly customer_fk: number | null;
  readonly supplier_fk: number | null;
  readonly currency_fk: number;
  readonly rate: string | null;
  readonly amount: string;
}

export interface OpeningStock {
  readonly line_id: number;
  readonly inventory_fk: number;
  readonly item_fk: number;
  readonly unit_fk: number;
  readonly unit_factor: string;
  readonly quantity: string;
  readonly value: string;
}

export interface OpeningAccount {
  readonly account: (typeof OPENING_ACCOUNTS)[number] | OwnAccountKey;
  /** Of an account that people made. */
  readonly ledger_account_fk?: number;
  readonly amount: string;
}

export interface OpeningBalance {
  readonly outlet_fk: number;
  readonly financial_year_fk: number;
  readonly system_currency_fk: number;
  /** The first open day, and the day before it, on which the balances count. */
  readonly first_day: string;
  readonly date: string;
  readonly note: string | null;
  readonly cashes: readonly OpeningCash[];
  readonly parties: readonly OpeningParty[];
  readonly stock: readonly OpeningStock[];
  readonly accounts: readonly OpeningAccount[];
}

export type OpeningBalanceEvent =
  | DomainEvent<'opening_balance.drafted', OpeningBalance>
  | DomainEvent<'opening_balance.draft_changed', OpeningBalance>
  | DomainEvent<'opening_balance.discarded', Record<string, never>>
  | DomainEvent<'opening_balance.finished', OpeningBalance & { readonly number: string | null }>
  | DomainEvent<'opening_balance.reopened', { readonly reason: string | null }>;

// State

export type OpeningBalanceState =
  | { readonly status: 'none' }
  | { readonly status: 'discarded'; readonly opening: OpeningBalance }
  | { readonly status: 'draft' | 'finished'; readonly opening: OpeningBalance; readonly number: string | null };

function evolve(state: OpeningBalanceState, event: OpeningBalanceEvent): OpeningBalanceState {
  switch (event.type) {
    case 'opening_balance.drafted':
      return { status: 'draft', opening: event.data, number: null };
    case 'opening_balance.draft_changed':
      return state.status === 'draft' ? { ...state, opening: event.data } : state;
    case 'opening_balance.discarded':
      return state.status === 'draft' ? { status: 'discarded', opening: state.opening } : state;
    case 'opening_balance.finished': {
      const { number, ...opening } = event.data;
      return { status: 'finished', opening, number };
    }
    case 'opening_balance.reopened':
      return state.status === 'finished' ? { ...state, status: 'draft' } : state;
    default:
      return unreachable(event);
  }
}

// Commands

export type OpeningBalanceCommand =
  | { readonly type: 'draft'; readonly input: OpeningBalanceInput }
  | { readonly type: 'change'; readonly input: OpeningBalanceInput }
  | { readonly type: 'discard' }
  | { readonly type: 'finish' }
  | { readonly type: 'reopen'; readonly reason: string | null };

function decide(
  command: OpeningBalanceCommand,
  state: OpeningBalanceState,
  facts: Facts,
): readonly OpeningBalanceEvent[] {
  switch (command.type) {
    case 'draft':
      if (state.status !== 'none') return [];
      return [{ type: 'opening_balance.drafted', v: 1, data: openingFacts(command.input, facts) }];
    case 'change': {
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      const data = openingFacts(command.input, facts);
      return JSON.stringify(data) === JSON.stringify(state.opening)
        ? []
        : [{ type: 'opening_balance.draft_changed', v: 1, data }];
    }
    case 'discard':
      if (state.status === 'discarded') return [];
      if (state.status !== 'draft' || state.number !== null) throw wrongState(state.status, possible(state));
      return [{ type: 'opening_balance.discarded', v: 1, data: {} }];
    case 'finish':
      if (state.status === 'finished') return [];
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      checkOpening(state.opening);
      return [{ type: 'opening_balance.finished', v: 1, data: { ...state.opening, number: state.number } }];
    case 'reopen':
      if (state.status === 'draft') return [];
      if (state.status !== 'finished') throw wrongState(state.status, possible(state));
      return [{ type: 'opening_balance.reopened', v: 1, data: { reason: command.reason } }];
    default:
      return unreachable(command);
  }
}

/** The transitions that are possible now. */
export function possible(state: OpeningBalanceState): readonly string[] {
  switch (state.status) {
    case 'none':
      return ['draft'];
    case 'draft':
      return state.number === null ? ['change', 'finish', 'discard'] : ['change', 'finish'];
    case 'finished':
      return ['reopen'];
    case 'discarded':
      return [];
    default:
      return unreachable(state);
  }
}

export const openingBalance: Decider<OpeningBalanceState, OpeningBalanceCommand, OpeningBalanceEvent, Facts> = {
  initial: { status: 'none' },
  evolve,
  decide,
};
