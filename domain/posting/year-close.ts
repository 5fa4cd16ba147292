/**
 * What the close of a financial year posts (docs/accounting.md, section 6), on the year's last moment, in each outlet:
 *
 *   debit  every income account, credit every expense account      its balance
 *   credit or debit income summary                                 the profit or loss
 *   debit or credit income summary, credit or debit retained earnings
 *
 * Its entry has the kind `closing`, which statements of income leave out.
 */

import { accountOf, type SystemKey } from '../chart/chart.ts';
import { type Posting, posting } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import type { ClosedBooks, ClosingBalance, YearClose } from '../ledger/year-close.ts';
import { effectiveTime } from '../values/effective-date.ts';
import { type Money, money, negate, sum } from '../values/money.ts';

export function postYearClose(of: { readonly close: YearClose; readonly books: ClosedBooks }): Posting {
  const { close, books } = of;
  const outlets = [...new Set(books.balances.map((balance) => balance.outlet_fk))].sort((a, b) => a - b);
  const lines = outlets.flatMap((outlet) => {
    const balances = books.balances.filter((balance) => balance.outlet_fk === outlet);
    // A loss is a debit.
    const result = sum(balances.map((balance) => money(balance.base)));
    const own = (key: SystemKey, base: Money): EntryLine => {
      const currency = close.system_currency_fk;
      return { account: { key }, outlet, base, currency, foreign: base, rate: undefined };
    };
    return [
      own('income-summary', result),
      ...balances.map(emptied),
      own('income-summary', negate(result)),
      own('retained-earnings', result),
    ];
  });
  return { ...posting(effectiveTime(close.date, null, 'count'), lines), kind: 'closing' };
}

function emptied(balance: ClosingBalance): EntryLine {
  const account = accountOf(balance.account);
  if (!account) throw new RangeError(`no account ${balance.account}`);
  const { outlet_fk: outlet, currency_fk: currency } = balance;
  const [base, foreign] = [negate(money(balance.base)), negate(money(balance.foreign_amount))];
  return { account, outlet, base, currency, foreign, rate: undefined };
}
