/** What a balance in foreign currency is worth more than the books say; below zero less. */
import { type Money, money, subtract } from '../kernel/money.ts';
import { convert, rate } from '../kernel/rate.ts';
import type { RevaluedBalance } from './revaluation-events.ts';

export function gain(of: RevaluedBalance, system: number): Money {
  return subtract(convert(money(of.foreign_amount), of.currency_fk, system, rate(of.rate)), money(of.base));
}
