/** The batches of goods that come in, where their lines do not list several. */

import { type Batch, type BatchCount, batchOf, partOfBatches } from '../values/batch.ts';
import { toQuantity } from '../values/quantity.ts';
import type { Issues } from '../values/refusal.ts';
import { type BatchContext, type BatchTask, lineParams } from './batch-tasks.ts';
import { insideOf } from './kit-batches.ts';

/** Kinds whose lines receive goods of one batch. */
const NAMED_BY_LINE: ReadonlySet<string> = new Set(['purchase', 'opening_balance']);

/** Of kits that are taken apart, the batches that were put in; otherwise the batch of the line. */
export function outOfKits({ line, pool, count }: BatchTask, { data, facts }: BatchContext): readonly BatchCount[] {
  const inside = partOfBatches(insideOf(data, pool.item, facts), 0n, count);
  const rest = inside.reduce((left, [, part]) => left - part, 0n + count);
  return rest > 0n ? [...inside, [batchOf(line.fields), toQuantity(rest)]] : inside;
}

/** Refuses a batch that does not say all that its item requires. */
export function checkComplete(task: BatchTask, batch: Batch, { kind, data }: BatchContext, issues: Issues): void {
  // A receipt names its batches itself; until it does, the document's line may name one.
  const isOfLine = NAMED_BY_LINE.has(kind) && data['purchase'] === undefined;
  const refuse = (field: string, message: string) =>
    issues.add(`${task.line.path}.${isOfLine ? field : 'batches'}`, message, lineParams(task));
  if (task.item.has_batch_number && batch.batch_number === null) refuse('batch_number', 'batch_number_required');
  if (task.item.has_expire && batch.expire_date === null) refuse('expire_date', 'expire_date_required');
}
