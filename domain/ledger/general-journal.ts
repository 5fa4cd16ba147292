/**
 * An entry that a person writes line by line, for what no other document posts. It posts when it balances to
 * zero; what was posted is never changed, only reversed.
 */
import { type Decider, unreachable } from '../kernel/decider.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { Facts } from '../kernel/facts.ts';
import { wrongState } from '../kernel/refusal.ts';
import type { GeneralJournalInput } from './general-journal.schema.ts';
import { checkJournal, journalFacts } from './general-journal-rules.ts';

/** Stream: `general_journal-<id>` */
export const GENERAL_JOURNAL = 'general_journal';

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

// State

export type GeneralJournalState =
  | { readonly status: 'none' }
  | { readonly status: 'draft' | 'discarded'; readonly journal: GeneralJournal }
  | { readonly status: 'posted' | 'reversed'; readonly journal: GeneralJournal; readonly number: string | null };

function evolve(state: GeneralJournalState, event: GeneralJournalEvent): GeneralJournalState {
  switch (event.type) {
    case 'general_journal.drafted':
      return { status: 'draft', journal: event.data };
    case 'general_journal.draft_changed':
      return state.status === 'draft' ? { ...state, journal: event.data } : state;
    case 'general_journal.discarded':
      return state.status === 'draft' ? { status: 'discarded', journal: state.journal } : state;
    case 'general_journal.posted': {
      const { number, ...journal } = event.data;
      return { status: 'posted', journal, number };
    }
    case 'general_journal.reversed':
      return state.status === 'posted' ? { ...state, status: 'reversed' } : state;
    default:
      return unreachable(event);
  }
}

// Commands

export type GeneralJournalCommand =
  | { readonly type: 'draft'; readonly input: GeneralJournalInput }
  | { readonly type: 'change'; readonly input: GeneralJournalInput }
  | { readonly type: 'discard' }
  | { readonly type: 'post' }
  | { readonly type: 'reverse'; readonly reason: string | null };

function decide(
  command: GeneralJournalCommand,
  state: GeneralJournalState,
  facts: Facts,
): readonly GeneralJournalEvent[] {
  switch (command.type) {
    case 'draft':
      if (state.status !== 'none') return [];
      return [{ type: 'general_journal.drafted', v: 1, data: journalFacts(command.input, facts) }];
    case 'change': {
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      const data = journalFacts(command.input, facts);
      return JSON.stringify(data) === JSON.stringify(state.journal)
        ? []
        : [{ type: 'general_journal.draft_changed', v: 1, data }];
    }
    case 'discard':
      if (state.status === 'discarded') return [];
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      return [{ type: 'general_journal.discarded', v: 1, data: {} }];
    case 'post':
      if (state.status === 'posted') return [];
      if (state.status !== 'draft') throw wrongState(state.status, possible(state));
      checkJournal(state.journal, facts);
      return [{ type: 'general_journal.posted', v: 1, data: { ...state.journal, number: null } }];
    case 'reverse':
      if (state.status === 'reversed') return [];
      if (state.status !== 'posted') throw wrongState(state.status, possible(state));
      return [{ type: 'general_journal.reversed', v: 1, data: { reason: command.reason } }];
    default:
      return unreachable(command);
  }
}

/** The transitions that are possible now. */
export function possible(state: GeneralJournalState): readonly string[] {
  switch (state.status) {
    case 'none':
      return ['draft'];
    case 'draft':
      return ['change', 'post', 'discard'];
    case 'posted':
      return ['reverse'];
    case 'discarded':
    case 'reversed':
      return [];
    default:
      return unreachable(state);
  }
}

export const generalJournal: Decider<GeneralJournalState, GeneralJournalCommand, GeneralJournalEvent, Facts> = {
  initial: { status: 'none' },
  evolve,
  decide,
};
