/**
 * A payment or discount between the business and a customer or supplier, with the open documents that it settles. It
 * is complete at once; allocations can be reversed and made again, or the whole transaction is reversed.
 */

import { initialAllocation } from '../debts/allocation.ts';
import type { TransactionSide } from '../debts/transaction-side.ts';
import { type Decider, unreachable } from '../deciding/decider.ts';
import type { Facts, OpenItem } from '../deciding/facts.ts';
import { membersOf } from '../values/members.ts';
import { wrongState } from '../values/refusal.ts';
import type { AllocateInput, TransactionInput } from './transaction.schema.ts';
import type { Allocated, CompletedTransaction, StoredTransaction, TransactionEvent } from './transaction-events.ts';
import { laterAllocation, reversedOn, transactionFacts, unreversedAllocation } from './transaction-rules.ts';

// Streams: `customer_transaction-<id>`, `supplier_transaction-<id>`

// State

export type TransactionState = { readonly status: 'none' } | StoredTransaction;

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
      const unreversed = (value: Allocated & { standing: boolean }) =>
        value.standing && value.allocation_id !== allocation_id;
      return {
        ...state,
        allocations: allocations.map((allocation) => ({ ...allocation, standing: unreversed(allocation) })),
      };
    }
    case `${kind}.reversed_on`: {
      const { date } = membersOf(event.data);
      return { ...state, status: 'reversed', ...(typeof date === 'string' ? { reversed_date: date } : {}) } as const;
    }
    case `${kind}.reversed`: {
      const { replaced_by_fk } = membersOf(event.data);
      const replaced = typeof replaced_by_fk === 'number' ? { replaced_by_fk } : {};
      return { ...state, status: 'reversed', ...replaced } as const;
    }
    default:
      return state;
  }
}

// Commands.

export type TransactionCommand =
  /** `opened` is the open item of a document of the same command; the transaction settles nothing else. */
  | { readonly type: 'complete'; readonly input: TransactionInput; readonly opened?: readonly OpenItem[] }
  | { readonly type: 'allocate'; readonly input: AllocateInput }
  | { readonly type: 'unallocate'; readonly allocation_id: number }
  /** On the transaction's own day, or on a later one. */
  | {
      readonly type: 'reverse';
      readonly reason: string | null;
      readonly date?: string | null;
      readonly replaced_by_fk?: number;
    };

function decide<Kind extends string>(
  side: TransactionSide<Kind>,
  command: TransactionCommand,
  state: TransactionState,
  facts: Facts,
): readonly TransactionEvent<Kind>[] {
  const { kind } = side;
  if (command.type === 'complete') {
    if (state.status !== 'none') return [];
    const { transaction, allocations } = transactionFacts(side, command.input, facts, command.opened);
    return [{ type: `${kind}.completed`, v: 1, data: { ...transaction, number: null, allocations } }];
  }
  if (command.type === 'reverse' && state.status === 'reversed') return [];
  if (state.status !== 'complete') throw wrongState(state.status, possible(state));
  switch (command.type) {
    case 'allocate': {
      const data = laterAllocation(side, command.input, state, facts);
      return data ? [{ type: `${kind}.allocated`, v: 1, data }] : [];
    }
    case 'unallocate': {
      const data = unreversedAllocation(command.allocation_id, state);
      return data ? [{ type: `${kind}.unallocated`, v: 1, data }] : [];
    }
    case 'reverse': {
      const { type: _, date, ...data } = command;
      if (date && date !== state.transaction.date) {
        return [{ type: `${kind}.reversed_on`, v: 1, data: reversedOn(command.reason, date, state) }];
      }
      return [{ type: `${kind}.reversed`, v: 1, data }];
    }
    default:
      return unreachable(command);
  }
}

/** The transitions that the state allows. */
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
