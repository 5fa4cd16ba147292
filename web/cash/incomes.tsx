/** Incomes: what came in beside sales, of which type, and into which account or from which customer. */

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

const incomeDeclaration: DocumentDeclaration = {
  resource: 'incomes',
  path: '/accounting/incomes',
  title: 'cash:income_number',
  newTitle: 'cash:new_income',
  header: [
    { field: 'income_type_fk', kind: 'lookup', resource: 'income_types', required: true },
    dateField,
    { field: 'amount', kind: 'amount', required: true },
    paymentTypeField,
    accountField,
  ],
  details: [
    { field: 'customer_fk', kind: 'lookup', resource: 'customers', required: (header) => !isCash(header) },
    outletField,
    ...currencyFields('in'),
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

export const IncomeEditor = documentScreen(incomeDeclaration);

export const IncomesTable = tableScreen({
  resource: 'incomes',
  title: 'cash:incomes',
  empty: 'cash:incomes_empty',
  idField: 'id',
  path: '/accounting/incomes',
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'income_type_fk', kind: 'reference', resource: 'income_types' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    { field: 'payment_type', kind: 'option' },
    { field: 'customer_fk', kind: 'reference', resource: 'customers' },
    { field: 'currency_fk', kind: 'reference', resource: 'currencies' },
    { field: 'total', kind: 'amount' },
    { field: 'total_base', kind: 'amount', currency: 'system' },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
    { field: 'reference_number', kind: 'text' },
    { field: 'attachments', kind: 'pictures', sortable: false },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'income_type_fk', kind: 'lookup', resource: 'income_types' },
    { field: 'customer_fk', kind: 'lookup', resource: 'customers' },
    { field: 'status', kind: 'option', options: ['draft', 'complete'] },
    { field: 'total', kind: 'amount_range' },
  ],
  footer: ['total_base'],
  canEdit: false,
});
