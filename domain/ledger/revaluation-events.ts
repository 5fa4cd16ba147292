/** The stored events of a revaluation. */
import type { Numbered } from '../documents/lifecycle-events.ts';
import type { PostedEvent } from '../documents/posted.ts';

/** Stream: `revaluation-<id>` */
export const REVALUATION = 'revaluation';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions. They hold the
// balances known at the decision and the rates used, never a posting.

export interface Revaluation {
  readonly outlet_fk: number;
  readonly date: string;
  /** The day of its automatic reversal. */
  readonly next_day: string;
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  readonly rate_fk: number;
  readonly in_rate: string;
  readonly out_rate: string;
  readonly reference_number: string | null;
  readonly note: string | null;
}

/** One balance, debits positive, and the rate at which it is valued. */
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
  /** Position of the log at which the balances were read. */
  readonly position: string;
  readonly balances: readonly RevaluedBalance[];
  /** The gain; a loss is negative. */
  readonly amount: string;
}

export type PostedRevaluation = Numbered<Revaluation & RevaluedBooks>;

export type RevaluationEvent = PostedEvent<typeof REVALUATION, Revaluation, Revaluation & RevaluedBooks>;
