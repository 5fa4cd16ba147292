/**
 * Money from or to a customer or supplier, or a discount between them, and which open documents it settles.
 * It is complete at once; what it allocates can be taken back and allocated anew, or all of it is reversed.
 */
import { type Decider, unreachable } from '../kernel/decider.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { Facts } from '../kernel/facts.ts';
import { wrongState } from '../kernel/refusal.ts';
import { initialAllocation } from './allocation.ts';
import type { AllocateInput, TransactionInput, TransactionType } from './transaction.schema.ts';
import { laterAllocation, standingAllocation, transactionFacts } from './transaction-rules.ts';
import type { TransactionSide } from './transaction-side.ts';

// Streams: `customer_transaction-<id>`, `supplier_transaction-<id>`

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost or a posting.

export interface Transaction {
  readonly outlet_fk: number;
  /** One of the two. */
  readonly customer_fk: number | null;
  readonly supplier_fk: number | null;
  readonly transaction_type: TransactionType;
  readonly date: string;
  readonly time: string | null;
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  readonly rate_fk: number | null;
  readonly rate: string | null;
  readonly amount: string;
  readonly account_fk: number | null;
  readonly account_type: number | null;
  readonly replaces_fk: number | null;
  readonly reference_number: string | null;
  readonly note: string | null;
}

/** Part of an open document that is settled. What is due is positive, a credit negative. */
export interface Allocation {
  readonly document: string;
  readonly date: string;
  readonly amount: string;
  /** What was open on the document just before, and the rate that it is carried at. */
  readonly open_amount: string;
  readonly rate: string | null;
}

/** An allocation of (what was left of) a transaction, with everything that its posting needs. */
export interface Allocated
  extends Pick<
    Transaction,
    'outlet_fk' | 'customer_fk' | 'supplier_fk' | 'transaction_type' | 'currency_fk' | 'system_currency_fk' | 'rate'
  > {
  /** Of the transaction, so that a corrected rate is its allocations' too; absent where it has none. */
  readonly rate_fk?: number | null;
  /** 0 came with the transaction. */
  readonly allocation_id: number;
  readonly transaction_date: string;
  readonly date: string;
  readonly time: string | null;
  /** What was left of the transaction just before; negative for money paid or got back. */
  readonly open_amount: string;
  readonly allocations: readonly Allocation[];
}

/** `number` is null until the store gives it. */
export interface CompletedTransaction extends Transaction {
  readonly number: string | null;
  readonly allocations: readonly Allocation[];
}

export type TransactionEvent<Kind extends string = string> =
  | DomainEvent<`${Kind}.completed`, CompletedTransaction>
  | DomainEvent<`${Kind}.allocated`, Allocated>
  | DomainEvent<`${Kind}.unallocated`, Allocated>
  | DomainEvent<`${Kind}.reversed`, { readonly reason: string | null }>;

// State

export type TransactionState = { readonly status: 'none' } | StoredTransaction;

export interface StoredTransaction {
  readonly status: 'complete' | 'reversed';
  readonly transaction: Transaction;
  readonly number: string | null;
  /** Every allocation ever made; `standing` until it is taken back. */
  readonly allocations: readonly (Allocated & { readonly standing: boolean })[];
}

function evolve<Kind extends string>(kind: Kind, state: TransactionState, event: TransactionEvent<Kind>) {
  if (event.type === `${kind}.completed`) {
    const { number, allocations, ...transaction } = event.data as CompletedTransaction;
    const first = initialAllocation(transaction, allocations);
    const made = allocations.length > 0 ? [{ ...first, standing: true }] : [];
    return { status: 'complete', transaction, number, allocations: made } as const;
  }
  if (state.status === 'none') return state;
  const { allocations } = state;
  switch (event.type) {
    case `${kind}.allocated`:
      return { ...state, allocations: [...allocations, { ...(event.data as Allocated), standing: true }] };
    case `${kind}.unallocated`: {
      const { allocation_id } = event.data as Allocated;
      const standing = (each: Allocated & { standing: boolean }) =>
        each.standing && each.allocation_id !== allocation_id;
      return { ...state, allocations: allocations.map((each) => ({ ...each, standing: standing(each) })) };
    }
    case `${kind}.reversed`:
      return { ...state, status: 'reversed' } as const;
    default:
      return state;
  }
}

// Commands

export type TransactionCommand =
  | { readonly type: 'complete'; readonly input: TransactionInput }
  | { readonly type: 'allocate'; readonly input: AllocateInput }
  | { readonly type: 'unallocate'; readonly allocation_id: number }
  | { readonly type: 'reverse'; readonly reason: string | null };

function decide<Kind extends string>(
  side: TransactionSide<Kind>,
  command: TransactionCommand,
  state: TransactionState,
  facts: Facts,
): readonly TransactionEvent<Kind>[] {
  const { kind } = side;
  if (command.type === 'complete') {
    if (state.status !== 'none') return [];
    const { transaction, allocations } = transactionFacts(side, command.input, facts);
    return [{ type: `${kind}.completed`, v: 1, data: { ...transaction, number: null, allocations } }];
  }
  if (command.type === 'reverse' && state.status === 'reversed') return [];
  if (state.status !== 'complete') throw wrongState(state.status, possible(state));
  switch (command.type) {
    case 'allocate': {
      const data = laterAllocation(command.input, state, facts);
      return data ? [{ type: `${kind}.allocated`, v: 1, data }] : [];
    }
    case 'unallocate': {
      const data = standingAllocation(command.allocation_id, state);
      return data ? [{ type: `${kind}.unallocated`, v: 1, data }] : [];
    }
    case 'reverse':
      return [{ type: `${kind}.reversed`, v: 1, data: { reason: command.reason } }];
    default:
      return unreachable(command);
  }
}

/** The transitions that are possible now. */
export function possible(state: TransactionState): readonly string[] {
  if (state.status === 'none') return ['complete'];
  return state.status === 'complete' ? ['allocate', 'unallocate', 'reverse'] : [];
}

export function transactionDecider<Kind extends string>(
  side: TransactionSide<Kind>,
): Decider<TransactionState, TransactionCommand, TransactionEvent<Kind>, Facts> {
  return {
    initial: { status: 'none' },
    evolve: (state, event) => evolve(side.kind, state, event),
    decide: (command, state, facts) => decide(side, command, state, facts),
  };
}
