/** What a customer is told when an online order is cancelled. */
import { Body, Note } from '../kernel/fields.schema.ts';
import { declareRecord } from '../kernel/record.ts';

export const orderCancellationMessage = declareRecord({
  kind: 'order_cancellation_message',
  resource: 'order_cancellation_messages',
  idField: 'order_cancellation_message_id',
  nameField: 'message_text',
  schema: Body({ message_text: Note({ minLength: 1, pattern: '\\S' }) }),
  defaults: {},
  unique: ['message_text'],
  list: { columns: ['message_text'], search: ['message_text'] },
});
