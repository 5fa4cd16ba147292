/** The open items of a document: all its lines on receivable or payable, under its own stream. */
import type { PaidCost } from '../documents/costs.ts';
import { add, negate, ZERO } from '../values/money.ts';
import type { EntryLine } from './entry-line.ts';
import type { OpenItemChange } from './open-item.ts';

/** When a party of the document is due: its own party before those of its costs. */
export interface DueOf {
  readonly party: string;
  readonly day: string | undefined;
}

/** The due days of costs, each with its own supplier. */
export const duesOfCosts = (costs: readonly Pick<PaidCost, 'supplier_fk' | 'due_date'>[]): DueOf[] =>
  costs.map(({ supplier_fk, due_date }) => ({ party: `supplier-${supplier_fk}`, day: due_date }));

/** Amounts due from and to parties are both positive; lines of one party, currency and outlet form one item. */
export function openedBy(
  lines: readonly EntryLine[],
  date: string,
  document: string,
  dues: readonly DueOf[] = [],
): OpenItemChange[] {
  const changes = new Map<string, OpenItemChange>();
  for (const { account, party, currency, outlet, foreign, rate } of lines) {
    if (party === undefined) continue;
    const key = `${party}:${currency}:${outlet}`;
    const due = account.key === 'payable' ? negate(foreign) : foreign;
    const amount = add(changes.get(key)?.amount ?? ZERO, due);
    const dueDay = dues.find((each) => each.party === party && each.day !== undefined)?.day;
    const dated = dueDay === undefined ? {} : { due: dueDay };
    const rated = rate === undefined ? {} : { rate };
    changes.set(key, { party, currency, date, document, outlet, amount, ...rated, ...dated });
  }
  return [...changes.values()];
}
