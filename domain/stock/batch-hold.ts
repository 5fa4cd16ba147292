/**
 * The hold of a batch (docs/decisions/0142): from then on no document takes its goods but a disposal and a return to the
 * supplier, in any inventory, until the hold is reversed with a reason.
 */

import { NO_NOTES } from '../batches/batch-notes.ts';
import type { Facts } from '../deciding/facts.ts';
import { type AtOnceDecider, type AtOnceEvent, type AtOnceState, atOnceDecider } from '../documents/immediate.ts';
import { itemNames } from '../pricing/item-names.ts';
import { type Batch, batchOf, batchTitle, isSameBatch } from '../values/batch.ts';
import { Issues } from '../values/refusal.ts';
import { namedBatch } from './batch-correction.ts';
import type { BatchHoldInput } from './batch-hold.schema.ts';

/** Stream: `batch_hold-<id>` */
export const BATCH_HOLD = 'batch_hold';

// Events. These are storage formats: a changed shape gets a new `v` and an upcaster in domain/versions.

export interface BatchHold {
  readonly date: string;
  readonly item_fk: number;
  /** Its name at the hold. */
  readonly batch_number: string | null;
  readonly expire_date: string | null;
  readonly hold_type: BatchHoldInput['hold_type'];
  readonly reason: string;
  /** All that is called so and was not held before, as documents told it. */
  readonly told: readonly Batch[];
}

export type BatchHoldEvent = AtOnceEvent<typeof BATCH_HOLD, BatchHold>;
export type BatchHoldState = AtOnceState<BatchHold>;

export const batchHold: AtOnceDecider<typeof BATCH_HOLD, BatchHoldInput, BatchHold> = atOnceDecider(
  BATCH_HOLD,
  holdFacts,
);

function holdFacts(input: BatchHoldInput, facts: Facts): BatchHold {
  const issues = new Issues();
  const { item_fk, hold_type, reason } = input;
  const { item, told, name } = namedBatch(input, facts, issues);
  const { held } = facts.batchNotes?.(item_fk) ?? NO_NOTES;
  const free = told.filter((batch) => !held.some((other) => isSameBatch(other, batch)));
  if (item && told.length > 0 && free.length === 0)
    issues.add('batch_number', 'batch_held_already', { ...itemNames(item), batch: batchTitle(name) });
  issues.throwIfAny();
  return { date: facts.today, item_fk, ...batchOf(name), hold_type, reason, told: free.map(batchOf) };
}
