/** Stock by batch during the decision of one document: each line reduces it for the next one. */
import type { Facts } from '../deciding/facts.ts';
import {
  type Batch,
  type BatchCount,
  type BatchOnHand,
  byExpiry,
  isNamed,
  isSameBatch,
  type LaterChange,
  NO_BATCH,
} from '../values/batch.ts';
import { quantity } from '../values/quantity.ts';
import { mayGoBelowZero } from './negative-stock.ts';

/** Of the facts of a decision, what stock by batch needs. */
type BatchFacts = Pick<Facts, 'batchesOnHand' | 'record'>;

interface Pool {
  readonly item: number;
  readonly inventory: number;
}

interface Entry {
  readonly batch: Batch & Pick<BatchOnHand, 'is_held'>;
  left: bigint;
}

interface Stock {
  /** Sorted by expiry date. */
  readonly batches: readonly Entry[];
  /** Quantity of no named batch. */
  unnamed: bigint;
  /** The same before all later changes. */
  readonly unnamedBefore: bigint;
  /** The same with all later changes. */
  readonly unnamedNow: bigint;
}

/** Which batches may be taken, and in which order; see `issued-batches.ts`. */
export interface IssueOrder {
  /** Also asked about goods of no batch. */
  mayTake(batch: Batch & Pick<BatchOnHand, 'is_held'>): boolean;
  /** True for batches that are taken after the goods of no batch. */
  isLast(batch: Batch): boolean;
}

interface FirstOut {
  readonly parts: BatchCount[];
  readonly unnamed: bigint;
  readonly missing: bigint;
}

export class OnHandBatches {
  readonly #facts: BatchFacts;
  readonly #day: string;
  readonly #stocks = new Map<string, Stock>();

  /** `day` is the day of the document: goods that later documents took, or brought in, are not on hand. */
  constructor(facts: BatchFacts, day = '') {
    this.#facts = facts;
    this.#day = day;
  }

  /**
   * Takes `count` in the order of expiry: batches, then goods of no batch, then the batches that come last. `parts`
   * are the named batches, `unnamed` is of no batch; `missing` is the quantity that is not on hand, or may not be taken.
   */
  firstOut(pool: Pool, count: bigint, { mayTake, isLast }: IssueOrder): FirstOut {
    const stock = this.#of(pool);
    let missing = count;
    const takeFrom = (entries: readonly Entry[]) =>
      entries.flatMap((entry): BatchCount[] => {
        const { batch, left } = entry;
        if (left <= 0n || missing <= 0n || !mayTake(batch)) return [];
        const taken = left < missing ? left : missing;
        missing -= taken;
        entry.left -= taken;
        return [[batch, taken]];
      });
    const first = takeFrom(stock.batches.filter(({ batch }) => !isLast(batch)));
    const most = stock.unnamed < missing ? stock.unnamed : missing;
    const unnamed = most > 0n && mayTake(NO_BATCH) ? most : 0n;
    missing -= unnamed;
    stock.unnamed -= unnamed;
    return { parts: [...first, ...takeFrom(stock.batches.filter(({ batch }) => isLast(batch)))], unnamed, missing };
  }

  /** What is left of a batch, or of no batch; zero where it is below. */
  left(pool: Pool, batch: Batch): bigint {
    const stock = this.#of(pool);
    const left = isNamed(batch)
      ? (stock.batches.find((entry) => isSameBatch(entry.batch, batch))?.left ?? 0n)
      : stock.unnamed;
    return left > 0n ? left : 0n;
  }

  /** True when the stock of the inventory may fall below zero. */
  mayGoBelowZero({ inventory }: Pool): boolean {
    return mayGoBelowZero(inventory, this.#facts);
  }

  /** True when more goods of no batch left than came in. */
  isUnnamedBelow(pool: Pool): boolean {
    return this.#of(pool).unnamed < 0n;
  }

  /** The first batch on hand that matches. */
  first(pool: Pool, isWanted: (batch: Entry['batch']) => boolean): Entry['batch'] | undefined {
    return this.#of(pool).batches.find(({ batch, left }) => left > 0n && isWanted(batch))?.batch;
  }

  take(pool: Pool, batch: Batch, count: bigint): void {
    const stock = this.#of(pool);
    const entry = stock.batches.find((other) => isSameBatch(other.batch, batch));
    if (entry) entry.left -= count;
    else stock.unnamed -= count;
  }

  /** True when `count` is available without a named batch, or when the inventory may go below zero. */
  hasUnnamed(pool: Pool, count: bigint): boolean {
    return mayGoBelowZero(pool.inventory, this.#facts) || this.#of(pool).unnamed >= count;
  }

  /** The same before all later changes: at the moment of a count. */
  hadUnnamed(pool: Pool, count: bigint): boolean {
    return mayGoBelowZero(pool.inventory, this.#facts) || this.#of(pool).unnamedBefore >= count;
  }

  /** The quantity of no named batch before this document, with all changes of later days; below zero when it was sold before it came. */
  unnamedNow(pool: Pool): bigint {
    return this.#of(pool).unnamedNow;
  }

  #of({ item, inventory }: Pool): Stock {
    const name = `${item}:${inventory}`;
    const known = this.#stocks.get(name);
    if (known) return known;
    const found = this.#facts.batchesOnHand?.(item, inventory) ?? { batches: [], onHand: '0' };
    const { batches, onHand, later = [] } = found;
    const ofBatch = (batch: Batch) => later.filter((change) => change.batch && isSameBatch(change.batch, batch));
    const named = batches.map((batch) => {
      return { batch, left: lowest(quantity(batch.quantity), this.#after(ofBatch(batch))) };
    });
    const unnamed = quantity(onHand) - batches.reduce((sum, batch) => sum + quantity(batch.quantity), 0n);
    // The change of the goods of no batch: that of the stock, less those of its batches.
    const changes = later.map((change): Change => [change.day, change.batch ? -changeOf(change) : changeOf(change)]);
    const stock = {
      batches: named.sort((a, b) => byExpiry(a.batch, b.batch)),
      unnamed: lowest(
        unnamed,
        changes.filter(([day]) => day > this.#day),
      ),
      unnamedNow: unnamed,
      unnamedBefore: changes.reduce((left, [, change]) => left - change, unnamed),
    };
    this.#stocks.set(name, stock);
    return stock;
  }

  #after(changes: readonly LaterChange[]): readonly Change[] {
    return changes.filter(({ day }) => day > this.#day).map((change) => [change.day, changeOf(change)]);
  }
}

type Change = readonly [day: string, change: bigint];

const changeOf = ({ quantity: change }: LaterChange): bigint => quantity(change);

/** The lowest level before, between and after changes, of which `present` is the last level. */
function lowest(present: bigint, changes: readonly Change[]): bigint {
  const days = [...Map.groupBy(changes, ([day]) => day)].sort(([a], [b]) => (a < b ? 1 : -1));
  let [level, least] = [present, present];
  for (const [, ofDay] of days) {
    level = ofDay.reduce((left, [, change]) => left - change, level);
    if (level < least) least = level;
  }
  return least;
}
