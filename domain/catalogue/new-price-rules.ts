/** What a new sale price of an item must be, whichever document sets it. */
import type { Facts } from '../kernel/facts.ts';
import { extend, money, printMoney } from '../kernel/money.ts';
import { quantity } from '../kernel/quantity.ts';
import type { Issues } from '../kernel/refusal.ts';
import type { ItemData } from './item.record.ts';

/**
 * With the permission to sell at any price any new price is allowed; otherwise not below the item's least price for
 * its base units, and never 0.
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
