/** The general journal as a document: its transitions, its number, and what it has in the books. */
import { declareDocument, seriesOf } from '../kernel/document.ts';
import { fields } from '../kernel/held-fields.schema.ts';
import { reasoned } from '../kernel/transitions.ts';
import { postGeneralJournal } from '../posting/general-journal.ts';
import { NOTHING, REVERSE } from '../posting/posting-rule.ts';
import { RULES } from '../posting/rules.ts';
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
  folder: 'ledger',
  isBookkeeping: true,
  holds: 'journal',
  decider: generalJournal,
  body: GeneralJournalBody,
  held: { data: fields('currency_fk amount') },
  create: (body: GeneralJournalInput) =>
    body.status === 'posted' ? [{ type: 'draft', input: body }, { type: 'post' }] : [{ type: 'draft', input: body }],
  completing: (body: GeneralJournalInput) => (body.status === 'posted' ? { type: 'post' } : undefined),
  change: (body: GeneralJournalInput) => ({ type: 'change', input: body }),
  transitions: {
    post: { permission: 'complete', command: () => ({ type: 'post' }) },
    reverse: reasoned('return_to_draft', 'reverse'),
    discard: { permission: 'destroy', command: () => ({ type: 'discard' }) },
  },
  possible,
  postings: {
    'general_journal.drafted': NOTHING,
    'general_journal.draft_changed': NOTHING,
    'general_journal.discarded': NOTHING,
    'general_journal.posted': { does: 'post', post: postGeneralJournal, rule: RULES.generalJournal },
    'general_journal.reversed': REVERSE,
  },
  postingsOf: (state, stream) => (state.status === 'posted' ? [postGeneralJournal(state.journal, stream)] : []),
  numbered: {
    event: 'general_journal.posted',
    prefix: 'J-',
    of: (state) => seriesOf(state.status === 'none' ? undefined : state.journal),
  },
  place: (state) => (state.status === 'none' ? undefined : { outlet: state.journal.outlet_fk }),
  reversalRefusals: { stock: 'protected', cash: 'no_enough_balance' },
});
