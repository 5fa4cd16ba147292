/** Rules of a new sale price of an item, shared by all documents that set one. */
import type { Facts } from '../deciding/facts.ts';
import { extend, money, printMoney } from '../values/money.ts';
import { quantity } from '../values/quantity.ts';
import type { Issues } from '../values/refusal.ts';
import type { ItemData } from './item.schema.ts';

/**
 * With the permission to sell at any price every new price is allowed; otherwise it must be above 0 and not below the
 * item's minimum price for its base units.
 */
export function checkNewPrice(
  item: ItemData,
  unit: ItemData['item_units'][number],
  price: string,
  field: string,
  facts: Facts,
  issues: Issues,
): void {
  if (facts.actor.can('sales/below_minimum_price')) return;
  if (money(price) <= 0n) issues.add(field, 'new_price_of_zero');
  if (!item.minimum_price) return;
  const least = extend(money(item.minimum_price), quantity(unit.base_unit_qty));
  if (money(price) < least) issues.add(field, 'price_below_minimum', { value: printMoney(least) });
}
