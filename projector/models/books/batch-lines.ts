/** The batch quantities of a posting, and its stock counts, as rows of the read model. */
import type { RecordedEvent } from '../../../domain/deciding/event.ts';
import { type Movement, momentOf, type Posting } from '../../../domain/entries/entry.ts';
import { type Batch, NO_BATCH } from '../../../domain/values/batch.ts';
import { printQuantity, QUANTITY_ONE, toQuantity } from '../../../domain/values/quantity.ts';
import type { Cell, Rows } from '../../rows/table.ts';
import { entityOf } from '../model.ts';
import { batchLine } from './tables.ts';

/** `sign` is -1n for a reversal. */
export function insertBatchLines(posting: Posting, event: RecordedEvent, sign: 1n | -1n, rows: Rows): void {
  for (const movement of posting.movements) {
    const { pool, valued, batches = [] } = movement;
    if (pool.kind !== 'stock') continue;
    const insert = (batch: Batch, kind: string, quantity: bigint, undelivered = 0n) =>
      rows.insert(batchLine, [
        pool.item,
        pool.inventory,
        batch.batch_number,
        batch.expire_date,
        ...placeOf(posting, movement, event),
        kind,
        printQuantity(toQuantity(sign * quantity)),
        printQuantity(toQuantity(sign * undelivered)),
        ...documentOf(movement, event),
      ]);
    if (valued.by === 'count') insert(NO_BATCH, 'count', QUANTITY_ONE);
    for (const { quantity, undelivered, piece, isSettled, ...batch } of batches) {
      const kind = isSettled
        ? 'settled'
        : valued.by === 'count'
          ? 'counted'
          : quantity === 0n
            ? 'delivered'
            : 'movement';
      insert(batch, kind, quantity, undelivered);
      // Before its number was told with this movement, the piece was among the goods without a number.
      if (piece === 'named') insert(batch, 'named', -quantity);
    }
  }
}

function placeOf(posting: Posting, movement: Movement, { position, recordedAt }: RecordedEvent): Cell[] {
  const moment = momentOf(posting, movement);
  return [moment.slice(0, 10), moment, movement.line, position, recordedAt];
}

function documentOf({ outlet }: Movement, { stream }: RecordedEvent): Cell[] {
  const { kind, id } = entityOf(stream);
  return [outlet, stream, kind, id];
}
