/** A batch as a person reads it: its number and the day on which it expires. */
import { areSinglePieces, type Batch, type BatchQuantity } from '../../../domain/values/batch.ts';
import { formatDate } from './date-words.ts';
import { type DigitShape, shapeDigits } from './digits.ts';
import { formatDecimal } from './number-format.ts';

/** `B7 · 31/12/2027`. */
export const batchText = ({ batch_number, expire_date }: Batch, digits: DigitShape): string =>
  [batch_number, expire_date && shapeDigits(formatDate(expire_date), digits)].filter(Boolean).join(' · ');

/** `B7 · 31/12/2027 × 3`; the quantity is shown only for several batches. */
export const batchTexts = (batches: readonly BatchQuantity[], digits: DigitShape): string[] =>
  batches.map((batch) => {
    const text = batchText(batch, digits);
    return batches.length > 1 && !areSinglePieces(batches)
      ? `${text} × ${formatDecimal(batch.quantity, { digits })}`
      : text;
  });
