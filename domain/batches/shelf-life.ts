/**
 * The least remaining shelf life of goods that are sold (docs/decisions/0198): as many days as the customer or the category of
 * the item wants, the greater of both. A batch with fewer is asked about at its line, and sold when that is confirmed; a till
 * warns of it at its line (docs/decisions/0208).
 */

import type { ItemData } from '../catalogue/item.schema.ts';
import type { Facts } from '../deciding/facts.ts';
import { categoryPath } from '../records/category-path.ts';
import { type Batch, type BatchCount, batchTitle } from '../values/batch.ts';
import { daysLater } from '../values/effective-date.ts';
import type { Issues } from '../values/refusal.ts';
import { type BatchContext, type BatchTask, lineParams } from './batch-tasks.ts';

/** Documents that sell to a customer. What a till sold has left already. */
const SELLS: ReadonlySet<string> = new Set(['sale', 'online_order']);

interface Wants {
  readonly least_shelf_life_days?: number | null;
}

type Classified = Pick<ItemData, 'category_fk' | 'sub_category_fk'>;

/** The nearest category that says a number of days speaks for the item. */
function daysOfCategory({ category_fk, sub_category_fk }: Classified, facts: Pick<Facts, 'record'>): number {
  const own = sub_category_fk ?? category_fk;
  const wanted = (own ? categoryPath(facts, own) : []).map(
    (id) => facts.record<Wants>('category', id)?.data.least_shelf_life_days,
  );
  return wanted.find((days) => typeof days === 'number') ?? 0;
}

/** How many days goods of the item must have left for the customer, and the day until which; undefined if nobody wants any. */
export function leastShelfLife(
  item: Classified,
  customer: number | null,
  { facts, day }: { readonly facts: Pick<Facts, 'record'>; readonly day: string },
): { readonly days: number; readonly until: string } | undefined {
  const ofCustomer = customer === null ? undefined : facts.record<Wants>('customer', customer);
  const days = Math.max(ofCustomer?.data.least_shelf_life_days ?? 0, daysOfCategory(item, facts));
  return days > 0 ? { days, until: daysLater(day, days) } : undefined;
}

/** Whether the batch expires before a day; goods without a day of expiry do not. */
export const expiresBefore = ({ expire_date }: Batch, day: string): boolean =>
  expire_date !== null && expire_date < day;

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
  const least = leastShelfLife(task.item, typeof customer === 'number' ? customer : null, { facts, day });
  if (!least) return;
  for (const [batch] of parts) {
    if (!expiresBefore(batch, least.until)) continue;
    issues.ask(`${task.line.path}.batches`, 'shelf_life_too_short', {
      ...lineParams(task),
      batch: batchTitle(batch),
      day: batch.expire_date ?? '',
      days: String(least.days),
    });
  }
}
