/** Batches of sent goods that arrive in parts: a person may say which came, and what is missing is of the rest. */

import { BONUS_LINE } from '../pricing/totals.ts';
import {
  type BatchCount,
  type BatchQuantity,
  batchOf,
  batchTitle,
  isSameBatch,
  mergedBatches,
  movedBatches,
  partOfBatches,
  sumOfBatches,
} from '../values/batch.ts';
import { type Members, objectsOf } from '../values/members.ts';
import { printQuantity, quantity, toQuantity } from '../values/quantity.ts';

/** Offset of the line numbers of each arrival's movements; within it, missing goods have their own offset. */
export const ARRIVAL_STEP = 10_000_000;
export const MISSING = 1_000_000;

interface Came {
  readonly named: readonly BatchQuantity[] | undefined;
  /** Base units of the line that came, and that are missing, with this arrival. */
  readonly came: bigint;
  readonly lost: bigint;
  /** For the movement that takes the missing goods out again. */
  readonly isLost: boolean;
}

type ByName = (told: readonly BatchQuantity[]) => BatchQuantity[];
type Refuse = (message: string, params: Readonly<Record<string, string>>) => void;

export class ArrivingBatches {
  /** Sent, and not arrived before. */
  readonly #left: readonly BatchQuantity[];

  /** `named` are told batches by their names. */
  constructor(sent: readonly BatchQuantity[], state: Members, { line_id }: Members, named: ByName = mergedBatches) {
    const before = objectsOf(state['receipts'])
      .flatMap(movedBatches)
      .filter(({ move_line_id }) => move_line_id % BONUS_LINE === line_id);
    this.#left = without(named(sent), named(before));
  }

  /** Refuses batches that were not sent, and more of one than is on its way. */
  check(named: readonly BatchQuantity[], words: Readonly<Record<string, string>>, refuse: Refuse): void {
    for (const batch of named) {
      const left = this.#left.find((other) => isSameBatch(other, batch))?.quantity ?? '0';
      if (quantity(batch.quantity) > quantity(left))
        refuse('more_than_on_its_way', { ...words, batch: batchTitle(batch), value: left });
    }
  }

  /** True when it is not certain which of the sent goods came: more are on their way, or some of them are missing. */
  isChoice(came: bigint, lost: bigint): boolean {
    return sumOfBatches(this.#left) > came + lost || (came > 0n && lost > 0n);
  }

  parts({ named, came, lost, isLost }: Came): readonly BatchCount[] {
    const arrived = named ?? partOfBatches(this.#left, 0n, toQuantity(came)).map(quantityOf);
    const missing = partOfBatches(without(this.#left, arrived), 0n, toQuantity(lost));
    return isLost ? missing : [...arrived.map((batch): BatchCount => [batch, quantity(batch.quantity)]), ...missing];
  }
}

const quantityOf = ([batch, count]: BatchCount): BatchQuantity => ({
  ...batchOf(batch),
  quantity: printQuantity(toQuantity(count)),
});

const without = (batches: readonly BatchQuantity[], gone: readonly BatchQuantity[]): BatchQuantity[] =>
  batches.map((batch) => {
    const left = quantity(batch.quantity) - sumOfBatches(gone.filter((other) => isSameBatch(other, batch)));
    return quantityOf([batch, left > 0n ? left : 0n]);
  });
