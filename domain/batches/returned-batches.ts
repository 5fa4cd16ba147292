/**
 * The batches that a return takes back: of those that the other document moved, the ones that earlier returns left. The
 * returned quantity of each batch of a line is a level, so that a named batch, or a return that was cancelled, does not
 * move the batches of the next return.
 */

import type { Facts } from '../deciding/facts.ts';
import { returnedBatchKey } from '../pricing/returned-quantities.ts';
import { BONUS_LINE } from '../pricing/totals.ts';
import {
  type Batch,
  type BatchCount,
  type BatchQuantity,
  batchTitle,
  isNamed,
  isSameBatch,
  knownAs,
  type MovedBatch,
  mergedBatches,
  movedBatches,
  NO_BATCH,
  partOfBatches,
  type ReturnedBatch,
  sumOfBatches,
} from '../values/batch.ts';
import { listOf, type Members, membersOf, objectsOf } from '../values/members.ts';
import { printQuantity, type Quantity, quantity, toQuantity } from '../values/quantity.ts';
import { ARRIVAL_STEP, MISSING } from './arriving-batches.ts';
import { goodsLines, inUnits } from './batch-lines.ts';
import { BatchNames } from './batch-names.ts';

/** A line of the document whose goods come back, or go back. */
export interface OriginLine {
  /** Stream of the document. */
  readonly document: string;
  /** The line of the movement in its posting. */
  readonly line: number;
  readonly item: number;
}

interface Returning {
  /** Base units of the line that were returned before. */
  readonly before: bigint;
  readonly count: Quantity;
  /** Undefined when the return names no batches. */
  readonly named: readonly BatchCount[] | undefined;
  /** The line and the item, for messages. */
  readonly words: Readonly<Record<string, string>>;
}

type Refuse = (message: string, params: Readonly<Record<string, string>>) => void;

export class ReturnedBatches {
  readonly #facts: Facts;
  readonly #names: BatchNames;
  readonly #all: ReturnedBatch[] = [];

  constructor(facts: Facts) {
    this.#facts = facts;
    this.#names = new BatchNames(facts);
  }

  /** All returned batches so far, as the event stores them. */
  get all(): readonly ReturnedBatch[] {
    return this.#all;
  }

  /** The named batches, or the next ones of the line. Refuses more of a batch than is left. */
  take(origin: OriginLine, { before, count, named, words }: Returning, refuse: Refuse): readonly BatchCount[] {
    const known = this.ofOrigin(origin, before);
    // Goods that left before their item had batches may come back with batches.
    if (!known) return named ?? [];
    const own = named?.map(([batch, part]): BatchCount => [knownAs(known.moved, batch) ?? batch, part]);
    for (const part of own ?? []) checkRemaining(part, { ...known, words }, refuse);
    const parts = own ?? partOfBatches(known.left, 0n, count);
    this.note(origin, parts, known);
    return parts;
  }

