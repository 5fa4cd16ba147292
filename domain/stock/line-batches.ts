/** The batches that a line of a stored document is shown with, on screens and on papers. */
import { type Members, membersOf } from '../kernel/members.ts';
import { printQuantity, toQuantity } from '../kernel/quantity.ts';
import { BONUS_LINE } from '../sales/totals.ts';
import { type BatchQuantity, batchesOf, batchOf, isNamed, movedBatches, sumOfBatches } from './batch.ts';

/** What it moved, or of a draft what its line names; goods given free with it are among them. */
export function batchesOfLine(document: Members, line: Members): BatchQuantity[] {
  const isDraft = document['status'] === 'draft' || document['status'] === 'pending';
  const moved = isDraft
    ? []
    : movedBatches(document).filter(({ move_line_id }) => move_line_id % BONUS_LINE === line['line_id']);
  return merged(moved.length > 0 ? moved : batchesOf(line));
}

/** The same with the one batch that a line brings in while nothing is posted. */
export function printedBatches(document: Members, line: Members): BatchQuantity[] {
  const found = batchesOfLine(document, line);
  const own = batchOf(membersOf(line));
  return found.length > 0 || !isNamed(own) ? found : [{ ...own, quantity: String(line['quantity'] ?? '0') }];
}

const merged = (parts: readonly BatchQuantity[]): BatchQuantity[] =>
  [...Map.groupBy(parts, ({ batch_number, expire_date }) => JSON.stringify([batch_number, expire_date]))].map(
    ([, same]) => ({ ...batchOf(same[0]), quantity: printQuantity(toQuantity(sumOfBatches(same))) }),
  );
