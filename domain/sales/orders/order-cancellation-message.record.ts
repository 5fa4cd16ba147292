/** A message to the customer about a cancelled online order, in the customer's language. */

import { declareRecord } from '../../records/record.ts';
import { Body, Maybe, Note, RequiredNote } from '../../schemas/fields.schema.ts';

export const orderCancellationMessage = declareRecord({
  names: {
    kind: 'order_cancellation_message',
    folder: 'sales',
    id: 'order_cancellation_message_id',
    name: 'message_text',
  },
  schema: Body({
    message_text: RequiredNote(),
    message_text_ar: Maybe(Note()),
    message_text_ckb: Maybe(Note()),
  }),
  unique: ['message_text'],
  list: {
    columns: ['message_text', 'message_text_ar', 'message_text_ckb'],
    search: ['message_text', 'message_text_ar', 'message_text_ckb'],
  },
});
