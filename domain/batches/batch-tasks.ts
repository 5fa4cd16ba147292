/** The movements of a posting whose batches are decided: those of items with batches, each with its line. */
import type { ItemData } from '../catalogue/item.schema.ts';
import type { Facts } from '../deciding/facts.ts';
import type { Movement, Posting } from '../entries/entry.ts';
import { itemNames } from '../pricing/item-names.ts';
import { batchesOf, batchOf, batchTitle, hasSerials, isExpired, tracksBatches } from '../values/batch.ts';
import type { Members } from '../values/members.ts';
import { type Quantity, toQuantity } from '../values/quantity.ts';
import type { Issues } from '../values/refusal.ts';
import { type GoodsLine, goodsLines } from './batch-lines.ts';
import { KnownBatches } from './known-batches.ts';

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
export function batchTasks({ movements, effective }: Posting, context: BatchContext, issues: Issues): BatchTask[] {
  const { data, facts, isOfDevice } = context;
  const lines = goodsLines(data);
  const known = new KnownBatches(facts);
  const ofLine = Map.groupBy(movements, ({ line, pool }) =>
    pool.kind === 'stock' ? lines.of(line, pool.item) : undefined,
  );
  // A batch that goods are brought in of may be another than the one that was called so before.
  const isNew = (line: GoodsLine) => !isOfDevice && (ofLine.get(line) ?? []).some(bringsIn);
  const spelled = new Map(lines.all.map((line) => [line, known.spelled(line, isNew(line))]));
  const refused = new Set<GoodsLine>();
  return movements.flatMap((movement): BatchTask[] => {
    const { pool, valued } = movement;
    if (pool.kind !== 'stock') return [];
    const item = facts.record<ItemData>('item', pool.item)?.data;
    const given = lines.of(movement.line, pool.item);
    const line = given && spelled.get(given);
    if (!item || !line) return [];
    if (tracksBatches(item)) {
      const counted = valued.by === 'count' ? valued.real : movement.quantity;
      const count = toQuantity(counted < 0n ? -counted : counted);
      if (count === 0n && valued.by !== 'count') return [];
      const task = { movement, pool, line, item, count };
      if (bringsIn(movement)) askAboutNumbers(task, known, context, issues);
      if (isNewHere(movement, context)) askAboutExpired(task, effective.slice(0, 10), context, issues);
      return [task];
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

/** True of goods whose batches a person states, and that do not follow what another document moved. */
const bringsIn = ({ valued, quantity: moved }: Movement): boolean =>
  valued.by === 'count' || (moved > 0n && valued.by !== 'sameCostAs');

/** Goods that nobody counted here before: those that come back, or that a count finds, may well have expired. */
const isNewHere = ({ valued, quantity: moved }: Movement, { kind }: BatchContext): boolean =>
  moved > 0n &&
  (valued.by === 'statedCost' || valued.by === 'fromComponents' || (valued.by === 'average' && kind === FOUND));

/** A direct adjustment: goods that were found. */
const FOUND = 'direct_adjustment';

/** A day that is past when goods come in is usually a typing error. */
function askAboutExpired(
  task: BatchTask,
  day: string,
  { facts, isOfDevice }: Pick<BatchContext, 'facts' | 'isOfDevice'>,
  issues: Issues,
): void {
  if (isOfDevice || facts.confirmed) return;
  const { fields, path } = task.line;
  const several = batchesOf(fields);
  for (const batch of several.length > 0 ? several : [batchOf(fields)]) {
    if (!isExpired(batch, day)) continue;
    const params = { ...lineParams(task), value: batch.expire_date ?? '' };
    issues.ask(`${path}.${several.length > 0 ? 'batches' : 'expire_date'}`, 'expired_when_it_came', params);
  }
}

/** A longer number is no batch of GS1; serial numbers may be longer. */
const NUMBER_MAX = 20;

/** One number has one day: another is asked about. What a till took in has happened. */
function askAboutNumbers(
  task: BatchTask,
  known: KnownBatches,
  { facts, isOfDevice }: BatchContext,
  issues: Issues,
): void {
  if (isOfDevice) return;
  const { line, pool } = task;
  const several = batchesOf(line.fields);
  const field = `${line.path}.${several.length > 0 ? 'batches' : 'batch_number'}`;
  for (const batch of several.length > 0 ? several : [batchOf(line.fields)]) {
    const params = { ...lineParams(task), batch: batchTitle(batch) };
    if ((batch.batch_number ?? '').length > NUMBER_MAX && !hasSerials(task.item))
      issues.add(field, 'batch_number_too_long', { ...params, value: String(NUMBER_MAX) });
    const value = known.otherDay(pool.item, batch);
    if (value !== undefined && !facts.confirmed) issues.ask(field, 'batch_of_another_day', { ...params, value });
    const corrected = known.correctedTo(pool.item, batch);
    if (corrected && !facts.confirmed)
      issues.ask(field, 'batch_was_corrected', { ...params, name: batchTitle(corrected) });
  }
}

export const lineParams = ({ line, item }: Pick<BatchTask, 'line' | 'item'>) => ({
  line: String(line.number),
  ...itemNames(item),
});
