/** The open items of a document: all its lines on receivable or payable, under its own stream. */
import { add, negate, ZERO } from '../kernel/money.ts';
import type { EntryLine, OpenItemChange } from './entry.ts';

/** Amounts due from and to parties are both positive; lines of one party, currency and outlet form one item. */
export function openedBy(lines: readonly EntryLine[], date: string, document: string): OpenItemChange[] {
  const changes = new Map<string, OpenItemChange>();
  for (const { account, party, currency, outlet, foreign, rate } of lines) {
    if (party === undefined) continue;
    const key = `${party}:${currency}:${outlet}`;
    const due = account.key === 'payable' ? negate(foreign) : foreign;
    const amount = add(changes.get(key)?.amount ?? ZERO, due);
    changes.set(key, { party, currency, date, document, outlet, amount, ...(rate === undefined ? {} : { rate }) });
  }
  return [...changes.values()];
}
