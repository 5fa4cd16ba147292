/** The list of purchase returns. */
import { listOf } from '../shared/document/document-names.ts';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import { PAYMENT_TONES, STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const PurchaseReturnsTable = tableScreen({
  ...listOf('purchase_returns'),
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'supplier_fk', kind: 'reference', resource: 'suppliers' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    { field: 'payment_status', kind: 'status', tones: PAYMENT_TONES, label: 'purchasing:credit_used' },
    { field: 'currency_fk', kind: 'reference', resource: 'currencies' },
    { field: 'total', kind: 'amount' },
    { field: 'unpaid', kind: 'amount', blankZero: true, label: 'purchasing:credit' },
    { field: 'total_base', kind: 'amount', currency: 'system' },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'reference_number', kind: 'text' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'supplier_fk', kind: 'lookup', resource: 'suppliers' },
    { field: 'item_fk', kind: 'lookup', resource: 'items' },
    { field: 'status', kind: 'option', options: ['draft', 'complete'] },
  ],
  footer: ['total_base'],
  canEdit: false,
});
