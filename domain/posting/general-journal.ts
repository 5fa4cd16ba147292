/**
 * What a general journal posts: its lines as entered (docs/accounting.md, section 1). Foreign money leaves a cash
 * account at its own carrying rate, and the difference is realised; so is that of a loan or deposit. A line on a party is open under the journal's
 * stream.
 */

import { accountOf } from '../chart/chart.ts';
import { lineBaseAmount } from '../chart/journal-line.ts';
import { type Posting, posting } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import { carriedBalances, foreignCash } from '../entries/foreign-cash.ts';
import type { OpenItemChange } from '../entries/open-item.ts';
import type { GeneralJournal, JournalLine } from '../ledger/general-journal-events.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { negate } from '../values/money.ts';
import { rate } from '../values/rate.ts';

/** `document` is the stream of the journal. Throws UnbalancedEntry. */
export function postGeneralJournal(journal: GeneralJournal, document: string): Posting {
  const lines = journal.lines.map((line) => entryLine(line, journal));
  const effective = effectiveTime(journal.date, journal.time, 'out');
  const open = lines.flatMap((line, index) => openItem(line, journal, document, journal.lines[index]?.due_date));
  const balances = journal.foreign_value === 'book_value' ? carriedBalances(lines) : [];
  return posting(effective, lines, [...foreignCash(lines), ...balances], open, journal.system_currency_fk);
}

function entryLine(line: JournalLine, journal: GeneralJournal): EntryLine {
  const account = accountOf(line.account);
  if (!account) throw new RangeError(`no account ${line.account}`);
  const party = partyOf(line);
  return {
    account,
    outlet: line.outlet_fk,
    ...lineBaseAmount(line, journal.system_currency_fk),
    currency: line.currency_fk,
    rate: line.rate === null ? undefined : rate(line.rate),
    line: line.line_id,
    ...(party ? { party } : {}),
  };
}

function partyOf({ customer_fk, supplier_fk, user_fk }: JournalLine): string | undefined {
  if (customer_fk !== null) return `customer-${customer_fk}`;
  if (supplier_fk !== null) return `supplier-${supplier_fk}`;
  return user_fk === undefined ? undefined : `user-${user_fk}`;
}

/** Amounts due are positive, advances negative; what staff owe has no open items. */
function openItem(
  line: EntryLine,
  { date }: GeneralJournal,
  document: string,
  due: string | undefined,
): OpenItemChange[] {
  const { account, party, currency, outlet, foreign, rate: at } = line;
  if (party === undefined || account.key === 'staff-receivable') return [];
  const amount = party.startsWith('customer-') ? foreign : negate(foreign);
  const isAdvance = account.key === 'customer-advances' || account.key === 'supplier-advances';
  const item = { party, currency, date, document, outlet, amount, ...(at === undefined ? {} : { rate: at }) };
  if (isAdvance) return [{ ...item, credit: true }];
  return [due === undefined ? item : { ...item, due }];
}
