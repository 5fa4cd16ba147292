/** Messages to customers about a cancelled online order. */

import { recordScreens } from '../shared/record/record-screens.ts';
import { inLanguages } from '../shared/table/usual-columns.ts';

export const { Table, Form } = recordScreens('order_cancellation_messages', {
  words: {
    many: 'mobile:cancellation_messages',
    one: 'mobile:cancellation_message',
    empty: 'mobile:cancellation_messages_empty',
  },
  columns: inLanguages('message_text'),
  sections: [{ fields: ['message_text', 'message_text_ar', 'message_text_ckb'] }],
});
