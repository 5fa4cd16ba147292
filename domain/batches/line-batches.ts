/** The batches of a line of a stored document, for screens and papers. */

import { BONUS_LINE } from '../pricing/totals.ts';
import { type BatchQuantity, batchesOf, batchOf, isNamed, mergedBatches, movedBatches } from '../values/batch.ts';
import { type Members, membersOf, objectsOf } from '../values/members.ts';

/**
 * The batches that the line moved (of an online order its delivery, of a purchase its receipts), including free goods; for
 * a draft, the batches that the line names.
 */
export function batchesOfLine(document: Members, line: Members): BatchQuantity[] {
  const isDraft = document['status'] === 'draft' || document['status'] === 'pending';
  const moved = isDraft
    ? []
    : [document, document['delivery'], ...receiptsOf(document)]
        .flatMap(movedBatches)
        .filter(({ move_line_id }) => move_line_id % BONUS_LINE === line['line_id']);
  return mergedBatches(moved.length > 0 ? moved : batchesOf(line));
}

/** The receipts of a purchase that was completed without its goods: what a transfer received was moved when it was sent. */
const receiptsOf = ({ batches, to_inventory_fk, receipts }: Members): readonly Members[] =>
  batches === undefined && to_inventory_fk === undefined ? objectsOf(receipts) : [];

/** The same, and for a document without postings the one batch that a line receives. */
export function printedBatches(document: Members, line: Members): BatchQuantity[] {
  const found = batchesOfLine(document, line);
  const own = batchOf(membersOf(line));
  return found.length > 0 || !isNamed(own) ? found : [{ ...own, quantity: String(line['quantity'] ?? '0') }];
}
