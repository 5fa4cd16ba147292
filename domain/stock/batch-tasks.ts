/** The movements of a posting whose batches are decided: those of items with batches, each with its line. */
import type { ItemData } from '../catalogue/item.schema.ts';
import { itemNames } from '../catalogue/item-names.ts';
import type { Facts } from '../kernel/facts.ts';
import type { Members } from '../kernel/members.ts';
import { type Quantity, toQuantity } from '../kernel/quantity.ts';
import type { Issues } from '../kernel/refusal.ts';
import type { Movement, Posting } from '../posting/entry.ts';
import { batchesOf, batchOf, tracksBatches } from './batch.ts';
import { type GoodsLine, goodsLines } from './batch-lines.ts';

export interface BatchContext {
  readonly kind: string;
  readonly stream: string;
  /** State before the event, and the document's own data in it. */
  readonly state: Members;
  readonly own: Members;
  /** Data of the event. */
  readonly data: Members;
  readonly facts: Facts;
  /** True for documents paid at a till: nothing is refused, and unknown goods remain without a batch. */
  readonly isOfDevice: boolean;
}

/** A movement of an item with batches, and its line. */
export interface BatchTask {
  readonly movement: Movement;
  readonly pool: { readonly item: number; readonly inventory: number };
  readonly line: GoodsLine;
  readonly item: ItemData;
  readonly count: Quantity;
}

/** Adds an issue for each line that names batches of an item without them. */
export function batchTasks({ movements }: Posting, { data, facts }: BatchContext, issues: Issues): BatchTask[] {
  const lines = goodsLines(data);
  const refused = new Set<GoodsLine>();
  return movements.flatMap((movement): BatchTask[] => {
    const { pool, valued } = movement;
    if (pool.kind !== 'stock') return [];
    const item = facts.record<ItemData>('item', pool.item)?.data;
    const line = lines.of(movement.line, pool.item);
    if (!item || !line) return [];
    if (tracksBatches(item)) {
      const counted = valued.by === 'count' ? valued.real : movement.quantity;
      const count = toQuantity(counted < 0n ? -counted : counted);
      return count === 0n && valued.by !== 'count' ? [] : [{ movement, pool, line, item, count }];
    }
    if (!refused.has(line) && (batchesOf(line.fields).length > 0 || batchOf(line.fields).batch_number !== null)) {
      refused.add(line);
      issues.add(
        `${line.path}.${batchesOf(line.fields).length > 0 ? 'batches' : 'batch_number'}`,
        'no_batches_of_item',
        {
          ...lineParams({ line, item }),
        },
      );
    }
    return [];
  });
}

export const lineParams = ({ line, item }: Pick<BatchTask, 'line' | 'item'>) => ({
  line: String(line.number),
  ...itemNames(item),
});
