/**
 * The goods of a receipt that a new one corrects. The command refunds the rest of the receipt and sells the goods again,
 * so the new receipt first has the batches of this rest: the goods are with the customer already.
 */

import { BONUS_LINE } from '../pricing/totals.ts';
import { type Batch, type BatchCount, isSameBatch, movedBatches, NO_BATCH, partOfBatches } from '../values/batch.ts';
import { membersOf } from '../values/members.ts';
import { toQuantity } from '../values/quantity.ts';
import { goodsLines } from './batch-lines.ts';
import { BatchNames } from './batch-names.ts';
import type { BatchContext, BatchTask } from './batch-tasks.ts';

const RECEIPT = 'pos_sale';

interface Entry {
  readonly batch: Batch;
  left: bigint;
}

export class ReplacedGoods {
  /** In the order in which they were sold, goods of no batch included. */
  readonly #left: ReadonlyMap<string, readonly Entry[]>;

  constructor(context: BatchContext) {
    this.#left = Map.groupBy(restOfReplaced(context), ({ pool }) => pool);
  }

  /** The next ones, at most `count`. */
  take(pool: BatchTask['pool'], count: bigint): readonly BatchCount[] {
    let missing = count;
    return this.#of(pool).flatMap((entry): BatchCount[] => {
      const taken = entry.left < missing ? entry.left : missing;
      missing -= taken;
      entry.left -= taken;
      return taken > 0n ? [[entry.batch, taken]] : [];
    });
  }

  /** Takes at most `count` of a batch, and returns the taken quantity. */
  takeOf(pool: BatchTask['pool'], batch: Batch, count: bigint): bigint {
    let taken = 0n;
    for (const entry of this.#of(pool).filter((other) => isSameBatch(other.batch, batch))) {
      const part = entry.left < count - taken ? entry.left : count - taken;
      entry.left -= part;
      taken += part;
    }
    return taken;
  }

  #of = (pool: BatchTask['pool']): readonly Entry[] => this.#left.get(nameOf(pool)) ?? [];
}

const nameOf = ({ item, inventory }: BatchTask['pool']): string => `${item}:${inventory}`;

/** Empty unless the command refunds the receipt that the new one replaces. */
function restOfReplaced({ kind, data, facts }: BatchContext): readonly (Entry & { readonly pool: string })[] {
  const { replaces_fk, reason } = data;
  if (kind !== RECEIPT || typeof replaces_fk !== 'number' || typeof reason !== 'string') return [];
  const state = membersOf(facts.document<unknown>(RECEIPT, replaces_fk));
  if (state['status'] !== 'complete') return [];
  const receipt = membersOf(state['data']);
  const moved = movedBatches(receipt);
  const names = new BatchNames(facts);
  return goodsLines(receipt).all.flatMap((line) => {
    const pool = nameOf({ item: Number(line.fields['item_fk']), inventory: Number(receipt['inventory_fk']) });
    return [0, BONUS_LINE].flatMap((from) => {
      const at = Number(line.fields['line_id']) + from;
      const [before, sold] = [line.returnedBefore(at, state), line.countOf(at)];
      if (sold <= before) return [];
      const named = partOfBatches(
        names.byName(
          Number(line.fields['item_fk']),
          moved.filter(({ move_line_id }) => move_line_id === at),
        ),
        before,
        toQuantity(sold - before),
      );
      const unnamed = named.reduce((rest, [, count]) => rest - count, sold - before);
      return [...named, [NO_BATCH, unnamed] as const].map(([batch, left]) => ({ pool, batch, left }));
    });
  });
}
