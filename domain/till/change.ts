/** What a customer is handed back. The server works it out with this function, and the till shows it. */
import { type Money, money, roundTo, subtract, ZERO } from '../kernel/money.ts';

/** What cash is rounded to: the step of the settings; where they say none, the smallest unit of the currency. */
export function stepOf(setting: unknown, unit: Money): Money {
  return typeof setting === 'string' && setting !== '0' ? money(setting) : unit;
}

/**
 * What is handed back, rounded to the step, in the system currency; undefined when too little was paid. `other` is what was
 * paid by other means than cash. What the rounding leaves is a rounding difference.
 */
export function changeOf(total: Money, cash: Money, other: Money, step: Money): Money | undefined {
  const due = subtract(total, other);
  if (cash === 0n) return due === 0n ? ZERO : undefined;
  const change = subtract(cash, due);
  if (change >= 0n) return roundTo(change, step);
  // Dinar are not handed over below the step: 43,600 is paid with 43,500.
  return roundTo(due, step) <= cash ? ZERO : undefined;
}
