/**
 * What an open document of the program before posts, on the day before the books begin (docs/accounting.md, section 6):
 *
 *   debit  receivable, supplier advances or staff receivable      or credit  payable or customer advances
 *   credit or debit  opening equity
 */

import { type Posting, posting } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import type { OpeningItem } from '../ledger/opening-item.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { money, negate, printMoney } from '../values/money.ts';
import { convert, rate } from '../values/rate.ts';
import { openedItem, openedLine } from './opening-balance.ts';

/** `document` is the stream of the document, under which it is open. */
export function postOpeningItem(item: OpeningItem, document: string): Posting {
  const { system_currency_fk: system, currency_fk, outlet_fk: outlet, user_fk, opened_as, ...of } = item;
  const amount = opened_as === 'debt' ? money(item.amount) : negate(money(item.amount));
  const due = of.due_date === undefined ? {} : { due_date: of.due_date };
  const party = {
    customer_fk: of.customer_fk,
    supplier_fk: of.supplier_fk,
    currency_fk,
    rate: of.rate,
    amount: printMoney(amount),
    ...due,
    ...(user_fk === null ? {} : { user_fk }),
  };
  const owed = convert(amount, currency_fk, system, of.rate === null ? undefined : rate(of.rate));
  const base = of.supplier_fk === null ? owed : negate(owed);
  const equity: EntryLine = {
    account: { key: 'opening-equity' },
    outlet,
    base: negate(base),
    currency: system,
    foreign: negate(base),
    rate: undefined,
  };
  return posting(
    effectiveTime(of.opened_on, null, 'in'),
    [openedLine(party, { outlet_fk: outlet, system_currency_fk: system }, base), equity],
    [],
    user_fk === null ? [openedItem(party, { date: of.date, outlet_fk: outlet }, document)] : [],
  );
}
