/** The sum of a posting for each account, as a decimal string, without zero sums. */

import type { Posting } from '../../domain/entries/entry.ts';
import type { EntryLine } from '../../domain/entries/entry-line.ts';
import { type Money, printMoney } from '../../domain/values/money.ts';

export function accountName(line: EntryLine): string {
  const of = line.account.of === undefined ? '' : `:${line.account.of}`;
  return `${line.account.key}${of}${line.party ? ` ${line.party}` : ''}`;
}

export function balances(posting: Posting): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const line of posting.lines) {
    const name = accountName(line);
    sums.set(name, (sums.get(name) ?? 0n) + line.base);
  }
  return Object.fromEntries(
    [...sums].filter(([, value]) => value !== 0n).map(([name, value]) => [name, printMoney(value as Money)]),
  );
}
