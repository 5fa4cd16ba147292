/** The stored events of a journal entry. */

import type { PostedEvent } from '../documents/posted.ts';
import type { SharedAmount } from '../documents/shared-amount.ts';
import type { DueDay } from '../values/due-day.ts';

/** Stream: `general_journal-<id>` */
export const GENERAL_JOURNAL = 'general_journal';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a carrying value or a balance.

/** A line that opens a debt or a claim has a due day. */
export interface JournalLine extends DueDay {
  readonly line_id: number;
  /** Number of the account in the chart. */
  readonly account: number;
  /** Exactly one of `debit` and `credit` is null. */
  readonly debit: string | null;
  readonly credit: string | null;
  readonly currency_fk: number;
  readonly rate_fk: number | null;
  readonly rate: string | null;
  readonly outlet_fk: number;
  readonly customer_fk: number | null;
  readonly supplier_fk: number | null;
  /** Present on what a person of the staff owes. */
  readonly user_fk?: number;
  readonly note: string | null;
}

/** Lines have their own currencies; the document is in the system currency, and its amount is the sum of the debits. */
export interface GeneralJournal extends SharedAmount<JournalLine> {
  readonly time: string | null;
  /**
   * `book_value`: what reduces a foreign balance of an own account takes its value in the books, and the difference is
   * realised (decisions/0134). Absent without such lines, in drafts, and in journals posted before this field.
   */
  readonly foreign_value?: 'book_value';
}

export type GeneralJournalEvent = PostedEvent<typeof GENERAL_JOURNAL, GeneralJournal>;
