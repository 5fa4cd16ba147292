/** The general journal as a document: its transitions, its number, and what it has in the books. */
import { declareDocument } from '../kernel/document.ts';
import { ReasonBody } from '../kernel/fields.schema.ts';
import { postGeneralJournal } from '../posting/general-journal.ts';
import { GeneralJournalBody, type GeneralJournalInput } from './general-journal.schema.ts';
import {
  GENERAL_JOURNAL,
  type GeneralJournalCommand,
  type GeneralJournalEvent,
  type GeneralJournalState,
  generalJournal,
  possible,
} from './general-journal.ts';

export const generalJournalDocument = declareDocument<GeneralJournalState, GeneralJournalCommand, GeneralJournalEvent>({
  kind: GENERAL_JOURNAL,
  resource: 'general_journals',
  holds: 'journal',
  decider: generalJournal,
  body: GeneralJournalBody,
  create: (body: GeneralJournalInput) =>
    body.status === 'posted' ? [{ type: 'draft', input: body }, { type: 'post' }] : [{ type: 'draft', input: body }],
  completing: (body: GeneralJournalInput) => (body.status === 'posted' ? { type: 'post' } : undefined),
  change: (body: GeneralJournalInput) => ({ type: 'change', input: body }),
  transitions: {
    post: { permission: 'complete', command: () => ({ type: 'post' }) },
    reverse: {
      permission: 'return_to_draft',
      body: ReasonBody,
      reasoned: true,
      command: (body: { reason: string | null }) => ({ type: 'reverse', reason: body.reason }),
    },
    discard: { permission: 'destroy', command: () => ({ type: 'discard' }) },
  },
  possible,
  postingsOf: (state, stream) => (state.status === 'posted' ? [postGeneralJournal(state.journal, stream)] : []),
  numbered: {
    event: 'general_journal.posted',
    prefix: 'J-',
    of: (state) => ({
      outlet: state.status === 'none' ? 0 : state.journal.outlet_fk,
      date: state.status === 'none' ? '' : state.journal.date,
    }),
  },
  place: (state) => (state.status === 'none' ? undefined : { outlet: state.journal.outlet_fk }),
  reversalRefusals: { stock: 'protected', cash: 'no_enough_balance' },
});
