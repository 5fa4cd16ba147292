/** The hold of a batch as a document: it notes that the batch is held, and posts nothing. */

import { heldKey } from '../batches/batch-notes.ts';
import type { LevelClaim } from '../deciding/claim.ts';
import { declareDocument } from '../documents/document.ts';
import { type AtOnceCommand, possibleAtOnce } from '../documents/immediate.ts';
import { REVERSAL_REFUSALS } from '../documents/placed.ts';
import { NOTHING } from '../entries/posting-rule.ts';
import { fields, list } from '../schemas/held-fields.schema.ts';
import { reasoned } from '../schemas/transitions.ts';
import { validDate } from '../values/effective-date.ts';
import { BatchHoldBody, type BatchHoldInput } from './batch-hold.schema.ts';
import { BATCH_HOLD, type BatchHoldEvent, type BatchHoldState, batchHold } from './batch-hold.ts';

export const batchHoldDocument = declareDocument<BatchHoldState, AtOnceCommand<BatchHoldInput>, BatchHoldEvent>()({
  kind: BATCH_HOLD,
  resource: 'batch_holds',
  folder: 'stock',
  decider: batchHold,
  body: BatchHoldBody,
  held: { data: fields('date', { told: list('batch_number expire_date') }) },
  create: (input: BatchHoldInput) => [{ type: 'complete', input }],
  transitions: { reverse: reasoned('destroy', 'reverse') },
  possible: possibleAtOnce,
  postings: { 'batch_hold.completed': NOTHING, 'batch_hold.reversed': NOTHING },
  postingsOf: () => [],
  place: () => undefined,
  claims: (before, after) => [...holds(before, '-1'), ...holds(after, '1')],
  measures: (input) =>
    typeof input['item_fk'] === 'number' ? { of: 'told_batches', item: input['item_fk'] } : undefined,
  reversalRefusals: REVERSAL_REFUSALS,
});

const ANY_DAY = validDate('1900-01-01');

/** A level claim for each told batch, which is held once. */
const holds = (state: BatchHoldState, delta: string): LevelClaim[] =>
  state.status !== 'complete'
    ? []
    : state.data.told.map((batch) => ({
        kind: 'level',
        key: heldKey(state.data.item_fk, batch),
        day: ANY_DAY,
        delta,
        field: 'batch_number',
        message: 'protected',
      }));
