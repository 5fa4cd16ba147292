/** Postings of documents whose amount is split among the parties of their lines: payrolls and dividends. */

import { type AccountRef, cashKey } from '../chart/chart.ts';
import type { PaidOut } from '../documents/paid-out.ts';
import type { SharedAmount } from '../documents/shared-amount.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { money, negate, sum } from '../values/money.ts';
import { currencyOf } from './document-currency.ts';
import { type DocumentLine, inSystemCurrency, type Posting, posting } from './entry.ts';
import { foreignCash } from './foreign-cash.ts';
import { inMoneyGiven } from './money-given.ts';

interface Share {
  readonly line_id: number;
  readonly amount: string;
}

/** The accounts of a kind of document, and the creditor of each line. */
export interface SharedAccounts<Line> {
  readonly debit: AccountRef;
  readonly payable: AccountRef;
  readonly party: (line: Line) => string;
}

/**
 * On approval: debits the whole amount and credits each party with the amount of its line. `settled` are further
 * amounts that are credited to other accounts of the parties.
 */
export function postApproved<Line extends Share>(
  of: SharedAmount<Line>,
  accounts: SharedAccounts<Line>,
  settled: readonly DocumentLine[] = [],
): Posting {
  const whole = sum([money(of.amount), ...settled.map(({ amount }) => amount)]);
  const lines: DocumentLine[] = [
    { outlet: of.outlet_fk, account: accounts.debit, amount: whole },
    ...[...payable(of, accounts), ...settled].map((line) => ({ ...line, amount: negate(line.amount) })),
  ];
  return posting(effectiveTime(of.date, null, 'out'), inSystemCurrency(lines, currencyOf(of)));
}

/** On payment: pays each party's amount from one cash account. */
export function postPaid<Line extends Share>(
  of: SharedAmount<Line>,
  { date, time, account_fk, account_type, payments_before, ...given }: PaidOut,
  accounts: SharedAccounts<Line>,
): Posting {
  const account = { key: cashKey(account_type), of: account_fk };
  const cash = { outlet: of.outlet_fk, account, amount: negate(money(of.amount)) };
  const inDocument = inSystemCurrency([...payable(of, accounts), cash], currencyOf(of));
  const lines = inMoneyGiven(given, of.system_currency_fk, inDocument);
  return posting(effectiveTime(date, time, 'out'), lines, foreignCash(lines, payments_before));
}

function payable<Line extends Share>(of: SharedAmount<Line>, accounts: SharedAccounts<Line>): DocumentLine[] {
  return of.lines.map((line) => ({
    outlet: of.outlet_fk,
    account: accounts.payable,
    party: accounts.party(line),
    line: line.line_id,
    amount: money(line.amount),
  }));
}
