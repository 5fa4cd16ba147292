/** The list of sales. */
import { listOf } from '../shared/document/document-names.ts';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import { PAYMENT_TONES, STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { OWED_BY_CUSTOMER, payAction } from '../shared/party/pay-document.tsx';
import { settlementsPanel } from '../shared/party/settlements.tsx';
import type { TableDeclaration } from '../shared/table/declaration.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';

export const salesTable: TableDeclaration = {
  ...listOf('sales'),
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'customer_fk', kind: 'reference', resource: 'customers' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    { field: 'payment_status', kind: 'status', tones: PAYMENT_TONES },
    { field: 'currency_fk', kind: 'reference', resource: 'currencies' },
    { field: 'total', kind: 'amount' },
    { field: 'remaining', kind: 'amount', blankZero: true },
    { field: 'due_date', kind: 'date' },
    { field: 'total_base', kind: 'amount', currency: 'system' },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'reference_number', kind: 'text' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'customer_fk', kind: 'lookup', resource: 'customers' },
    { field: 'item_fk', kind: 'lookup', resource: 'items' },
    { field: 'status', kind: 'option', options: ['draft', 'complete', 'closed'] },
    { field: 'payment_status', kind: 'option', options: ['paid', 'partially_paid', 'unpaid'] },
    { field: 'payment_type', kind: 'option', options: ['cash', 'on_account'] },
    { field: 'total', kind: 'amount_range' },
    { field: 'outlet_fk', kind: 'lookup', resource: 'outlets' },
  ],
  footer: ['total_base'],
  canEdit: false,
  returns: { path: '/sales/sale-returns/new', parameter: 'sale', permission: 'sale_returns/store' },
  rowActions: [payAction(OWED_BY_CUSTOMER)],
  panelMore: settlementsPanel('sales'),
  inactive: { field: 'status', value: 'discarded' },
};

export const SalesTable = tableScreen(salesTable);
