/**
 * The known batches of the items of a decision. A number is one thing for an item, however it is typed: what a line names
 * becomes the batch that is known, in the spelling in which it came first (docs/decisions/0111).
 */
import type { Facts } from '../deciding/facts.ts';
import {
  type Batch,
  batchesOf,
  batchOf,
  foldedNumber,
  isNamed,
  isSameNumber,
  knownAs,
  mergedBatches,
} from '../values/batch.ts';
import type { GoodsLine } from './batch-lines.ts';
import { BatchNames } from './batch-names.ts';

export class KnownBatches {
  readonly #facts: Facts;
  /** By item and folded number. */
  readonly #known = new Map<number, Map<string, readonly Batch[]>>();
  /** A known day of the number of a batch that was new, by item and batch. */
  readonly #otherDays = new Map<string, string>();
  /** The present name of the batch that was called like a new one, by item and batch. */
  readonly #corrected = new Map<string, Batch>();
  readonly #names: BatchNames;

  constructor(facts: Facts) {
    this.#facts = facts;
    this.#names = new BatchNames(facts);
  }

  /**
   * The line with the known spellings of its batches; new ones are known to the lines after it. A former name is that of
   * the batch that was corrected, unless the line may bring in a new batch (`isNew`).
   */
  spelled(line: GoodsLine, isNew: boolean): GoodsLine {
    const item = Number(line.fields['item_fk']);
    const own = batchOf(line.fields);
    const parts = batchesOf(line.fields);
    if (![own, ...parts].some(isNamed)) return line;
    const known = parts.map((part) => ({ ...this.#spelled(item, part, isNew), quantity: part.quantity }));
    // Two spellings of one batch are one; the same spelling twice is a mistake that is refused elsewhere.
    const batches = mergedBatches(parts).length === parts.length ? mergedBatches(known) : known;
    const named = isNamed(own) ? this.#spelled(item, own, isNew) : {};
    return { ...line, fields: { ...line.fields, ...named, ...(parts.length > 0 ? { batches } : {}) } };
  }

  /** Another day on which the number expires; undefined when the batch was known, or its number was not. */
  otherDay(item: number, batch: Batch): string | undefined {
    return this.#otherDays.get(keyOf(item, batch));
  }

  /** The batch that was corrected, by its name now; undefined when the batch was known, or was never called so. */
  correctedTo(item: number, batch: Batch): Batch | undefined {
    return this.#corrected.get(keyOf(item, batch));
  }

  #spelled(item: number, { batch_number, expire_date }: Batch, isNew: boolean): Batch {
    const batch = { batch_number, expire_date };
    const ofItem = this.#known.get(item) ?? this.#read(item);
    const folded = foldedNumber(batch_number ?? '');
    const known = ofItem.get(folded) ?? [];
    const [only] = known;
    const isOfNumber = batch_number !== null;
    const same = knownAs(known, batch) ?? (isOfNumber && expire_date === null && known.length === 1 ? only : undefined);
    if (same) return same;
    const now = this.#names.formerly(item, batch);
    if (now && !isNew) return now;
    const ofDay = now && isOfNumber && isSameNumber(now.batch_number, batch_number) ? now : only;
    if (now && ofDay !== now) this.#corrected.set(keyOf(item, batch), now);
    else if (isOfNumber && ofDay?.expire_date && expire_date !== null)
      this.#otherDays.set(keyOf(item, batch), ofDay.expire_date);
    ofItem.set(folded, [...known, batch]);
    return batch;
  }

  #read(item: number): Map<string, readonly Batch[]> {
    const known = (this.#facts.knownBatches?.(item) ?? []).filter(isNamed).map(batchOf);
    const found = new Map<string, readonly Batch[]>(
      Map.groupBy(known, ({ batch_number }) => foldedNumber(batch_number ?? '')),
    );
    this.#known.set(item, found);
    return found;
  }
}

const keyOf = (item: number, { batch_number, expire_date }: Batch): string =>
  JSON.stringify([item, batch_number, expire_date]);
