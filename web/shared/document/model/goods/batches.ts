/** The batches that a line names: kept in the draft as one text, sent and shown as a list. */

import { batchesOfLine } from '../../../../../domain/batches/line-batches.ts';
import {
  areSinglePieces,
  type BatchQuantity,
  batchesOf,
  batchOf,
  batchTitle,
  isNamed,
  isSameBatch,
} from '../../../../../domain/values/batch.ts';
import { listOf, type Members } from '../../../../../domain/values/members.ts';
import { say } from '../../../language/language.ts';
import { batchText, type NamedBatch } from '../../../typing/batch-text.ts';
import { formatDate } from '../../../typing/date-words.ts';
import { type DigitShape, shapeDigits } from '../../../typing/digits.ts';
import { type NamedUnit, unitParts, unitText } from '../../../typing/unit-text.ts';
import type { ColumnDeclaration } from '../declaration.ts';
import { type Fields, isEmpty, type Value } from '../draft.ts';
import { knownItem } from './items.ts';

/** Whether the item of a line is kept by batches, as far as it is known here. */
export function tracks(line: Fields): boolean {
  const item = typeof line['item_fk'] === 'number' ? knownItem(line['item_fk']) : undefined;
  return item?.['has_batch_number'] === true || item?.['has_expire'] === true || hasPieces(line);
}

/** Whether each piece of a line's item has a serial number, as far as it is known here. */
export function hasPieces(line: Fields): boolean {
  const item = typeof line['item_fk'] === 'number' ? knownItem(line['item_fk']) : undefined;
  return (item?.['serial_numbers'] ?? 'none') !== 'none';
}

/** The batches of a line that issues, counts or returns goods. Shown for items with batches. */
export const batchesColumn: ColumnDeclaration<'batches'> = {
  field: 'batches',
  kind: 'batches',
  width: 'minmax(112px, 1fr)',
  optional: true,
  usedBy: tracks,
  shown: (_header, line) => !isEmpty(line['batches']) || tracks(line),
};

/** The same for lines that may add a new batch. */
export const newBatchesColumn: ColumnDeclaration<'batches'> = { ...batchesColumn, addsBatches: true };

/** A line that names its one batch itself shows it there. */
const BATCH_OF_LINE = ['batch_number', 'expire_date'];

/** The serial numbers of a line that receives pieces; goods of batches have one batch a line. */
export const piecesColumn: ColumnDeclaration<'batches'> = {
  ...newBatchesColumn,
  width: '90px',
  usedBy: hasPieces,
  shown: (_header, line) =>
    hasPieces(line) || (!isEmpty(line['batches']) && BATCH_OF_LINE.every((field) => isEmpty(line[field]))),
};

/** The batch number of a line that receives one batch. */
export const batchNumberColumn: ColumnDeclaration<'batch_number'> = {
  field: 'batch_number',
  kind: 'text',
  width: '100px',
  optional: true,
  usedBy: (line) => typeof line['item_fk'] === 'number' && knownItem(line['item_fk'])?.['has_batch_number'] === true,
};

/** The expiry date of a line's goods, for items with batches. */
export const expiryColumn: ColumnDeclaration<'expire_date'> = {
  field: 'expire_date',
  kind: 'date',
  width: '100px',
  optional: true,
  usedBy: tracks,
};

/** Of a line that gives goods back: what its document moved, packed. Nothing else can be given back. */
export const ORIGIN_BATCHES = 'origin_batches';

/** The draft's form; null without batches. */
export const packBatches = (batches: readonly BatchQuantity[]): Value =>
  batches.length === 0 ? null : JSON.stringify(batches);

export function unpackBatches(value: Value | undefined): BatchQuantity[] {
  return typeof value === 'string' && value !== '' ? batchesOf({ batches: listOf(JSON.parse(value)) }) : [];
}

/** `B7 · 31/12/2027` and `3 Strip`, which is not said of single pieces. */
export function namedBatches(
  batches: readonly BatchQuantity[],
  units: readonly NamedUnit[],
  digits: DigitShape,
): NamedBatch[] {
  const arePieces = areSinglePieces(batches);
  return batches.map((batch) => ({
    name: batchText(batch, digits) || batchName(batch, digits),
    parts: arePieces ? [] : unitParts(batch.quantity, units),
  }));
}

/** `B7 · 31/12/2027 × 3 Strip + B8 × 1 Strip`. */
export const batchWords = (batches: readonly NamedBatch[], digits: DigitShape): string =>
  batches
    .map(({ name, parts }) => [name, ...(parts.length > 0 ? [unitText(parts, { digits })] : [])].join(' × '))
    .join(' + ');

/** Its number, or else its day, where the day stands beside it. */
export function batchName(batch: Omit<BatchQuantity, 'quantity'>, digits: DigitShape = 'latin'): string {
  if (!isNamed(batch)) return say('document:batches.none');
  return batch.batch_number ?? shapeDigits(formatDate(batchTitle(batch)), digits);
}

/** The batches of a stored line, in the form of a draft; null for the one that the line names beside them. */
export function batchesValue(data: Members, line: Members): Value {
  const [first, ...others] = batchesOfLine(data, line);
  if (!first || (others.length === 0 && isSameBatch(first, batchOf(line)))) return null;
  return packBatches([first, ...others]);
}
