/**
 * What a salesman earned at an outlet in a period: computed from the books, approved, paid, and reversed as a
 * whole. It counts everything that became known since the last one, so that what is entered, returned or restated
 * late is counted once, in the period that learns of it.
 */
import { type Decider, unreachable } from '../kernel/decider.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { Facts } from '../kernel/facts.ts';
import { wrongState } from '../kernel/refusal.ts';
import type { Slice } from './commission-slices.ts';
import type { SalesmanData } from './salesman.record.ts';
import type { PayCommissionInput, SalesmanCommissionInput } from './salesman-commission.schema.ts';
import { checkApproval, commissionFacts, paidCommission } from './salesman-commission-rules.ts';

/** Stream: `salesman_commission-<id>` */
export const SALESMAN_COMMISSION = 'salesman_commission';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

/** A sale or return (its stream) and what it counts for in this commission. */
export interface CommissionSource {
  readonly source: string;
  readonly amount: string;
}

export interface SalesmanCommission {
  readonly outlet_fk: number;
  readonly salesman_fk: number;
  readonly date: string;
  /** Day after the last commission; null for the first. */
  readonly from_date: string | null;
  readonly to_date: string;
  readonly previous_salesman_commission_fk: number | null;
  /** The books as known at this position. */
  readonly known_position: string;
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  readonly commission_type: SalesmanData['commission_type'];
  readonly slices: readonly Slice[];
  readonly sources: readonly CommissionSource[];
  readonly basis: string;
  readonly amount: string;
  readonly reference_number: string | null;
  readonly note: string | null;
}

export interface CommissionPaid {
  readonly outlet_fk: number;
  readonly salesman_fk: number;
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  readonly amount: string;
  readonly date: string;
  readonly time: string | null;
  readonly account_fk: number;
  readonly account_type: number;
}

type Kind = typeof SALESMAN_COMMISSION;
export type SalesmanCommissionEvent =
  | DomainEvent<`${Kind}.drafted`, SalesmanCommission>
  | DomainEvent<`${Kind}.draft_changed`, SalesmanCommission>
  | DomainEvent<`${Kind}.discarded`, Record<string, never>>
  | DomainEvent<`${Kind}.approved`, SalesmanCommission & { readonly number: string | null }>
  | DomainEvent<`${Kind}.paid`, CommissionPaid>
  | DomainEvent<`${Kind}.reversed`, { readonly reason: string | null }>;

// State

export type SalesmanCommissionState =
  | { readonly status: 'none' }
  | { readonly status: 'draft' | 'discarded'; readonly data: SalesmanCommission }
  | {
      readonly status: 'approved' | 'paid' | 'reversed';
      readonly data: SalesmanCommission;
      readonly number: string | null;
      readonly payment: CommissionPaid | null;
    };

function evolve(state: SalesmanCommissionState, event: SalesmanCommissionEvent): SalesmanCommissionState {
  switch (event.type) {
    case 'salesman_commission.drafted':
    case 'salesman_commission.draft_changed':
      return { status: 'draft', data: event.data };
    case 'salesman_commission.discarded':
      return state.status === 'draft' ? { ...state, status: 'discarded' } : state;
    case 'salesman_commission.approved': {
      const { number, ...data } = event.data;
      return { status: 'approved', data, number, payment: null };
    }
    case 'salesman_commission.paid':
      return state.status === 'approved' ? { ...state, status: 'paid', payment: event.data } : state;
    case 'salesman_commission.reversed':
      return state.status === 'approved' || state.status === 'paid' ? { ...state, status: 'reversed' } : state;
    default:
      return unreachable(event);
  }
}

// Commands

export type SalesmanCommissionCommand =
  | { readonly type: 'draft'; readonly input: SalesmanCommissionInput }
  /** Computed again from what is known now. */
  | { readonly type: 'change'; readonly input: SalesmanCommissionInput }
  | { readonly type: 'discard' }
  | { readonly type: 'approve' }
  | { readonly type: 'pay_out'; readonly input: PayCommissionInput }
  | { readonly type: 'reverse'; readonly reason: string | null };

function decide(
  command: SalesmanCommissionCommand,
  state: SalesmanCommissionState,
  facts: Facts,
): readonly SalesmanCommissionEvent[] {
  switch (command.type) {
    case 'draft':
      if (state.status !== 'none') return [];
      return [{ type: 'salesman_commission.drafted', v: 1, data: commissionFacts(command.input, facts) }];
    case 'change': {
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      const data = commissionFacts(command.input, facts);
      return isSame(data, state.data) ? [] : [{ type: 'salesman_commission.draft_changed', v: 1, data }];
    }
    case 'discard':
      if (state.status === 'discarded') return [];
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      return [{ type: 'salesman_commission.discarded', v: 1, data: {} }];
    case 'approve':
      if (state.status === 'approved') return [];
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      checkApproval(state.data, facts);
      return [{ type: 'salesman_commission.approved', v: 1, data: { ...state.data, number: null } }];
    case 'pay_out':
      if (state.status === 'paid') return [];
      if (state.status !== 'approved') throw wrongState(state.status, possible(state));
      return [{ type: 'salesman_commission.paid', v: 1, data: paidCommission(state.data, command.input, facts) }];
    case 'reverse':
      if (state.status === 'reversed') return [];
      if (state.status !== 'approved' && state.status !== 'paid') throw wrongState(state.status, possible(state));
      return [{ type: 'salesman_commission.reversed', v: 1, data: { reason: command.reason } }];
    default:
      return unreachable(command);
  }
}

/** The log goes on while nothing of it concerns the salesman. */
function isSame(a: SalesmanCommission, b: SalesmanCommission): boolean {
  return JSON.stringify({ ...a, known_position: '' }) === JSON.stringify({ ...b, known_position: '' });
}

/** The transitions that are possible now. */
export function possible({ status }: SalesmanCommissionState): readonly string[] {
  switch (status) {
    case 'none':
      return ['draft'];
    case 'draft':
      return ['change', 'approve', 'discard'];
    case 'approved':
      return ['pay_out', 'reverse'];
    case 'paid':
      return ['reverse'];
    case 'discarded':
    case 'reversed':
      return [];
    default:
      return unreachable(status);
  }
}

export const salesmanCommission: Decider<
  SalesmanCommissionState,
  SalesmanCommissionCommand,
  SalesmanCommissionEvent,
  Facts
> = { initial: { status: 'none' }, evolve, decide };
