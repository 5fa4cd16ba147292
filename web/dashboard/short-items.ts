/** Items that are running short, from the rows of the warehouse. */
import { printQuantity, quantity, toQuantity } from '../../domain/values/quantity.ts';

/** An item in one inventory. */
export interface ShortRow {
  readonly item_fk: number;
  readonly item_name: string | null;
  readonly quantity: string;
}

/** Each item once, in the order of the rows, with its quantity in all inventories. */
export function shortItems(rows: readonly ShortRow[]): readonly ShortRow[] {
  const items = new Map<number, ShortRow>();
  for (const row of rows) {
    const held = toQuantity(quantity(items.get(row.item_fk)?.quantity ?? '0') + quantity(row.quantity));
    items.set(row.item_fk, { ...row, quantity: printQuantity(held) });
  }
  return [...items.values()];
}
