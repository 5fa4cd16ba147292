/**
 * An entry that a person writes line by line, for cases that no other document covers. It can be posted when debits
 * equal credits; a posted entry is never changed, only reversed.
 */
import { postedDecider } from '../documents/posted.ts';
import type { GeneralJournalInput } from './general-journal.schema.ts';
import { GENERAL_JOURNAL, type GeneralJournal } from './general-journal-events.ts';
import { checkJournal, journalFacts, valuedInBooks, withDueDays } from './general-journal-rules.ts';
import { askAboutAccruals } from './journals-on-accruals.ts';

export const generalJournal = postedDecider<typeof GENERAL_JOURNAL, GeneralJournalInput, GeneralJournal>(
  GENERAL_JOURNAL,
  {
    facts: journalFacts,
    posted(data, facts) {
      checkJournal(data, facts);
      askAboutAccruals(data, facts);
      return valuedInBooks(withDueDays(data, facts));
    },
  },
);
