/**
 * The quantities of batches that this till has sold since its catalogue was loaded: receipts that are not stored on the
 * server yet, and later ones. Suggestions for the next sale are made from the remaining quantities.
 */
import { printQuantity, quantity, toQuantity } from '../../../domain/kernel/quantity.ts';
import { type BatchesOnHand, type BatchQuantity, batchesOf, isSameBatch } from '../../../domain/stock/batch.ts';
import type { TillItem } from './catalogue-rows.ts';
import type { KeptEntry } from './database-schema.ts';

export class SoldBatches {
  /** The sold batches by item, by the UUID of the receipt. */
  readonly #sold = new Map<string, ReadonlyMap<number, readonly BatchQuantity[]>>();

  /** Replaces all recorded receipts. */
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

  /** The remaining quantity of each batch of an item. */
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
