/**
 * Goods that confirmed orders reserve are of no batch until they are delivered. The level of the stock alone would keep expired
 * and held goods for them, so whatever takes goods that may be sold leaves as many of these as orders wait for.
 */

import { BONUS_LINE } from '../pricing/totals.ts';
import { type Batch, type BatchCount, isNamed, isSameBatch } from '../values/batch.ts';
import { printQuantity, quantity, toQuantity } from '../values/quantity.ts';
import type { Issues } from '../values/refusal.ts';
import { goodsLines } from './batch-lines.ts';
import { type BatchContext, type BatchTask, lineParams } from './batch-tasks.ts';
import { notForSale, saleableToday } from './issued-batches.ts';
import { mayGoBelowZero } from './negative-stock.ts';

/** `found` are the batches of each movement of the document. What a till sold has left already. */
export function checkReserved(
  found: ReadonlyMap<BatchTask, readonly BatchCount[]>,
  context: BatchContext,
  issues: Issues,
): void {
  const { facts, isOfDevice } = context;
  if (isOfDevice || issues.list.length > 0) return;
  const moves = [...found].filter(([{ movement }]) => movement.valued.by !== 'count');
  for (const same of Map.groupBy(moves, ([{ pool }]) => `${pool.item}:${pool.inventory}`).values()) {
    const leaving = same.find(([{ movement }]) => movement.quantity < 0n);
    if (!leaving) continue;
    const [task] = leaving;
    const onHand = facts.batchesOnHand?.(task.pool.item, task.pool.inventory);
    const reserved = quantity(onHand?.reserved ?? '0') - reservedByItself(task, context);
    if (!onHand || reserved <= 0n || mayGoBelowZero(task.pool.inventory, facts)) continue;
    const mayBeSold = saleableToday(facts);
    const isSaleable = (batch: Batch) =>
      !isNamed(batch) || mayBeSold(onHand.batches.find((other) => isSameBatch(other, batch)) ?? batch);
    const changes = same.map((move) => changeOf(move, isSaleable));
    const change = changes.reduce((sum, each) => sum + each, 0n);
    const free = quantity(onHand.onHand) - notForSale(onHand, facts) - reserved;
    if (change >= 0n || free + change >= 0n) continue;
    const value = printQuantity(toQuantity(free > 0n ? free : 0n));
    issues.add(`${task.line.path}.quantity`, 'not_enough_saleable', { ...lineParams(task), value });
  }
}

/** Base units of goods that may be sold; below zero where they leave. */
function changeOf([{ movement, count }, parts]: readonly [BatchTask, readonly BatchCount[]], isSaleable: IsSaleable) {
  const kept = parts.reduce((sum, [batch, part]) => (isSaleable(batch) ? sum : sum + part), 0n);
  return movement.quantity < 0n ? kept - count : count - kept;
}

type IsSaleable = (batch: Batch) => boolean;

/** Base units that a confirmed order reserves itself, which its delivery takes. */
function reservedByItself({ pool }: BatchTask, { state, own }: BatchContext): bigint {
  if (state['status'] !== 'confirmed' || state['reserves'] !== true || own['inventory_fk'] !== pool.inventory)
    return 0n;
  return goodsLines(own)
    .all.filter(({ fields }) => fields['item_fk'] === pool.item)
    .map((line) => ({ line, id: Number(line.fields['line_id']) }))
    .reduce((sum, { line, id }) => sum + line.countOf(id) + line.countOf(id + BONUS_LINE), 0n);
}
