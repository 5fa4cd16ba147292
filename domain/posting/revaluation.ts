/**
 * What a revaluation posts (docs/accounting.md, section 5) on the last day of the period, and reverses on the next:
 *
 *   debit  or credit the revaluation accounts of money, assets and liabilities      the gain or loss
 *   credit or debit  unrealised exchange                                            the total
 *
 * The balances themselves are unchanged: money and open items keep their original rates.
 */

import { accountOf, type RevaluationKey, revaluationOf, type SystemKey } from '../chart/chart.ts';
import { gain } from '../chart/revaluation-gain.ts';
import { type Posting, posting } from '../entries/entry.ts';
import type { EntryLine } from '../entries/entry-line.ts';
import type { Revaluation, RevaluedBalance, RevaluedBooks } from '../ledger/revaluation-events.ts';
import { effectiveTime, validDate } from '../values/effective-date.ts';
import { type Money, negate, sum } from '../values/money.ts';

export function postRevaluation(of: Revaluation & RevaluedBooks): Posting {
  const { outlet_fk: outlet, system_currency_fk: currency } = of;
  const line = (key: SystemKey, base: Money): EntryLine => {
    return { account: { key }, outlet, base, currency, foreign: base, rate: undefined };
  };
  const baseAmount = (key: SystemKey) =>
    sum(of.balances.filter((balance) => revaluedOn(balance) === key).map((balance) => gain(balance, currency)));
  const lines = (['cash-revaluation', 'receivable-revaluation', 'payable-revaluation'] as const).map((key) =>
    line(key, baseAmount(key)),
  );
  lines.push(line('fx-unrealised', negate(sum(lines.map(({ base }) => base)))));
  const first = posting(effectiveTime(of.date, null, 'count'), lines);
  const back = first.lines.map((line) => ({ ...line, base: negate(line.base), foreign: negate(line.foreign) }));
  const next = validDate(of.next_day);
  return { ...first, later: { effective: effectiveTime(next, null, 'in'), lines: back } };
}

function revaluedOn({ account: number }: RevaluedBalance): RevaluationKey | undefined {
  const account = accountOf(number);
  return account && revaluationOf(account);
}
