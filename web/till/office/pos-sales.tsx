/** Receipts of the tills in the office: lines, payments and the drawer. */

import { saleColumns, saleTotals } from '../../sales/sale-editor.tsx';
import { editorOf, listOf } from '../../shared/document/document-names.ts';
import { documentScreen } from '../../shared/document/document-screen.tsx';
import { numberColumn } from '../../shared/document/fields/number-column.tsx';
import {
  dateField,
  discountField,
  inventoryField,
  noteField,
  outletField,
} from '../../shared/document/fields/usual-fields.ts';
import { soldBatchesColumn } from '../../shared/document/model/goods/batches.ts';
import { PAYMENT_TONES } from '../../shared/document/model/status-tones.ts';
import type { ScreenDeclaration } from '../../shared/document/screen-declaration.ts';
import { tableScreen } from '../../shared/table/table-screen.tsx';
import { CorrectAction } from './correct-dialog.tsx';
import { ReceiptPayments } from './receipt-payments.tsx';
import { ReceiptStanding } from './receipt-standing.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { ReviewDialog } from './review-note.tsx';

const RECEIPT_TONES = { hold: 'warning', complete: 'success', refunded: 'danger', returned: 'danger' } as const;

const receiptDeclaration: ScreenDeclaration = {
  ...editorOf('pos_sales'),
  header: [
    { field: 'customer_fk', kind: 'lookup', resource: 'customers' },
    dateField,
    { field: 'time', kind: 'time' },
    discountField,
  ],
  details: [outletField, inventoryField, noteField],
  columns: [...saleColumns.slice(0, -1), soldBatchesColumn, ...saleColumns.slice(-1)],
  identity: { lines: 'line_id' },
  madeElsewhere: true,
  noDraft: true,
  blankLine: {},
  newHeader: () => ({}),
  lineOf: () => ({}),
  // The change is rounded, not the receipt.
  totals: (draft, facts) => saleTotals(draft, { ...facts, roundingStep: null }),
  tones: RECEIPT_TONES,
  strip: ReceiptStanding,
  tab: { name: 'payments', content: ReceiptPayments },
  transitions: [
    { name: 'refund', permission: 'return_to_draft', dialog: RefundDialog },
    { name: 'review', permission: 'review', dialog: ReviewDialog },
    { name: 'discard', permission: 'destroy', dangerous: true },
  ],
  actions: CorrectAction,
};

export const Editor = documentScreen(receiptDeclaration);

export const Table = tableScreen({
  ...listOf('pos_sales'),
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'time', kind: 'time' },
    { field: 'created_by_fk', kind: 'reference', resource: 'users', label: 'till:cashier' },
    { field: 'cashier_code', kind: 'code', sortable: false },
    { field: 'customer_fk', kind: 'reference', resource: 'customers' },
    { field: 'status', kind: 'status', tones: RECEIPT_TONES },
    { field: 'payment_status', kind: 'status', tones: PAYMENT_TONES },
    { field: 'total_base', kind: 'amount', currency: 'system' },
    { field: 'returned_amount', kind: 'amount', currency: 'system', sortable: false, blankZero: true },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'customer_fk', kind: 'lookup', resource: 'customers' },
    { field: 'status', kind: 'option', options: ['hold', 'complete', 'refunded', 'returned', 'discarded'] },
    { field: 'outlet_fk', kind: 'lookup', resource: 'outlets' },
  ],
  footer: ['total_base'],
  canAdd: false,
  canEdit: false,
  inactive: { field: 'status', value: 'discarded' },
});
