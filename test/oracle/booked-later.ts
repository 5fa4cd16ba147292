/**
 * Events that change values of closed days, and the moment from which their differences are booked (docs/decisions/0123).
 */
import type { RecordedEvent } from '../../domain/deciding/event.ts';
import type { SharedCost } from '../../domain/purchasing/purchase-events.ts';
import type { Books } from './books.ts';
import { moment } from './entry.ts';

export interface BookedLater {
  readonly position: bigint;
  readonly from: string;
}

/** Shares of later costs for receipts of closed days, and what takes these or their purchases back; `takesBack` names it. */
export function bookedLater(events: readonly RecordedEvent[], known: bigint, takesBack: RegExp): BookedLater[] {
  const shared = new Map<string, string>();
  return events.flatMap(({ type, stream, position, data }): BookedLater[] => {
    if (position > known) return [];
    const before = shared.get(stream);
    if (type === 'purchase.cost_shared') {
      const { receipt_date, date, time } = data as SharedCost;
      if (receipt_date >= date) return [];
      const from = moment(date, time, 'in');
      shared.set(stream, before !== undefined && before > from ? before : from);
      return [{ position, from }];
    }
    const isBack = takesBack.test(type);
    if (before === undefined || !(isBack || type.endsWith('.rate_corrected'))) return [];
    if (isBack) shared.delete(stream);
    return [{ position, from: before }];
  });
}

/** The sums of books less those of others, by key. */
export function less(all: readonly Books[], others: readonly Books[]): Books {
  const part = (of: keyof Books) => {
    const sums = new Map<string, bigint[]>();
    const add = (books: Books, sign: bigint) => {
      for (const [key, amounts] of Object.entries(books[of])) {
        const before = sums.get(key) ?? [];
        const added = amounts.split(' ').map((amount, index) => (before[index] ?? 0n) + sign * BigInt(amount));
        sums.set(key, added);
      }
    };
    for (const books of all) add(books, 1n);
    for (const books of others) add(books, -1n);
    const kept = [...sums].filter(([, amounts]) => amounts.some((amount) => amount !== 0n));
    return Object.fromEntries(kept.map(([key, amounts]) => [key, amounts.join(' ')]));
  };
  return { ledger: part('ledger'), stock: part('stock'), undelivered: part('undelivered'), parties: part('parties') };
}
