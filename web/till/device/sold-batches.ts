/**
 * The quantities of goods and of their batches that this till has sold since its catalogue was loaded: receipts that are
 * not stored on the server yet, and later ones. Suggestions for the next sale are made from the remaining quantities.
 */
import { inBaseUnits, printQuantity, type Quantity, quantity, toQuantity } from '../../../domain/kernel/quantity.ts';
import { type BatchesOnHand, type BatchQuantity, batchesOf, isSameBatch } from '../../../domain/stock/batch.ts';
import type { TillItem } from './catalogue-rows.ts';
import type { KeptEntry } from './database-schema.ts';

/** A sold line: its quantity, free goods included, and the batches that it names. */
interface SoldLine {
  readonly unit_fk: number;
  readonly count: Quantity;
  readonly batches: readonly BatchQuantity[];
}

export class SoldBatches {
  /** The sold lines by item, by the UUID of the receipt. */
  readonly #sold = new Map<string, ReadonlyMap<number, readonly SoldLine[]>>();

  /** Replaces all recorded receipts. */
  begin(waiting: readonly KeptEntry[]): void {
    this.#sold.clear();
    for (const kept of waiting) this.add(kept);
  }

  add({ entry: { uuid, content } }: Pick<KeptEntry, 'entry'>): void {
    if (content.kind !== 'receipt') return;
    const ofItems = Map.groupBy(content.lines, ({ item_fk }) => item_fk);
    this.#sold.set(uuid, new Map([...ofItems].map(([item, lines]) => [item, lines.map(soldLine)])));
  }

  /** The remaining quantity of an item, and of each of its batches. */
  left(item: TillItem | undefined): BatchesOnHand {
    if (!item) return { batches: [], onHand: '0' };
    const sold = [...this.#sold.values()].flatMap((receipt) => receipt.get(item.id) ?? []);
    const named = sold.flatMap((line) => line.batches);
    const batches = (item.batches ?? []).map((batch) => {
      const gone = named.filter((other) => isSameBatch(other, batch)).map((other) => quantity(other.quantity));
      return { ...batch, quantity: lessen(batch.quantity, gone) };
    });
    const factor = (unit: number) => item.item_units.find(({ unit_fk }) => unit_fk === unit)?.base_unit_qty ?? '1';
    const gone = sold.map(({ unit_fk, count }) => inBaseUnits(count, quantity(factor(unit_fk))));
    return { batches, onHand: lessen(item.stock ?? '0', gone) };
  }
}

type ReceiptLine = Extract<KeptEntry['entry']['content'], { readonly kind: 'receipt' }>['lines'][number];

const soldLine = (line: ReceiptLine): SoldLine => ({
  unit_fk: line.unit_fk,
  count: toQuantity(quantity(line.quantity) + quantity(line.bonus_quantity ?? '0')),
  batches: batchesOf(line),
});

const lessen = (count: string, gone: readonly Quantity[]): string =>
  printQuantity(toQuantity(gone.reduce((left, part) => left - part, 0n + quantity(count))));
