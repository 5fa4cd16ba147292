/**
 * The names of batches in a decision (docs/decisions/0141). People and rules use the name that a batch has now; events and
 * levels use the batch as it was told first. What is read is turned into names here, and what is stored is turned back.
 */
import type { Facts } from '../deciding/facts.ts';
import {
  type Batch,
  type BatchCount,
  type BatchesOnHand,
  type BatchQuantity,
  batchOf,
  isSameBatch,
  knownAs,
  mergedBatches,
} from '../values/batch.ts';
import { printQuantity, quantity, toQuantity } from '../values/quantity.ts';
import { type BatchNotes, NO_NOTES } from './batch-notes.ts';

/**
 * What a told batch is called. A new batch whose name was told before, of a batch that is called otherwise now, is told
 * with a blank at the end of its number.
 */
export function calledBy(notes: BatchNotes, told: Batch): Batch {
  if (notes === NO_NOTES) return batchOf(told);
  const own = notes.called.filter((note) => isSameBatch(note.told, told));
  const last = own.toSorted((a, b) => b.step - a.step)[0];
  return last?.called ?? { ...batchOf(told), batch_number: told.batch_number?.trimEnd() || null };
}

/** Whether anything that is called so is held. */
export const isHeldBy = (notes: BatchNotes, name: Batch): boolean =>
  notes.held.some((told) => isSameBatch(calledBy(notes, told), name));

/** The stock by the names of its batches. */
export function onHandByName(found: BatchesOnHand, notes: BatchNotes): BatchesOnHand {
  const { batches, later, ...rest } = found;
  const called = (told: Batch) => calledBy(notes, told);
  return {
    ...rest,
    batches: mergedBatches(batches.map((told) => ({ ...called(told), quantity: told.quantity }))).map((batch) => ({
      ...batch,
      ...(isHeldBy(notes, batch) ? { is_held: true } : {}),
    })),
    told: batches,
    ...(later ? { later: later.map((change) => ({ ...change, batch: change.batch && called(change.batch) })) } : {}),
  };
}

type Notes = Pick<Facts, 'batchNotes'>;
type OfPool = { readonly item: number; readonly inventory: number };

export class BatchNames {
  readonly #facts: Notes;

  constructor(facts: Notes) {
    this.#facts = facts;
  }

  #notes(item: number): BatchNotes {
    return this.#facts.batchNotes?.(item) ?? NO_NOTES;
  }

  /** False for nearly all items, whose batches are told as they are called. */
  areNoted(item: number): boolean {
    return this.#notes(item) !== NO_NOTES;
  }

  called(item: number, told: Batch): Batch {
    return calledBy(this.#notes(item), told);
  }

  isHeld(item: number, name: Batch): boolean {
    return isHeldBy(this.#notes(item), name);
  }

  /** Told quantities by name, each name once. */
  byName(item: number, told: readonly BatchQuantity[]): BatchQuantity[] {
    return mergedBatches(told.map((batch) => ({ ...this.called(item, batch), quantity: batch.quantity })));
  }

  /** The present name of the batch that was called so before its correction; undefined when none was. */
  formerly(item: number, name: Batch): Batch | undefined {
    const { called } = this.#notes(item);
    const former = called.flatMap(({ told, called: as }) => [
      { ...this.called(item, told), was: batchOf(told) },
      { ...this.called(item, told), was: as },
    ]);
    if (knownAs(former, name)) return undefined;
    const was = knownAs(
      former.map((note) => note.was),
      name,
    );
    const found = was && former.find((note) => note.was === was);
    return found && batchOf(found);
  }

  /** The told batches of a list that have the name, with what of `count` each of them has; the rest is of the last. */
  among(item: number, told: readonly BatchQuantity[], [name, count]: BatchCount): BatchCount[] {
    const own = told.filter((batch) => isSameBatch(this.called(item, batch), name));
    const [last = this.toldAs(item, name)] = own.slice(-1);
    let left = count;
    const parts = own.flatMap((batch): BatchCount[] => {
      const whole = quantity(batch.quantity);
      const taken = whole < left ? whole : left;
      if (taken <= 0n) return [];
      left -= taken;
      return [[batchOf(batch), taken]];
    });
    if (left <= 0n) return parts;
    const at = parts.findIndex(([batch]) => isSameBatch(batch, last));
    if (at < 0) return [...parts, [batchOf(last), left]];
    return parts.map(([batch, taken], index) => [batch, index === at ? taken + left : taken] as const);
  }

  /** How goods of a name are told that are of no batch on hand. */
  toldAs(item: number, name: Batch): Batch {
    const noted = this.#notes(item).called.find(({ told }) => isSameBatch(this.called(item, told), name));
    if (noted) return noted.told;
    let told = name;
    while (!isSameBatch(this.called(item, told), name)) told = { ...told, batch_number: `${told.batch_number ?? ''} ` };
    return told;
  }
}

/** Turns the names of what a decision moves into told batches; each line takes of what the lines before it left. */
export class ToldBatches {
  readonly #names: BatchNames;
  readonly #facts: Pick<Facts, 'batchesOnHand'>;
  readonly #left = new Map<string, readonly BatchQuantity[]>();

  constructor(names: BatchNames, facts: Pick<Facts, 'batchesOnHand'>) {
    this.#names = names;
    this.#facts = facts;
  }

  /** Goods leave of the told batches that are here; goods that come are told as the first of their name. */
  of({ item, inventory }: OfPool, part: BatchCount, leaves: boolean): readonly BatchCount[] {
    if (!this.#names.areNoted(item)) return [part];
    const pool = `${item}:${inventory}`;
    const here = this.#left.get(pool) ?? this.#facts.batchesOnHand?.(item, inventory).told ?? [];
    if (!leaves) return this.#names.among(item, this.#firstOf(item, here, part), part);
    const parts = this.#names.among(item, here, part);
    const takenOf = (batch: Batch) => parts.find(([told]) => isSameBatch(told, batch))?.[1] ?? 0n;
    this.#left.set(
      pool,
      here.map((batch) => ({
        ...batch,
        quantity: printQuantity(toQuantity(quantity(batch.quantity) - takenOf(batch))),
      })),
    );
    return parts;
  }

  /** A piece with a serial number is one told batch, wherever it is. */
  ofPiece<Piece extends Batch>({ item }: Pick<OfPool, 'item'>, piece: Piece): Piece {
    return this.#names.areNoted(item) ? { ...piece, ...batchOf(this.#names.toldAs(item, batchOf(piece))) } : piece;
  }

  #firstOf(item: number, here: readonly BatchQuantity[], [name]: BatchCount): readonly BatchQuantity[] {
    return here.filter((batch) => isSameBatch(this.#names.called(item, batch), name)).slice(0, 1);
  }
}
