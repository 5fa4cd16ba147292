/**
 * Kits that may contain goods that may not be sold leave (docs/decisions/0221): a person says that they looked at the packages;
 * where every kit must contain such a part, none leaves. Kits with batches of their own are under the rule of these batches.
 */

import type { ItemData } from '../catalogue/item.schema.ts';
import type { Movement, Posting } from '../entries/entry.ts';
import { tracksBatches } from '../values/batch.ts';
import type { Issues } from '../values/refusal.ts';
import { goodsLines } from './batch-lines.ts';
import type { BatchContext } from './batch-tasks.ts';
import { takesOf } from './issued-batches.ts';
import { type KitLine, questionsOfKits, refuseKits } from './judged-kits.ts';
import { takesKitsApart } from './kit-batches.ts';
import { ReplacedGoods } from './replaced-goods.ts';

/**
 * Refuses, asks, or notes of a till, what leaves of kits. A till has sold already: its receipt is looked at in the office when
 * all kits must contain such goods, or some may contain goods of a held batch.
 */
export function checkKits({ movements, effective }: Posting, context: BatchContext, issues: Issues): void {
  const { kind, data, facts } = context;
  if (takesKitsApart(data)) return;
  const replaced = new ReplacedGoods(context);
  const moves = movements.flatMap((movement) => {
    const { pool, line, quantity: moved } = movement;
    return pool.kind === 'stock' && leaves(movement, context) ? [{ pool, line, count: -moved }] : [];
  });
  for (const [id, same] of Map.groupBy(moves, ({ pool }) => pool.item)) {
    const item = facts.record<ItemData>('item', id)?.data;
    const [first] = same;
    if (!first || !item || tracksBatches(item) || takesOf(kind, data, item) !== 'saleable') continue;
    const leaving = same.reduce((sum, { pool, count }) => {
      // Those of a receipt that the document corrects are with the customer.
      const again = replaced.take(pool, count).reduce((taken, [, part]) => taken + part, 0n);
      return sum + count - again;
    }, 0n);
    const { path = 'lines.0', number = 1 } = goodsLines(data).of(first.line, id) ?? {};
    if (leaving > 0n) checkItem({ id, item, path, number }, leaving, effective.slice(0, 10), context, issues);
  }
}

/** Goods that go out, but what the document itself moved before. */
const leaves = ({ quantity: moved, valued }: Movement, { stream }: BatchContext): boolean =>
  moved < 0n && valued.by !== 'count' && !(valued.by === 'sameCostAs' && valued.document === stream);

function checkItem(of: KitLine, leaving: bigint, day: string, context: BatchContext, issues: Issues): void {
  const { facts, isOfDevice } = context;
  const judged = refuseKits(of, day, facts, issues);
  if (!judged || facts.confirmed === true) return;
  for (const { field, message, params, isHeld } of questionsOfKits(of, leaving, judged)) {
    if (!isOfDevice) issues.ask(field, message, params);
    else if (isHeld) issues.add(field, message, { ...params });
  }
}
