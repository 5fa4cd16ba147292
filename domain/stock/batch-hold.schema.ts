/** Body of the hold of a batch, as the API accepts it. */
import type { Static } from 'typebox';
import { Body, OneOf, RequiredNote } from '../schemas/fields.schema.ts';
import { NAMED_BATCH } from './batch-correction.schema.ts';

/** `held`: to be looked at; `recalled`: it is taken back from those who bought it. Neither is sold. */
export const HOLD_TYPES = ['held', 'recalled'] as const;

export const BatchHoldBody = Body({ ...NAMED_BATCH, hold_type: OneOf(HOLD_TYPES), reason: RequiredNote() });
export type BatchHoldInput = Static<typeof BatchHoldBody>;
