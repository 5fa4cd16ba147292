/** What happens to a transaction with a party, as it is stored. */
import type { DomainEvent } from '../kernel/event.ts';
import type { TransactionType } from './transaction.schema.ts';

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
  /** The reason for replacing another one, which was reversed with it. */
  readonly reason?: string;
  readonly reference_number: string | null;
  readonly note: string | null;
}

/** Part of an open document that is settled. What is due is positive, a credit negative. */
export interface Allocation {
  readonly document: string;
  readonly date: string;
  readonly amount: string;
  /** What it takes of the transaction beside the amount, where the document was open with a fraction that nobody can pay. */
  readonly rounding?: string;
  /** What was open on the document just before, and the rate that it is carried at. */
  readonly open_amount: string;
  readonly rate: string | null;
  /** In whose books it is open, where that is another outlet than the transaction's. */
  readonly outlet_fk?: number;
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
  | DomainEvent<`${Kind}.reversed`, Reversed>;

export interface Reversed {
  readonly reason: string | null;
  /** The transaction that was entered in its place with the same command. */
  readonly replaced_by_fk?: number;
}

export interface StoredTransaction {
  readonly status: 'complete' | 'reversed';
  readonly transaction: Transaction;
  readonly number: string | null;
  readonly replaced_by_fk?: number;
  /** Every allocation; `standing` until it is reversed. */
  readonly allocations: readonly (Allocated & { readonly standing: boolean })[];
}
