/** The list of purchase returns. */
import { listOf } from '../shared/document/document-names.ts';
import { PAYMENT_TONES } from '../shared/document/model/status-tones.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

export const Table = tableScreen({
  ...listOf('purchase_returns'),
  columns: [
    ...usual('number', 'date', 'supplier_fk', 'status'),
    { field: 'days_waiting', kind: 'number', sortable: false },
    { field: 'payment_status', kind: 'status', tones: PAYMENT_TONES, label: 'purchasing:credit_used' },
    ...usual('currency_fk', 'total'),
    { field: 'unpaid', kind: 'amount', blankZero: true, label: 'purchasing:credit' },
    ...usual('total_base', 'outlet_fk', 'reference_number'),
  ],
  filters: [...by('date', 'supplier_fk', 'item_fk'), oneOf('status', ['draft', 'credit_awaited', 'complete'])],
  footer: ['total_base'],
});
