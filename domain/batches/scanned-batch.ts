/** Finds the batch of a scanned code among the batches on hand. */

import type { CodeContent } from '../catalogue/gs1.ts';
import type { ItemData } from '../catalogue/item.schema.ts';
import { type Batch, hasSerials, isSameNumber, tracksBatches } from '../values/batch.ts';

type Item = Pick<ItemData, 'has_batch_number' | 'has_expire' | 'serial_numbers'>;

/**
 * A code may contain more or less than was entered when the goods were received. So batches on hand are searched first: one
 * with the number and the day, with the number, or with the day if the code has no number. Undefined for goods without
 * batches, and for a code without a batch.
 */
export function scannedBatch(
  { batch, expires, serial }: Pick<CodeContent, 'batch' | 'expires' | 'serial'>,
  item: Item,
  onHand: readonly Batch[],
): Batch | undefined {
  if (hasSerials(item)) return serial === undefined ? undefined : scannedPiece(serial, onHand);
  if (!tracksBatches(item) || (batch === undefined && expires === undefined)) return undefined;
  const ofNumber = onHand.filter(({ batch_number }) => isSameNumber(batch_number, batch ?? null));
  const ofDay = (among: readonly Batch[]) => among.find(({ expire_date }) => expire_date === (expires ?? null));
  const found = batch === undefined ? ofDay(onHand) : (ofDay(ofNumber) ?? ofNumber[0]);
  if (found) return { batch_number: found.batch_number, expire_date: found.expire_date };
  const scanned = {
    batch_number: item.has_batch_number === true ? (batch ?? null) : null,
    expire_date: expires ?? null,
  };
  return scanned.batch_number === null && scanned.expire_date === null ? undefined : scanned;
}

/** The piece with the number, as it is known, or else as it was scanned. */
const scannedPiece = (serial: string, onHand: readonly Batch[]): Batch => ({
  batch_number: onHand.find(({ batch_number }) => isSameNumber(batch_number, serial))?.batch_number ?? serial,
  expire_date: null,
});
