/** Expenses: what was spent, of which type, and from which account or supplier. */

import { documentScreen } from '../shared/document/document-screen.tsx';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import {
  accountField,
  amountOf,
  CARRIED,
  currencyFields,
  dateField,
  isCash,
  newHeader,
  noteField,
  outletField,
  paymentTypeField,
  referenceField,
} from '../shared/document/fields/usual-fields.ts';
import type { DocumentDeclaration } from '../shared/document/model/declaration.ts';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { DRAFTED_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';

const expenseDeclaration: DocumentDeclaration = {
  resource: 'expenses',
  path: '/accounting/expenses',
  title: 'ledger:expense_number',
  newTitle: 'ledger:new_expense',
  header: [
    { field: 'expense_type_fk', kind: 'lookup', resource: 'expense_types', required: true },
    dateField,
    { field: 'amount', kind: 'amount', required: true },
    paymentTypeField,
    accountField,
  ],
  details: [
    { field: 'supplier_fk', kind: 'lookup', resource: 'suppliers', required: (header) => !isCash(header) },
    outletField,
    ...currencyFields('out'),
    referenceField,
    noteField,
  ],
  columns: [],
  carried: { header: CARRIED },
  identity: { lines: 'line_id' },
  blankLine: {},
  newHeader: (context) => {
    const { inventory_fk: _inventory, ...header } = newHeader(context);
    return header;
  },
  lineOf: () => ({}),
  totals: ({ header }) => ({ lines: new Map(), rows: [], total: amountOf(header['amount']) }),
  transitions: DRAFTED_TRANSITIONS,
};

export const ExpenseEditor = documentScreen(expenseDeclaration);

export const ExpensesTable = tableScreen({
  resource: 'expenses',
  title: 'ledger:expenses',
  empty: 'ledger:expenses_empty',
  idField: 'id',
  path: '/accounting/expenses',
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'expense_type_fk', kind: 'reference', resource: 'expense_types' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    { field: 'payment_type', kind: 'option' },
    { field: 'currency_fk', kind: 'reference', resource: 'currencies' },
    { field: 'total', kind: 'amount' },
    { field: 'total_base', kind: 'amount', currency: 'system' },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'reference_number', kind: 'text' },
    { field: 'attachments', kind: 'pictures', sortable: false },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'expense_type_fk', kind: 'lookup', resource: 'expense_types' },
    { field: 'status', kind: 'option', options: ['draft', 'complete'] },
    { field: 'total', kind: 'amount_range' },
  ],
  footer: ['total_base'],
  canEdit: false,
});
