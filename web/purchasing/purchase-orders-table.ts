/** The list of purchase orders. */
import { listOf } from '../shared/document/document-names.ts';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

export const Table = tableScreen({
  ...listOf('purchase_orders'),
  columns: [
    { ...numberColumn, label: 'purchasing:order_number_column' },
    { field: 'date', kind: 'date', label: 'purchasing:order_date' },
    ...usual('supplier_fk'),
    { field: 'status', kind: 'status', tones: STATUS_TONES, label: 'purchasing:order_status' },
    ...usual('received_status', 'received_date', 'currency_fk', 'total'),
    { field: 'unpaid', kind: 'amount', blankZero: true, label: 'purchasing:advance_left' },
    ...usual('total_base'),
    { field: 'reference_number', kind: 'text', label: 'purchasing:supplier_reference' },
  ],
  filters: [
    ...by('date', 'supplier_fk', 'item_fk'),
    oneOf('status', ['draft', 'bill', 'closed']),
    ...by('received_status', 'total'),
  ],
  footer: ['total_base'],
});
