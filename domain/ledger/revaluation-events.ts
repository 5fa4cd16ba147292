/** What happens to a revaluation, as it is stored. */
import type { Numbered } from '../kernel/lifecycle-events.ts';
import type { PostedEvent } from '../kernel/posted.ts';

/** Stream: `revaluation-<id>` */
export const REVALUATION = 'revaluation';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold the balances as they were known when it was decided and the rates used, never a posting.

export interface Revaluation {
  readonly outlet_fk: number;
  readonly date: string;
  /** The day on which it is reversed. */
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

export type PostedRevaluation = Numbered<Revaluation & RevaluedBooks>;

export type RevaluationEvent = PostedEvent<typeof REVALUATION, Revaluation, Revaluation & RevaluedBooks>;
