/** What a customer is told when an online order is cancelled. */
import { recordForm } from '../shared/form/record-form.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const Table = tableScreen({
  resource: 'order_cancellation_messages',
  title: 'mobile:cancellation_messages',
  empty: 'mobile:cancellation_messages_empty',
  columns: [
    { field: 'message_text', kind: 'text', main: true },
    { field: 'message_text_ar', kind: 'text' },
    { field: 'message_text_ckb', kind: 'text' },
  ],
});

export const Form = recordForm({
  resource: 'order_cancellation_messages',
  title: 'mobile:cancellation_message',
  sections: [{ fields: ['message_text', 'message_text_ar', 'message_text_ckb'] }],
});
