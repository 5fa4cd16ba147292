/** The general journal as a document: its lifecycle, its number, and its postings. */

import { openItemsOfLimited } from '../debts/overdue.ts';
import { declarePosted } from '../documents/lifecycle.ts';
import { RULES } from '../entries/rules.ts';
import { GENERAL_JOURNAL_PAPERS } from '../paper/money-papers.ts';
import { postGeneralJournal } from '../posting/general-journal.ts';
import { fields, list } from '../schemas/held-fields.schema.ts';
import { objectsOf } from '../values/members.ts';
import { GeneralJournalBody } from './general-journal.schema.ts';
import { generalJournal } from './general-journal.ts';
import { GENERAL_JOURNAL } from './general-journal-events.ts';
import { askedOfAccruals } from './journals-on-accruals.ts';

export const generalJournalDocument = declarePosted({
  kind: GENERAL_JOURNAL,
  resource: 'general_journals',
  folder: 'ledger',
  isBookkeeping: true,
  decider: generalJournal,
  body: GeneralJournalBody,
  papers: GENERAL_JOURNAL_PAPERS,
  // Lines that open a claim obey the credit limits of customers, for which free credits count.
  openItems: ({ lines }, named) =>
    [...new Set(objectsOf(lines).map(({ customer_fk }) => customer_fk))].flatMap(
      (customer) => openItemsOfLimited(customer, named) ?? [],
    ),
  measures: askedOfAccruals,
  held: { data: fields('currency_fk amount foreign_value', { lines: list('payment_terms_days') }) },
  post: postGeneralJournal,
  rule: RULES.generalJournal,
  prefix: 'J-',
});
