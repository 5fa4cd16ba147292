/** The list of purchase orders. */
import { listOf } from '../shared/document/document-names.ts';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import { RECEIVED_TONES, STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const PurchaseOrdersTable = tableScreen({
  ...listOf('purchase_orders'),
  columns: [
    { ...numberColumn, label: 'purchasing:order_number_column' },
    { field: 'date', kind: 'date', label: 'purchasing:order_date' },
    { field: 'supplier_fk', kind: 'reference', resource: 'suppliers' },
    { field: 'status', kind: 'status', tones: STATUS_TONES, label: 'purchasing:order_status' },
    { field: 'received_status', kind: 'status', tones: RECEIVED_TONES },
    { field: 'received_date', kind: 'date' },
    { field: 'currency_fk', kind: 'reference', resource: 'currencies' },
    { field: 'total', kind: 'amount' },
    { field: 'unpaid', kind: 'amount', blankZero: true, label: 'purchasing:advance_left' },
    { field: 'total_base', kind: 'amount', currency: 'system' },
    { field: 'reference_number', kind: 'text', label: 'purchasing:supplier_reference' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'supplier_fk', kind: 'lookup', resource: 'suppliers' },
    { field: 'item_fk', kind: 'lookup', resource: 'items' },
    { field: 'status', kind: 'option', options: ['draft', 'bill', 'closed'] },
    { field: 'received_status', kind: 'option', options: ['not_received', 'partially_received', 'received'] },
    { field: 'total', kind: 'amount_range' },
  ],
  footer: ['total_base'],
  canEdit: false,
});
