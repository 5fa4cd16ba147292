/**
 * Batches of goods that leave for the place they came from: to the supplier of a purchase, to the outlet of a sale
 * transfer. Only batches of their origin may leave, and only those that are in the inventory.
 */

import {
  type Batch,
  type BatchCount,
  type BatchQuantity,
  batchTitle,
  byExpiry,
  isNamed,
  isSameBatch,
  partOfBatches,
} from '../values/batch.ts';
import { printQuantity, quantity, toQuantity } from '../values/quantity.ts';
import { inUnits } from './batch-lines.ts';
import { placeNames } from './batch-places.ts';
import { type BatchContext, type BatchTask, lineParams } from './batch-tasks.ts';
import type { IssueOrder, OnHandBatches } from './on-hand-batches.ts';
import { checkRemaining, type KnownOrigin, type OriginLine, type ReturnedBatches } from './returned-batches.ts';

type Refuse = (task: BatchTask, message: string, params: Readonly<Record<string, string>>) => void;

interface Origin extends OriginLine, KnownOrigin {}

/** The line of another document whose goods leave again, and the base units that went back before. */
export function originOf(
  { movement, line, pool, count }: BatchTask,
  stream: string,
): (OriginLine & { readonly before: bigint }) | undefined {
  const { valued, quantity: moved } = movement;
  if (moved >= 0n) return undefined;
  if (valued.by === 'sameCostAs' && valued.document !== stream) {
    const { document, line: of, after } = valued;
    return { document, line: of, item: pool.item, before: after === undefined ? 0n : after - count };
  }
  const bought = line.fields['purchase_line_id'];
  if (valued.by !== 'average' || valued.origin === undefined || typeof bought !== 'number') return undefined;
  const before = inUnits([line.fields['returned_before'], line.fields['bonus_returned_before']], line.fields);
  return { document: valued.origin, line: bought, item: pool.item, before };
}

export class OriginBatches {
  readonly #context: BatchContext;
  readonly #onHand: OnHandBatches;
  readonly #returned: ReturnedBatches;
  readonly #refuse: Refuse;

  constructor(context: BatchContext, onHand: OnHandBatches, returned: ReturnedBatches, refuse: Refuse) {
    this.#context = context;
    this.#onHand = onHand;
    this.#returned = returned;
    this.#refuse = refuse;
  }

  /** Undefined for goods without an origin, and for those that came before their item had batches. */
  of(task: BatchTask): Origin | undefined {
    const origin = originOf(task, this.#context.stream);
    const known = origin && this.#returned.ofOrigin(origin, origin.before);
    return origin && known && { ...origin, ...known };
  }

  /** Named batches. */
  check(task: BatchTask, origin: Origin, parts: readonly BatchCount[]): void {
    for (const part of parts) {
      const [batch, count] = part;
      checkRemaining(part, { ...origin, words: lineParams(task) }, (message, params) =>
        this.#refuse(task, message, params),
      );
      const isOwn = origin.moved.some((other) => isSameBatch(other, batch));
      if (isOwn && isNamed(batch) && this.#onHand.left(task.pool, batch) < count) this.#refuseElsewhere(task, [batch]);
    }
    this.#returned.note(origin, parts, origin);
  }

  /** Of the origin's batches, those that are here: first expired, first out. `kept` refuses others that may not leave. */
  choose(task: BatchTask, origin: Origin, order: IssueOrder, kept: (batch: Batch) => void): readonly BatchCount[] {
    const chosen = this.#chosen(task, origin, order, kept);
    this.#returned.note(origin, chosen, origin);
    return chosen;
  }

  #chosen(task: BatchTask, { left }: Origin, order: IssueOrder, kept: (batch: Batch) => void): BatchCount[] {
    const here = left
      .map((batch) => countedOf(batch, least(quantity(batch.quantity), this.#onHand.left(task.pool, batch))))
      .filter((batch) => order.mayTake(batch))
      .toSorted(byExpiry);
    const chosen = partOfBatches(here, 0n, task.count);
    const missing = chosen.reduce((rest, [, count]) => rest - count, 0n + task.count);
    for (const [batch, count] of chosen) this.#onHand.take(task.pool, batch, count);
    if (missing <= 0n) return chosen;
    const rest = left
      .map((batch) => {
        const taken = chosen.find(([other]) => isSameBatch(other, batch))?.[1] ?? 0n;
        return countedOf(batch, quantity(batch.quantity) - taken);
      })
      .filter((batch) => quantity(batch.quantity) > 0n);
    const refused = rest.find((batch) => !order.mayTake(batch));
    if (refused) kept(refused);
    else this.#refuseElsewhere(task, rest);
    return [...chosen, ...partOfBatches(rest, 0n, toQuantity(missing))];
  }

  /** Says in which other inventories the batches are, unless the stock of this one may fall below zero. */
  #refuseElsewhere(task: BatchTask, batches: readonly Batch[]): void {
    if (this.#onHand.mayGoBelowZero(task.pool)) return;
    const places = (this.#context.facts.batchPlaces?.(task.pool.item) ?? []).filter(
      (place) => place.inventory !== task.pool.inventory && batches.some((batch) => isSameBatch(batch, place.batch)),
    );
    const batch = batches.map(batchTitle).filter(Boolean).join(', ');
    const params = { ...lineParams(task), batch };
    if (places.length === 0) this.#refuse(task, 'batch_not_here', params);
    else this.#refuse(task, 'batch_elsewhere', { ...params, ...placeNames(places) });
  }
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const countedOf = ({ batch_number, expire_date }: Batch, count: bigint): BatchQuantity => ({
  batch_number,
  expire_date,
  quantity: printQuantity(toQuantity(count)),
});
