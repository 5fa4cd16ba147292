/**
 * The account of a drawer's shortage, chosen by a system setting. The closing stores what the cashier owes, so that a
 * later change of the setting leaves its posting unchanged.
 */

import type { Facts } from '../deciding/facts.ts';
import { systemCurrency, unitOf } from '../documents/document-rules.ts';
import { type Money, money, printMoney, roundTo, subtract } from '../values/money.ts';
import { convert, rate } from '../values/rate.ts';

export const DRAWER_SHORTAGE_ACCOUNTS = ['cash_over_short', 'cashier_receivable'] as const;

/** What a closing stores of an account that the cashier owes a shortage of. */
export interface OwedShortage {
  /** In the system currency; absent when a shortage belongs to cash over or short, and without a shortage. */
  readonly owed_amount?: string;
}

interface CountedCash {
  readonly currency_fk: number;
  readonly rate: string | null;
  readonly expected_amount: string;
  readonly counted_amount: string;
}

/**
 * The shortage of a counted account, when the setting makes the cashier owe it: in payable amounts of the system
 * currency, because a foreign amount would need a rate again when it is repaid.
 */
export function shortageOwed(counted: CountedCash, facts: Facts): OwedShortage {
  if (facts.record('system_setting', 1)?.data['drawer_shortage_account'] !== 'cashier_receivable') return {};
  const short = subtract(money(counted.expected_amount), money(counted.counted_amount));
  if (short <= 0n) return {};
  const owed = inSystemUnits(short, counted, facts);
  return owed > 0n ? { owed_amount: printMoney(owed) } : {};
}

function inSystemUnits(short: Money, { currency_fk, rate: at }: CountedCash, facts: Facts): Money {
  const system = systemCurrency(facts);
  return roundTo(convert(short, currency_fk, system, at === null ? undefined : rate(at)), unitOf(system, facts));
}
