/** What was sold at the tills, as the office sees it: receipts, drawers, and what the payment app has settled. */
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import { PAYMENT_TONES } from '../shared/document/model/status-tones.ts';
import type { TableDeclaration } from '../shared/table/declaration.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';

/** Entered at a till: the office reads them. */
const READ: Pick<TableDeclaration, 'idField' | 'path' | 'canAdd' | 'canEdit'> = {
  ...{ idField: 'id', path: null, canAdd: false, canEdit: false },
};
const OUTLET = { field: 'outlet_fk', kind: 'reference', resource: 'outlets' } as const;
const BY_OUTLET = { field: 'outlet_fk', kind: 'lookup', resource: 'outlets' } as const;
const BY_DATE = { field: 'date', kind: 'date_range' } as const;

export const PosSalesTable = tableScreen({
  ...READ,
  resource: 'pos_sales',
  title: 'till:pos_sales',
  empty: 'till:pos_sales_empty',
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'time', kind: 'text' },
    { field: 'created_by_fk', kind: 'reference', resource: 'users', label: 'till:cashier' },
    { field: 'customer_fk', kind: 'reference', resource: 'customers' },
    { field: 'status', kind: 'status', tones: { hold: 'warning', complete: 'success', refunded: 'danger' } },
    { field: 'payment_status', kind: 'status', tones: PAYMENT_TONES },
    { field: 'total_base', kind: 'amount', currency: 'system' },
    OUTLET,
  ],
  filters: [
    BY_DATE,
    { field: 'customer_fk', kind: 'lookup', resource: 'customers' },
    { field: 'status', kind: 'option', options: ['hold', 'complete', 'refunded', 'discarded'] },
    BY_OUTLET,
  ],
  footer: ['total_base'],
  inactive: { field: 'status', value: 'discarded' },
});

export const ClosingDrawersTable = tableScreen({
  ...READ,
  resource: 'closing_drawers',
  title: 'till:closing_drawers',
  empty: 'till:closing_drawers_empty',
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'time', kind: 'text' },
    { field: 'user_fk', kind: 'reference', resource: 'users', label: 'till:cashier' },
    {
      field: 'status',
      kind: 'status',
      tones: { open: 'info', counted: 'warning', closed: 'neutral', approved: 'success' },
    },
    OUTLET,
    { field: 'note', kind: 'text' },
  ],
  filters: [
    BY_DATE,
    { field: 'status', kind: 'option', options: ['open', 'counted', 'closed', 'approved'] },
    BY_OUTLET,
  ],
});

export const AppSettlementsTable = tableScreen({
  ...READ,
  resource: 'app_settlements',
  title: 'till:app_settlements',
  empty: 'till:app_settlements_empty',
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'account_fk', kind: 'reference', resource: 'cashes' },
    { field: 'fee', kind: 'amount', currency: 'system' },
    { field: 'total_base', kind: 'amount', currency: 'system' },
    OUTLET,
  ],
  filters: [BY_DATE, BY_OUTLET],
  footer: ['total_base'],
});
