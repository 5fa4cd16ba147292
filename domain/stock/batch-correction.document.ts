/** The correction of a batch as a document: it notes the name of the batch, and posts nothing. */

import { calledKey } from '../batches/batch-notes.ts';
import type { LevelClaim } from '../deciding/claim.ts';
import { declareDocument } from '../documents/document.ts';
import { type AtOnceCommand, possibleAtOnce } from '../documents/immediate.ts';
import { REVERSAL_REFUSALS } from '../documents/placed.ts';
import { NOTHING } from '../entries/posting-rule.ts';
import { fields, list } from '../schemas/held-fields.schema.ts';
import { reasoned } from '../schemas/transitions.ts';
import { validDate } from '../values/effective-date.ts';
import { BatchCorrectionBody, type BatchCorrectionInput } from './batch-correction.schema.ts';
import {
  BATCH_CORRECTION,
  type BatchCorrectionEvent,
  type BatchCorrectionState,
  batchCorrection,
} from './batch-correction.ts';

export const batchCorrectionDocument = declareDocument<
  BatchCorrectionState,
  AtOnceCommand<BatchCorrectionInput>,
  BatchCorrectionEvent
>()({
  kind: BATCH_CORRECTION,
  resource: 'batch_corrections',
  folder: 'stock',
  decider: batchCorrection,
  body: BatchCorrectionBody,
  held: { data: fields('date', { told: list('batch_number expire_date step') }) },
  create: (input: BatchCorrectionInput) => [{ type: 'complete', input }],
  transitions: { reverse: reasoned('destroy', 'reverse') },
  possible: possibleAtOnce,
  postings: { 'batch_correction.completed': NOTHING, 'batch_correction.reversed': NOTHING },
  postingsOf: () => [],
  place: () => undefined,
  claims: (before, after) => [...names(before, -1), ...names(after, 1)],
  measures: (input) =>
    typeof input['item_fk'] === 'number' ? { of: 'told_batches', item: input['item_fk'] } : undefined,
  reversalRefusals: REVERSAL_REFUSALS,
});

const ANY_DAY = validDate('1900-01-01');

/** Level claims for the new name of each told batch. */
function names(state: BatchCorrectionState, sign: 1 | -1): LevelClaim[] {
  if (state.status !== 'complete') return [];
  const { item_fk, new_batch_number, new_expire_date, told } = state.data;
  const called = { batch_number: new_batch_number, expire_date: new_expire_date };
  return told.map(({ step, ...batch }) => ({
    kind: 'level',
    key: calledKey(item_fk, batch, called),
    day: ANY_DAY,
    delta: String(sign * step),
    field: 'new_batch_number',
    message: 'protected',
  }));
}
