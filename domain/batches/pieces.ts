/**
 * Pieces with serial numbers (docs/decisions/0144): a piece is a batch of one, and one level says where its number stands
 * for the whole business, so that two people cannot receive or sell the same piece.
 */

import type { BatchMovement, Movement } from '../entries/entry.ts';
import {
  type Batch,
  type BatchCount,
  type BatchesOnHand,
  type BatchQuantity,
  foldedNumber,
  type MovedBatch,
  type PieceKnown,
} from '../values/batch.ts';
import { printQuantity, QUANTITY_ONE, quantity, toQuantity } from '../values/quantity.ts';

/**
 * `serial:5:356938035643809` is 1 while the piece is in stock, -1 after it left, and 0 while nobody knows its number. The
 * number is that which documents told first; blanks at its end tell it from a piece that was told so before, and is called
 * otherwise now (docs/decisions/0141).
 */
export const pieceKey = (item: number, told: string): string =>
  `serial:${item}:${encodeURIComponent(foldedNumber(told).padEnd(foldedNumber(told).length + blanksAtEnd(told)))}`;

const blanksAtEnd = (told: string): number => told.length - told.trimEnd().length;

export type PieceState = 'unknown' | 'in_stock' | 'gone';

export const pieceState = (level: string): PieceState =>
  Number(level) === 0 ? 'unknown' : Number(level) > 0 ? 'in_stock' : 'gone';

/** What a movement changes of the level of its piece; undefined for batches, and for pieces that a count leaves. */
export function pieceDelta({ piece, quantity: moved }: BatchMovement, { valued }: Movement): bigint | undefined {
  if (piece === undefined) return undefined;
  const isIn = valued.by === 'count' ? moved > 0n : moved >= 0n;
  const step = piece === 'known' ? 2n : 1n;
  return isIn ? step : -step;
}

/** The document kinds that hand pieces to a customer, who is told the number of each. */
const SELLING: ReadonlySet<string> = new Set(['sale', 'pos_sale', 'online_order', 'warranty_claim']);

export const sellsPieces = (kind: string): boolean => SELLING.has(kind);

export const isWholePieces = (count: bigint): boolean => count % QUANTITY_ONE === 0n;

export const ONE_PIECE = '1';

/** The numbers of parts that do not name exactly one piece. */
export const numbersOfSeveral = (parts: readonly BatchQuantity[]): readonly string[] =>
  parts.flatMap(({ batch_number, quantity: count }) =>
    batch_number !== null && quantity(count) !== QUANTITY_ONE ? [batch_number] : [],
  );

/** The number of pieces without a number. */
export const unnumbered = (parts: readonly BatchCount[]): bigint =>
  parts.reduce((sum, [{ batch_number }, count]) => (batch_number === null ? sum + count : sum), 0n);

/** The pieces that a count of an inventory finds, and those that it does not find, with what it changes of each. */
export function countedPieces(
  found: readonly BatchCount[],
  { batches, later = [] }: BatchesOnHand,
  stateOf: (number: string) => PieceState,
  /** Sold and not delivered: it is no longer in stock, and stays where it is. */
  isSold: (batch: Batch) => boolean,
): { readonly pieces: readonly Omit<MovedBatch, 'move_line_id'>[]; readonly elsewhere: readonly string[] } {
  // At the moment of the count: later changes are not counted.
  const had = (batch: Batch & { readonly quantity: string }): bigint =>
    later
      .filter((change) => change.batch?.batch_number === batch.batch_number)
      .reduce((left, change) => left - quantity(change.quantity), 0n + quantity(batch.quantity));
  const numbered = found.filter(([{ batch_number }]) => batch_number !== null);
  const isFound = (batch: Batch) => numbered.some(([other]) => other.batch_number === batch.batch_number);
  const wasHere = (batch: Batch) =>
    batches.some((other) => other.batch_number === batch.batch_number && had(other) > 0n);
  const known = (piece: PieceKnown | undefined) => (piece === undefined ? {} : { piece });
  const pieces = numbered.map(([batch, count]) => {
    const state = stateOf(batch.batch_number ?? '');
    const piece =
      wasHere(batch) || isSold(batch) ? undefined : state === 'unknown' ? ('new' as const) : ('known' as const);
    return { ...batch, quantity: printQuantity(toQuantity(count)), ...known(piece) };
  });
  const missing = batches
    .filter((batch) => batch.batch_number !== null && had(batch) > 0n && !isFound(batch))
    .map(({ batch_number, expire_date }) => ({ batch_number, expire_date, quantity: '0', ...known('known') }));
  const elsewhere = numbered.flatMap(([batch]) =>
    !wasHere(batch) && stateOf(batch.batch_number ?? '') === 'in_stock' ? [batch.batch_number ?? ''] : [],
  );
  return { pieces: [...pieces, ...missing], elsewhere };
}
