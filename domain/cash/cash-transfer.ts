/**
 * Money from one cash box or bank account to another, in one currency or between two. It is complete at once and
 * can be reversed.
 */
import { type Decider, unreachable } from '../kernel/decider.ts';
import type { SettledCurrency } from '../kernel/document-rules.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { Facts } from '../kernel/facts.ts';
import { wrongState } from '../kernel/refusal.ts';
import type { CashTransferInput } from './cash-transfer.schema.ts';
import { cashTransferFacts } from './cash-transfer-rules.ts';

/** Stream: `cash_transfer-<id>` */
export const CASH_TRANSFER = 'cash_transfer';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a carrying value, a balance or a posting.

/** The currency is that of the account that the money leaves; the rate is null when both are the system's. */
export interface CashTransfer extends SettledCurrency {
  readonly outlet_fk: number;
  readonly to_outlet_fk: number;
  readonly date: string;
  readonly time: string | null;
  readonly from_account_fk: number;
  readonly from_account_type: number;
  readonly to_account_fk: number;
  readonly to_account_type: number;
  readonly to_currency_fk: number;
  readonly amount: string;
  readonly to_amount: string;
  readonly reference_number: string | null;
  readonly note: string | null;
}

export type CashTransferEvent =
  | DomainEvent<'cash_transfer.completed', CashTransfer & { readonly number: string | null }>
  | DomainEvent<'cash_transfer.reversed', { readonly reason: string | null }>;

// State

export type CashTransferState =
  | { readonly status: 'none' }
  | { readonly status: 'complete' | 'reversed'; readonly transfer: CashTransfer; readonly number: string | null };

function evolve(state: CashTransferState, event: CashTransferEvent): CashTransferState {
  switch (event.type) {
    case 'cash_transfer.completed': {
      const { number, ...transfer } = event.data;
      return { status: 'complete', transfer, number };
    }
    case 'cash_transfer.reversed':
      return state.status === 'complete' ? { ...state, status: 'reversed' } : state;
    default:
      return unreachable(event);
  }
}

// Commands

export type CashTransferCommand =
  | { readonly type: 'complete'; readonly input: CashTransferInput }
  | { readonly type: 'reverse'; readonly reason: string | null };

function decide(command: CashTransferCommand, state: CashTransferState, facts: Facts): readonly CashTransferEvent[] {
  switch (command.type) {
    case 'complete': {
      if (state.status !== 'none') return [];
      const data = { ...cashTransferFacts(command.input, facts), number: null };
      return [{ type: 'cash_transfer.completed', v: 1, data }];
    }
    case 'reverse':
      if (state.status === 'reversed') return [];
      if (state.status !== 'complete') throw wrongState(state.status, possible(state));
      return [{ type: 'cash_transfer.reversed', v: 1, data: { reason: command.reason } }];
    default:
      return unreachable(command);
  }
}

/** The transitions that are possible now. */
export function possible(state: CashTransferState): readonly string[] {
  if (state.status === 'none') return ['complete'];
  return state.status === 'complete' ? ['reverse'] : [];
}

export const cashTransfer: Decider<CashTransferState, CashTransferCommand, CashTransferEvent, Facts> = {
  initial: { status: 'none' },
  evolve,
  decide,
};
