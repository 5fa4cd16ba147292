/**
 * The quantities of goods and of their batches that this till has sold since its catalogue was loaded, and the credit of
 * its customers: entries that are not stored on the server yet, and later ones. Suggestions for the next sale are made
 * from the remaining quantities.
 */

import type { Kits } from '../../../domain/batches/batch-places.ts';
import { type BatchesOnHand, type BatchQuantity, batchesOf, isSameBatch } from '../../../domain/values/batch.ts';
import { add, type Money, money, printMoney, subtract, sum, ZERO } from '../../../domain/values/money.ts';
import { inBaseUnits, printQuantity, type Quantity, quantity, toQuantity } from '../../../domain/values/quantity.ts';
import type { TillCustomer, TillItem } from './catalogue/catalogue-rows.ts';
import type { KeptEntry } from './database-schema.ts';

/** A sold line: its quantity, free goods included, and the batches that it names. */
interface SoldLine {
  readonly unit_fk: number;
  readonly count: Quantity;
  readonly batches: readonly BatchQuantity[];
}

export interface LeftGoods extends BatchesOnHand {
  readonly kits?: Kits;
}

export class SoldBatches {
  /** The sold lines by item, by the UUID of the receipt. */
  readonly #sold = new Map<string, ReadonlyMap<number, readonly SoldLine[]>>();

  /** The credit of a receipt, negative for a refund, in the system currency, by the UUID of the entry. */
  readonly #credits = new Map<string, { readonly customer: number; readonly amount: Money }>();

  /** Replaces all recorded entries. */
  begin(waiting: readonly KeptEntry[]): void {
    this.#sold.clear();
    this.#credits.clear();
    for (const kept of waiting) this.add(kept);
  }

  /** Known entries are not counted again. */
  add({ entry: { uuid, content } }: Pick<KeptEntry, 'entry'>): void {
    if (this.#sold.has(uuid) || this.#credits.has(uuid)) return;
    if (content.kind !== 'receipt' && content.kind !== 'refund') return;
    const credit = sum(content.payments.flatMap(({ method, amount }) => (method === 'credit' ? [money(amount)] : [])));
    const amount = content.kind === 'receipt' ? credit : subtract(ZERO, credit);
    if (content.customer_fk) this.#credits.set(uuid, { customer: content.customer_fk, amount });
    if (content.kind === 'refund') return;
    const ofItems = Map.groupBy(content.lines, ({ item_fk }) => item_fk);
    this.#sold.set(uuid, new Map([...ofItems].map(([item, lines]) => [item, lines.map(soldLine)])));
  }

  /** The customer with the present balance. */
  standing(customer: TillCustomer): TillCustomer {
    const own = [...this.#credits.values()].filter((credit) => credit.customer === customer.id);
    if (own.length === 0) return customer;
    const more = sum(own.map(({ amount }) => amount));
    return { ...customer, balance: printMoney(add(money(customer.balance ?? '0'), more)) };
  }

  /** The remaining quantity of an item, and of each of its batches; of kits what is known of those. */
  left(item: TillItem | undefined): LeftGoods {
    if (!item) return { batches: [], onHand: '0' };
    const sold = [...this.#sold.values()].flatMap((receipt) => receipt.get(item.id) ?? []);
    const named = sold.flatMap((line) => line.batches);
    const batches = (item.batches ?? []).map((batch) => {
      const gone = named.filter((other) => isSameBatch(other, batch)).map((other) => quantity(other.quantity));
      return { ...batch, quantity: lessen(batch.quantity, gone) };
    });
    const factor = (unit: number) => item.item_units.find(({ unit_fk }) => unit_fk === unit)?.base_unit_qty ?? '1';
    const gone = sold.map(({ unit_fk, count }) => inBaseUnits(count, quantity(factor(unit_fk))));
    const kits = item.kits && { kits: { ...item.kits, onHand: lessen(item.kits.onHand, gone) } };
    return { batches, onHand: lessen(item.stock ?? '0', gone), ...kits };
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
