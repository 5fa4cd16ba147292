/** The reminders that were given. A new one begins with a customer, from the ageing of what customers owe. */
import { listOf } from '../shared/document/document-names.ts';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const RemindersTable = tableScreen({
  ...listOf('payment_reminders'),
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'customer_fk', kind: 'reference', resource: 'customers' },
    { field: 'reminder_level', kind: 'number', sortable: false },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    { field: 'letter_language', kind: 'option' },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'note', kind: 'text' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'customer_fk', kind: 'lookup', resource: 'customers' },
    { field: 'status', kind: 'option', options: ['complete', 'reversed'] },
  ],
  canEdit: false,
  inactive: { field: 'status', value: 'reversed' },
});
