/**
 * What this till has sold of batches since its catalogue was read: receipts that wait for the server, and those that were
 * written since. What is suggested for the next sale is what is left.
 */
import { printQuantity, quantity, toQuantity } from '../../../domain/kernel/quantity.ts';
import { type BatchesOnHand, type BatchQuantity, batchesOf, isSameBatch } from '../../../domain/stock/batch.ts';
import type { TillItem } from './catalogue-rows.ts';
import type { KeptEntry } from './database-schema.ts';

export class SoldBatches {
  /** By the UUID of the receipt. */
  readonly #sold = new Map<string, ReadonlyMap<number, readonly BatchQuantity[]>>();

  /** In place of everything before. */
  begin(waiting: readonly KeptEntry[]): void {
    this.#sold.clear();
    for (const kept of waiting) this.add(kept);
  }

  add({ entry: { uuid, content } }: Pick<KeptEntry, 'entry'>): void {
    if (content.kind !== 'receipt') return;
    const ofItems = Map.groupBy(content.lines, ({ item_fk }) => item_fk);
    const sold = [...ofItems].map(([item, lines]) => [item, lines.flatMap(batchesOf)] as const);
    const named = sold.filter(([, batches]) => batches.length > 0);
    if (named.length > 0) this.#sold.set(uuid, new Map(named));
  }

  /** What is left of each batch of an item. */
  left(item: TillItem | undefined): BatchesOnHand {
    const sold = item ? [...this.#sold.values()].flatMap((receipt) => receipt.get(item.id) ?? []) : [];
    const batches = (item?.batches ?? []).map((batch) => {
      const gone = sold.filter((other) => isSameBatch(other, batch)).map((other) => quantity(other.quantity));
      const left = gone.reduce((rest, count) => rest - count, 0n + quantity(batch.quantity));
      return { ...batch, quantity: printQuantity(toQuantity(left)) };
    });
    return { batches, onHand: item?.stock ?? '0' };
  }
}
