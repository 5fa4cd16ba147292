/** Debts of a document that is owed in parts, each carried so that all of them together are worth what they come to. */
import { add, type Money, negate, subtract, ZERO } from '../kernel/money.ts';
import { convert } from '../kernel/rate.ts';
import type { EntryLine } from './entry.ts';

/**
 * The lines with each credit to a party in a foreign currency worth the difference that it makes to what is open:
 * `before` says how much that was, in the line's currency. Other lines stay as they are; the difference to what the
 * lines came to before is the caller's to post.
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

/** What an entry of the system currency lacks to balance, on the account for differences of rounding. */
export function roundingOf(lines: readonly EntryLine[], outlet: number, system: number): EntryLine {
  const base = lines.reduce<Money>((left, line) => subtract(left, line.base), ZERO);
  return { account: { key: 'rounding' }, outlet, base, currency: system, foreign: base, rate: undefined };
}
