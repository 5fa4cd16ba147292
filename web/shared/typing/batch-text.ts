/** A batch as a person reads it: its number and the day on which it expires. */
import { areSinglePieces, type Batch, type BatchQuantity } from '../../../domain/values/batch.ts';
import { formatDate } from './date-words.ts';
import { type DigitShape, shapeDigits } from './digits.ts';
import type { UnitPart } from './unit-text.ts';

/** `B7 · 31/12/2027`. */
export const batchText = ({ batch_number, expire_date }: Batch, digits: DigitShape): string =>
  [batch_number, expire_date && shapeDigits(formatDate(expire_date), digits)].filter(Boolean).join(' · ');

export interface NamedBatch {
  readonly name: string;
  /** What there is of it, in the units of its item; empty where that is not said. */
  readonly parts: readonly UnitPart[];
}

/** `B7 · 31/12/2027` and `1 Box`, which is said only of several batches. */
export function batchTexts<Told extends BatchQuantity>(
  batches: readonly Told[],
  digits: DigitShape,
  partsOf: (batch: Told) => readonly UnitPart[],
): (NamedBatch & { readonly batch: Told })[] {
  const areCounted = batches.length > 1 && !areSinglePieces(batches);
  return batches.map((batch) => ({
    batch,
    name: batchText(batch, digits),
    parts: areCounted ? partsOf(batch) : [],
  }));
}
