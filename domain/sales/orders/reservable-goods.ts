/**
 * The goods that a confirmed order may reserve: what is on hand and may be sold. Goods of held batches, expired ones, and
 * kits that all contain such goods would be refused when the order is delivered.
 */

import { notForSale } from '../../batches/issued-batches.ts';
import { refuseKits } from '../../batches/judged-kits.ts';
import type { ItemData } from '../../catalogue/item.schema.ts';
import type { Facts } from '../../deciding/facts.ts';
import { goodsSold } from '../../entries/sold-lines.ts';
import { itemNames } from '../../pricing/item-names.ts';
import { BONUS_LINE } from '../../pricing/totals.ts';
import { tracksBatches } from '../../values/batch.ts';
import { printQuantity, quantity, toQuantity } from '../../values/quantity.ts';
import { Issues } from '../../values/refusal.ts';

type Order = Parameters<typeof goodsSold>[0];

/** Refuses the first line of an item of which less may be sold than the order has. */
export function checkReservable(order: Order, facts: Facts): void {
  const issues = new Issues();
  const goods = goodsSold(order).flatMap(({ pool, line, quantity: count }) =>
    pool.kind === 'stock' ? [{ ...pool, line, count }] : [],
  );
  for (const [id, same] of Map.groupBy(goods, ({ item }) => item)) {
    const [first] = same;
    const item = facts.record<ItemData>('item', id)?.data;
    if (!first || !item) continue;
    const index = order.lines.findIndex(({ line_id }) => line_id === first.line % BONUS_LINE);
    const [path, number] = [`lines.${Math.max(index, 0)}`, Math.max(index, 0) + 1];
    if (!tracksBatches(item)) {
      refuseKits({ id, item, path, number }, facts.today, facts, issues);
      continue;
    }
    const found = facts.batchesOnHand?.(id, first.inventory);
    if (!found) continue;
    const wanted = same.reduce((sum, { count }) => sum + (count < 0n ? -count : count), 0n);
    const kept = notForSale(found, facts);
    const left = quantity(found.onHand) - quantity(found.reserved ?? '0') - kept;
    if (kept === 0n || left >= wanted) continue;
    issues.add(`${path}.quantity`, 'not_enough_saleable', {
      line: String(number),
      ...itemNames(item),
      value: printQuantity(toQuantity(left > 0n ? left : 0n)),
    });
  }
  issues.throwIfAny();
}