  /** The batches of the origin's line, and what earlier returns left of each; undefined when it moved none. */
  ofOrigin(origin: OriginLine, before: bigint): KnownOrigin | undefined {
    const moved = movedOf(origin, this.#facts);
    if (moved.length === 0) return undefined;
    const left = remainingOf(moved, before, this.#returned(origin));
    const named = (told: readonly BatchQuantity[]) => this.#names.byName(origin.item, told);
    return { moved: named(moved), left: named(left), told: left };
  }

  /** Keeps what is returned, for the event. */
  note(origin: OriginLine, named: readonly BatchCount[], { told }: Pick<KnownOrigin, 'told'>): void {
    const returned = this.#returned(origin);
    const parts = named.flatMap((part) => this.#names.among(origin.item, told, part));
    for (const [batch, part] of parts) {
      const { batch_number, expire_date } = batch;
      this.#all.push({
        origin_line_id: origin.line,
        batch_number,
        expire_date,
        quantity: printQuantity(toQuantity(part)),
        returned_before: returned(batch),
      });
    }
  }

  #returned =
    ({ document, line }: OriginLine) =>
    (batch: Batch): string =>
      this.#facts.level(returnedBatchKey(document, line, batch));
}

/**
 * The batches of a receipt's line that a refund of the receipt takes back: the named ones, or the next ones that earlier
 * refunds left. The movements of each refund have the numbers of the receipt's lines, with an offset.
 */
export function refundedBatches(
  {
    sold,
    refunds,
    line,
    named: byName = mergedBatches,
  }: {
    readonly sold: readonly BatchQuantity[];
    readonly refunds: unknown;
    readonly line: number;
    /** Told batches by their names. */
    readonly named?: (told: readonly BatchQuantity[]) => BatchQuantity[];
  },
  { before, count, named, words }: Returning,
  refuse: Refuse,
): readonly BatchCount[] {
  const earlier = objectsOf(refunds)
    .flatMap(movedBatches)
    .filter(({ move_line_id }) => move_line_id % (2 * BONUS_LINE) === line);
  const moved = byName(sold);
  const wentBack = byName(earlier);
  const gone = (batch: Batch) =>
    printQuantity(toQuantity(sumOfBatches(wentBack.filter((other) => isSameBatch(other, batch)))));
  const left = remainingOf(moved, before, gone);
  const own = named?.map(([batch, part]): BatchCount => [knownAs(moved, batch) ?? batch, part]);
  for (const part of own ?? []) checkRemaining(part, { moved, left, words }, refuse);
  return own ?? partOfBatches(left, 0n, count);
}

/** What a line of another document moved of each batch, and what earlier returns left. */
export interface OfOrigin {
  readonly moved: readonly BatchQuantity[];
  readonly left: readonly BatchQuantity[];
}

/** The same, and what is left as the document told it. */
export interface KnownOrigin extends OfOrigin {
  readonly told: readonly BatchQuantity[];
}

/** What a line moved of each batch, in order; goods of no batch come last. Empty when it moved no named batch. */
function movedOf({ document, line, item }: OriginLine, facts: Facts): readonly BatchQuantity[] {
  const [kind = '', id] = document.split('-');
  const state = membersOf(facts.document<unknown>(kind, Number(id)));
  if (state['purchase'] !== undefined) return receivedOf(state, { line, item });
  const copies = [state['data'], state['sale'], state['purchase']].map(membersOf);
  const named = mergedBatches(copies.flatMap(movedBatches).filter(({ move_line_id }) => move_line_id === line));
  const own = copies.map((copy) => goodsLines(copy).of(line, item)).find((found) => found !== undefined);
  if (named.length === 0 || !own) return named;
  const unnamed = own.countOf(line) - sumOfBatches(named);
  const all = unnamed > 0n ? [...named, quantityOf([NO_BATCH, unnamed])] : named;
  const came = cameOf(objectsOf(state['receipts']), line);
  if (came) return came;
  const arrived = arrivedOf(state, own.fields);
  return arrived === undefined ? all : partOfBatches(all, 0n, toQuantity(arrived)).map(quantityOf);
}

/** What the receipts of a purchase brought in of a line: the movements of each have numbers of their own. */
function receivedOf({ purchase, receipts }: Members, { line, item }: Omit<OriginLine, 'document'>): BatchQuantity[] {
  const all = objectsOf(receipts);
  const named = mergedBatches(
    all.flatMap(movedBatches).filter(({ move_line_id }) => move_line_id % BONUS_LINE === line),
  );
  const own = goodsLines(membersOf(purchase)).of(line, item);
  if (named.length === 0 || !own) return named;
  const received = objectsOf(all.at(-1)?.['after']).find(({ line_id }) => line_id === line);
  const unnamed = arrivedIn(received, own.fields) - sumOfBatches(named);
  return unnamed > 0n ? [...named, quantityOf([NO_BATCH, unnamed])] : named;
}

/** What arrived of a transfer's line by batch; undefined while nobody named a batch on arrival. */
function cameOf(receipts: readonly Members[], line: number): BatchQuantity[] | undefined {
  if (!receipts.some(({ named }) => named !== undefined)) return undefined;
  const all = receipts.flatMap(movedBatches).filter(({ move_line_id }) => move_line_id % BONUS_LINE === line);
  const isLost = ({ move_line_id }: MovedBatch) => move_line_id % ARRIVAL_STEP >= MISSING;
  const lost = all.filter(isLost);
  return mergedBatches(all.filter((moved) => !isLost(moved))).map((batch) => {
    const gone = sumOfBatches(lost.filter((other) => isSameBatch(other, batch)));
    return quantityOf([batch, quantity(batch.quantity) - gone]);
  });
}

/** Base units of a transfer's line that arrived, which are its first ones; undefined for a sale. */
function arrivedOf({ receipts }: Members, line: Members): bigint | undefined {
  if (receipts === undefined) return undefined;
  const arrived = objectsOf(membersOf(listOf(receipts).at(-1))['after']);
  const own = arrived.find(({ line_id }) => line_id === line['line_id']);
  return arrivedIn(own, line);
}

/** Base units of what came of a line, which may be counted in another unit than the line. */
const arrivedIn = (came: Members | undefined, line: Members): bigint =>
  inUnits([came?.['quantity']], came?.['unit_factor'] === undefined ? line : came);

/** What earlier returns left of each batch; `before` is the quantity that they took of the line. */
export function remainingOf(
  moved: readonly BatchQuantity[],
  before: bigint,
  returned: (batch: Batch) => string,
): readonly BatchQuantity[] {
  const taken = moved.map((batch) => quantity(returned(batch)));
  const left = moved.map((batch, index) =>
    quantityOf([batch, atLeast0(quantity(batch.quantity) - (taken[index] ?? 0n))]),
  );
  // Returns that were stored before quantities were kept by batch took the batches in their order.
  const earlier = atLeast0(before - taken.reduce((sum, count) => sum + count, 0n));
  return partOfBatches(left, earlier, toQuantity(sumOfBatches(left))).map(quantityOf);
}

const atLeast0 = (count: bigint): bigint => (count < 0n ? 0n : count);

const quantityOf = ([{ batch_number, expire_date }, count]: BatchCount): BatchQuantity => ({
  batch_number,
  expire_date,
  quantity: printQuantity(toQuantity(count)),
});

interface Remaining extends OfOrigin, Pick<Returning, 'words'> {}

export function checkRemaining([batch, count]: BatchCount, { moved, left, words }: Remaining, refuse: Refuse): void {
  const isIt = (other: Batch) => isSameBatch(other, batch);
  const value = left.find(isIt)?.quantity ?? '0';
  const title = batchTitle(batch);
  if (isNamed(batch) && !moved.some(isIt)) refuse('batch_not_of_document', { ...words, batch: title });
  else if (count <= quantity(value)) return;
  else if (isNamed(batch)) refuse('more_than_left_of_batch', { ...words, batch: title, value });
  else refuse('more_than_left_without_batch', { ...words, value });
}
