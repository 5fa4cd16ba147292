/**
 * Assigns batches to the movements of a posting: as its lines name them, as the returned document had them, or first
 * expired first out.
 */

import type { Posting } from '../entries/entry.ts';
import { type BatchCount, isNamed, type MovedBatch, mergedCounts, type ReturnedBatch } from '../values/batch.ts';
import { printQuantity, toQuantity } from '../values/quantity.ts';
import type { Issues } from '../values/refusal.ts';
import { BatchDecision } from './batch-decision.ts';
import { BatchNames, ToldBatches } from './batch-names.ts';
import { type BatchContext, type BatchTask, batchTasks } from './batch-tasks.ts';
import { checkKits } from './kits-for-sale.ts';
import { checkReserved } from './reserved-goods.ts';
import { askAboutShelfLife } from './shelf-life.ts';
import { SoldBefore } from './sold-before.ts';

interface DecidedBatches {
  /** In the order of the movements; quantities of no named batch are left out. */
  readonly moved: readonly MovedBatch[];
  /** Of the lines of another document. */
  readonly returned: readonly ReturnedBatch[];
}

export function decidedBatches(posting: Posting, context: BatchContext, issues: Issues): DecidedBatches {
  const tasks = batchTasks(posting, context, issues);
  const decision = new BatchDecision(context, posting.effective.slice(0, 10), issues);
  // Named batches are assigned before suggested ones, so that suggestions use the remaining stock.
  const found = new Map<BatchTask, readonly BatchCount[]>();
  for (const task of tasks) {
    const named = decision.named(task, tasks);
    if (named) found.set(task, named);
  }
  for (const task of tasks) {
    const named = found.get(task);
    if (!named) found.set(task, decision.suggested(task));
    else if (context.isOfDevice) found.set(task, [...named, ...decision.unsaid(task, named)]);
  }
  for (const [task, parts] of found) askAboutShelfLife(task, parts, context, decision.day, issues);
  checkReserved(found, context, issues);
  checkKits(posting, context, issues);
  const soldBefore = new SoldBefore(context.kind, found, decision.onHand);
  const told = new ToldBatches(new BatchNames(context.facts), context.facts);
  const moved = tasks.flatMap((task): readonly MovedBatch[] => {
    const leaves = task.movement.quantity < 0n && task.movement.valued.by !== 'count';
    const counted = decision.pieces.counted(task, found.get(task) ?? []);
    if (counted)
      return counted.map((piece) => ({ move_line_id: task.movement.line, ...told.ofPiece(task.pool, piece) }));
    return mergedCounts(found.get(task) ?? [])
      .filter(([batch]) => isNamed(batch))
      .flatMap(([name, whole]) =>
        told.of(task.pool, [name, whole], leaves).map(([{ batch_number, expire_date }, count]) => {
          const settled = soldBefore.settledBy(task, count);
          return {
            move_line_id: task.movement.line,
            batch_number,
            expire_date,
            quantity: printQuantity(toQuantity(count)),
            ...decision.pieces.knownOf(task, name),
            ...(decision.isMarked(task, name) ? { is_expired: true as const } : {}),
            ...(settled > 0n ? { settled: printQuantity(toQuantity(settled)) } : {}),
          };
        }),
      );
  });
  return { moved, returned: decision.returned };
}
