/** The journal line of goods on the account of their inventory. */
import type { Money } from '../values/money.ts';
import type { EntryLine } from './entry-line.ts';

interface AtInventory {
  readonly outlet_fk: number;
  readonly inventory_fk: number;
  readonly system_currency_fk: number;
}

/** `base` is the value of the goods in the system currency; below zero it is a credit. */
export function goodsLine(
  at: AtInventory,
  { line_id, item_fk }: { readonly line_id: number; readonly item_fk: number },
  base: Money,
): EntryLine {
  return {
    account: { key: 'inventory', of: at.inventory_fk },
    outlet: at.outlet_fk,
    base,
    currency: at.system_currency_fk,
    foreign: base,
    rate: undefined,
    item: item_fk,
    inventory: at.inventory_fk,
    line: line_id,
  };
}
