/** Capital that stockholders bring in or take out. */

import { documentScreen } from '../shared/document/document-screen.tsx';
import { numberColumn } from '../shared/document/fields/number-column.tsx';
import {
  accountField,
  amountOf,
  CARRIED,
  currencyFields,
  dateField,
  newHeader,
  noteField,
  outletField,
  referenceField,
} from '../shared/document/fields/usual-fields.ts';
import type { DocumentDeclaration } from '../shared/document/model/declaration.ts';
import { STATUS_TONES } from '../shared/document/model/status-tones.ts';
import { AT_ONCE_TRANSITIONS } from '../shared/document/model/usual-transitions.ts';
import { tableScreen } from '../shared/table/table-screen.tsx';

const PATH = '/accounting/capital-transactions';

const capitalDeclaration: DocumentDeclaration = {
  resource: 'capital_transactions',
  path: PATH,
  title: 'equity:capital_number',
  newTitle: 'equity:new_capital',
  header: [
    { field: 'stockholder_fk', kind: 'lookup', resource: 'stockholders', required: true },
    { field: 'transaction_type', kind: 'choice', options: ['contribution', 'withdrawal'], required: true },
    dateField,
    { field: 'amount', kind: 'amount', required: true },
    accountField,
  ],
  details: [outletField, ...currencyFields('in'), referenceField, noteField],
  columns: [],
  carried: { header: CARRIED },
  noDraft: true,
  identity: { lines: 'line_id' },
  blankLine: {},
  newHeader: (context) => {
    const { inventory_fk: _inventory, payment_type: _payment, ...header } = newHeader(context);
    return { ...header, transaction_type: 'contribution' };
  },
  lineOf: () => ({}),
  totals: ({ header }) => ({ lines: new Map(), rows: [], total: amountOf(header['amount']) }),
  transitions: AT_ONCE_TRANSITIONS,
};

export const CapitalTransactionEditor = documentScreen(capitalDeclaration);

export const CapitalTransactionsTable = tableScreen({
  resource: 'capital_transactions',
  title: 'equity:capital',
  empty: 'equity:capital_empty',
  idField: 'id',
  path: PATH,
  columns: [
    numberColumn,
    { field: 'date', kind: 'date' },
    { field: 'stockholder_fk', kind: 'reference', resource: 'stockholders' },
    { field: 'transaction_type', kind: 'option' },
    { field: 'status', kind: 'status', tones: STATUS_TONES },
    { field: 'currency_fk', kind: 'reference', resource: 'currencies' },
    { field: 'total', kind: 'amount' },
    { field: 'total_base', kind: 'amount', currency: 'system' },
    { field: 'outlet_fk', kind: 'reference', resource: 'outlets' },
  ],
  filters: [
    { field: 'date', kind: 'date_range' },
    { field: 'status', kind: 'option', options: ['complete', 'reversed'] },
  ],
  canEdit: false,
  inactive: { field: 'status', value: 'reversed' },
});
