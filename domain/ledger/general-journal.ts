/**
 * An entry that a person writes line by line, for what no other document posts. It posts when it balances to
 * zero; what was posted is never changed, only reversed.
 */
import { type Decider, unreachable } from '../kernel/decider.ts';
import type { Facts } from '../kernel/facts.ts';
import { wrongState } from '../kernel/refusal.ts';
import type { GeneralJournalInput } from './general-journal.schema.ts';
import type { GeneralJournal, GeneralJournalEvent } from './general-journal-events.ts';
import { checkJournal, journalFacts } from './general-journal-rules.ts';

export type { GeneralJournal, GeneralJournalEvent, JournalLine } from './general-journal-events.ts';

/** Stream: `general_journal-<id>` */
export const GENERAL_JOURNAL = 'general_journal';

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
