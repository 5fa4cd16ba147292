/** The list of purchases. */
import { labelsAction } from '../catalogue/labels/label-action.ts';
import { listOf } from '../shared/document/document-names.ts';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import { PAYMENT_TONES, RECEIVED_TONES, STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { OWED_TO_SUPPLIER, payAction } from '../shared/party/pay-document.tsx';
import { settlementsPanel } from '../shared/party/settlements.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const PurchasesTable = tableScreen({
  ...listOf('purchases'),
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'supplier_fk', kind: 'reference', resource: 'suppliers' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    { field: 'received_status', kind: 'status', tones: RECEIVED_TONES },
    { field: 'payment_status', kind: 'status', tones: PAYMENT_TONES },
    { field: 'currency_fk', kind: 'reference', resource: 'currencies' },
    { field: 'total', kind: 'amount' },
    { field: 'remaining', kind: 'amount', blankZero: true },
    { field: 'due_date', kind: 'date' },
    { field: 'total_base', kind: 'amount', currency: 'system' },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'reference_number', kind: 'text', label: 'purchasing:supplier_reference' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'supplier_fk', kind: 'lookup', resource: 'suppliers' },
    { field: 'item_fk', kind: 'lookup', resource: 'items' },
    { field: 'status', kind: 'option', options: ['draft', 'complete', 'closed'] },
    { field: 'received_status', kind: 'option', options: ['not_received', 'partially_received', 'received'] },
    { field: 'payment_status', kind: 'option', options: ['paid', 'partially_paid', 'unpaid'] },
    { field: 'total', kind: 'amount_range' },
  ],
  footer: ['total_base'],
  canEdit: false,
  returns: { path: '/purchases/purchases-returns/new', parameter: 'purchase', permission: 'purchase_returns/store' },
  rowActions: [payAction(OWED_TO_SUPPLIER), labelsAction('purchase', 'id')],
  panelMore: settlementsPanel('purchases'),
});
