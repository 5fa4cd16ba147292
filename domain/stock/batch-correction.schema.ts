/** Body of the correction of a batch, as the API accepts it. */
import type { Static } from 'typebox';
import { BatchNumber } from '../schemas/batch.schema.ts';
import { Body, DateField, Maybe, Reference, RequiredNote, Text } from '../schemas/fields.schema.ts';

/** A batch of an item by its present name: its number, its day of expiry, or both. */
export const NAMED_BATCH = {
  item_fk: Reference('items'),
  batch_number: BatchNumber(),
  expire_date: Maybe(DateField()),
};

export const BatchCorrectionBody = Body({
  ...NAMED_BATCH,
  /** Left out, the number stays as it is; so does the day. */
  new_batch_number: Maybe(Text(20)),
  new_expire_date: Maybe(DateField()),
  reason: RequiredNote(),
});
export type BatchCorrectionInput = Static<typeof BatchCorrectionBody>;
