/** The list of sales. */
import { listOf } from '../shared/document/document-names.ts';
import { OWED_BY_CUSTOMER, payAction } from '../shared/party/owed.ts';
import { settlementsPanel } from '../shared/party/settlements-panel.tsx';
import type { TableDeclaration } from '../shared/table/declaration.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';
import { by, oneOf, usual } from '../shared/table/usual-columns.ts';

export const salesTable: TableDeclaration = {
  ...listOf('sales'),
  columns: [
    ...usual('number', 'date', 'customer_fk', 'status', 'payment_status', 'currency_fk', 'total', 'remaining'),
    ...usual('due_date', 'total_base', 'outlet_fk', 'reference_number'),
  ],
  filters: [
    ...by('date', 'customer_fk', 'item_fk'),
    oneOf('status', ['draft', 'complete', 'closed']),
    ...by('payment_status', 'due_date', 'payment_type', 'total', 'outlet_fk'),
  ],
  footer: ['total', 'remaining', 'total_base'],
  returns: { path: '/sales/sale-returns/new', parameter: 'sale', permission: 'sale_returns/store' },
  rowActions: [payAction(OWED_BY_CUSTOMER)],
  panelMore: settlementsPanel('sales'),
  inactive: { field: 'status', value: 'discarded' },
};

export const Table = tableScreen(salesTable);
