/** The stored events of a transaction with a party. */
import type { DomainEvent } from '../deciding/event.ts';
import type { TransactionType } from './transaction.schema.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never an average cost or a posting.

export interface Transaction {
  readonly outlet_fk: number;
  /** Exactly one of `customer_fk` and `supplier_fk` is null. */
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
  /** What the bank takes beside the payment, in its currency, and the expense that it is; absent without a fee. */
  readonly bank_fee?: string;
  readonly expense_type_fk?: number;
  readonly replaces_fk: number | null;
  /** The reason for replacing another transaction, which was reversed with it. */
  readonly reason?: string;
  readonly reference_number: string | null;
  readonly note: string | null;
}

/** The settled part of an open document. Amounts due are positive, credits negative. */
export interface Allocation {
  readonly document: string;
  readonly date: string;
  /** In the currency of the document. */
  readonly amount: string;
  /**
   * The currency of a document that differs from the transaction's, and the money of the transaction used for it,
   * signed as the amount.
   */
  readonly currency_fk?: number;
  readonly used?: string;
  /**
   * Rounding used from the transaction in addition to the amount, when the document was open with a fraction that
   * cannot be paid.
   */
  readonly rounding?: string;
  /** The open amount of the document just before, and the rate of the document. */
  readonly open_amount: string;
  readonly rate: string | null;
  /**
   * For the settlement that closes the document: what its balance in the books differs from the open amount at its
   * rate, after reversals in another order. Absent when it is zero, and in allocations from before this field.
   */
  readonly left_over?: string;
  /** The outlet whose books contain the open item, when it differs from the transaction's. */
  readonly outlet_fk?: number;
}

/** An allocation of (the rest of) a transaction, with all data for its posting. */
export interface Allocated
  extends Pick<
    Transaction,
    'outlet_fk' | 'customer_fk' | 'supplier_fk' | 'transaction_type' | 'currency_fk' | 'system_currency_fk' | 'rate'
  > {
  /**
   * The rate record of the transaction, so that a corrected rate applies to allocations too; absent when it has none.
   */
  readonly rate_fk?: number | null;
  /** 0 for the allocation that was stored with the transaction. */
  readonly allocation_id: number;
  readonly transaction_date: string;
  readonly date: string;
  readonly time: string | null;
  /** The unallocated amount of the transaction just before; negative for money paid or got back. */
  readonly open_amount: string;
  /** The same as that of an allocation, for the credit of the transaction when this allocation uses it up. */
  readonly left_over?: string;
  readonly allocations: readonly Allocation[];
}

/** `number` is null until the store assigns it. */
export interface CompletedTransaction extends Transaction {
  readonly number: string | null;
  readonly allocations: readonly Allocation[];
}

export type TransactionEvent<Kind extends string = string> =
  | DomainEvent<`${Kind}.completed`, CompletedTransaction>
  | DomainEvent<`${Kind}.allocated`, Allocated>
  | DomainEvent<`${Kind}.unallocated`, Allocated>
  | DomainEvent<`${Kind}.reversed`, Reversed>
  | DomainEvent<`${Kind}.reversed_on`, ReversedOn>;

export interface Reversed {
  readonly reason: string | null;
  /** The transaction that replaced it with the same command. */
  readonly replaced_by_fk?: number;
}

/** A reversal on a later day: the transaction stays in the books until then. It has all data for its posting. */
export interface ReversedOn {
  readonly reason: string | null;
  readonly date: string;
  readonly transaction: Transaction;
  /** The allocations that stood until then. */
  readonly allocations: readonly Allocated[];
}

export interface StoredTransaction {
  readonly status: 'complete' | 'reversed';
  readonly transaction: Transaction;
  readonly number: string | null;
  readonly replaced_by_fk?: number;
  /** The day of a reversal that has one of its own. */
  readonly reversed_date?: string;
  /** All allocations; `standing` is false for reversed ones. */
  readonly allocations: readonly (Allocated & { readonly standing: boolean })[];
}
