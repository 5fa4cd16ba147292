/** Typed amounts that notes and coins of their currency can pay (docs/decisions/0069). */

import type { Discount } from '../../../domain/pricing/totals.ts';
import { type Money, money, readMoney, smallestUnit } from '../../../domain/values/money.ts';

/** False for an amount with more decimals than its currency has. */
export const isPayable = (amount: Money, decimals: number): boolean => amount % smallestUnit(decimals) === 0n;

export type CashProblem = 'not_an_amount' | 'not_payable';

/** The problem of a typed amount of at least zero; an empty text has none. */
export function cashProblem(text: string, decimals: number): CashProblem | undefined {
  if (text.trim() === '') return undefined;
  const amount = readMoney(text);
  if (amount === undefined || amount < 0n) return 'not_an_amount';
  return isPayable(amount, decimals) ? undefined : 'not_payable';
}

/** Percentages are rounded to payable amounts. */
export const isPayableDiscount = (discount: Discount | null, decimals: number): boolean =>
  discount?.type !== 'amount' || isPayable(money(discount.value), decimals);
