/**
 * The least remaining shelf life of goods that are sold (docs/decisions/0198): as many days as the customer or the category of
 * the item wants, the greater of both. A batch with fewer is asked about at its line, and sold when that is confirmed.
 */

import type { ItemData } from '../catalogue/item.schema.ts';
import type { Facts } from '../deciding/facts.ts';
import { categoryPath } from '../records/category-path.ts';
import { type BatchCount, batchTitle } from '../values/batch.ts';
import { daysLater } from '../values/effective-date.ts';
import type { Issues } from '../values/refusal.ts';
import { type BatchContext, type BatchTask, lineParams } from './batch-tasks.ts';

/** Documents that sell to a customer. What a till sold has left already. */
const SELLS: ReadonlySet<string> = new Set(['sale', 'online_order']);

interface Wants {
  readonly least_shelf_life_days?: number | null;
}

/** The nearest category that says a number of days speaks for the item. */
function daysOfCategory({ category_fk, sub_category_fk }: ItemData, facts: Facts): number {
  const own = sub_category_fk ?? category_fk;
  const wanted = (own ? categoryPath(facts, own) : []).map(
    (id) => facts.record<Wants>('category', id)?.data.least_shelf_life_days,
  );
  return wanted.find((days) => typeof days === 'number') ?? 0;
}

export function askAboutShelfLife(
  task: BatchTask,
  parts: readonly BatchCount[],
  { kind, data, facts, isOfDevice }: BatchContext,
  day: string,
  issues: Issues,
): void {
  const isSold = SELLS.has(kind) && task.movement.quantity < 0n && task.movement.valued.by === 'average';
  if (!isSold || isOfDevice || facts.confirmed === true) return;
  const { customer_fk: customer } = data;
  const ofCustomer =
    typeof customer === 'number' ? facts.record<Wants>('customer', customer)?.data.least_shelf_life_days : undefined;
  const least = Math.max(ofCustomer ?? 0, daysOfCategory(task.item, facts));
  const enough = daysLater(day, least);
  for (const [batch] of parts) {
    if (least === 0 || batch.expire_date === null || batch.expire_date >= enough) continue;
    issues.ask(`${task.line.path}.batches`, 'shelf_life_too_short', {
      ...lineParams(task),
      batch: batchTitle(batch),
      day: batch.expire_date,
      days: String(least),
    });
  }
}
