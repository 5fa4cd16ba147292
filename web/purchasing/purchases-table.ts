/** The list of purchases. */
import { labelsAction } from '../catalogue/labels/label-action.ts';
import { listOf } from '../shared/document/document-names.ts';
import { OWED_TO_SUPPLIER, payAction } from '../shared/party/owed.ts';
import { settlementsPanel } from '../shared/party/settlements-panel.tsx';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

export const Table = tableScreen({
  ...listOf('purchases'),
  columns: [
    ...usual('number', 'date', 'supplier_fk', 'currency_fk', 'total', 'remaining', 'due_date', 'status'),
    ...usual('received_status', 'payment_status', 'total_base', 'outlet_fk'),
    { field: 'reference_number', kind: 'text', label: 'purchasing:supplier_reference' },
  ],
  filters: [
    ...by('date', 'supplier_fk', 'item_fk'),
    oneOf('status', ['draft', 'complete', 'closed']),
    ...by('received_status', 'payment_status', 'due_date', 'total'),
  ],
  footer: ['total', 'remaining', 'total_base'],
  returns: { path: '/purchases/purchases-returns/new', parameter: 'purchase', permission: 'purchase_returns/store' },
  rowActions: [payAction(OWED_TO_SUPPLIER), labelsAction('purchase', 'id')],
  panelMore: settlementsPanel('purchases'),
});
