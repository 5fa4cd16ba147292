/** The balances that a revaluation values, the rate of each, and the gain (docs/accounting.md, section 5). */

import { accountOf, revaluationOf } from '../chart/chart.ts';
import { gain } from '../chart/revaluation-gain.ts';
import type { Facts } from '../deciding/facts.ts';
import { checkPlace, known, systemCurrency } from '../documents/document-rules.ts';
import type { CurrencyRateData } from '../organisation/currency-rate.record.ts';
import { defined } from '../values/defined.ts';
import { dayAfter, readDate } from '../values/effective-date.ts';
import { printMoney, sum } from '../values/money.ts';
import { Issues } from '../values/refusal.ts';
import type { RevaluationInput } from './revaluation.schema.ts';
import type { Revaluation, RevaluedBalance, RevaluedBooks } from './revaluation-events.ts';

/** Result of the query: balances in foreign currency at the end of a day, as known at a position. */
export interface ForeignBalances {
  readonly position: string;
  readonly balances: readonly Omit<RevaluedBalance, 'rate'>[];
}

export function revaluationFacts(input: RevaluationInput, facts: Facts): Revaluation {
  const issues = new Issues();
  checkPlace(input, facts, issues);
  const record = known<CurrencyRateData>(facts, issues, 'rate_fk', 'currency_rate', input.rate_fk);
  issues.throwIfAny();
  const { in_rate, rate: out_rate } = defined(record, 'the rate').data;
  const date = readDate(input.date);
  const setting = facts.record('system_setting', 1)?.data['revaluation_rates'] ?? 'by_side';
  const system = systemCurrency(facts);
  return {
    outlet_fk: input.outlet_fk,
    date: input.date,
    next_day: date ? dayAfter(date) : '',
    currency_fk: system,
    system_currency_fk: system,
    rate_fk: input.rate_fk,
    in_rate: setting === 'out' ? out_rate : in_rate,
    out_rate: setting === 'in' ? in_rate : out_rate,
    reference_number: input.reference_number ?? null,
    note: input.note ?? null,
  };
}

/** Throws Refusal when there is no balance in foreign currency. */
export function revaluedBalances(of: Revaluation, facts: Facts): RevaluedBooks {
  const { position = '0', balances = [] } = (facts.queryResult ?? {}) as Partial<ForeignBalances>;
  const issues = new Issues();
  if (balances.length === 0) issues.add('date', 'nothing_to_revalue');
  issues.throwIfAny();
  const valued = balances.map((balance): RevaluedBalance => {
    const account = accountOf(balance.account);
    // What is owed is valued at the out rate, at which foreign money is bought; assets at the in rate.
    const isOwed = account !== undefined && revaluationOf(account) === 'payable-revaluation';
    return { ...balance, rate: isOwed ? of.out_rate : of.in_rate };
  });
  return {
    position,
    balances: valued,
    amount: printMoney(sum(valued.map((revaluedBalance) => gain(revaluedBalance, of.system_currency_fk)))),
  };
}
