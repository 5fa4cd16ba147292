/** Debts of a document that arise in parts, with base amounts that add up exactly to the base amount of their total. */
import { add, type Money, negate, subtract, ZERO } from '../values/money.ts';
import { convert } from '../values/rate.ts';
import type { EntryLine } from './entry-line.ts';

/**
 * Sets the base amount of each credit to a party in a foreign currency to the increase of the base amount of the open
 * total: `before` returns the previous open amount, in the line's currency. Other lines are unchanged; the caller
 * posts the resulting difference.
 */
export function debtsAtBaseAmount(
  lines: readonly EntryLine[],
  system: number,
  before: (line: EntryLine) => Money,
): EntryLine[] {
  const open = new Map<string, Money>();
  return lines.map((line) => {
    if (line.party === undefined || line.rate === undefined) return line;
    const key = `${line.party}:${line.currency}`;
    const from = open.get(key) ?? before(line);
    const to = add(from, negate(line.foreign));
    open.set(key, to);
    const baseAmount = (amount: Money) => convert(amount, line.currency, system, line.rate);
    return { ...line, base: subtract(baseAmount(from), baseAmount(to)) };
  });
}

/** The line that balances an entry in the system currency, on the rounding account. */
export function roundingOf(lines: readonly EntryLine[], outlet: number, system: number): EntryLine {
  const base = lines.reduce<Money>((left, line) => subtract(left, line.base), ZERO);
  return { account: { key: 'rounding' }, outlet, base, currency: system, foreign: base, rate: undefined };
}
