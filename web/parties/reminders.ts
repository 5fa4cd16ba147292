/** Issued reminders. A new one starts from the ageing report of customers. */
import { listOf } from '../shared/document/document-names.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

export const Table = tableScreen({
  ...listOf('payment_reminders'),
  columns: [
    ...usual('number', 'date', 'customer_fk'),
    { field: 'reminder_level', kind: 'number', sortable: false },
    ...usual('status'),
    { field: 'letter_language', kind: 'option' },
    ...usual('outlet_fk', 'note'),
  ],
  filters: [...by('date', 'customer_fk'), oneOf('status', ['complete', 'reversed'])],
  inactive: { field: 'status', value: 'reversed' },
});
