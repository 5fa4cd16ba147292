/** What happens to a journal entry, as it is stored. */
import type { DomainEvent } from '../kernel/event.ts';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.
// They hold facts only: never a carrying value or a balance.

export interface JournalLine {
  readonly line_id: number;
  /** Number of the account in the chart. */
  readonly account: number;
  /** One of the two is null. */
  readonly debit: string | null;
  readonly credit: string | null;
  readonly currency_fk: number;
  readonly rate_fk: number | null;
  readonly rate: string | null;
  readonly outlet_fk: number;
  readonly customer_fk: number | null;
  readonly supplier_fk: number | null;
  readonly note: string | null;
}

export interface GeneralJournal {
  readonly outlet_fk: number;
  readonly date: string;
  readonly time: string | null;
  /** The lines have currencies of their own; the journal is in that of the books. */
  readonly currency_fk: number;
  readonly system_currency_fk: number;
  /** Of its debits. */
  readonly amount: string;
  readonly reference_number: string | null;
  readonly note: string | null;
  readonly lines: readonly JournalLine[];
}

export type GeneralJournalEvent =
  | DomainEvent<'general_journal.drafted', GeneralJournal>
  | DomainEvent<'general_journal.draft_changed', GeneralJournal>
  | DomainEvent<'general_journal.discarded', Record<string, never>>
  | DomainEvent<'general_journal.posted', GeneralJournal & { readonly number: string | null }>
  | DomainEvent<'general_journal.reversed', { readonly reason: string | null }>;
