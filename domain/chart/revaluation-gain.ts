/** The gain of revaluing a balance in foreign currency over its book value; a loss is negative. */

import type { RevaluedBalance } from '../ledger/revaluation-events.ts';
import { type Money, money, subtract } from '../values/money.ts';
import { convert, rate } from '../values/rate.ts';

export function gain(of: RevaluedBalance, system: number): Money {
  return subtract(convert(money(of.foreign_amount), of.currency_fk, system, rate(of.rate)), money(of.base));
}
